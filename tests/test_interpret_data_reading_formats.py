import datetime
import gzip
import io
import sys
import zipfile

import numpy as np
import openpyxl
import pandas as pd
import pyarrow
import pyarrow.parquet
import pytest

from interpret.data.complaints import DataError
from interpret.data.formats.head import header_place
from interpret.data.frame import frame_table
from interpret.data.limits import ReadingLimits
from interpret.data.reading import read_cells, read_table
from interpret.data.sandbox.read_apart import read_apart
from interpret.data.times import places_in_time
from tests.made_files import as_csv, as_parquet, as_workbook, columns_of, zip_of

ROWS = [
    ("größe", "a “b”", "class"),
    ("<b>1</b>", "it's, so", "yes"),
    ("", "=1+1", "no"),
    ("10", "12.5", "yes"),
    ("10", "-3", "no"),
]
COLUMNS = columns_of([[cell or None for cell in row] for row in ROWS])
FILES = {
    "CSV": as_csv(ROWS),
    "semicolons": as_csv(ROWS, ";"),
    "TSV": as_csv(ROWS, "\t"),
    "UTF-16, as Excel saves text": as_csv(ROWS, "\t").decode().encode("utf-16"),
    "UTF-16 of the other end": b"\xfe\xff" + as_csv(ROWS).decode().encode("utf-16-be"),
    "Latin-1": as_csv(ROWS).decode().encode("cp1252"),
    "Excel": as_workbook(ROWS),
    "Excel with margins": as_workbook([("",) * 5, *(("", *row, None) for row in ROWS), ()]),
    "Excel behind an empty sheet": as_workbook([], ROWS, [("other", "sheet")]),
    "Parquet": as_parquet(COLUMNS),
}
FILES |= {f"gzip of {name}": gzip.compress(raw, mtime=0) for name, raw in FILES.items()}
FILES["gzip of two members"] = gzip.compress(FILES["CSV"][:30]) + gzip.compress(FILES["CSV"][30:])


@pytest.mark.parametrize("name", FILES)
def test_every_format_gives_the_same_table(name):
    table = read_table(FILES[name], name)
    assert table.names == ROWS[0]
    expected = [[cell or None for cell in row] for row in ROWS[1:]]
    assert table.frame().to_numpy().tolist() == expected
    assert all(column.counts.min() > 0 for column in table.columns)


TYPED = pd.DataFrame(
    {
        "whole": [1, 2, 3],
        "gap": [1.0, np.nan, 2.5],
        "truth": [True, False, True],
        "day": pd.to_datetime(["2020-01-31", "2020-02-01", "2020-02-29"]),
        "time": pd.to_datetime(["2020-01-31 10:30", "2020-02-01 00:00", "2020-02-29 00:00"]),
        "kind": pd.Categorical(["b", None, "a"], categories=["a", "b", "never"]),
        "nothing": [None, None, None],
        "bytes": [b"x", b"y", b"\xff"],
    }
)
CELLS = [
    ["1", "1", "true", "2020-01-31", "2020-01-31 10:30:00", "b", None, "x"],
    ["2", None, "false", "2020-02-01", "2020-02-01", None, None, "y"],
    ["3", "2.5", "true", "2020-02-29", "2020-02-29", "a", None, "\ufffd"],
]


def test_typed_cells_of_a_parquet_file_are_written_as_a_person_would():
    raw = io.BytesIO()
    TYPED.set_index(pd.Index([7, 8, 9])).to_parquet(raw)
    assert read_table(raw.getvalue(), "t").frame().to_numpy().tolist() == CELLS


def test_midnight_in_a_time_zone_keeps_its_zone():
    raw = io.BytesIO()
    hours = pd.date_range("2024-06-02", periods=40, freq="h", tz="UTC")
    pd.DataFrame({"when": hours, "y": "a"}).to_parquet(raw)
    assert places_in_time(read_table(raw.getvalue(), "t"), "when").tolist() == list(range(40))


def test_typed_cells_of_a_workbook_are_written_as_a_person_would():
    cells = TYPED.drop(columns="bytes").astype(object)
    rows = [list(cells.columns), *cells.where(cells.notna(), None).to_numpy().tolist()]
    rows[1].append("")
    frame = read_table(as_workbook(rows), "t").frame()
    assert frame.to_numpy().tolist() == [row[:-1] for row in CELLS]


def with_formulas(*result):
    """A workbook whose second column doubles the first, with something else for the results."""
    rows = [("a", "b", "class"), *((i, f"=2*A{i + 2}", "yn"[i % 2]) for i in range(20))]
    book = openpyxl.Workbook()
    book.active.title = "Data & more"
    for row in rows:
        book.active.append(row)
    raw, other = io.BytesIO(), io.BytesIO()
    book.save(raw)
    with zipfile.ZipFile(raw) as written, zipfile.ZipFile(other, "w") as made:
        for name in written.namelist():
            made.writestr(name, written.read(name).replace(*result))
    return other.getvalue()


@pytest.mark.parametrize("result", [b"", b"<v/>", b"<v></v>", b"<v />"])
def test_formulas_without_results_are_refused(result):
    with pytest.raises(DataError, match="cell B2 of “Data & more” has none"):
        read_table(with_formulas(b"<v />", result), "t.xlsx")


def test_formulas_with_results_are_read_as_these():
    some = read_table(with_formulas(b"<v />", b"<v>4.5</v>"), "t.xlsx")
    assert [*some.column("b").values] == ["4.5"]
    empty_texts = with_formulas(b"><f>", b' t="str"><f>')
    assert [*read_table(empty_texts, "t.xlsx").column("b").values] == [None]


def test_a_time_alone_and_a_long_number_keep_their_digits():
    rows = [("at", "n", "class"), (datetime.time(9, 5), 2**53 - 1, "x"), (None, 0.1, "y")]
    frame = read_table(as_workbook(rows), "t").frame()
    assert frame["at"].tolist() == ["09:05:00", None]
    assert frame["n"].tolist() == ["9007199254740991", "0.1"]


def nested():
    return as_parquet({"a": [[1], [2]], "b": ["x", "y"]})


def columnar(first, names=("a", "class")):
    """A Parquet file of two columns and three rows."""
    return as_parquet(pyarrow.table([first, ["x", "y", "x"]], names=names))


def days(n, unit):
    return pyarrow.array([n, 0, 1]).cast(pyarrow.timestamp(unit))


NO_UTF_8 = pyarrow.Array.from_buffers(
    pyarrow.string(),
    3,
    [
        None,
        pyarrow.py_buffer(np.arange(4, dtype=np.int32).tobytes()),
        pyarrow.py_buffer(b"a\xff\xfe"),
    ],
)
HAZARDS = {
    "Parquet with a day of the year 275,760": (columnar(days(2**53, "ms")), "years 1", "“a”"),
    "Parquet with a day before Christ": (columnar(days(-(2**60), "us")), "years 1", "“a”"),
    "Parquet with text that is no UTF-8": (columnar(NO_UTF_8), "UTF-8", "“a”"),
    "Parquet with one name twice": (columnar(["x"] * 3, ("a", "a ")), "must differ", "“a”"),
    "Parquet without a name": (columnar(["x"] * 3, ("", "class")), "no name"),
    "a damaged gzip archive": (b"\x1f\x8b\x08\x00abcdefgh", "damaged"),
    "half a gzip archive": (gzip.compress(b"a,b\nx,y\n" * 99)[:-12], "ends too early"),
    "gzip of nothing": (gzip.compress(b""), "is empty"),
    "a zip archive": (
        zip_of({"text": "a,b\nx,y"}),
        "zip archive",
        "no workbook",
        "“text”",
        "Unpack",
    ),
    "a Word document": (zip_of({"word/document.xml": "<w/>"}), "a Word document", "worksheet"),
    "half a workbook": (as_workbook(ROWS)[:500], "Excel", "cannot be read"),
    "an old Office file": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" * 99, "Excel", "cannot be read"),
    "a workbook of a header": (as_workbook(ROWS[:1]), "no rows"),
    "a workbook of one column": (as_workbook([("a",), ("x",)]), "at least two columns", "has 1"),
    "a damaged Parquet file": (b"PAR1 and more PAR1", "Parquet", "cannot be read"),
    "Parquet without rows": (as_parquet(columns_of(ROWS[:1])), "no rows"),
    "Parquet with lists": (nested(), "one value", "“a”"),
    "UTF-16 with half a letter": ("a,b\nx,y\n".encode("utf-16") + b"\x00", "UTF-16", "UTF-8"),
}


@pytest.mark.parametrize("hazard", HAZARDS)
def test_what_is_no_table_is_refused_with_a_sentence(hazard):
    raw, *parts = HAZARDS[hazard]
    with pytest.raises(DataError) as refusal:
        read_cells(raw)
    said = str(refusal.value)
    assert all(part in said for part in parts), said
    assert said.isprintable()
    assert len(said) < 300


def test_a_file_is_as_large_as_what_it_unpacks_to():
    limits = ReadingLimits(bytes=2 * 2**20)
    rows = b"a,b\n" + b"x,y\n" * 2**20
    with pytest.raises(DataError, match="may hold 2 MB, and this one holds 4 MB"):
        read_cells(rows, limits)
    with pytest.raises(DataError, match="may hold 2 MB, and this gzip archive unpacks to more"):
        read_cells(gzip.compress(rows), limits)
    with pytest.raises(DataError, match="may hold 2 MB, and this one holds 4 MB"):
        read_cells(zip_of({"sheet": rows}), limits)


def test_more_cells_than_a_table_may_have_are_refused_before_they_are_read():
    with pytest.raises(DataError, match="may have 11 cells, and this one has 12"):
        read_cells(as_parquet(COLUMNS), ReadingLimits(cells=11))


def far_away(cell, was=b'r="C5"', written=b'r="%s"'):
    """A workbook whose last cell stands somewhere else; written: how the file says so."""
    with zipfile.ZipFile(io.BytesIO(as_workbook(ROWS))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    assert was in parts[sheet]
    parts[sheet] = parts[sheet].replace(was, written % cell.encode())
    return zip_of(parts)


def test_a_sheet_may_span_so_many_cells():
    with pytest.raises(DataError, match=r"may span 14 cells, .* 5 rows of 3 columns.* far from"):
        read_cells(as_workbook(ROWS), ReadingLimits(sheet_cells=14))


def test_a_far_cell_that_holds_nothing_but_a_format_takes_no_room():
    styled = far_away(
        "", was=b"</sheetData>", written=b'%s<row><c r="XFD99" s="0"/></row></sheetData>'
    )
    assert read_table(styled, "t").n_rows == len(ROWS) - 1


@pytest.mark.parametrize(
    ("was", "written"),
    [
        (b"</sheetData>", b"</sheet>%s"),
        (b'r="C5"', b'r="5C"%s'),
        (b'r="C5"', b'r=""%s'),
        (b'<row r="5"', b'<row r="five"%s'),
    ],
)
def test_a_malformed_sheet_is_refused(was, written):
    with pytest.raises(DataError, match="cannot be read as one"):
        read_cells(far_away("", was, written))


def test_an_entity_that_a_sheet_declares_stands_for_nothing():
    declared = b'<!DOCTYPE w [<!ENTITY a "bomb">]><worksheet%s'
    assert b"bomb" not in repr(read_cells(far_away("", b"<worksheet", declared))).encode()
    named = far_away("", b'<row r="5"', b'<row r="5" s="&a;"%s')
    assert "bomb" not in repr(read_cells(named))


CELL = '<table:table-cell{} office:value-type="string"><text:p>{}</text:p></table:table-cell>'
MANY = ' table:number-columns-repeated="1000000"'


def open_document(*rows):
    """An OpenDocument file of one sheet; rows: the XML of each."""
    spaces = 'xmlns:office="o" xmlns:table="t" xmlns:text="x"'
    sheet = f'<table:table table:name="s">{"".join(rows)}</table:table>'
    body = f"<office:body><office:spreadsheet>{sheet}</office:spreadsheet></office:body>"
    mimetype = "application/vnd.oasis.opendocument.spreadsheet"
    content = f"<office:document-content {spaces}>{body}</office:document-content>"
    manifest = '<manifest:manifest xmlns:manifest="m"/>'
    parts = {"content.xml": content, "META-INF/manifest.xml": manifest}
    return zip_of({"mimetype": mimetype} | parts)


def row(*cells, more=""):
    return f"<table:table-row{more}>{''.join(cells)}</table:table-row>"


def cell(text, more=""):
    return CELL.format(more, text)


HEADER = row(cell("a"), cell("b"))
LONG = row(cell("x" * 10**5), cell("y"), more=' table:number-rows-repeated="99999"')
LAST_ROW = b'<row r="5"><c r="A5"'
TOO_LARGE = {
    "the last cell that Excel knows": far_away("XFD1048576"),
    "a far cell in small letters": far_away("xfd1048576"),
    "a far column": far_away("XFD5000"),
    "a column that Excel does not know": far_away("C" * 10**6 + "5"),
    "a far row": far_away("9999999", LAST_ROW, b'<row r="%s"><c'),
    "many columns of OpenDocument": open_document(HEADER, *[row(cell("x", MANY))] * 3000),
    "much text of OpenDocument": open_document(HEADER, LONG),
}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process")
@pytest.mark.parametrize("kind", TOO_LARGE)
def test_a_workbook_that_takes_too_much_memory_ends_its_reader_alone(kind):
    limits = ReadingLimits(memory=2**29)
    with pytest.raises(DataError, match=r"within 0\.5 GB of memory.* far from the table"):
        read_apart(TOO_LARGE[kind], "t.xlsx", limits)


def test_empty_repeats_behind_a_table_as_every_open_document_has_take_no_room():
    empty = f"<table:table-cell{MANY}/>"
    rows = [
        row(cell("a"), cell("b"), empty),
        row(cell("1"), cell("x"), empty),
        row(cell("2"), cell("x")),
    ]
    last = row(empty, more=' table:number-rows-repeated="1048573"')
    table = read_table(open_document(*rows, last), "t")
    assert table.frame().to_numpy().tolist() == [["1", "x"], ["2", "x"]]


def parquet(*columns, **options):
    names = list("abc"[: len(columns)])
    return as_parquet(pyarrow.table(list(columns), names=names), store_schema=False, **options)


def test_long_texts_in_a_dictionary_of_parquet_are_counted_as_often_as_they_stand():
    places = pyarrow.array(np.zeros(10**6, dtype=np.int32))
    long = pyarrow.DictionaryArray.from_arrays(places, ["x" * 20_000])
    other = pyarrow.array(["y", "z"] * 500_000)
    raw = parquet(long, other)
    assert len(raw) < 50_000
    with pytest.raises(DataError, match="may hold 2 GB of text, and those of this one hold 18"):
        read_cells(raw)
    short = pyarrow.DictionaryArray.from_arrays(places, ["x" * 200])
    assert read_cells(parquet(short, other)).columns[0].texts == ["x" * 200]


def test_what_a_parquet_file_unpacks_to_is_known_before_it_is_read(monkeypatch):
    monkeypatch.setattr(pyarrow.parquet.ParquetFile, "read", None)
    raw = parquet(["x" * 4000 + str(i) for i in range(300)], ["y"] * 300, use_dictionary=False)
    with pytest.raises(DataError, match="of text, and those of this one"):
        read_cells(raw, ReadingLimits(texts=10**6))


def test_lists_of_parquet_are_refused_before_they_are_read(monkeypatch):
    monkeypatch.setattr(pyarrow.parquet.ParquetFile, "read", None)
    with pytest.raises(DataError, match="must hold one value"):
        read_cells(nested())


def test_a_million_empty_lines_above_a_table_are_passed_at_once():
    blank = 10**6
    table = read_table(b"\n" * blank + b"a,b\n1,x\n2,y\n", "t.csv")
    assert (table.names, table.n_rows) == (("a", "b"), 2)
    assert read_table(b"\xef\xbb\xbf" + b" \r\n" * blank + b"a,b\n1,x\n2,y\n", "t").n_rows == 2
    with pytest.raises(DataError, match=r"row in line 1,000,003 has 1"):
        read_table(b"\n" * blank + b"a,b\n1,x\n2\n", "t.csv")
    with pytest.raises(DataError, match="is empty"):
        read_table(b"\n" * blank, "t.csv")


def test_a_cell_somewhat_far_from_the_table_is_one_row_or_column_more():
    assert read_table(far_away("AC4"), "t").names == (*ROWS[0], "column 4")
    assert read_table(far_away("C20000"), "t").n_rows == len(ROWS)


def test_a_column_called_like_the_mark_of_another_format_is_a_column():
    assert read_cells(b"PAR1,BZh\nx,y\n").header == ("PAR1", "BZh")


@pytest.mark.parametrize(
    "rows",
    [
        [("a", "", "", "", ""), ("v", "w", "x", "y", "z")],
        [("a", "b", ""), ("u", "v", "x"), ("u", "v", "x")],
        [("a", "b"), ("u", "v"), ("u", "v")],
        [("a", "", "", "", ""), ("v", "w", "7", "y", "z"), ("v", "w", "x", "y", "z")],
        [("a", "", "", "", ""), ("v", "w", "v", "y", "z"), ("v", "w", "x", "y", "z")],
        [*[("a", "", "", "", "")] * 51, ("v", "w", "x", "y", "z"), ("1", "2", "3", "4", "5")],
        [("a", "b", "c", "", "", ""), ("u", "v", "w", "x", "y", "z"), ("1",) * 6],
    ],
)
def test_the_first_row_is_the_header_where_another_is_not_sure_to_be(rows):
    assert header_place(rows) == 0


@pytest.mark.parametrize("hours", ["0.5", "23.75", "36.5", "240", "-1.5"])
def test_a_duration_is_a_number_of_hours_at_every_door(hours):
    took = datetime.timedelta(hours=float(hours))
    frame = pd.DataFrame({"took": [took, took], "y": ["a", "b"]})
    raw = io.BytesIO()
    frame.to_parquet(raw)
    tables = [read_table(raw.getvalue(), "t"), frame_table(frame, "t")]
    if took > datetime.timedelta(0):
        tables.append(read_table(as_workbook([("took", "y"), (took, "a"), (took, "b")]), "t"))
    assert [table.columns[0].values for table in tables] == [(hours,)] * len(tables)
