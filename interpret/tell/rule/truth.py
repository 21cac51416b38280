"""A rule of a model's answers: beside the model, and both beside the truth."""

from interpret.forms.answer.beside_truth import SAID, TruthFigures
from interpret.forms.answer.explanation import Explanation
from interpret.present import wording
from interpret.tell.blocks import Block, Cell, Heading, Sentence, Table
from interpret.tell.rule.words import rows_words

RATES = ("right", "sensitivity (recall)", "specificity", "positive predictive value (precision)")
CASE_HEAD = ["the model says", "the rule says", "the truth is", "", "rows"]
OF_A_MODEL = "The class is a model's answer: here to be right is to say what that model says."


def truth(e: Explanation, figures: TruthFigures | None) -> list[Block]:
    """What is right where the class is a model's answer, and, where it is known, the truth."""
    if figures is None:
        return [Sentence(OF_A_MODEL)]
    on, part = rows_words(e), e.judged_on
    model, rule = wording.rates(figures.model[part]), wording.rates(figures.rule[part])
    right: list[list[Cell]] = [[name, model[name], rule[name]] for name in RATES]
    counts = zip(SAID, figures.cases[part], strict=True)
    cases: list[list[Cell]] = [
        [*("yes" if yes else "no" for yes in said), _who_is_right(*said), rows]
        for said, rows in counts
    ]
    return [
        Sentence(OF_A_MODEL),
        Heading("The rule, the model and the truth"),
        Table(
            f"By the true class, {wording.class_name(figures.column, figures.positive)}, on {on}, "
            "with 95 % intervals",
            ["", "model", "rule"],
            right,
        ),
        Table("What model, rule and truth say", CASE_HEAD, cases),
    ]


def _who_is_right(model: bool, rule: bool, true: bool) -> str:
    if model == rule:
        return "both are right" if model == true else "both are wrong"
    right, wrong = ("model", "rule") if model == true else ("rule", "model")
    return f"the {right} is right, the {wrong} wrong"
