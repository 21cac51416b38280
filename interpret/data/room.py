"""Wide tables: how much room columns take on the way to a rule, and which of too many are kept.

Every column becomes 0/1 variables for the machine and tests for the rule. What each of them takes
is estimated here from the number of rows, before it is taken, and from above: the steps that take
most do not all take it at the same time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from interpret.data.complaints import DataError, listed, quoted
from interpret.data.table import Column

MOST_BYTES = 2 * 2**30
MOST_TESTS = 20_000  # a search weighs each of them some thousand times: minutes, not hours
COMPARED, FOLDED = 12_000, 12_000  # rows of an exact machine; of the machines of all folds, in sum
SEARCHED, IMPROVED = 10_000, 100_000  # rows that a rule is searched on, and improved on
NAMED = 1000  # values of a column that a rule can name


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
            return cls((2 + empty) * coarse, 2 * points + empty)
        named = min(values, NAMED)
        return cls(values, named if named < 3 else 4 * named if column.is_numeric else 2 * named)

    def bytes(self, n_rows: int, n_train: int) -> int:
        """An estimate from above, for a table of n_rows rows of which n_train are learned from."""
        n = n_train
        variable = n_rows + 2 * n + 4 * min(n, COMPARED) + min(30 * n, FOLDED) + 500
        test = 2 * n + 20 * min(n, SEARCHED) + 8 * min(n, IMPROVED) + 1500
        return self.variables * variable + self.tests * test


def fitting(
    widths: Mapping[str, Width], told: Mapping[str, float], n_rows: int, n_train: int
) -> tuple[str, ...]:
    """The columns for which there is room: first those that tell most of the class.

    told: for each column what information_on gives. DataError where there is room for none.
    """
    room, tests, kept = MOST_BYTES, MOST_TESTS, set()
    for name in sorted(widths, key=lambda name: -told[name]):
        needed = widths[name].bytes(n_rows, n_train)
        if needed <= room and widths[name].tests <= tests:
            kept.add(name)
            room, tests = room - needed, tests - widths[name].tests
    if not kept:
        raise DataError(
            f"No column fits into {MOST_BYTES / 2**30:g} GB of memory on the way to a rule: there "
            f"are {n_train:,} rows to learn from, and each column has too many values. Take a "
            "sample of the rows, or leave columns out."
        )
    return tuple(name for name in widths if name in kept)


def fits(widths: Mapping[str, Width], n_rows: int, n_train: int) -> bool:
    """Whether there is room for all of the columns."""
    n_tests = sum(width.tests for width in widths.values())
    n_bytes = sum(width.bytes(n_rows, n_train) for width in widths.values())
    return n_tests <= MOST_TESTS and n_bytes <= MOST_BYTES


def information_on(y: np.ndarray, column: Column, points: Sequence[float] | None = None) -> float:
    """What the column tells of the class, in nats, less what a column of noise would by chance.

    The mutual information of y, bool (n_rows,), and the column's values, or the intervals between
    its cut points, with the correction for few rows of Miller (1955).
    """
    if points is None:
        place = column.codes
    else:
        numbers = column.values.numbers
        interval = np.searchsorted(points, numbers, side="left")
        place = np.where(np.isnan(numbers), len(points) + 1, interval)[column.codes]
    n, n_places = len(y), int(place.max()) + 1
    counts = np.bincount(2 * place.astype(np.int64) + y, minlength=2 * n_places).reshape(-1, 2)
    both = counts[counts.any(axis=1)] / n
    expected = np.outer(both.sum(axis=1), both.sum(axis=0))
    seen = both > 0
    shared = float((both[seen] * np.log(both[seen] / expected[seen])).sum())
    return shared - (len(both) - 1) / (2 * n)


def narrowed_words(kept: Sequence[str], n_columns: int) -> str:
    """The notice of which columns are used, where there is no room for all."""
    return (
        f"Used: {len(kept):,} of {n_columns:,} columns, those that tell most of the class on the "
        f"training rows (mutual information): {listed(map(quoted, kept))}. A rule is searched "
        f"among {MOST_TESTS:,} tests in {MOST_BYTES / 2**30:g} GB of memory at most, and all "
        "columns would take more. Leave columns out yourself to use others."
    )
