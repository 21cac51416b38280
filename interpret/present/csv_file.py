"""The one writer of CSV files that people open, and of cells of workbooks: none is a formula."""

import csv
from collections.abc import Iterable
from typing import Any

from interpret.data.numbers import number
from interpret.present.wording import legible

LONGEST = 32_000  # characters of a cell that Excel takes
CRLF = "\r\n"  # Python 3.11 quotes a cell with one of the two only if its lines end so
# With what a text begins that a spreadsheet takes for a formula.
OBEYED = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")

ALONE = ("-", "+", "－", "＋")  # a sign alone is no formula, and often means an empty cell


def as_csv(columns: Iterable[tuple[object, Iterable[object]]]) -> str:
    """The columns, each a name and its cells, as a file that no spreadsheet takes for formulas.

    Numbers stay numbers; None and NaN are empty cells.
    """
    lines = _Lines()
    writer = csv.writer(lines, lineterminator=CRLF)
    names, cells = zip(*columns, strict=True)
    writer.writerow(map(defused, names))
    writer.writerows(zip(*map(_safe, cells), strict=True))
    return "".join(f"{line.removesuffix(CRLF)}\n" for line in lines)


class _Lines(list[str]):
    """What a writer of csv writes to."""

    write = list[str].append


def defused(cell: object) -> object:
    """A text that a spreadsheet would obey gets an apostrophe in front (OWASP, CSV injection)."""
    if not isinstance(cell, str):
        return None if cell != cell else cell
    if not cell.startswith(OBEYED) or cell in ALONE:
        return cell
    return cell if number(cell.replace(",", ".")) is not None else f"'{cell}"


def put(cell: Any, value: object) -> None:
    """Writes a text or a number into a cell of openpyxl's.

    A text that looks like a formula is also marked, so that a spreadsheet keeps it a text when it
    is edited or saved again.
    """
    if isinstance(value, str):
        cell.value = legible(value if len(value) <= LONGEST else f"{value[:LONGEST]}…")
        cell.data_type = "s"
        cell.quotePrefix = value.startswith(OBEYED) and value not in ALONE
    else:
        cell.value = value


def _safe(cells: Iterable[object]) -> list[object]:
    """The cells defused, each that differs once."""
    cells = list(cells)
    known = {cell: defused(cell) for cell in set(cells)}
    return [known[cell] for cell in cells]
