"""A few lines for each class: what the command line prints unless it is asked for all.

The form that comes first, line by line, how right it is, one sentence on the other form, what is
proven, and the first of the notices.
"""

from collections.abc import Sequence
from itertools import islice

from interpret.data.complaints import counted
from interpret.forms.answer.card_figures import RULE
from interpret.forms.answer.explanation import Explanation
from interpret.present import wording
from interpret.tell.blocks import Block, Cell, Line, Lines, Table, sentences
from interpret.tell.rule.brief import of_each_class, rule_lines, worth
from interpret.tell.rule.card import card_says_when, condition, no_card_words, standing_words
from interpret.tell.rule.one_figure import one_figure
from interpret.tell.rule.proof import card_proof_line, rule_proof_line
from interpret.tell.rule.verdict import surety
from interpret.tell.text import OF_A_FORM, first_notices, more_words


def at_a_glance(explanations: Sequence[Explanation]) -> list[Block]:
    """The answer of each class."""
    return of_each_class(explanations, _answer, first_notices)


def _answer(e: Explanation) -> list[Block]:
    return [
        _rule(e) if e.first == RULE else _card(e),
        worth(e, e.first),
        *sentences(f"{surety(e, e.first).words}.", _beside(e), standing_words(e), _proven(e)),
    ]


def _rule(e: Explanation) -> Lines:
    told = rule_lines(e)
    *lines, rest = told.lines
    more = more_words(len(lines), "line")
    return Lines(told.caption, (*lines[:OF_A_FORM], *map(Line, more), rest))


def _card(e: Explanation) -> Table:
    assert e.points is not None
    card = e.points.card
    rows: list[list[Cell]] = [
        [wording.points_words(term.points), condition(term.clause)]
        for term in islice(card.terms, OF_A_FORM)
    ]
    rows += [["", more] for more in more_words(len(card.terms), "line")]
    return Table(card_says_when(e, card).removesuffix(":"), ["", ""], rows)


def _beside(e: Explanation) -> str:
    """The other form in one sentence, or why there is none; "" where it was not asked for."""
    if len(e.forms) == 1:
        return no_card_words(e)
    other = e.forms[1]
    form = "a rule" if other.name == RULE else "points"
    right = one_figure(e, other.right[e.judged_on]).words
    return f"As {form}, with {counted(len(other.clauses), 'line')}, it {right}: see --verbose."


def _proven(e: Explanation) -> str:
    if e.first == RULE:
        return rule_proof_line(e)
    assert e.points is not None
    return card_proof_line(e.points)
