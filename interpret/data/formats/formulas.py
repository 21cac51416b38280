"""Formulas of a workbook whose results are not stored, since no office has computed them."""

import re
from io import BytesIO
from posixpath import join, normpath
from xml.etree.ElementTree import fromstring
from zipfile import ZipFile

from interpret.data.complaints import DataError, quoted

BOOK, TARGETS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
# a cell with a formula and no value; one whose result is an empty text has t="str"
NO_RESULT = re.compile(rb"<c ([^<>]*)><f[^<>]*(?:/>|>[^<>]*</f>)(?:<v ?/>|<v></v>)?</c>")
PLACE = re.compile(rb'\br="([A-Z]{1,3}[0-9]{1,7})"')


def check_results(raw: bytes, sheet: str) -> None:
    """A DataError where a formula of a sheet of an .xlsx file has no result.

    A program that writes a workbook cannot compute its formulas, and readers take them as empty.
    """
    with ZipFile(BytesIO(raw)) as parts:
        names = {*parts.namelist()}
        if not {BOOK, TARGETS} <= names:
            return
        places = {one.get("name"): one.get(ID) for one in fromstring(parts.read(BOOK)).iter()}
        targets = {one.get("Id"): one.get("Target", "") for one in fromstring(parts.read(TARGETS))}
        path = normpath(join("/xl", targets.get(places.get(sheet), ""))).lstrip("/")
        written = parts.read(path) if path in names else b""
    if b"<f" not in written:  # as in most sheets, of which this is known at once
        return
    for found in NO_RESULT.finditer(written):
        if b't="str"' not in found[1]:
            place = PLACE.search(found[1])
            cell = f"cell {place[1].decode()}" if place else "one"
            raise DataError(
                f"Every formula of a sheet must have its result stored, and {cell} of "
                f"{quoted(sheet)} has none, as where a program wrote the workbook. Open it in "
                "Excel or LibreOffice, save it, and load it again."
            )
