import csv
import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpret.data import cells as every_format
from interpret.data.complaints import DataError
from interpret.data.reading import read_cells

TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from('\n\t,;"'))


def written(rows, delimiter, encoding, quoting=csv.QUOTE_MINIMAL, end="\r\n"):
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, quoting=quoting, lineterminator=end)
    writer.writerows(rows)
    return text.getvalue().encode(encoding)


def rows_of(cells):
    columns = [np.array(c.texts, dtype=object)[c.codes] for c in cells.columns]
    return [tuple(row) for row in zip(*columns, strict=True)]


def tables(text):
    widths = st.integers(2, 4)
    return widths.flatmap(lambda n: st.lists(st.tuples(*[text] * n), min_size=1, max_size=8))


def stripped(rows):
    return [tuple(cell.strip() for cell in row) for row in rows]


@given(
    rows=tables(TEXT),
    delimiter=st.sampled_from("\t;,"),
    encoding=st.sampled_from(["utf-8", "utf-8-sig"]),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    end=st.sampled_from(["\r\n", "\n", "\r"]),
)
def test_what_was_written_is_read_back(rows, delimiter, encoding, quoting, end):
    header = tuple(f"größe {i}" for i in range(len(rows[0])))
    if end == "\r":  # the writer leaves another end of line unquoted
        quoting = csv.QUOTE_ALL
    cells = read_cells(written([header, *rows], delimiter, encoding, quoting, end))
    assert cells.header == header
    assert stripped(rows_of(cells)) == stripped(rows)
    assert not cells.notices


def test_latin_1_from_windows_keeps_its_euro_and_curly_quotes():
    cells = read_cells("Preis,né\n5 €,“ja”\n".encode("cp1252"))
    assert rows_of(cells) == [("5 €", "“ja”")]


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("a;b\n1,5;2,5\n1,2;3,4", ("1,5", "2,5")),
        ("a,b\nx;y,z\nu,v", ("x;y", "z")),
        ('"a;b","c"\n"x;y","z"\n', ("x;y", "z")),
        ("a\tb\nx, y; z\tw\n", ("x, y; z", "w")),
        ('a, b\nx, "y, z"\n', ("x", "y, z")),
        ("\n\n  \na,b\n\nx,y\n\n\n", ("x", "y")),
        ('a,b\n3.5" disk,say ""\n', ('3.5" disk', 'say ""')),
    ],
)
def test_the_delimiter_is_the_one_that_keeps_the_rows_even(text, row):
    assert rows_of(read_cells(text.encode()))[0] == row


@pytest.mark.parametrize(("delimiter", "other"), [(",", ";"), (";", ","), ("\t", ";"), (",", "\t")])
@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
@pytest.mark.parametrize("title", [[], [("Export of 28 Feb,11:42 AM; all",)]])
def test_lists_within_cells_do_not_part_them(delimiter, other, quoting, title):
    """However often another delimiter stands in cells, and in a title above them too."""
    lists = (other.join(f"p{k}" for k in range(i % 7 + 1)) for i in range(200))
    rows = [
        ("kind", "parts", "class"),
        *((f"k{i % 3}", one, "yn"[i % 2]) for i, one in enumerate(lists)),
    ]
    cells = read_cells(written([*title, *rows], delimiter, "utf-8", quoting))
    assert cells.header == rows[0]
    assert rows_of(cells) == rows[1:]


def test_a_long_table_is_coded_as_a_short_one_is(monkeypatch):
    raw = written([("a", "b"), *((str(i % 7), str(i)) for i in range(50))], ",", "utf-8")
    at_once = rows_of(read_cells(raw))
    monkeypatch.setattr(every_format, "ROWS_AT_ONCE", 3)
    assert rows_of(read_cells(raw)) == at_once


LONG = "x" * (csv.field_size_limit() + 1)
HAZARDS = {
    "empty": (b"", "is empty"),
    "blank lines": (b"\xef\xbb\xbf \r\n\n", "is empty"),
    "one column": (b"a\nx\ny\n", "at least two columns", "“a”"),
    "too many columns": (b"a," * 100_000 + b"b\nx,y\n", "100,000 columns", "has 100,001"),
    "another delimiter": (b"a~b~c\nx~y~z\n", "at least two columns", "“a~b~c”"),
    "a short row": (b"a,b,c\n1,2,3\n1,2\n", "header, 3,", "line 3 has 2", "Complete"),
    "a long row": (b"a;b\n1;2\n\n1;2;3\n", "line 4 has 3", "semicolon in double quotes"),
    "an open quote": (b'a,b\n1,2\n"x,2\n1,2\n', "line 3", "never closed"),
    "text behind a quote": (b'a,b\n"x"y,2\n', "line 2", "closing quote"),
    "a huge cell": (f"a,b\nx,{LONG}\n".encode(), "line 2", "131,072 characters"),
    "an open quote in a long file": (b'a,b\n1,"2\n' + b"1,2\n" * 50000, "line 2", "131,072"),
    "NUL bytes": (b"a,b\nx,y\nx,\x00\n", "NUL byte", "line 3"),
    "control bytes": (b"a,b\n\x1b[31m,y\n", "0x1B", "line 2"),
    "a PDF": (b"%PDF-1.7\n\x00", "PDF", "Export the table as CSV"),
    "a PDF of letters": (b"%PDF-1.4\n1 0 obj\n", "this is a PDF"),
    "a photo": (b"\xff\xd8\xff\xe0\x00\x10JFIF\x00", "this is an image"),
    "a screenshot": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "this is an image"),
    "rubbish": (bytes(range(254, 0, -1)) * 5, "holds only text"),
    "rubbish without control bytes": (b"a,b\n\x81\x8d,\x8f\x90\n", "0x81", "line 2"),
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


@given(raw=st.binary(max_size=200))
def test_any_bytes_give_cells_or_a_sentence(raw):
    try:
        cells = read_cells(raw)
    except DataError as refusal:
        said = str(refusal)
    else:
        said = ""
        assert {len(row) for row in rows_of(cells)} == {len(cells.header)}
    assert said.isprintable()
