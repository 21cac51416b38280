"""Rows with a number predicted for each: as columns, and in words."""

import numpy as np

from interpret.answers.number.predict import NumberScores
from interpret.answers.number.words import amount
from interpret.answers.rows import Column, distinct_names
from interpret.data.complaints import counted
from interpret.data.table import Table
from interpret.present.wording import clause_words


def number_columns(table: Table, scores: NumberScores) -> list[Column]:
    """The table's own columns, the number predicted, and the terms that hold."""
    said = [clause_words(clause) for clause, _ in scores.predictor.terms]
    held = [
        "; ".join(text for text, holds in zip(said, row, strict=True) if holds)
        for row in scores.held
    ]
    columns: list[Column] = [(column.name, column.texts.tolist()) for column in table.columns]
    columns += [
        (f"{scores.predictor.target}: predicted", scores.predicted.tolist()),
        ("conditions that hold", list(held)),
    ]
    names = distinct_names(columns)
    return [(name, cells) for name, (_, cells) in zip(names, columns, strict=True)]


def predicted_words(scores: NumberScores) -> str:
    """How many rows were predicted, and how far off where the number is known."""
    n = len(scores.predicted)
    spread = float(scores.predicted.std()) if n else 0.0
    said = f"{scores.predictor.target} is predicted for {counted(n, 'row')}"
    if n:
        said += f", on average {amount(float(scores.predicted.mean()), spread)}"
    known = np.zeros(n, bool) if scores.truth is None else np.isfinite(scores.truth)
    if scores.truth is None or not known.any():
        return f"{said}."
    off = amount(float(np.abs(scores.predicted - scores.truth)[known].mean()), spread)
    rows = f"{int(known.sum()):,} rows whose number is known"
    return f"{said}. Of the {rows} it is off by {off} on average."
