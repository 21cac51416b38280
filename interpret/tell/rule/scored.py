"""What rule, card and machine say of other rows, and whether they still hold there."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpret.data.complaints import counted, listed, quoted
from interpret.forms.answer.drift import (
    CANNOT_SAY,
    HOLDS,
    WEAKER,
    Changed,
    Still,
)
from interpret.forms.answer.form import MACHINE
from interpret.forms.answer.proof import BY_HAND
from interpret.forms.answer.scored import DRAFT
from interpret.present import wording
from interpret.tell.blocks import Block, Notice, Sentence, Table, sentences

if TYPE_CHECKING:  # what reads documents takes time to load
    from interpret.forms.answer.predictor import Scores
    from interpret.forms.answer.several import OneClass

TITLES = {
    HOLDS: "The {} still holds",
    WEAKER: "The {} is weaker than it was",
    CANNOT_SAY: "Whether the {} still holds cannot be said",
}
CLAUSES = "How many rows each line covers, and how often it is right, then and now"
CLAUSE_HEAD = ["", "covered then", "now", "right then", "right now", "changed"]
THEN = (
    "Then: the rows held out when the rule was found. Now: this file's rows whose class is known. "
    "With 95 % confidence, no change called sure is due to chance."
)
VALUES = "The values whose shares of the rows changed most"
MOST_TOLD = 10  # values, those that changed most
LEAST_CHANGE = 0.005  # of a share, to be told


def class_words(target: str, one: "OneClass") -> str:
    """How many rows get which class, and how often that is right where it is known."""
    names = [wording.one_of(labels) for labels in one.classes]
    counted_classes = ", ".join(f"{name} {n:,}" for name, n in zip(names, one.counts, strict=True))
    right = ""
    if one.right.n:
        right = (
            f" Of the {counted(one.right.n, 'row')} whose class is known this is right on "
            f"{wording.share_words(one.right)}."
        )
    return f"{target} by the highest chance: {counted_classes}.{right}"


def verdict_words(s: "Scores") -> str:
    """How many rows each form and the machine call positive, the first form before, and, where the
    class is known, how often each is right.
    """
    e = s.predictor.e
    said = {one.form.called: one.says for one in s.forms} | {MACHINE: s.machine}
    (name, first), *others = said.items()
    on = "".join(f", the {other} on {says.sum():,}" for other, says in others)
    who = "they" if len(others) == 1 else f"{name} and machine"
    alike = (first == s.machine)[s.decided]
    agree = f"; {who} agree on {wording.percent(alike.mean())}" if len(alike) else ""
    text = (
        f"The {DRAFT * e.rule.is_draft}{name} says {e.yes_words} on {first.sum():,} of "
        f"{len(first):,} rows{on}{agree}."
    )
    right = s.right(first).accuracy
    if not right.n:
        return text
    shares = ((other, wording.percent(s.right(says).accuracy.value)) for other, says in others)
    beside = ", ".join(f"the {other} on {share}" for other, share in shares)
    return (
        f"{text} Of the {right.n:,} rows whose class is known the {name} is right on "
        f"{wording.percent(right.value)}, {beside}."
    )


def unseen_words(scores: "Sequence[Scores]") -> list[str]:
    """A sentence for each attribute with values that no training row had."""
    by_rows = sorted((u for s in scores for u in s.unseen), key=lambda u: u.rows)
    most = {unseen.attribute: unseen for unseen in by_rows}  # where classes differ, the most
    return [
        f"{quoted(u.attribute)} has {'a value' if len(u.values) == 1 else 'values'} never seen in "
        f"training on {counted(u.rows, 'row')}, where the machine sees no value: "
        f"{listed(map(quoted, u.values))}."
        for u in most.values()
    ]


def denied_words(scores: "Sequence[Scores]") -> list[str]:
    """For each denied rule, what it says of rows where a cell that it tests is empty."""
    about = [f"{s.predictor.e.yes_words}: " * (len(scores) > 1) for s in scores]
    return [name + s.empty for name, s in zip(about, scores, strict=True) if s.empty]


def unread_words(scores: "Sequence[Scores]") -> list[str]:
    """What is said of how the cells were read, and what becomes of rows that this leaves open."""
    sentences = [_open_words(s) for s in scores if s.is_open.any()]
    if len({*sentences}) > 1:
        about = [s.predictor.e.yes_words for s in scores if s.is_open.any()]
        sentences = [f"{name}: {sentence}" for name, sentence in zip(about, sentences, strict=True)]
    return [*dict.fromkeys(sentence for s in scores for sentence in (*s.read, *sentences))]


def _open_words(s: "Scores") -> str:
    """On how many rows each form and the machine hang on a cell that cannot be read."""
    is_open = {one.form.called: one.is_open for one in s.forms} | {MACHINE: s.open_machine}
    on = listed(
        f"{name} on {counted(n, 'row')}" for name, rows in is_open.items() if (n := rows.sum())
    )
    return (
        f"No verdict where a cell that cannot be read decides: {on}. No figure counts these rows."
    )


def still_words(still: Still) -> str:
    """The verdict in one sentence or two."""
    return f"{TITLES[still.verdict].format(still.form.called)}: {still.why}"


def still_blocks(still: Still) -> list[Block]:
    """Each clause then and now, and the values whose shares changed most."""
    clauses = [
        (
            wording.clause_words(clause.clause),
            wording.share_words(clause.covers.then),
            wording.share_words(clause.covers.now),
            wording.share_words(clause.precision.then),
            wording.share_words(clause.precision.now),
            _changed(clause.covers, clause.precision),
        )
        for clause in still.clauses
        if still.right.n
    ]
    values = [
        (
            f"{value.attribute} = {value.value}",
            wording.percent(value.share.then.value),
            wording.percent(value.share.now.value),
            _changed(value.share),
        )
        for value in still.values[:MOST_TOLD]
        if value.share.surely or value.share.size >= LEAST_CHANGE
    ]
    blocks: list[Block] = []
    if clauses:
        blocks += [Table(CLAUSES, CLAUSE_HEAD, clauses), Sentence(THEN, quiet=True)]
    return blocks + ([Table(VALUES, ["", "then", "now", "changed"], values)] if values else [])


def _changed(*changes: Changed) -> str:
    return "surely" if any(change.surely for change in changes) else "not surely"


def scored_blocks(scores: "Sequence[Scores]") -> list[Block]:
    """What each answer says of the rows, and what is to be known of how they were read."""
    changed = [BY_HAND] if any(s.predictor.e.by_hand for s in scores) else []
    warned = (*changed, *unread_words(scores), *unseen_words(scores))
    return [
        *sentences(*map(verdict_words, scores)),
        *(Notice(text, warns=True) for text in warned),
        *map(Notice, denied_words(scores)),
    ]


def holding_blocks(found: Sequence[Still]) -> list[Block]:
    """Whether each form still holds on scored rows, and how the rule's clauses and the rows have
    changed. found: of the forms, the first one before.
    """
    blocks: list[Block] = [Sentence(still_words(still)) for still in found]
    for still in found:
        blocks += still_blocks(still)
    return blocks
