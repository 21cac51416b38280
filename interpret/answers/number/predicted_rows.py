"""Rows with a number predicted for each: as columns, and in words."""

import numpy as np

from interpret.answers.noted_cells import told_by_row
from interpret.answers.number.predict import NumberScores
from interpret.answers.number.words import amount
from interpret.answers.rows import Column, distinct_names
from interpret.data.complaints import counted
from interpret.data.table import Table
from interpret.present.wording import clause_words


def number_columns(table: Table, scores: NumberScores) -> list[Column]:
    """The table's own columns, the number predicted, the terms that hold, and the cells that cannot
    be read.
    """
    said = [clause_words(clause) for clause, _ in scores.predictor.terms]
    held = [
        "; ".join(text for text, holds in zip(said, row, strict=True) if holds)
        for row in scores.held
    ]
    columns: list[Column] = [(column.name, column.texts.tolist()) for column in table.columns]
    columns += [
        (f"{scores.predictor.target}: predicted", _or_empty(scores.predicted)),
        ("conditions that hold", list(held)),
        ("cannot be read", told_by_row(table.n_rows, scores.not_read)),
    ]
    names = distinct_names(columns)
    return [(name, cells) for name, (_, cells) in zip(names, columns, strict=True)]


def predicted_words(scores: NumberScores) -> str:
    """How many rows were predicted, and how far off where the number is known."""
    is_there = np.isfinite(scores.predicted)
    predicted = scores.predicted[is_there]
    n = len(predicted)
    spread = float(predicted.std()) if n else 0.0
    said = f"{scores.predictor.target} is predicted for {counted(n, 'row')}"
    if n:
        said += f", on average {amount(float(predicted.mean()), spread)}"
    off_by = np.zeros(0) if scores.truth is None else np.abs(scores.predicted - scores.truth)
    known = np.isfinite(off_by)
    if not known.any():
        return f"{said}."
    off = amount(float(off_by[known].mean()), spread)
    rows = f"{int(known.sum()):,} rows whose number is known"
    return f"{said}. Of the {rows} it is off by {off} on average."


def unread_words(scores: NumberScores) -> list[str]:
    """On how many rows nothing is predicted, since a term hangs on a cell that cannot be read."""
    n = int(np.isnan(scores.predicted).sum())
    if not n:
        return []
    return [
        f"Nothing is predicted for {counted(n, 'row')} where a cell that cannot be read decides."
    ]


def _or_empty(amounts: np.ndarray) -> list[object]:
    return [None if amount != amount else amount for amount in amounts.tolist()]
