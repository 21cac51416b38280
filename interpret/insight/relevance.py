"""What a single `attribute = value` weighs in the machine's decision."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from interpret.data.table import Table
from interpret.rules.logic import Value


@dataclass(frozen=True)
class LiteralWeight:
    """The weight of `attribute = value`: above zero it speaks for the positive class."""

    attribute: str
    value: Value
    weight: float


class Weighted(Protocol):
    """y_i α_i of each training row."""

    @property
    def weights(self) -> Sequence[float]: ...


class Explained(Protocol):
    """What of an interpret.explain.Explanation the weights follow from."""

    @property
    def target(self) -> str: ...
    @property
    def attributes(self) -> tuple[str, ...]: ...
    @property
    def rows(self) -> Mapping[str, Sequence[int]]: ...
    @property
    def machine(self) -> Weighted: ...


def literal_weights(e: Explained, table: Table) -> tuple[LiteralWeight, ...]:
    """Σ y_i α_i over the training rows that have the value, for each value they have.

    table: the one explained. Grouped by attribute, the attribute with the heaviest value first
    (Polato, eq. 7.1, for features of one variable).
    """
    classes = table.column(e.target)
    with_class = np.array([value is not None for value in classes.values])[classes.codes]
    train = table.rows(np.flatnonzero(with_class)[list(e.rows["train"])])
    weights = np.array(e.machine.weights)
    groups = [_of_attribute(train, name, weights) for name in e.attributes]
    groups.sort(key=lambda group: -max(abs(literal.weight) for literal in group))
    return tuple(literal for group in groups for literal in group)


def _of_attribute(train: Table, name: str, weights: np.ndarray) -> list[LiteralWeight]:
    column = train.column(name)
    sums = np.bincount(column.codes, weights=weights, minlength=len(column.values))
    return [
        LiteralWeight(name, value, float(weight))
        for value, weight, count in zip(column.values, sums, column.counts, strict=True)
        if count
    ]
