"""The entry of rules and cards in the table of kinds."""

from interpret.answers.kinds import AnswerKind
from interpret.answers.rule.answer.predict import predictors
from interpret.answers.rule.told import learned, needs, of_rows, told

KIND = AnswerKind(
    learned=learned,
    told=told,
    scored=of_rows,
    needs=needs,
    predictors=predictors,
)
