"""The one writer of CSV files that people open: no cell of them is a formula."""

import csv
from collections.abc import Iterable

from interpret.data.numbers import number

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


def _safe(cells: Iterable[object]) -> list[object]:
    """The cells defused, each that differs once."""
    cells = list(cells)
    known = {cell: defused(cell) for cell in set(cells)}
    return [known[cell] for cell in cells]
