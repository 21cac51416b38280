"""Rule and model beside the true class, where a rule is fitted to the answers of a model."""

from dataclasses import dataclass
from itertools import product

import numpy as np

from interpret.data.complaints import DataError, listed, quoted
from interpret.data.roles import positive_of_two, sizes_of
from interpret.data.table import Column
from interpret.forms.answer.answer import Answer
from interpret.measures import Confusion, confusion

SAID = tuple(product((True, False), repeat=3))  # by model, by rule, by the truth


@dataclass(frozen=True)
class TruthFigures:
    """Model and rule against the true class, on the rows that have one.

    column: its name; positive: its values that count as a yes; model, rule: by part; cases: for
    each part how many rows are of each case of SAID.
    """

    column: str
    positive: tuple[str, ...]
    model: dict[str, Confusion]
    rule: dict[str, Confusion]
    cases: dict[str, tuple[int, ...]]


def truth_figures(labels: Column, positive: tuple[str, ...], a: Answer) -> TruthFigures:
    """The figures of an answer about a model.

    labels: the true class of each row of the file; positive: its values that count as a yes.
    """
    yes = np.array([value in positive for value in labels.values])[labels.codes]
    models, rules, cases = {}, {}, {}
    for name, part in a.parts.items():
        in_file = a.as_read.row_numbers[part.places] - 1
        known = ~labels.missing_rows[in_file]
        y, model = yes[in_file][known], part.y[known]
        rule = a.explanation.rule.formula.holds(part.table)[known]
        groups = None if part.groups is None else part.groups[known]
        models[name], rules[name] = confusion(model, y, groups), confusion(rule, y, groups)
        counts = np.bincount(4 * ~model + 2 * ~rule + 1 * ~y, minlength=len(SAID))
        cases[name] = tuple(counts.tolist())
    return TruthFigures(labels.name, positive, models, rules, cases)


def true_yes(labels: Column, said: tuple[str, ...]) -> tuple[str, ...]:
    """The true classes that count as a yes.

    said: the model's values that are one; the true classes of these names are positive. If there
    are none, one of two classes is: yes, true, 1 or positive, else the rarer.
    """
    sizes = sizes_of(labels)
    positive = tuple(value for value in sizes if value in said) or _of_two(labels, sizes, said)
    if len(positive) == len(sizes):
        raise DataError(
            f"The true class {quoted(labels.name)} must have a value beside "
            f"{listed(map(quoted, positive))}, and it has none. Bring rows of another class, or "
            "leave the true class out."
        )
    return positive


def _of_two(labels: Column, sizes: dict[str, int], said: tuple[str, ...]) -> tuple[str, ...]:
    if len(sizes) != 2:
        raise DataError(
            f"The true class {quoted(labels.name)} must have a value that the model's answer "
            f"{listed(map(quoted, said))} stands for, or two values, and its values are "
            f"{listed(map(quoted, sizes))}. Name the classes alike, or leave the true class out."
        )
    return positive_of_two(sizes)
