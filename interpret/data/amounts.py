"""A target of numbers: whether a column is one, its numbers, and two classes made of them."""

from dataclasses import replace

import numpy as np

from interpret.data.complaints import DataError, counted, quoted
from interpret.data.cuts import cut_behind
from interpret.data.learn_reading import MOST_NUMBERS
from interpret.data.numbers import digits, number
from interpret.data.table import Column, Table, Values


def is_amount(column: Column) -> bool:
    """Whether the column is a number to be explained rather than a class: more than 12 numbers."""
    amounts = column.values.numbers[column.counts > 0]
    return column.is_numeric and len(np.unique(amounts[~np.isnan(amounts)])) > MOST_NUMBERS


def halves(above: float) -> tuple[str, str]:
    """The names of the two classes that a cut makes of a target of numbers: above it, up to it."""
    return f"above {digits(above)}", f"{digits(above)} or less"


def cut_between(positive: tuple[str, ...], negative: tuple[str, ...]) -> float | None:
    """The cut whose two sides these classes are named after; None where there is none."""
    if len(positive) != 1 or len(negative) != 1 or not positive[0].startswith("above "):
        return None
    above = number(positive[0].removeprefix("above "))
    return above if above is not None and halves(above) == (*positive, *negative) else None


def numbers_of(table: Table, target: str) -> np.ndarray:
    """The number in each cell of a column: (n_rows,), NaN where there is none."""
    column = table.column(target)
    return column.values.numbers[column.codes]


def middle(table: Table, target: str) -> float:
    """A number with few digits that divides the rows of a column of numbers in halves."""
    amounts = numbers_of(table, target)
    there = np.sort(amounts[~np.isnan(amounts)])
    place = len(there) // 2
    return cut_behind(there, place - 1)


def halved(table: Table, target: str, above: float) -> Table:
    """The table with its target divided by a cut into two classes.

    A DataError where the target is no column of numbers, or no row is on one side of the cut.
    """
    column = table.column(target)
    if column.values and set(column.values) <= {*halves(above), None}:
        return table
    if not column.is_numeric:
        raise DataError(
            f"Only a column of numbers has cells above {digits(above)}, and {quoted(target)} holds "
            "texts. Choose its values that count as positive instead."
        )
    amounts = column.values.numbers
    high = np.isfinite(amounts) & (amounts > above)
    sides = np.where(np.isnan(amounts), 2, np.where(high, 0, 1))
    places = sides[column.codes]
    n_high, n_low = (int(np.count_nonzero(places == side)) for side in (0, 1))
    if not n_high or not n_low:
        raise DataError(
            f"The cut must leave rows on both sides, and {counted(n_high, 'row')} of "
            f"{quoted(target)} {'is' if n_high == 1 else 'are'} above {digits(above)}, {n_low:,} "
            "not. Move it into the range of the numbers."
        )
    values = Values((*halves(above), *([None] if (places == 2).any() else [])))
    return table.having(
        replace(column, values=values, codes=places.astype(np.int32), kind="category")
    )
