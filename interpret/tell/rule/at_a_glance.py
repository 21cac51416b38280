"""A few lines for each class: what the command line prints unless it is asked for all.

The form that comes first, line by line, how right it is, one sentence on the other form, what is
proven, and the first of the notices.
"""

from collections.abc import Sequence

from interpret.data.complaints import counted
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import RULE, Form
from interpret.present import wording
from interpret.tell.blocks import Block, Cell, Line, Lines, Table, sentences
from interpret.tell.rule.brief import of_each_class, rule_lines, worth
from interpret.tell.rule.card import card_says_when, condition, no_card_words, standing_words
from interpret.tell.rule.one_figure import one_figure
from interpret.tell.rule.proof import proven_words
from interpret.tell.rule.verdict import surety
from interpret.tell.text import OF_A_FORM, first_notices, more_words


def at_a_glance(explanations: Sequence[Explanation]) -> list[Block]:
    """The answer of each class."""
    return of_each_class(explanations, _answer, first_notices)


def _answer(e: Explanation) -> list[Block]:
    first = e.forms[0]
    sure = f"{surety(e, first).words}."
    said = sentences(sure, _beside(e), standing_words(e), proven_words(e, first))
    return [_lines(e, first), worth(e, first), *said]


def _lines(e: Explanation, form: Form) -> Lines | Table:
    """The first lines of a form."""
    more = more_words(len(form.clauses), "line")
    if form.name == RULE:
        told = rule_lines(e)
        *lines, rest = told.lines
        return Lines(told.caption, (*lines[:OF_A_FORM], *map(Line, more), rest))
    rows: list[list[Cell]] = [
        [wording.points_words(term.points), condition(term.clause)]
        for term in form.card.terms[:OF_A_FORM]
    ]
    title = card_says_when(e, form.card).removesuffix(":")
    return Table(title, ["", ""], [*rows, *(["", line] for line in more)])


def _beside(e: Explanation) -> str:
    """The other form in one sentence, or why there is none; "" where it was not asked for."""
    if len(e.forms) == 1:
        return no_card_words(e)
    other = e.forms[1]
    lines, right = len(other.clauses), one_figure(e, other.right[e.judged_on]).words
    return f"A {other.called} of {counted(lines, 'line')} {right}: see --verbose."
