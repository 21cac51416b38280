"""A target of numbers: whether a column is one, its numbers, and two classes made of them."""

import re
from dataclasses import replace

import numpy as np

from interpret.data.complaints import DataError, counted, listed, quoted
from interpret.data.cuts import readable
from interpret.data.from_cells import MOST_NUMBERS
from interpret.data.numbers import NUMBER, digits, number
from interpret.data.table import Column, Table, Values

MOSTLY = 0.9  # the least share of numbers among the cells that are not empty
# A letter right before a digit makes a name, as in P12, and no unit.
WITH_UNIT = re.compile(
    rf"(?P<before>\D*\s|[^\w\s]*?)(?P<amount>(?>{NUMBER}))\s*+(?P<after>\D*+)", re.ASCII
)
LONGEST_AMOUNT = 60  # characters, with its unit; anything longer is a text


def is_amount(column: Column) -> bool:
    """Whether the column is a number to be explained rather than a class: more than 12 numbers."""
    amounts = _amounts(column)
    there = column.counts * [value is not None for value in column.values]
    is_number = ~np.isnan(amounts)
    differ = len(np.unique(amounts[is_number & (there > 0)]))
    return differ > MOST_NUMBERS and there[is_number].sum() >= MOSTLY * there.sum()


def amounts_read(table: Table, target: str) -> tuple[Table, list[str]]:
    """The table with the target's cells as numbers, and notices of how they were read.

    A unit that all cells have is left out; a cell that is no number becomes empty.
    """
    column = table.column(target)
    amounts = _amounts(column)
    notices = []
    if not column.is_numeric and np.isnan(column.values.numbers).all():
        some = next(v for v, a in zip(column.values, amounts, strict=True) if not np.isnan(a))
        unit = " and ".join(quoted(part) for part in _unit(some or "") or () if part)
        notices.append(f"The cells of {quoted(target)} were read as numbers without their {unit}.")
    texts = [
        f"{quoted(value)} ({n:,})"
        for value, amount, n in zip(column.values, amounts, column.counts, strict=True)
        if value is not None and np.isnan(amount) and n
    ]
    if texts:
        notices.append(f"No number, and so read as empty, in {quoted(target)}: {listed(texts)}.")
    if not texts and not notices:
        return table, []
    differ, place = np.unique(amounts, return_inverse=True)  # NaN is the last, and one
    values = Values([None if np.isnan(a) else repr(float(a)) for a in differ], differ)
    read = replace(column, values=values, codes=place[column.codes].astype(np.int32), written=None)
    return table.having(read), notices


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
    """The number in each cell of a column, without its unit: (n_rows,), NaN where there is none."""
    column = table.column(target)
    return _amounts(column)[column.codes]


def middle(table: Table, target: str) -> float:
    """A number with few digits that divides the rows of a column of numbers in halves."""
    amounts = numbers_of(table, target)
    there = np.sort(amounts[~np.isnan(amounts)])
    place = len(there) // 2
    return readable(float(there[place - 1]), float(there[place]))


def halved(table: Table, target: str, above: float) -> Table:
    """The table with its target divided by a cut into two classes.

    A DataError where the target is no column of numbers, or no row is on one side of the cut.
    """
    column = table.column(target)
    if column.values and set(column.values) <= {*halves(above), None}:
        return table
    if not is_amount(column) and not column.is_numeric:
        raise DataError(
            f"Only a column of numbers has cells above {digits(above)}, and {quoted(target)} holds "
            "texts. Choose its values that count as positive instead."
        )
    table, _ = amounts_read(table, target)
    column = table.column(target)
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
        replace(column, values=values, codes=places.astype(np.int32), kind="category", written=None)
    )


def _amounts(column: Column) -> np.ndarray:
    """The number of each of the column's values, NaN where it is none: (n_values,)."""
    amounts = column.values.numbers
    if not np.isnan(amounts).all():
        return amounts
    units = {_unit(value) for value in column.values if value is not None}
    if len(units) != 1 or None in units:
        return amounts
    found = [value and _parts(value) for value in column.values]
    read = [number(match["amount"]) if match else None for match in found]
    return np.array([np.nan if amount is None else amount for amount in read])


def _unit(value: str) -> tuple[str, str] | None:
    """What stands before and behind the only number of a cell; None if it has none or several."""
    match = _parts(value)
    return (match["before"].strip(), match["after"].strip()) if match else None


def _parts(value: str) -> re.Match[str] | None:
    """The cell taken apart at its only number; None if it has none, several or much text."""
    return WITH_UNIT.fullmatch(value) if len(value) <= LONGEST_AMOUNT else None
