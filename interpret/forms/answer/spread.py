"""Where rows lie: in the first line that covers them, and in which values."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from interpret.data.complaints import EMPTY, quoted
from interpret.data.numbers import number
from interpret.data.preparation import Preparation
from interpret.data.table import Table
from interpret.forms.answer.answer import Answer
from interpret.rules.logic import Value, interval, interval_name
from interpret.shares import Share, design_effect


@dataclass(frozen=True)
class Ribbon:
    """Rows with one verdict. places: of the clauses that say it, none where no clause holds; yes:
    the verdict; rows: their places among the explained ones, (n,); right: on how many it is right.
    """

    places: tuple[int, ...]
    yes: bool
    rows: np.ndarray
    right: int

    @property
    def n(self) -> int:
        return len(self.rows)

    @property
    def wrong(self) -> int:
        return self.n - self.right


def in_first_line(a: Answer, order: Sequence[int], alone: int) -> tuple[Ribbon, ...]:
    """Each judged row in the first clause that covers it, and last the rows of none.

    order: the clauses by their places in the rule; alone: how many of them stand alone, while all
    further ones stand together.
    """
    clauses, describes = a.explanation.rule.formula.clauses, not a.explanation.rule.formula.denied
    parts: list[tuple[int, ...]] = [(place,) for place in order[:alone]]
    parts += [tuple(order[alone:])] if order[alone:] else []
    left, ribbons = np.ones(len(a.judged.y), dtype=bool), []
    for part in parts:
        holds = [clauses[place].holds(a.judged.table) for place in part]
        rows = left & np.logical_or.reduce(holds)
        ribbons.append(_ribbon(a, part, rows, describes))
        left &= ~rows
    return (*ribbons, _ribbon(a, (), left, not describes))


def _ribbon(a: Answer, places: tuple[int, ...], of: np.ndarray, yes: bool) -> Ribbon:
    """of: which of the judged rows, as a mask."""
    right = int((a.judged.y[of] == yes).sum())
    return Ribbon(places, yes, a.judged.places[of], right)


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
