"""Possible rows: all combinations of the attributes' values, or rows drawn at random from them."""

from collections.abc import Sequence
from dataclasses import replace
from math import prod

import numpy as np

from interpret.data.table import Column, Table


def domain_size(table: Table, attributes: Sequence[str]) -> int:
    """The number of possible rows: combinations of values that occur in the table."""
    return prod(len(_seen(table.column(name))) for name in attributes)


def every_possible_row(table: Table, attributes: Sequence[str]) -> Table:
    """A table of every possible row, once each; domain_size says how many these are."""
    return possible(table, attributes, 0, domain_size(table, attributes))


def possible(table: Table, attributes: Sequence[str], start: int, stop: int) -> Table:
    """Possible rows start to stop − 1, in the order of their values."""
    numbers, codes = np.arange(start, stop), []
    for name in reversed(attributes):
        seen = _seen(table.column(name))
        numbers, place = np.divmod(numbers, len(seen))
        codes.append(seen[place])
    return _of(table, attributes, codes[::-1])


def crossed(table: Table, attributes: Sequence[str], n: int, rng: np.random.Generator) -> Table:
    """n rows, each a mixture of two random rows of the table, in shares drawn for each anew."""
    one, other = rng.integers(table.n_rows, size=(2, n))
    share = rng.random(n)
    codes = []
    for name in attributes:
        column = table.column(name).codes
        codes.append(np.where(rng.random(n) < share, column[other], column[one]))
    return _of(table, attributes, codes)


def marginal(table: Table, attributes: Sequence[str], n: int, rng: np.random.Generator) -> Table:
    """n rows, each attribute drawn independently, a value as often as it occurs in the table."""
    drawn = [table.column(name).codes[rng.integers(table.n_rows, size=n)] for name in attributes]
    return _of(table, attributes, drawn)


def _seen(column: Column) -> np.ndarray:
    return np.flatnonzero(column.counts).astype(np.int32)


def _of(table: Table, attributes: Sequence[str], codes: Sequence[np.ndarray]) -> Table:
    columns = (
        table.column(name).of_made_rows(coded)
        for name, coded in zip(attributes, codes, strict=True)
    )
    return replace(table, columns=tuple(columns), kept=None)
