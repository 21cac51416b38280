"""Cells of a workbook, in which every text stays a text.

A cell is written as a text or a number, never as a formula; a text that looks like a formula is
also marked, so that a spreadsheet keeps it a text when it is edited or saved again.
"""

from typing import Any

from interpret.answers.rule.exports.pmml_fields import legible
from interpret.present.csv_file import OBEYED

LONGEST = 32_000  # characters of a cell that Excel takes


def put(cell: Any, value: object) -> None:
    """Writes a text or a number into a cell of openpyxl's."""
    if isinstance(value, str):
        cell.value = legible(value if len(value) <= LONGEST else f"{value[:LONGEST]}…")
        cell.data_type = "s"
        cell.quotePrefix = value.startswith(OBEYED)
    else:
        cell.value = value
