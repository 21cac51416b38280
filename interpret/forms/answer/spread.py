"""Where rows lie: in the first line that covers them, along a column, and in which values."""

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

BINS = 30
TAILS = (0.5, 99.5)  # percentiles, beyond which rows are counted in the outer bars


@dataclass(frozen=True)
class NumberLine:
    """Rows of both classes along a column. counts: of each bin, rows of the class and others.

    edges: of the bins, one more than there are; cuts: the rule's, rising; between: rows of either
    class up to the first cut, between each two, and above the last.
    """

    name: str
    classes: tuple[str, str]
    edges: tuple[float, ...]
    counts: tuple[tuple[int, int], ...]
    cuts: tuple[float, ...]
    between: tuple[tuple[int, int], ...]


def number_line(
    name: str, classes: tuple[str, str], amounts: np.ndarray, y: np.ndarray, cuts: Sequence[float]
) -> NumberLine:
    """amounts: float (n,), NaN where there is no number; y: bool (n,), whether of the first class.

    Few different numbers have a bin each; many have bins of equal width that include all cuts.
    """
    there = ~np.isnan(amounts)
    numbers = np.unique(amounts[there])
    if len(numbers) <= BINS:
        middle = (numbers[1:] + numbers[:-1]) / 2
        reach = (numbers[1] - numbers[0]) / 2 if len(numbers) > 1 else 0.5
        ends = numbers[[0, -1]] if len(numbers) else np.zeros(2)
        edges = np.array([ends[0] - reach, *middle, ends[1] + reach])
    else:
        low, high = np.percentile(amounts[there], TAILS)
        edges = np.linspace(min(low, *cuts), max(high, *cuts), BINS + 1)
    ends = np.sort(np.asarray(cuts, dtype=float))
    counts, between = (_counted(amounts[there], y[there], inner) for inner in (edges[1:-1], ends))
    return NumberLine(name, classes, tuple(edges.tolist()), counts, tuple(ends.tolist()), between)


def _counted(amounts: np.ndarray, y: np.ndarray, inner: np.ndarray) -> tuple[tuple[int, int], ...]:
    """How many rows of either class lie up to each of these ends, and above the last."""
    place = np.searchsorted(inner, amounts, side="left")
    of = [np.bincount(place[y == of_class], minlength=len(inner) + 1) for of_class in (True, False)]
    return tuple((int(one), int(other)) for one, other in zip(*of, strict=True))


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
