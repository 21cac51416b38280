"""Scored rows as columns: what rule, card and machine say of each row of a table."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from interpret.answers.rows import Column, distinct_names, told_by_row
from interpret.data.table import Table
from interpret.forms.answer.form import MACHINE, POINTS, RULE
from interpret.forms.answer.reasons import reason_words, reasons
from interpret.present import wording
from interpret.rules.logic import Value

if TYPE_CHECKING:  # what reads documents takes time to load
    from interpret.forms.answer.predictor import FormScores, Scores
    from interpret.forms.answer.several import OneClass

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
    """Four columns for each class (ten with a card, and one more where other good rules are known),
    the values never seen in training, and the cells that cannot be read. The columns of the first
    form come first.
    """
    columns: list[Column] = []
    for s in scores:
        of_form = {RULE: _by_rule, POINTS: _by_points}
        of_forms = (column for one in s.forms for column in of_form[one.form.name](s, one))
        columns += [(f"{s.predictor.e.yes_words}: {what}", cells) for what, cells in of_forms]
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


def _cells(values: Sequence[Value], codes: np.ndarray) -> list[object]:
    return np.array(values, dtype=object)[codes.astype(np.intp)].tolist()


def _verdicts(said: np.ndarray, is_open: np.ndarray) -> list[object]:
    """yes or no for each row, nothing where that hangs on a cell that cannot be read."""
    return _cells(YES, np.where(is_open, 2, said))


def _where_known(of_rows: np.ndarray, is_open: np.ndarray) -> list[object]:
    """What is known of each row, nothing where that hangs on a cell that cannot be read."""
    cells = of_rows.astype(object)
    cells[is_open] = None
    return cells.tolist()


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
        (name, _verdicts(rule.says, rule.is_open)),
        (MACHINE, _verdicts(s.machine, s.open_machine)),
        ("score", _where_known(s.score, s.open_machine)),
        ("lines that hold", _cells(joined, which.reshape(-1))),
    ]


def _by_points(s: "Scores", card: "FormScores") -> list[Column]:
    """The columns of a card: the points, the chance and the ends of its 95 % interval, the first
    form's verdict, and the reasons.
    """
    first = s.forms[0]
    return [
        ("points", _where_known(card.totals, card.is_open)),
        ("chance", _where_known(card.chances.of(card.totals), card.is_open)),
        *_between(card.chances.between(card.totals), card.is_open),
        ("verdict", _verdicts(first.says, first.is_open)),
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
