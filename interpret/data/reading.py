"""From the bytes of a file to its Table."""

from hashlib import sha256

from interpret.data.cells import Cells
from interpret.data.complaints import listed, quoted
from interpret.data.formats import read_cells
from interpret.data.from_cells import column_of
from interpret.data.header import check_header
from interpret.data.limits import LIMITS, ReadingLimits
from interpret.data.table import Table


def read_table(raw: bytes, name: str, limits: ReadingLimits = LIMITS) -> Table:
    """The Table in a file of any format that interpret.data.formats knows."""
    table = table_of(read_cells(raw, limits), name, sha256(raw).hexdigest())
    check_header(table.names, [column.values for column in table.columns])
    return table


def table_of(cells: Cells, name: str, digest: str) -> Table:
    """The Table of cells, whatever they were read from."""
    columns = tuple(
        column_of(title, coded.texts, coded.codes)
        for title, coded in zip(cells.header, cells.columns, strict=True)
    )
    commas = tuple(
        column.name
        for column, coded in zip(columns, cells.columns, strict=True)
        if column.kind == "number" and "," in "".join(coded.texts)
    )
    notices = list(cells.notices)
    texts = (column for column in columns if column.kind in ("category", "identifier"))
    unclear = [column.name for column in texts if len(column.values.ways) > 1]
    if unclear:
        notices.append(
            f"It is not clear which number is the day in {listed(map(quoted, unclear))}, so its "
            "dates are taken as texts. Write them as 2024-12-31 to use year, month and weekday."
        )
    if commas:
        notices.append(
            f"Decimal commas were read as points, in {listed(map(quoted, commas))}: 1,5 is 1.5."
        )
    return Table(name, digest, columns, tuple(notices), commas=commas)
