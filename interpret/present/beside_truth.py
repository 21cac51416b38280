"""A rule of another model's answers in words: beside the model, and both beside the truth."""

from interpret.answer.explanation import Explanation
from interpret.answer.truth import Case, cases
from interpret.present import words

AS_THE_MODEL = "says what the model says"
RATES = ("right", "sensitivity (recall)", "specificity", "positive predictive value (precision)")


def rows_beside(e: Explanation) -> list[tuple[str, str, str]]:
    """Each measure with what it is of the model and of the rule, and their intervals.

    Fidelity first; against the truth where there is a true class.
    """
    part = e.judged_on
    found = [(AS_THE_MODEL, "–", words.share_words(e.rule_right[part].accuracy))]
    if e.truth is None:
        return found
    model, rule = (words.rates(own[part]) for own in (e.truth.model, e.truth.rule))
    return found + [(f"{name}, by the truth", model[name], rule[name]) for name in RATES]


def case_words(case: Case) -> str:
    """Who of model and rule is right."""
    model, rule = case.model == case.truth, case.rule == case.truth
    if model and rule:
        return "both are right"
    if not model and not rule:
        return "both are wrong"
    return "the model is right, the rule wrong" if model else "the rule is right, the model wrong"


def case_rows(e: Explanation) -> list[list[str]]:
    """The eight combinations of what model, rule and truth say: who is right, and how many rows."""
    if e.truth is None:
        return []
    yes, no = "yes", "no"
    return [
        [
            yes if case.model else no,
            yes if case.rule else no,
            yes if case.truth else no,
            case_words(case),
            f"{case.rows:,}",
        ]
        for case in cases(e.truth, e.judged_on)
    ]


CASE_HEAD = ["the model says", "the rule says", "the truth is", "", "rows"]
