"""The answers on several classes: a few lines for each, and which rows their rules share.

The few lines are what the command line prints unless it is asked for all: the form that comes
first, line by line, how right it is, one sentence on the other form, what is proven, and the first
of the notices.
"""

from collections.abc import Sequence
from dataclasses import replace

from interpret.data.complaints import counted
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import RULE, Form
from interpret.forms.answer.proof import OF_RULE
from interpret.forms.answer.several import Several
from interpret.present import wording
from interpret.tell.blocks import Block, Cell, Heading, Line, Lines, Table, sentences
from interpret.tell.rule.brief import conditions, of_each_class, rule_lines, worth
from interpret.tell.rule.card import form_words, no_card_words
from interpret.tell.rule.one_figure import one_figure
from interpret.tell.rule.proof import proven_words
from interpret.tell.rule.verdict import surety
from interpret.tell.rule.words import lines_of, rows_words, shorter, shorter_words
from interpret.tell.text import OF_A_FORM, first_notices, more_words

DRAFT = " (draft)"  # beside the name of a class


def several_words(shown: Several) -> str:
    """One sentence on which rows the rules name, share and leave out."""
    counts, rows = shown.together, "unseen rows" if shown.unseen else "rows"
    named = counts.named
    right = f", and it is right on {wording.share_words(named)} of them" if named.n else ""
    return (
        f"Of {len(shown.rows):,} {rows}, {named.n:,} have exactly one rule that says yes{right}; "
        f"{counts.several:,} have several, and {counts.none:,} have none."
    )


def together(answers: Sequence[Answer], shown: Several) -> list[Block]:
    """The rules of all classes beside each other, on the rows that each is judged on."""
    rows = []
    for a in answers:
        e, part = a.explanation, a.judged.name
        counts = e.rule_form.right[part]
        shares = (e.machine_right[part].accuracy, counts.accuracy, e.rule_form.fidelity[part])
        figures = map(wording.share_words, (*shares, counts.sensitivity))
        rows.append([wording.one_of(e.positive) + DRAFT * e.rule.is_draft, *figures])
    head = ["", "machine right", "rule right", "rule agrees with it", "rule finds"]
    return [
        Heading("What do the rules share?"),
        *sentences(several_words(shown)),
        Table(f"On {rows_words(answers[0].explanation)}, with 95 % intervals", head, rows),
    ]


def at_a_glance(explanations: Sequence[Explanation]) -> list[Block]:
    """The answer of each class."""
    return of_each_class(list(map(_noted, explanations)), _answer, first_notices)


def _noted(e: Explanation) -> Explanation:
    """The explanation without the note on the rule where that is not shown."""
    if e.first == RULE:
        return e
    return replace(e, notices=tuple(n for n in e.notices if not n.startswith(OF_RULE)))


def _answer(e: Explanation) -> list[Block]:
    first = e.forms[0]
    sure = f"{surety(e, first).words}."
    said = sentences(sure, _beside(e), form_words(e), proven_words(e, first), _shorter(e))
    return [_lines(e, first), worth(e, first), *said]


def _shorter(e: Explanation) -> str:
    """The short form that stands beside a long one, and how to ask for it."""
    words, one = shorter_words(e), shorter(e)
    return f"{words.rstrip('.')}: --size {lines_of(one)}." if one else words


def _lines(e: Explanation, form: Form) -> Lines | Table:
    """The first lines of a form."""
    said = rule_lines(e) if form.name == RULE else conditions(e, form.card)
    if isinstance(said, Lines):
        *lines, rest = said.lines
        more = more_words(len(lines), "line")
        return replace(said, lines=(*lines[:OF_A_FORM], *map(Line, more), rest))
    rows: list[list[Cell]] = [[points, words] for words, points in said.rows[:OF_A_FORM]]
    more = more_words(len(said.rows), "line")
    return Table(said.caption, ["", ""], [*rows, *(["", line] for line in more)])


def _beside(e: Explanation) -> str:
    """The other form in one sentence, or why there is none; "" where it was not asked for."""
    if len(e.forms) == 1:
        return no_card_words(e)
    other = e.forms[1]
    lines, right = len(other.clauses), one_figure(e, other.right[e.judged_on]).words
    return f"A {other.called} of {counted(lines, 'line')} {right}: see --verbose."
