"""Empty cells: what can become of them, and notices of them."""

from collections.abc import Container, Sequence

import numpy as np

from interpret.data.complaints import counted, listed, quoted
from interpret.data.dates import named_parts
from interpret.data.table import Table

GAPS = {
    "value": "an empty cell counts as a value of its own",
    "frequent": "each is filled with the column's most frequent value, or the median of numbers",
    "frequent-in-class": (
        "in training each is filled with the most frequent value of its class, or the median "
        "of numbers; in other rows it stays empty, and the machine sees no value there"
    ),
    "drop-row": "rows with one are left out",
}


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
