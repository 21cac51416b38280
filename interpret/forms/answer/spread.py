"""In which values rows lie."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from interpret.data.complaints import EMPTY, quoted
from interpret.data.numbers import number
from interpret.data.preparation import Preparation
from interpret.data.table import Table
from interpret.rules.logic import Value, interval, interval_name
from interpret.shares import Share, design_effect

MOST = 30  # values of an attribute that are counted each


@dataclass(frozen=True)
class Frequencies:
    """An attribute's most frequent values, the rows that have each, and the rows of all others.

    effect: the largest of the shares of these values (Share.effect).
    """

    attribute: str
    values: tuple[Value, ...]
    counts: tuple[int, ...]
    others: int
    effect: float = 1.0


@dataclass(frozen=True)
class Profile:
    """The values of some rows, as machine and rule read them."""

    rows: int
    attributes: tuple[Frequencies, ...]

    def __post_init__(self) -> None:
        for one in self.attributes:
            if one.effect < 1:
                raise ValueError("rows that belong together must tell no more than single ones")
            if min((*one.counts, one.others)) < 0 or sum(one.counts) + one.others != self.rows:
                raise ValueError(f"the values of {quoted(one.attribute)} must stand in all rows")

    def share(self, attribute: Frequencies, count: int) -> Share:
        """The share of so many rows with some value of an attribute."""
        return Share(count, self.rows, attribute.effect)


NO_ROWS = Profile(0, ())


def profile_of(table: Table, names: Sequence[str], groups: np.ndarray | None) -> Profile:
    """The values of these attributes; the table's cells are as machine and rule read them.

    groups: whose rows belong together, int (n_rows,).
    """
    return Profile(table.n_rows, tuple(_frequencies(table, name, groups) for name in names))


def named_value(preparation: Preparation, attribute: str, value: Value) -> str:
    """What a value is called: the interval that a number stands for, or itself."""
    if value is None:
        return EMPTY
    amount = number(value)
    for cut in preparation.cuts:
        if cut.attribute == attribute and value in cut.stands and amount is not None:
            return interval_name(interval(attribute, cut.points, amount))
    return value


def _frequencies(table: Table, name: str, groups: np.ndarray | None) -> Frequencies:
    column = table.column(name)
    order = np.argsort(-column.counts, kind="stable")
    often = [int(i) for i in order[:MOST] if column.counts[i]]
    counts = tuple(int(column.counts[i]) for i in often)
    values = tuple(column.values[i] for i in often)
    effect = max((design_effect(column.codes == i, groups) for i in often), default=1.0)
    return Frequencies(name, values, counts, table.n_rows - sum(counts), effect)
