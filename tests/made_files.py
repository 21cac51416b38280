"""Files of every format, made of columns: the cells by the name of each."""

import csv
import io
import zipfile

import openpyxl
import pyarrow as arrow
from pyarrow import parquet


def columns_of(rows):
    """The columns of rows whose first has the names."""
    names, *body = rows
    return {name: [row[place] for row in body] for place, name in enumerate(names)}


def rows_of(columns):
    return [tuple(columns), *zip(*columns.values(), strict=True)]


def as_csv(rows, delimiter=",", quoting=csv.QUOTE_MINIMAL):
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, quoting=quoting).writerows(rows)
    return text.getvalue().encode()


def as_workbook(*sheets, **named):
    """A workbook of these sheets, each its rows; no text is a formula or an error."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    numbered = {f"sheet {number}": rows for number, rows in enumerate(sheets)}
    for name, rows in (numbered | named).items():
        sheet = book.create_sheet(name.replace("_", " "))
        for row in rows:
            sheet.append(list(row))
        for cell in (cell for row in sheet.iter_rows() for cell in row):
            if isinstance(cell.value, str):
                cell.data_type = "s"
    raw = io.BytesIO()
    book.save(raw)
    return raw.getvalue()


def as_parquet(columns, **options):
    """A Parquet file of columns, or of a table of Arrow."""
    raw = io.BytesIO()
    table = columns if isinstance(columns, arrow.Table) else arrow.table(columns)
    parquet.write_table(table, raw, **options)
    return raw.getvalue()


def zip_of(parts):
    """An archive of these files, by their names."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return raw.getvalue()
