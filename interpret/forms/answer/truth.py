"""Model, rule and truth side by side, where the rule is fitted to the answers of another model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from interpret.data.roles import Truth
from interpret.fit.parts import Part
from interpret.measures import Confusion, confusion
from interpret.rules.logic import Formula

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


def cases(counts: Sequence[int]) -> tuple[Case, ...]:
    """The eight combinations of what model, rule and truth say. counts: the rows of each."""
    return tuple(
        Case(model, rule, true, rows)
        for (model, rule, true), rows in zip(SAID, counts, strict=True)
    )


def rows_of_case(part: Part, formula: Formula, case: Case) -> np.ndarray:
    """The rows of a part, as indices, on which model, rule and truth say what the case says."""
    if part.truth is None:
        return np.zeros(0, dtype=int)
    said = (part.y == case.model) & (formula.holds(part.table) == case.rule)
    return np.flatnonzero(said & part.truth.known & (part.truth.y == case.truth))


def beside_truth(
    truth: Truth, model: np.ndarray, rule: np.ndarray, groups: np.ndarray | None
) -> tuple[Confusion, Confusion, tuple[int, ...]]:
    """Model and rule, bool (n,), against the truth where it is known, and the rows of each case."""
    rows = np.flatnonzero(truth.known)
    model, rule, y = model[rows], rule[rows], truth.y[rows]
    of = None if groups is None else groups[rows]
    counts = np.bincount(4 * ~model + 2 * ~rule + 1 * ~y, minlength=len(SAID))
    return confusion(model, y, of), confusion(rule, y, of), tuple(counts.tolist())


def truth_figures(parts: Mapping[str, Part], formula: Formula) -> TruthFigures | None:
    """The figures of a rule by part; None where no true class is known."""
    found = {
        name: beside_truth(part.truth, part.y, formula.holds(part.table), part.groups)
        for name, part in parts.items()
        if part.truth is not None
    }
    truth = parts["train"].truth
    if truth is None:
        return None
    return TruthFigures(
        truth.column,
        truth.positive,
        {name: model for name, (model, _, _) in found.items()},
        {name: rule for name, (_, rule, _) in found.items()},
        {name: counts for name, (_, _, counts) in found.items()},
    )
