"""Scored rows: a table with what rule and machine say of each row, as columns and in words."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from interpret.answers.noted_cells import told_by_row
from interpret.answers.rows import Column, distinct_names
from interpret.answers.unread import NONE
from interpret.data.complaints import counted, listed, quoted
from interpret.data.table import Table
from interpret.forms.answer.card_figures import MACHINE, POINTS, RULE
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.reasons import PointsReason, reasons
from interpret.forms.answer.truth import AS_THE_MODEL
from interpret.forms.answer.version import version_words
from interpret.present import wording
from interpret.rules.logic import Value

if TYPE_CHECKING:  # what reads documents takes time to load
    from interpret.forms.answer.one_class import OneClass
    from interpret.forms.answer.predictor import FormScores, Scores

YES = ("no", "yes", "")  # the last where there is no verdict
DRAFT = "draft of the "
SAID = ("several rules", "no rule")  # in place of a class: SEVERAL_RULES is -2, NO_RULE -1


def scored_columns(
    table: Table, scores: "Sequence[Scores]", one: "OneClass | None" = None
) -> list[Column]:
    """The table's own columns, and those of verdict_columns.

    one: the class of each row, shown in columns before those of the single classes.
    """
    columns: list[Column] = [(column.name, column.texts.tolist()) for column in table.columns]
    columns += class_columns(f"{scores[0].predictor.e.target} by chance", one) if one else []
    columns += verdict_columns(table.n_rows, scores)
    return [
        (name, cells) for name, (_, cells) in zip(distinct_names(columns), columns, strict=True)
    ]


def verdict_columns(n_rows: int, scores: "Sequence[Scores]") -> list[Column]:
    """Four columns for each class (ten with a card), the values never seen in training, and the
    cells that cannot be read. The columns of the first form come first.
    """
    columns: list[Column] = []
    for s in scores:
        of_form = {RULE: _by_rule, POINTS: _by_points}
        told = (column for one in s.forms for column in of_form[one.form.name](s, one))
        columns += [(f"{s.predictor.e.yes_words}: {what}", cells) for what, cells in told]
    unseen = [cells for s in scores for cells in s.unseen]
    not_read = [cells for s in scores for cells in s.not_read]
    return [
        *columns,
        ("not seen in training", told_by_row(n_rows, unseen)),
        ("cannot be read", told_by_row(n_rows, not_read)),
    ]


def class_columns(target: str, one: "OneClass") -> list[Column]:
    """The class of each row, its chance, and the class whose rule alone says yes."""
    names = [wording.one_of(labels) for labels in one.classes]
    by_rules = np.array([*names, *SAID], dtype=object)[one.by_rules]
    return [
        (target, _where_known(np.array(names, dtype=object)[one.place], one.is_open)),
        ("chance", _where_known(one.chance, one.is_open)),
        *_between(one.between, one.is_open),
        ("by the rules", _where_known(by_rules, one.is_open)),
    ]


def class_words(target: str, one: "OneClass") -> str:
    """How many rows get which class, and how often that is right where it is known."""
    names = [wording.one_of(labels) for labels in one.classes]
    counts = np.bincount(one.place[~one.is_open], minlength=len(names)).tolist()
    counted_classes = ", ".join(f"{name} {n:,}" for name, n in zip(names, counts, strict=True))
    right = ""
    if one.right.n:
        right = (
            f" Of the {counted(one.right.n, 'row')} whose class is known this is right on "
            f"{wording.share_words(one.right)}."
        )
    return f"{target} by the highest chance: {counted_classes}.{right}"


def verdict_words(s: "Scores") -> str:
    """How many rows each form and the machine call positive, and how often each is right."""
    return said_words(s.predictor.e, counts_of(s))


def counts_of(s: "Scores") -> np.ndarray:
    """What said_words tells, as counts that can be added to those of other rows: of rows, of rows
    with a verdict, of these where the first form says what the machine says, of rows whose class is
    known, of rows where a cell that cannot be read decides; then of each verdict, in their order,
    how many rows it calls positive, and last on how many it is right: int (5 + 2 · n_verdicts,).
    """
    said = {one.form.name: one.says for one in s.forms} | {MACHINE: s.machine}
    each = [said[name] for name in _in_order(s.predictor.e)]
    alike = (each[0] == s.machine) & s.decided
    first = [len(alike), s.decided.sum(), alike.sum(), s.right(each[0]).n, s.is_open.sum()]
    right = [s.right(one).accuracy.hits for one in each]
    return np.array([*first, *(one.sum() for one in each), *right], dtype=np.int64)


def _in_order(e: Explanation) -> list[str]:
    """The verdicts in the order in which they are told: the form that comes first before."""
    first, *others = (form.name for form in e.forms)
    return [first, MACHINE, *others] if first == RULE else [first, *others, MACHINE]


def said_words(e: Explanation, counts: np.ndarray) -> str:
    """How many rows each form and the machine call positive, and how often each is right.

    The form that comes first is named first; how often it is right is told where the class is
    known. counts: of counts_of.
    """
    name_of = {RULE: f"{DRAFT * e.rule.is_draft}rule"}
    first, *others = (name_of.get(name, name) for name in _in_order(e))
    rows, decided, alike, n_known = counts[:4].tolist()
    yes, right = counts[5:].reshape(2, -1).tolist()
    on = "".join(f", the {name} on {n:,}" for name, n in zip(others, yes[1:], strict=True))
    who = "they" if len(others) == 1 else f"{first} and machine"
    agree = f"; {who} agree on {wording.percent(alike / max(1, decided))}"
    said = (
        f"The {first} {'say' if first == POINTS else 'says'} {e.yes_words} on "
        f"{yes[0]:,} of {rows:,} rows{on}{agree * bool(decided)}."
    )
    if not n_known:
        return said
    known, is_right = "whose class is known", "are right" if first == POINTS else "is right"
    if e.of_model:
        is_right = AS_THE_MODEL.replace("says", "say", 1) if first == POINTS else AS_THE_MODEL
        known = "with the model's answer"
    shares = [wording.percent(hits / n_known) for hits in right]
    beside = (f"the {name} on {share}" for name, share in zip(others, shares[1:], strict=True))
    return (
        f"{said} Of the {n_known:,} rows {known} the {first.removeprefix(DRAFT)} "
        f"{is_right} on {shares[0]}, {', '.join(beside)}."
    )


def unseen_words(scores: "Sequence[Scores]") -> list[str]:
    """A sentence for each attribute with values that no training row had."""
    by_rows = sorted((u for s in scores for u in s.unseen), key=lambda u: u.rows)
    found = {unseen.attribute: unseen for unseen in by_rows}  # where classes differ, the most
    return [
        f"{quoted(u.attribute)} has {'a value' if len(u.values) == 1 else 'values'} never seen in "
        f"training on {counted(u.rows, 'row')}, where the machine sees no value: "
        f"{listed(map(quoted, u.values))}."
        for u in found.values()
    ]


def denied_words(scores: "Sequence[Scores]") -> list[str]:
    """For each denied rule, what it says of rows where a cell that it tests is empty."""
    about = [f"{s.predictor.e.yes_words}: " * (len(scores) > 1) for s in scores]
    return [name + s.empty for name, s in zip(about, scores, strict=True) if s.empty]


def version_words_of(scores: "Sequence[Scores]") -> list[str]:
    """For each rule that was changed by hand, which version it is."""
    return [f"{version_words(v)}." for s in scores if (v := s.predictor.e.version) is not None]


def _cells(values: Sequence[Value], codes: np.ndarray) -> list[object]:
    return np.array(values, dtype=object)[codes.astype(np.intp)].tolist()


def _verdicts(said: np.ndarray, is_open: np.ndarray, unread: str) -> list[object]:
    """yes or no for each row, nothing where that hangs on a cell that cannot be read."""
    return _cells(YES, np.where(is_open & (unread == NONE), 2, said))


def _where_known(of_rows: np.ndarray, is_open: np.ndarray) -> list[object]:
    """What is known of each row, nothing where that hangs on a cell that cannot be read."""
    cells = of_rows.astype(object)
    cells[is_open] = None
    return cells.tolist()


def unread_words(scores: "Sequence[Scores]") -> list[str]:
    """What is said of how the cells were read, and what becomes of rows that this leaves open."""
    sentences = [_open_words(s) for s in scores if s.is_open.any()]
    if len({*sentences}) > 1:
        about = [s.predictor.e.yes_words for s in scores if s.is_open.any()]
        sentences = [f"{name}: {sentence}" for name, sentence in zip(about, sentences, strict=True)]
    return [*dict.fromkeys(sentence for s in scores for sentence in (*s.read, *sentences))]


def _open_words(s: "Scores") -> str:
    """On how many rows each form and the machine hang on a cell that cannot be read."""
    is_open = {"rule": s.of_rule.is_open, MACHINE: s.open_machine}
    is_open |= {one.form.called: one.is_open for one in s.forms}
    on = listed(
        f"{name} on {counted(n, 'row')}" for name, rows in is_open.items() if (n := rows.sum())
    )
    if s.unread != NONE:
        return f"“{s.unread}” was said, as asked, where a cell that cannot be read decides: {on}."
    return (
        f"No verdict where a cell that cannot be read decides: {on}. These rows count in no "
        "figure unless they get a verdict (unread: no or yes)."
    )


def _by_rule(s: "Scores", rule: "FormScores") -> list[Column]:
    """The columns of rule and machine: their verdicts, the score, and which clauses hold."""
    said = [wording.clause_words(clause) for clause in rule.form.clauses]
    patterns, which = np.unique(rule.fired, axis=0, return_inverse=True)
    joined = [
        "; ".join(text for text, fired in zip(said, pattern, strict=True) if fired)
        for pattern in patterns
    ]
    name = f"{DRAFT * s.predictor.e.rule.is_draft}rule"
    return [
        (name, _verdicts(rule.says, rule.is_open, s.unread)),
        (MACHINE, _verdicts(s.machine, s.open_machine, s.unread)),
        ("score", _where_known(s.score, s.open_machine)),
        ("clauses that hold", _cells(joined, which.reshape(-1))),
    ]


def _by_points(s: "Scores", card: "FormScores") -> list[Column]:
    """The columns of a card: the points, the chance and the ends of its 95 % interval, the first
    form's verdict, and the reasons.
    """
    first = s.forms[0]
    return [
        ("points", _where_known(card.totals, card.is_open)),
        ("chance", _where_known(card.chance, card.is_open)),
        *_between(card.between, card.is_open),
        ("verdict", _verdicts(first.says, first.is_open, s.unread)),
        ("reasons", _where_known(_reasons(card), card.is_open)),
    ]


def _between(ends: tuple[np.ndarray, np.ndarray], is_open: np.ndarray) -> list[Column]:
    """The columns of the ends of a chance's 95 % interval."""
    names = "chance from", "chance to"
    return [(name, _where_known(end, is_open)) for name, end in zip(names, ends, strict=True)]


def _reasons(points: "FormScores") -> np.ndarray:
    """For each row the conditions that carried it furthest, in words."""
    card = points.form.card
    patterns, which = np.unique(points.fired, axis=0, return_inverse=True)
    texts = ["; ".join(map(reason_words, reasons(card, pattern))) for pattern in patterns]
    return np.array(texts, dtype=object)[which.reshape(-1)]


def reason_words(reason: PointsReason) -> str:
    """A condition with its points, and whether they count because it holds or fails."""
    condition = (
        f"{wording.clause_words(reason.term.clause)} ({wording.points_words(reason.term.points)})"
    )
    return condition if reason.holds else f"does not hold: {condition}"
