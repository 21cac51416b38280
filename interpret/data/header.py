"""The header of a table: which row it is, and complaints about names that no columns can have."""

from collections import Counter
from collections.abc import Container, Sequence

from interpret.data.complaints import DataError, listed, quoted
from interpret.data.numbers import number

MOST_TITLES = 5  # lines with a title or a date above the header
ROWS_LOOKED_AT = 200  # rows
ROWS_AS_WIDE = 5  # rows under the header that must be as wide


def header_place(rows: Sequence[Sequence[str]]) -> int:
    """The index of the header among a file's first rows.

    It is the first row, unless that row, perhaps with others, is clearly a title above the header.
    A title has one cell, or at most two filled cells in fewer than half of the columns. The row
    under the titles is then the header if it fills every column with names that differ and are no
    numbers, and if the next rows are as wide.
    """
    rows = [[cell.strip() for cell in row] for row in rows[:ROWS_LOOKED_AT]]
    for place in range(min(MOST_TITLES + 1, len(rows) - 1)):
        columns = range(max(map(len, rows[place:])))
        used = [i for i in columns if any(i < len(row) and row[i] for row in rows[place:])]
        header = [rows[place][i] for i in used if i < len(rows[place])]
        if len(header) == len(used) and all(header):
            clear = (
                all(_is_title(row, len(used)) for row in rows[:place])
                and len(set(header)) == len(header)
                and all(number(name) is None for name in header)
                and {*map(len, rows[place + 1 : place + 1 + ROWS_AS_WIDE])} == {len(rows[place])}
            )
            return place if clear else 0
    return 0


def _is_title(row: Sequence[str], width: int) -> bool:
    filled = sum(map(bool, row))
    return len(row) == 1 or (filled <= 2 and 2 * filled < width)


def above_header(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """A notice of the cells in rows above the header, if there are any."""
    cells = [cell.strip() for row in rows for cell in row if cell.strip()]
    if not cells:
        return ()
    return (
        "The first row with a name for every column was taken as the header; above it "
        f"{'stands' if len(cells) == 1 else 'stand'} {listed(map(quoted, cells))}.",
    )


def check_header(names: Sequence[str], values: Sequence[Container[str | None]]) -> None:
    """A DataError unless these can name columns with these values.

    They must differ, none may be empty, and they may be neither all numbers nor all values.
    """
    mend = "Put a line with the column names on top."
    if all(number(name) is not None for name in names):
        raise DataError(
            "The first line must hold the column names, and it holds only numbers: "
            f"{listed(map(quoted, names))}. {mend}"
        )
    if all((name or None) in value for name, value in zip(names, values, strict=True)):
        raise DataError(
            "The first line must hold the column names, and each of its cells "
            f"({listed(map(quoted, names))}) is also a value of its column. {mend}"
        )
    if "" in names:
        raise DataError(
            f"Every column needs a name, and column {names.index('') + 1} has no name in the "
            "first line. Name the column, or remove it. If lines stand above the header, remove "
            "them."
        )
    repeated = [name for name, times in Counter(names).items() if times > 1]
    if repeated:
        raise DataError(
            f"Column names must differ, and {listed(map(quoted, repeated))} "
            f"{'stands' if len(repeated) == 1 else 'stand'} more than once in the first line. "
            "Rename columns, or put a line with the column names on top if the first line is data."
        )


def check_width(width: int) -> None:
    """A DataError unless there are columns enough for an attribute and the class."""
    if width < 2:
        raise DataError(
            f"A table needs at least two columns, and this file has {width}. Add the class, or the "
            "attributes."
        )
