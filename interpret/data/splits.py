"""Splits: rows held out and folds that respect groups and time. Every splitter is made here.

Rows of one group are on one side of every split. With a time, nothing is judged on rows older than
those it was learned from: the latest rows are held out, and folds grow forward in time
(scikit-learn's TimeSeriesSplit); rows of one time stay together. With both, a group has the time of
its first row.
"""

from dataclasses import dataclass
from math import inf
from warnings import catch_warnings

import numpy as np

from interpret.data.complaints import DataError, quoted
from interpret.data.dates import instants, plain_date
from interpret.data.numbers import numbers_in
from interpret.data.table import Column, Table

UNKNOWN = -1
INSTEAD = "or choose another column as the time, or none."
Split = tuple[np.ndarray, np.ndarray]  # rows to learn from and rows left out, as indices
PARTS = ("train", "test")  # the parts into which the rows of a table are divided
TENTHS = 10  # groups are held out in parts of about a tenth of the rows


def places_in_time(table: Table, name: str) -> np.ndarray:
    """The rank of each row's time, int (n_rows,), later ones higher; UNKNOWN for empty cells.

    A DataError where a cell is no time, or where the order is ambiguous.
    """
    column = table.column(name)
    there = column.counts > 0
    if column.values[-1] is None:
        there[-1] = False

    def row_of(values: np.ndarray) -> str:
        """The first row that has one of these values, and its cell."""
        row = int(np.flatnonzero(values[column.codes])[0])
        return f"{quoted(column.values[column.codes[row]])} (row {table.row_numbers[row]:,})"

    reading = column.reading
    if reading is not None and reading.meaning == "text" and not reading.sure:
        raise DataError(
            f"Dates must tell the day from the month, and in {quoted(name)} either may stand "
            f"first: {row_of(there)}. Write them like 2024-12-31, {INSTEAD}"
        )
    keys, known, zones = _times(column)
    if not known[there].all():
        raise DataError(
            "A time must be numbers or dates, such as 2024-12-31 or 31.12.2024 14:30, and "
            f"{quoted(name)} has {row_of(there & ~known)}. Mend or empty the cell, {INSTEAD}"
        )
    zoned, bare = there & zones, there & ~zones
    if zoned.any() and bare.any():
        raise DataError(
            "Either all times must tell their zone, such as +02:00, or none, and "
            f"{quoted(name)} has {row_of(zoned)} and {row_of(bare)}. Write them alike, {INSTEAD}"
        )
    return _ranked(keys, there)[column.codes]


def _times(column: Column) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A sort key of each value, later ones higher; which values are times; and which have a zone.

    Whether they are numbers or dates is decided by all values, so that some rows are read as all
    are. A column of texts may hold either: codes such as 007, or too few values to be recognised.
    """
    values, reading = column.values, column.reading
    is_text = reading is None or reading.meaning == "text"
    numbers = numbers_in(values) if is_text else values.numbers
    is_number = ~np.isnan(numbers)
    if is_number[: len(values) - (values[-1] is None)].all():
        return numbers, is_number, np.zeros_like(is_number)
    if is_text:
        keys, zones = instants([value and plain_date(value, None) for value in values])
    else:
        keys, zones = values.instants
    is_date = ~np.isnat(keys)
    if is_number.sum() > is_date.sum():
        return numbers, is_number, np.zeros_like(is_number)
    return keys, is_date, zones


def can_be_time(table: Table, name: str) -> bool:
    """Whether this column can order the rows."""
    try:
        return bool((places_in_time(table, name) > UNKNOWN).any())
    except DataError:
        return False


def _ranked(keys: np.ndarray, there: np.ndarray) -> np.ndarray:
    """The rank of each present value by its key; UNKNOWN for the others."""
    places = np.full(len(keys), UNKNOWN)
    places[there] = np.unique(keys[there], return_inverse=True)[1]
    return places


@dataclass(frozen=True, eq=False)
class Ties:
    """The groups and times that splits respect, each of shape (n_rows,) or None.

    groups: int, equal for rows that stay together; times: int, later ones higher; held_out: bool,
    the rows to judge on, if these were given.
    """

    groups: np.ndarray | None = None
    times: np.ndarray | None = None
    held_out: np.ndarray | None = None

    def rows(self, indices: np.ndarray) -> "Ties":
        columns = (self.groups, self.times, self.held_out)
        return Ties(*(None if one is None else one[indices] for one in columns))

    @property
    def is_loose(self) -> bool:
        """Whether any row may be on any side of a split."""
        return self.times is None and self.blocks is None

    @property
    def blocks(self) -> np.ndarray | None:
        """The groups, None if each is a single row."""
        groups = self.groups
        return None if groups is None or len(np.unique(groups)) == len(groups) else groups

    @property
    def units(self) -> np.ndarray | None:
        """The number of each row's unit, (n_rows,): rows of one unit stay on one side of a split.

        Units are numbered from 0 in the order of their times; None if rows have no time.
        """
        if self.times is None:
            return None
        keys = self.times
        if self.blocks is not None:
            _, place = np.unique(self.blocks, return_inverse=True)
            of_group = np.full(place.max() + 1, self.times.max() + 1)
            np.minimum.at(of_group, place, self.times)
            keys = of_group[place] * (place.max() + 1) + place
        return np.unique(keys, return_inverse=True)[1]


LOOSE = Ties()


def folds(y: np.ndarray, ties: Ties, k: int, seed: int) -> list[Split]:
    """At most k folds of rows that respect the ties, each with both classes to learn from.

    y: the classes, bool, or a number to be explained, float. There are no more folds than rows of
    the rarer class; if that has a single row, it is never left out. DataError where no fold has
    both classes to learn from and rows to judge on.
    """
    from sklearn.model_selection import (  # here, because it takes a second to load
        GroupKFold,
        KFold,
        StratifiedGroupKFold,
        StratifiedKFold,
        TimeSeriesSplit,
    )

    is_class, empty = y.dtype.kind != "f", np.zeros(len(y))
    rarer = int(np.bincount(y, minlength=2).min()) if is_class else len(y)
    k, keeps_shares = max(2, min(k, rarer)), is_class and rarer > 1
    units = ties.units
    if units is not None:
        last = int(units.max()) + 1
        steps = TimeSeriesSplit(max(2, min(k, last - 1))) if last > 2 else None
        pairs = list(steps.split(np.zeros(last))) if steps else [(np.array([0]), np.array([1]))]
        splits = [
            (np.flatnonzero(np.isin(units, one)), np.flatnonzero(np.isin(units, other)))
            for one, other in pairs
        ]
    elif (groups := ties.blocks) is not None:
        few = min(k, _several(groups))
        splitter = StratifiedGroupKFold if keeps_shares else GroupKFold
        divided = splitter(few, shuffle=True, random_state=seed)
        splits = list(divided.split(empty, y, groups))
    else:
        splitter = StratifiedKFold if keeps_shares else KFold
        splits = list(splitter(k, shuffle=True, random_state=seed).split(empty, y))
        if not is_class:
            return splits
    splits = [one for one in splits if len(one[1]) and len(np.unique(y[one[0]])) > 1]
    if not splits:
        raise DataError(
            "A fold of the training rows needs rows of both classes to learn from and rows to "
            "judge on, and here none has. Add rows, or choose finer groups and times."
        )
    return splits


@dataclass(frozen=True)
class Division:
    """How often rows are divided into how many folds.

    steps: for tables of fewer rows than the first number the number of folds, and how often the
    rows are divided anew, since a single division of few rows is luck; those of few rows first.
    Rows with a time are divided once. one_from: with as many rows, the first fold is enough;
    apart: is added to the seed, so that no fold is one of another division.
    """

    steps: tuple[tuple[float, int, int], ...]
    one_from: float = inf
    apart: int = 0

    def splits(self, y: np.ndarray, ties: Ties, seed: int) -> tuple[list[Split], int]:
        """The folds of all divisions, one after the other, and the number of each division's."""
        _, k, times = next(step for step in self.steps if len(y) < step[0])
        seeds = range(seed + self.apart, seed + self.apart + (times if ties.times is None else 1))
        splits = [split for one in seeds for split in folds(y, ties, k, one)]
        each = len(splits) // len(seeds)
        return (splits[:1] if len(y) >= self.one_from else splits), each


def held_out(strata: np.ndarray, ties: Ties, share: float, n: int, seed: int) -> np.ndarray:
    """The indices of about n of the rows, or that share of them, held out by the ties.

    strata: a number for each row; each part gets its share of each. DataError where nothing would
    be left to learn from.
    """
    from sklearn.model_selection import StratifiedGroupKFold, train_test_split

    everything = np.arange(len(strata))
    if ties.held_out is not None:
        test = np.flatnonzero(ties.held_out)
    elif ties.times is not None:
        test = np.flatnonzero(_latest(ties, n))
    elif (groups := ties.blocks) is not None:
        tenths = min(TENTHS, _several(groups), max(2, int(np.unique_counts(strata).counts.max())))
        parts = StratifiedGroupKFold(tenths, shuffle=True, random_state=seed)
        with catch_warnings(action="ignore", category=UserWarning):  # of classes with few rows
            parts_held = [test for _, test in parts.split(strata, strata, groups)]
        most = min(tenths - 1, max(1, round(share * tenths)))
        test = np.sort(np.concatenate(_leaving_each(strata, parts_held)[:most]))
    else:
        stratify = strata if strata.dtype.kind != "f" else None
        _, test = train_test_split(everything, test_size=n, stratify=stratify, random_state=seed)
        test = np.sort(test)
    if not 0 < len(test) < len(strata):
        raise DataError(
            "Some rows must be held out and some left to learn from, and "
            f"{'none' if not len(test) else 'all'} of {len(strata):,} would be held out. "
            "Choose another column for the split, or hold out another share."
        )
    return test


def _leaving_each(strata: np.ndarray, parts: list[np.ndarray]) -> list[np.ndarray]:
    """The parts, those first that can be held out together and leave rows of every stratum."""
    first: list[np.ndarray] = []
    last: list[np.ndarray] = []
    for part in parts:
        left = np.delete(strata, np.concatenate([*first, part]))
        (first if len(np.unique(left)) == len(np.unique(strata)) else last).append(part)
    return [*first, *last]


def _several(groups: np.ndarray) -> int:
    """How many groups there are; DataError if all rows are of one, and none can be left out."""
    n = len(np.unique(groups))
    if n < 2:
        raise DataError(
            f"All {len(groups):,} rows to learn from are of one group, so none of them can be left "
            "out to choose by. Bring rows of more groups, choose a finer group or none, or hold "
            "out no rows where some are held out (test size 0)."
        )
    return n


def dealt(n_rows: int, k: int, seed: int) -> np.ndarray:
    """Which of k parts each row falls into, whatever its class: int from 0, (n_rows,)."""
    return np.random.default_rng(seed).permutation(n_rows) % k


def divided(n_rows: int, n: int, seed: int) -> Split:
    """The rows in two parts, whatever their class, the second of n rows: indices in order."""
    order = np.random.default_rng(seed).permutation(n_rows)
    return np.sort(order[n:]), np.sort(order[:n])


def _latest(ties: Ties, n: int) -> np.ndarray:
    """The latest rows, at least one time less than all of them and about n: bool (n_rows,)."""
    units = ties.units
    assert units is not None  # they have times
    after = np.cumsum(np.bincount(units)[::-1])[::-1]  # rows from each unit on
    first = 1 + int(np.argmin(np.abs(after[1:] - n)))
    return units >= first
