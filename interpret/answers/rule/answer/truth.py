"""Model, rule and truth side by side, where the rule is fitted to the answers of another model."""

from dataclasses import dataclass
from itertools import product

import numpy as np

from interpret.data.roles import Truth
from interpret.measures import Confusion, confusion

AS_THE_MODEL = "says what the model says"  # "is right", of a rule fitted to a model's answers
SAID = tuple(product((True, False), repeat=3))  # by model, by rule, by the truth


@dataclass(frozen=True)
class TruthFigures:
    """Model and rule against the true class, on the rows that have one. positive: the values of the
    column that count as a yes; model, rule: by part; cases: for each part how many rows are of each
    case of SAID.
    """

    column: str
    positive: tuple[str, ...]
    model: dict[str, Confusion]
    rule: dict[str, Confusion]
    cases: dict[str, tuple[int, ...]]


@dataclass(frozen=True)
class Case:
    """What model, rule and truth say of some rows, and how many rows these are."""

    model: bool
    rule: bool
    truth: bool
    rows: int


def cases(figures: TruthFigures, part: str) -> tuple[Case, ...]:
    """The eight combinations of what model, rule and truth say."""
    counts = figures.cases[part]
    return tuple(
        Case(model, rule, true, rows)
        for (model, rule, true), rows in zip(SAID, counts, strict=True)
    )


def truth_figures(
    truth: Truth,
    said: tuple[np.ndarray, np.ndarray],
    parts: dict[str, np.ndarray],
    groups: np.ndarray | None,
) -> TruthFigures:
    """said: by model and by rule of each row, bool (n_rows,); parts: rows by part, as indices."""
    model, rule = said
    known = {part: rows[truth.known[rows]] for part, rows in parts.items()}
    of = {part: None if groups is None else groups[rows] for part, rows in known.items()}
    return TruthFigures(
        truth.column,
        truth.positive,
        {part: confusion(model[rows], truth.y[rows], of[part]) for part, rows in known.items()},
        {part: confusion(rule[rows], truth.y[rows], of[part]) for part, rows in known.items()},
        {part: _counted(model[rows], rule[rows], truth.y[rows]) for part, rows in known.items()},
    )


def _counted(model: np.ndarray, rule: np.ndarray, truth: np.ndarray) -> tuple[int, ...]:
    places = 4 * ~model + 2 * ~rule + 1 * ~truth
    return tuple(np.bincount(places, minlength=len(SAID)).tolist())
