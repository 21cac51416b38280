"""What a second file says of the items: a table with one row for each item of the choices."""

from dataclasses import dataclass, replace

import numpy as np

from interpret.answers.ranking.choices import Choices
from interpret.data.complaints import DataError, counted, listed, quoted
from interpret.data.cuts import quantile_cuts
from interpret.data.table import Table


@dataclass(frozen=True, eq=False)
class Described:
    """Items with attributes. places: which item of the choices each row of the table describes."""

    table: Table
    places: np.ndarray
    attributes: tuple[str, ...]
    notices: tuple[str, ...]


def described(table: Table, choices: Choices, item_column: str) -> Described:
    """The items of the choices as a file describes them; numbers are cut at their quantiles.

    DataError where no column names the items.
    """
    name = _naming(table, choices, item_column)
    column, known = table.column(name), choices.item_places()
    at = np.array([known.get(str(value), -1) for value in column.values])[column.codes]
    rows = np.flatnonzero(at >= 0)
    _, first = np.unique(at[rows], return_index=True)  # of an item described twice, the first
    rows = rows[np.sort(first)]
    notices = []
    lacking = len(known) - len(rows)
    if lacking:
        notices.append(
            f"{counted(lacking, 'item')} of the choices {'is' if lacking == 1 else 'are'} not in "
            f"{quoted(table.name)}: ranked, but no rule speaks of such."
        )
    more = table.n_rows - len(rows)
    if more:
        notices.append(
            f"{counted(more, 'row')} of {quoted(table.name)} that no choice needs: passed over."
        )
    usable = [
        usable_column
        for usable_column in table.columns
        if usable_column.kind in ("category", "number")
    ]
    attributes = tuple(usable_column.name for usable_column in usable if usable_column.name != name)
    if not attributes:
        raise DataError(
            f"A file of items must have columns that tell them apart beside {quoted(name)}; "
            f"{quoted(table.name)} has {listed(map(quoted, table.names))}. Add some, or leave it."
        )
    of_items = table.rows(rows)
    columns = tuple(
        replace(c, cuts=cuts, coarse=cuts)
        for c in of_items.columns
        for cuts in [quantile_cuts(c) if c.kind == "number" else ()]
    )
    return Described(replace(of_items, columns=columns), at[rows], attributes, tuple(notices))


def _naming(table: Table, choices: Choices, item_column: str) -> str:
    """The column that names the items."""
    known = choices.item_places()

    def found(name: str) -> int:
        column = table.column(name)
        return len({str(value) for value in column.values} & known.keys())

    best = max(table.names, key=lambda name: (found(name), name == item_column))
    if item_column in table.names and 2 * found(item_column) >= found(best):
        best = item_column
    if not found(best):
        raise DataError(
            f"A file of items must have a column with the names in {quoted(item_column)}, such as "
            f"{listed(map(quoted, choices.items[:2]))}; {quoted(table.name)} has none. Bring the "
            "file that describes these items."
        )
    return best
