"""Scored rows: a table with what rule and machine say of each row, as columns and in words."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from interpret.answers.points.card_figures import POINTS
from interpret.answers.points.reasons import PointsReason, reasons
from interpret.answers.rows import Column, distinct_names
from interpret.answers.rule.answer.truth import AS_THE_MODEL
from interpret.answers.rule.answer.version import version_words
from interpret.data.complaints import counted, listed, quoted
from interpret.data.table import Table
from interpret.present import wording
from interpret.rules.logic import Value

if TYPE_CHECKING:  # what reads documents takes time to load
    from interpret.answers.rule.answer.one_class import OneClass
    from interpret.answers.rule.answer.predictor import CardScores, Scores

YES = ("no", "yes", "")  # the last where a cell cannot be read
DRAFT = "draft of the "
SAID = ("several rules", "no rule")  # in place of a class: SEVERAL_RULES is -2, NO_RULE -1


def scored_columns(
    table: Table, scores: "Sequence[Scores]", one: "OneClass | None" = None
) -> list[Column]:
    """The table's own columns, those of verdict_columns, and the values never seen in training.

    one: the class of each row, shown in columns before those of the single classes.
    """
    columns: list[Column] = [(column.name, column.texts.tolist()) for column in table.columns]
    columns += class_columns(f"{scores[0].predictor.target} by chance", one) if one else []
    columns += verdict_columns(table.n_rows, scores)
    return [
        (name, cells) for name, (_, cells) in zip(distinct_names(columns), columns, strict=True)
    ]


def verdict_columns(n_rows: int, scores: "Sequence[Scores]") -> list[Column]:
    """Four columns for each class (eight with a card), and the values never seen in training. The
    columns of the first form come first.
    """
    columns: list[Column] = []
    for s in scores:
        of_rule: list[Column] = [
            (f"{DRAFT * s.predictor.is_draft}rule", _verdicts(s, s.rule)),
            ("machine", _verdicts(s, s.machine)),
            ("score", _where_read(s, s.score)),
            ("clauses that hold", _clauses(s)),
        ]
        of_card = _by_points(s)
        both = [*of_card, *of_rule] if s.predictor.first == POINTS else [*of_rule, *of_card]
        columns += [(f"{s.predictor.yes_words}: {what}", cells) for what, cells in both]
    return [*columns, ("not seen in training", _strange(n_rows, scores))]


def class_columns(target: str, one: "OneClass") -> list[Column]:
    """The class of each row with its chance, and the class whose rule alone says yes."""
    names = [wording.one_of(labels) for labels in one.classes]
    by_rules = np.array([*names, *SAID], dtype=object)[one.by_rules]
    return [
        (target, np.array(names, dtype=object)[one.place].tolist()),
        ("chance", one.chance.tolist()),
        ("by the rules", by_rules.tolist()),
    ]


def class_words(target: str, one: "OneClass") -> str:
    """How many rows get which class, and how often that is right where it is known."""
    names = [wording.one_of(labels) for labels in one.classes]
    counts = np.bincount(one.place, minlength=len(names)).tolist()
    counted_classes = ", ".join(f"{name} {n:,}" for name, n in zip(names, counts, strict=True))
    right = ""
    if one.right.n:
        right = (
            f" Of the {counted(one.right.n, 'row')} whose class is known this is right on "
            f"{wording.share_words(one.right)}."
        )
    return f"{target} by the highest chance: {counted_classes}.{right}"


def verdict_words(s: "Scores") -> str:
    """How many rows each form and the machine call positive, and how often each is right.

    The form that comes first is named first; how often it is right is told where the class is
    known.
    """
    rule, is_card_first = f"{DRAFT * s.predictor.is_draft}rule", s.predictor.first == POINTS
    all_say = {rule: s.rule, "machine": s.machine}
    if s.points is not None:
        points = {POINTS: s.points.says}
        all_say = points | all_say if is_card_first else all_say | points
    (first, says), *others = all_say.items()
    on = "".join(f", the {name} on {int(others_say.sum()):,}" for name, others_say in others)
    who = "they" if len(others) == 1 else f"{first} and machine"
    said = (
        f"The {first} {'say' if first == POINTS else 'says'} {s.predictor.yes_words} on "
        f"{int(says.sum()):,} of {len(says):,} rows{on}; {who} agree on "
        f"{wording.percent(float((says == s.machine).mean()))}."
    )
    n_known = s.right(says).n
    if not n_known:
        return said
    known, right = "whose class is known", "are right" if first == POINTS else "is right"
    if s.predictor.of_model:
        right = AS_THE_MODEL.replace("says", "say", 1) if first == POINTS else AS_THE_MODEL
        known = "with the model's answer"
    beside = ", ".join(f"the {name} on {_right(others_say, s)}" for name, others_say in others)
    return (
        f"{said} Of the {n_known:,} rows {known} the {first.removeprefix(DRAFT)} "
        f"{right} on {_right(says, s)}, {beside}."
    )


def _right(said: np.ndarray, s: "Scores") -> str:
    """How often a verdict is right where the class is known."""
    return wording.percent(s.right(said).accuracy.value)


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
    about = [f"{s.predictor.yes_words}: " * (len(scores) > 1) for s in scores]
    return [name + s.empty for name, s in zip(about, scores, strict=True) if s.empty]


def version_words_of(scores: "Sequence[Scores]") -> list[str]:
    """For each rule that was changed by hand, which version it is."""
    return [f"{version_words(v)}." for s in scores if (v := s.predictor.version) is not None]


def _cells(values: Sequence[Value], codes: np.ndarray) -> list[object]:
    return np.array(values, dtype=object)[codes.astype(np.intp)].tolist()


def _verdicts(s: "Scores", says: np.ndarray) -> list[object]:
    """yes or no for each row, nothing where a cell cannot be read."""
    return _cells(YES, np.where(s.unread, 2, says))


def _where_read(s: "Scores", amounts: np.ndarray) -> list[object]:
    cells = amounts.astype(object)
    cells[s.unread] = None
    return cells.tolist()


def unread_words(scores: "Sequence[Scores]") -> list[str]:
    """What is said of how the cells were read, and on how many rows nothing is decided."""
    n = max(int(s.unread.sum()) for s in scores)
    sentences = [f"No verdict on {counted(n, 'row')} with a cell that cannot be read."] if n else []
    return [*dict.fromkeys(sentence for s in scores for sentence in s.read), *sentences]


def _clauses(s: "Scores") -> list[object]:
    said = [wording.clause_words(clause) for clause in s.predictor.formula.clauses]
    patterns, which = np.unique(s.fired, axis=0, return_inverse=True)
    joined = [
        "; ".join(text for text, fired in zip(said, pattern, strict=True) if fired)
        for pattern in patterns
    ]
    return _cells(joined, which.reshape(-1))


def _by_points(s: "Scores") -> list[Column]:
    """The columns of a card: the points, the chance, the first form's verdict, and the reasons."""
    if s.points is None:
        return []
    return [
        ("points", _where_read(s, s.points.totals)),
        ("chance", _where_read(s, s.points.chance)),
        ("verdict", _verdicts(s, s.says)),
        ("reasons", _reasons(s.points)),
    ]


def _reasons(points: "CardScores") -> list[object]:
    """For each row the conditions that carried it furthest, in words."""
    card = points.scored.card
    patterns, which = np.unique(points.fired, axis=0, return_inverse=True)
    texts = ["; ".join(map(reason_words, reasons(card, pattern))) for pattern in patterns]
    return _cells(texts, which.reshape(-1))


def reason_words(reason: PointsReason) -> str:
    """A condition with its points, and whether they count because it holds or fails."""
    condition = (
        f"{wording.clause_words(reason.term.clause)} ({wording.points_words(reason.term.points)})"
    )
    return condition if reason.holds else f"does not hold: {condition}"


def _strange(n_rows: int, scores: "Sequence[Scores]") -> list[object]:
    told: list[dict[str, Value]] = [{} for _ in range(n_rows)]  # classes may share an attribute
    for unseen in (strange for s in scores for strange in s.unseen):
        for row in np.flatnonzero(unseen.place >= 0):
            told[row][unseen.attribute] = unseen.values[unseen.place[row]]
    return [
        "; ".join(f"{name} = {wording.one_of((value,))}" for name, value in cells.items())
        for cells in told
    ]
