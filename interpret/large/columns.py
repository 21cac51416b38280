"""What the columns of many rows hold, learnt portion by portion: values counted, or quantiles.

A column's values are counted while there are few. Of more numbers a sketch is kept: how many of
them lie in each of fixed intervals, whose ends differ by one part in 256. Counts are added, so no
order of rows or portions changes them, and a quantile is certain to lie in a known interval.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from interpret.data.cells import by_dictionary
from interpret.data.numbers import numbers_in
from interpret.documents import as_json

if TYPE_CHECKING:
    import pyarrow as arrow

MOST_VALUES = 10_000  # that are counted one by one
DIGITS = 8  # binary digits after a number's first one, by which a sketch tells numbers apart
CELLS = 2 ** (12 + DIGITS)
PENDING = 16  # batches that are counted at a time
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


@dataclass(frozen=True)
class Quantile:
    """A quantile lies here: at least `share` of the numbers are up to `high`, fewer below `low`."""

    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Held:
    """What one column of all rows holds.

    empty: how many cells have no value; values: how many rows have each value, None if there are
    more than MOST_VALUES; numbers: of a column of numbers, how many lie in each cell of the sketch.
    """

    name: str
    empty: int
    values: Counter[str] | None
    numbers: Counter[int] | None

    def quantiles(self) -> tuple[Quantile, ...]:
        """Quantiles of a column of numbers: exact if its values are counted, else two ends."""
        if self.values is not None:
            amounts = numbers_in(list(self.values))
            if not len(amounts) or np.isnan(amounts).any():
                return ()
            order = np.argsort(amounts, kind="stable")
            ends = np.stack([amounts[order], amounts[order]])
            counts = np.array(list(self.values.values()))[order]
        elif self.numbers:
            cells = np.array(sorted(self.numbers))
            ends = np.stack([lowest(cells), lowest(cells + 1)])
            counts = np.array([self.numbers[int(cell)] for cell in cells])
        else:
            return ()
        upto = np.cumsum(counts)
        places = [int(np.searchsorted(upto, ceil(share * upto[-1]))) for share in QUANTILES]
        return tuple(
            Quantile(share, float(ends[0, place]), float(ends[1, place]))
            for share, place in zip(QUANTILES, places, strict=True)
        )


@as_json.register
def _(held: Held) -> dict[str, object]:
    values = None if held.values is None else len(held.values)
    return {
        "name": held.name,
        "empty": held.empty,
        "values": values,
        "quantiles": [as_json(quantile) for quantile in held.quantiles()],
    }


class ColumnSoFar:
    """What a column holds, as far as its batches have been seen."""

    def __init__(self, name: str) -> None:
        self.name, self.empty = name, 0
        self.values: Counter[str] | None = Counter()
        self.numbers: np.ndarray | None = None
        self.pending: list[np.ndarray] = []

    def see(self, cells: "arrow.Array") -> None:
        """One more batch of its cells."""
        amounts = amounts_in(cells)
        if self.values is not None:
            texts, codes = coded(cells)
            counts = np.bincount(codes, minlength=len(texts))
            self.empty += int(counts[-1])
            self.values.update(
                {text: int(n) for text, n in zip(texts[:-1], counts[:-1], strict=True) if n}
            )
            if len(self.values) <= MOST_VALUES:
                return
            seen, self.values = self.values, None
            if amounts is not None:
                self.numbers = _counts(numbers_in(list(seen)), np.array(list(seen.values())))
        elif amounts is not None and self.numbers is not None:
            there = amounts[~np.isnan(amounts)]
            self.empty += len(amounts) - len(there)
            self.pending.append(cell_of(there).astype(np.int32))
            if len(self.pending) == PENDING:
                self._count()
        else:
            texts, codes = coded(cells)
            self.empty += int(np.count_nonzero(codes == len(texts) - 1))

    def _count(self) -> None:
        if self.pending and self.numbers is not None:
            self.numbers += np.bincount(np.concatenate(self.pending), minlength=CELLS)
        self.pending = []

    def held(self) -> Held:
        self._count()
        numbers = None if self.numbers is None else _sketch(self.numbers)
        return Held(self.name, self.empty, self.values, numbers)


def together(parts: Sequence[Held]) -> Held:
    """What a column holds, from what it holds in each portion."""
    empty = sum(part.empty for part in parts)
    if all(part.values is not None for part in parts):
        values: Counter[str] = Counter()
        for part in parts:
            values.update(part.values or {})
        if len(values) <= MOST_VALUES:
            return Held(parts[0].name, empty, values, None)
    numbers: Counter[int] = Counter()
    for part in parts:
        part_counts = part.numbers
        if part.values is not None:
            amounts = numbers_in(list(part.values))
            if np.isnan(amounts).any():
                return Held(parts[0].name, empty, None, None)
            rows = np.array(list(part.values.values()), dtype=np.int64)
            part_counts = _sketch(_counts(amounts, rows))
        if part_counts is None:
            return Held(parts[0].name, empty, None, None)
        numbers.update(part_counts)
    return Held(parts[0].name, empty, None, numbers)


def cell_of(amounts: np.ndarray) -> np.ndarray:
    """Which cell of the sketch each number lies in, int64 in 0 … CELLS − 1; greater for greater."""
    bits = (np.asarray(amounts, dtype=np.float64) + 0.0).view(np.int64)  # + 0.0: no negative zero
    ordered = bits ^ ((bits >> 63) & np.int64(2**63 - 1))
    return (ordered >> (52 - DIGITS)) + CELLS // 2


def lowest(cells: np.ndarray) -> np.ndarray:
    """The least number in each cell of the sketch."""
    ordered = (np.asarray(cells, dtype=np.int64) - CELLS // 2) << (52 - DIGITS)
    bits = ordered ^ ((ordered >> 63) & np.int64(2**63 - 1))
    return bits.view(np.float64)


def amounts_in(cells: "arrow.Array") -> np.ndarray | None:
    """The numbers of a column of numbers, NaN where a cell is empty; None of any other column."""
    import pyarrow as arrow

    kind = cells.type
    if not (arrow.types.is_integer(kind) or arrow.types.is_floating(kind)):
        return None
    amounts = cells.cast(arrow.float64(), safe=False).to_numpy(zero_copy_only=False)
    return None if np.isinf(amounts).any() else amounts  # infinity is a word, as in any file


def coded(cells: "arrow.Array") -> tuple[list[str], np.ndarray]:
    """The distinct texts of cells and each cell's index; the last text stands for empty cells."""
    import pyarrow as arrow

    if not arrow.types.is_dictionary(cells.type):
        cells = cells.dictionary_encode(null_encoding="encode")
    texts, codes, empty = by_dictionary(cells)
    if empty != len(texts) - 1:  # the empty text is not the last one yet
        order = [*(i for i in range(len(texts)) if i != empty), empty]
        place = np.empty(len(texts), dtype=np.int32)
        place[order] = np.arange(len(texts))
        texts, codes = [texts[i] for i in order], place[codes]
    return texts, codes


def _sketch(counts: np.ndarray) -> Counter[int]:
    """How many numbers lie in each cell that holds any; counts: of every cell."""
    used = np.flatnonzero(counts)
    return Counter(dict(zip(used.tolist(), counts[used].tolist(), strict=True)))


def _counts(amounts: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """How many numbers lie in each cell of the sketch; `counts`: how often each number comes."""
    return np.bincount(cell_of(amounts), weights=counts, minlength=CELLS).astype(np.int64)
