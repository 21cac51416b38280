"""Cells: what every format is read into, columns of coded texts under a header."""

from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from interpret.data.complaints import DataError

ROWS_AT_ONCE = 4096


@dataclass(frozen=True, eq=False)
class Coded:
    """A column of cells: the distinct texts as they stand in the file, and each row's index."""

    texts: tuple[str, ...]
    codes: np.ndarray


@dataclass(frozen=True, eq=False)
class Cells:
    """The header, one Coded column for each of its cells, and what the owner should know."""

    header: tuple[str, ...]
    columns: tuple[Coded, ...]
    notices: tuple[str, ...] = ()


def coded(rows: Iterator[Sequence[str]], width: int) -> tuple[Coded, ...]:
    """The columns of rows, each `width` texts wide; a DataError where there is no row."""
    places = [_new_places() for _ in range(width)]
    codes = [array("i") for _ in range(width)]
    while some := list(islice(rows, ROWS_AT_ONCE)):
        for place, column, cells in zip(places, codes, zip(*some, strict=True), strict=True):
            column.extend(map(place.__getitem__, cells))
    if not codes[0]:
        raise DataError("The file has a header and no rows under it. Add the rows of the table.")
    return tuple(
        Coded(tuple(place), np.frombuffer(column, dtype=np.int32))
        for place, column in zip(places, codes, strict=True)
    )


def _new_places() -> defaultdict[str, int]:
    """A dictionary in which a new text gets the next number."""
    places: defaultdict[str, int] = defaultdict()
    places.default_factory = places.__len__
    return places
