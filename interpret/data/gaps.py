"""Empty cells: what can become of them, and notices of them and of marks read as empty."""

from collections.abc import Container, Sequence

import numpy as np

from interpret.data.complaints import counted, listed, quoted
from interpret.data.dates import named_parts
from interpret.data.table import Column, Table, is_mark

GAPS = {
    "value": "an empty cell counts as a value of its own",
    "frequent": "each is filled with the column's most frequent value, or the median of numbers",
    "frequent-in-class": (
        "in training each is filled with the most frequent value of its class, or the median "
        "of numbers; in other rows it stays empty, and the machine sees no value there"
    ),
    "drop-row": "rows with one are left out",
}


def as_asked(table: Table, as_category: Sequence[str]) -> Table:
    """The table with these columns' cells as they stand in the file: marks like NA are values."""
    for column in table.columns:
        if column.written and column.name in as_category:
            table = table.having(column.written)
    return table


def marks_read(table: Table, names: Sequence[str]) -> list[str]:
    """A sentence on the marks in these columns that were read as empty, if there are any."""
    marked = [(column, column.written) for column in map(table.column, names) if column.written]
    if not marked:
        return []
    told = listed(
        f"in {quoted(column.name)} the cells {_marks(written)}" for column, written in marked
    )
    held = {"dates" if column.kind == "date" else "numbers" for column, _ in marked}
    kinds = sorted(held, reverse=True)
    return [f"I{told[1:]} were read as empty: all others are {' or '.join(kinds)}."]


def _marks(column: Column) -> str:
    counts = dict(zip(column.values, column.counts, strict=True))
    parts = [f"{quoted(mark)} ({counts[mark]:,})" for mark in filter(is_mark, column.values)]
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


def gappy(table: Table, attributes: Sequence[str]) -> np.ndarray:
    """Which rows have an empty cell in one of the attributes: bool (n_rows,)."""
    gaps = [table.column(name).missing_rows for name in attributes]
    return np.any(gaps, axis=0)


def empty_cells(
    table: Table, attributes: Sequence[str], gaps: str, of_file: Container[str]
) -> list[str]:
    """A sentence on the file's empty cells in these columns, and in the dates they come from.

    of_file: the names of the file's columns.
    """
    dates = [dated.name for dated in table.columns if dated.kind == "date"]
    whole = {part: name for name in dates for part in named_parts(name) if part not in of_file}
    names = dict.fromkeys(whole.get(name, name) for name in attributes)
    holey = [column for column in map(table.column, names) if column.missing]
    if not holey:
        return []
    n_cells = sum(column.missing for column in holey)
    told = GAPS[gaps]
    if gaps == "drop-row":
        n_rows = int(gappy(table, attributes).sum())
        told = f"{counted(n_rows, 'row')} with one {'is' if n_rows == 1 else 'are'} left out"
    return [
        f"In the columns that are used {counted(n_cells, 'cell')} "
        f"{'is' if n_cells == 1 else 'are'} empty "
        f"(in {listed(quoted(column.name) for column in holey)}); {told}."
    ]
