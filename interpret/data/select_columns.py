"""Wide tables: how much room columns take on the way to a rule, and which of too many are kept.

Every column becomes 0/1 variables for the machine and tests for the rule. Their memory is estimated
here from the number of rows, before it is taken, and from above: not all steps need their most at
the same time. Of very many columns some are chosen first, by a quick measure of all.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from interpret.data.attributes import MOST_NAMED
from interpret.data.complaints import DataError, listed, quoted
from interpret.data.table import Column

COMPARED, FOLDED = 12_000, 12_000  # rows of an exact machine; of the machines of all folds together
SEARCHED, IMPROVED = 10_000, 100_000  # rows that a rule is searched on, and improved on
TOLD_DIGITS = 9  # of a column's information; equal to these, the first column is kept


@dataclass(frozen=True)
class Width:
    """How many variables of the machine and tests of the rule a column becomes."""

    variables: int
    tests: int

    @classmethod
    def of(cls, column: Column, points: int | None = None, coarse: int = 0) -> "Width":
        """column: its training rows; points, coarse: how many cuts it has, and how many coarse."""
        values = int(np.count_nonzero(column.counts))
        if points is not None:
            empty = int(column.missing > 0)
            return cls((2 + empty) * coarse, 2 * (points + empty))
        named = min(values, MOST_NAMED)
        return cls(values, named if named < 3 else 4 * named if column.is_numeric else 2 * named)

    def bytes(self, n_rows: int, n_train: int) -> int:
        """An estimate from above, for a table of n_rows rows, n_train of them to learn from."""
        n = n_train
        variable = n_rows + 2 * n + 4 * min(n, COMPARED) + min(30 * n, FOLDED) + 500
        test = 2 * n + 20 * min(n, SEARCHED) + 8 * min(n, IMPROVED) + 1500
        return self.variables * variable + self.tests * test


@dataclass(frozen=True)
class WidthLimits:
    """How many columns and tests there may be on the way to a rule, and how many bytes."""

    columns: int = 500  # each has its own cost, in every fold
    tests: int = 5_000  # its searches weigh each of them some thousand times
    bytes: int = 2 * 2**30

    def fit(self, widths: Mapping[str, Width], n_rows: int, n_train: int) -> bool:
        """Whether the columns keep to the limits."""
        n_tests = sum(width.tests for width in widths.values())
        n_bytes = sum(width.bytes(n_rows, n_train) for width in widths.values())
        return n_tests <= self.tests and n_bytes <= self.bytes

    def fitting(
        self, widths: Mapping[str, Width], nats: Mapping[str, float], n_rows: int, n_train: int
    ) -> tuple[str, ...]:
        """The columns for which there is room, those that tell most about the class first.

        nats: what information_on says of each column. DataError where there is room for none.
        """
        room, tests, kept = self.bytes, self.tests, set()
        for name in sorted(widths, key=lambda name: -nats[name]):
            needed = widths[name].bytes(n_rows, n_train)
            if needed <= room and widths[name].tests <= tests:
                kept.add(name)
                room, tests = room - needed, tests - widths[name].tests
        if not kept:
            raise DataError(
                f"No column fits into {self.bytes / 2**30:g} GB of memory on the way to a rule: "
                f"there are {n_train:,} rows to learn from, and each column has too many values. "
                "Take a sample of the rows, or leave columns out."
            )
        return tuple(name for name in widths if name in kept)

    def words(self, kept: Sequence[str], n_columns: int) -> str:
        """The notice of which columns are used, where there is no room for all."""
        return (
            f"Used: {len(kept):,} of {n_columns:,} columns, those that tell most of the class on "
            f"the training rows (mutual information): {listed(map(quoted, kept))}. A rule is "
            f"searched in {self.columns:,} columns, among {self.tests:,} conditions and in "
            f"{self.bytes / 2**30:g} GB of memory at most, and all columns would take more. Leave "
            "columns out yourself to use others."
        )


OF_A_RULE = WidthLimits()
OF_A_SUM = WidthLimits(tests=20_000)  # of a number: it is cut more finely, one search is enough


def information_on(y: np.ndarray, column: Column, points: Sequence[float] | None = None) -> float:
    """How much the column tells about the class, in nats, less what noise would tell by chance.

    It is the mutual information of y, bool (n_rows,), and the column's values or the intervals
    between its cut points, corrected for few rows (Miller 1955).
    """
    if points is None:
        return _information(y, column.codes)
    numbers = column.values.numbers
    interval = np.searchsorted(points, numbers, side="left")
    return _information(y, np.where(np.isnan(numbers), len(points) + 1, interval)[column.codes])


def most_telling(
    columns: Sequence[Column], rows: np.ndarray, y: np.ndarray, parts: int, most: int
) -> tuple[str, ...]:
    """The `most` columns that tell most about the class by information_on, in the order given.

    rows: indices; y: bool, of these rows; parts: into how many quantile parts numbers are divided.
    """
    nats = [_information(y, _parts(column, rows, parts)) for column in columns]
    kept = np.sort(np.argsort(-np.round(nats, TOLD_DIGITS), kind="stable")[:most])
    return tuple(columns[i].name for i in kept)


def _parts(column: Column, rows: np.ndarray, parts: int) -> np.ndarray:
    """Which value each of these rows has or, of a column of numbers, which quantile part."""
    codes = column.codes[rows]
    if column.kind != "number":
        return codes
    sizes = np.bincount(codes, minlength=len(column.values))
    before = np.cumsum(sizes) - sizes
    part = np.where(np.isnan(column.values.numbers), parts, parts * before // len(rows))
    return part[codes]


def _information(y: np.ndarray, place: np.ndarray) -> float:
    """What the places that rows fall into tell about the class; place: int from 0, (n_rows,)."""
    n, n_places = len(y), int(place.max()) + 1
    counts = np.bincount(2 * place.astype(np.int64) + y, minlength=2 * n_places).reshape(-1, 2)
    both = counts[counts.any(axis=1)] / n
    expected = np.outer(both.sum(axis=1), both.sum(axis=0))
    seen = both > 0
    shared = float((both[seen] * np.log(both[seen] / expected[seen])).sum())
    return shared - (len(both) - 1) / (2 * n)
