"""A rule of another model's answers: beside the model, and both beside the truth."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.judging import AS_THE_MODEL, Case, beside_truth, cases
from interpret.measures import Confusion, confusion
from interpret.present import wording
from interpret.tell.blocks import (
    Block,
    Cell,
    Heading,
    Sentence,
    Table,
)
from interpret.tell.rule.words import rows_words

if TYPE_CHECKING:  # what reads documents takes time to load
    from interpret.forms.answer.predictor import Scores

RATES = ("right", "sensitivity (recall)", "specificity", "positive predictive value (precision)")
CASE_HEAD = ["the model says", "the rule says", "the truth is", "", "rows"]


def rows_beside(e: Explanation) -> list[tuple[str, str, str]]:
    """Each measure for the model and for the rule, with intervals.

    Fidelity first; against the truth where there is a true class.
    """
    part = e.judged_on
    rows = [(AS_THE_MODEL, "–", wording.share_words(e.rule_form.right[part].accuracy))]
    if e.truth is None:
        return rows
    return rows + _by_the_truth(e.truth.model[part], e.truth.rule[part])


def now_beside(s: "Scores") -> list[Block]:
    """The rule beside model and truth on the rows of another file; nothing without a true class
    there. Where the file lacks the model's answer the rule stands alone.
    """
    if s.beside is None or not s.beside.known.any():
        return []
    caption, head = "On the rows of this file, with 95 % intervals", ["", "model", "rule"]
    if s.truth is None:
        known = s.beside.known
        right = confusion(s.rule[known], s.beside.y[known], s.groups_of(known))
        alone = "The file has no answers of the model, so the rule stands alone."
        return [Table(caption, head, _by_the_truth(None, right)), Sentence(alone, quiet=True)]
    both = replace(s.beside, known=s.beside.known & s.truth.known)
    model, rule, counts = beside_truth(both, s.truth.y, s.rule, s.groups)
    same = (AS_THE_MODEL, "–", wording.share_words(s.right(s.rule).accuracy))
    return [
        Table(caption, head, [same, *_by_the_truth(model, rule)]),
        Table("What model, rule and truth say", CASE_HEAD, _rows_of(cases(counts))),
    ]


def _by_the_truth(model: Confusion | None, rule: Confusion) -> list[tuple[str, str, str]]:
    figures = wording.rates(rule)
    of_model = dict.fromkeys(RATES, "–") if model is None else wording.rates(model)
    return [(f"{name}, by the truth", of_model[name], figures[name]) for name in RATES]


def case_words(case: Case) -> str:
    """Who of model and rule is right."""
    model, rule = case.model == case.truth, case.rule == case.truth
    if model and rule:
        return "both are right"
    if not model and not rule:
        return "both are wrong"
    return "the model is right, the rule wrong" if model else "the rule is right, the model wrong"


def _rows_of(cases: Sequence[Case]) -> list[list[Cell]]:
    """What model, rule and truth say in each case: who is right, and how many rows."""
    yes, no = "yes", "no"
    return [
        [
            yes if case.model else no,
            yes if case.rule else no,
            yes if case.truth else no,
            case_words(case),
            case.rows,
        ]
        for case in cases
    ]


def truth(e: Explanation) -> list[Block]:
    """The rule beside the model it was fitted to, and both beside the truth."""
    if not e.of_model:
        return []
    on = rows_words(e)
    blocks: list[Block] = [
        Heading("The rule, the model and the truth"),
        Table(f"On {on}, with 95 % intervals", ["", "model", "rule"], rows_beside(e)),
    ]
    if e.truth is not None:
        caption = f"What model, rule and truth say, on {on} with a true class"
        blocks.append(Table(caption, CASE_HEAD, _rows_of(cases(e.truth.cases[e.judged_on]))))
    return blocks
