"""Splits: rows held out and folds that respect groups. Every splitter is made here.

Rows of one group are on one side of every split.
"""

from dataclasses import dataclass
from math import inf
from warnings import catch_warnings

import numpy as np

from interpret.data.complaints import DataError

Split = tuple[np.ndarray, np.ndarray]  # rows to learn from and rows left out, as indices
PARTS = ("train", "test")  # the parts into which the rows of a table are divided
TENTHS = 10  # groups are held out in parts of about a tenth of the rows


@dataclass(frozen=True, eq=False)
class Ties:
    """The groups that splits respect, and the rows to judge on, each of shape (n_rows,) or None.

    groups: int, equal for rows that stay together; held_out: bool.
    """

    groups: np.ndarray | None = None
    held_out: np.ndarray | None = None

    def rows(self, indices: np.ndarray) -> "Ties":
        columns = (self.groups, self.held_out)
        return Ties(*(None if one is None else one[indices] for one in columns))

    @property
    def blocks(self) -> np.ndarray | None:
        """The groups, None if each is a single row."""
        groups = self.groups
        return None if groups is None or len(np.unique(groups)) == len(groups) else groups


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
    )

    is_class, empty = y.dtype.kind != "f", np.zeros(len(y))
    rarer = int(np.bincount(y, minlength=2).min()) if is_class else len(y)
    k, keeps_shares = max(2, min(k, rarer)), is_class and rarer > 1
    if (groups := ties.blocks) is not None:
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
            "judge on, and here none has. Add rows, or choose finer groups."
        )
    return splits


@dataclass(frozen=True)
class Division:
    """How often rows are divided into how many folds.

    steps: for tables of fewer rows than the first number the number of folds, and how often the
    rows are divided anew, since a single division of few rows is luck; those of few rows first.
    one_from: with as many rows, the first fold is enough;
    apart: is added to the seed, so that no fold is one of another division.
    """

    steps: tuple[tuple[float, int, int], ...]
    one_from: float = inf
    apart: int = 0

    def splits(self, y: np.ndarray, ties: Ties, seed: int) -> tuple[list[Split], int]:
        """The folds of all divisions, one after the other, and the number of each division's."""
        _, k, times = next(step for step in self.steps if len(y) < step[0])
        seeds = range(seed + self.apart, seed + self.apart + times)
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
            "Choose another column or share."
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
            f"All {len(groups):,} rows to learn from are of one group, so none can be left out to "
            "choose by. Choose a finer group or none."
        )
    return n


def divided(n_rows: int, n: int, seed: int) -> Split:
    """The rows in two parts, whatever their class, the second of n rows: indices in order."""
    order = np.random.default_rng(seed).permutation(n_rows)
    return np.sort(order[n:]), np.sort(order[:n])
