"""Bytes that are not quite UTF-8, and text that is no table."""

import json

import pytest

from interpret.data.complaints import DataError
from interpret.data.reading import read_cells

CITIES = ["Köln", "Düren", "Bonn", "Málaga", "Łódź"]


def rows(n=60):
    lines = [f"{CITIES[i % 5]},{i},{'ja' if i % 2 else 'nein'}" for i in range(n)]
    return "\n".join(["stadt,alter,kauf", *lines, ""])


@pytest.mark.parametrize("broken", [b"\xe4", b"\xff", b"\xc3", b"\xe2\x82", b"\xf0\x9f"])
@pytest.mark.parametrize("line", [1, 2, 40])
def test_a_broken_byte_breaks_its_own_cell_alone_and_its_line_is_said(broken, line):
    lines = rows().encode().split(b"\n")
    lines[line - 1] = lines[line - 1].replace(b",", broken + b",", 1)
    cells = read_cells(b"\n".join(lines))
    texts = [cells.header[0], *cells.columns[0].texts]
    assert [text for text in texts if "�" in text] == [
        {1: "stadt", 2: "Köln", 40: "Málaga"}[line] + "�"
    ]
    assert {*CITIES} <= {*texts}
    (notice,) = cells.notices
    assert f"bytes in line {line} are not" in notice


def test_several_lines_with_broken_bytes_are_said():
    raw = rows().encode().replace("ü".encode(), "ü".encode("latin-1"), 3)
    (notice,) = read_cells(raw).notices
    assert "lines 3, 8, 13 are not" in notice


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252"])
def test_latin_1_stays_latin_1(encoding):
    text = rows().replace("Łódź", "Genève")
    cells = read_cells(text.encode(encoding))
    assert cells.columns[0].texts == ["Köln", "Düren", "Bonn", "Málaga", "Genève"]
    assert "read as Latin-1" in cells.notices[0]


def test_a_mark_of_utf_8_before_latin_1_is_no_part_of_a_name():
    raw = b"\xef\xbb\xbf" + rows().replace("Łódź", "Genève").encode("latin-1")
    assert read_cells(raw).header == ("stadt", "alter", "kauf")


def test_one_word_of_utf_8_does_not_make_latin_1_utf_8():
    raw = rows().replace("Łódź", "Genève").encode("latin-1")
    raw = raw.replace("Köln".encode("latin-1"), "Köln".encode(), 1)
    cells = read_cells(raw)
    assert "Düren" in cells.columns[0].texts
    assert "read as Latin-1" in cells.notices[0]


PAGE = "<html><head><title>Sign in</title></head><body><p>a, b</p></body></html>\n"
ROWS = [{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]
NO_TABLE = {
    "an HTML page": [
        f"<!DOCTYPE html>\n{PAGE}",
        PAGE,
        f"\n\n  {PAGE.upper()}",
        f"<!-- saved -->\n{PAGE}",
        "<table><tr><td>a</td></tr></table>",
    ],
    "an XML document": [
        '<?xml version="1.0"?>\n<rows><row a="1" b="x"/></rows>\n',
        '<Workbook xmlns="urn:x"><Row/></Workbook>',
    ],
    "a JSON document": [
        json.dumps(ROWS),
        json.dumps(ROWS, indent=2),
        "\n".join(map(json.dumps, ROWS)),
        json.dumps({"a": [1, 2], "b": [3, 4]}),
        json.dumps([[1, 2], [3, 4]]),
    ],
    "an RTF document": [r"{\rtf1\ansi a,b}"],
    "a pointer of Git LFS": ["version https://git-lfs.github.com/spec/v1\noid sha256:1,2\n"],
}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("kind", NO_TABLE)
def test_text_of_another_kind_is_called_by_its_name(kind, encoding):
    for text in NO_TABLE[kind]:
        with pytest.raises(DataError, match=f"A table is needed, and this is {kind}"):
            read_cells(text.encode(encoding))


@pytest.mark.parametrize(
    "header", ["<b>x</b>,y", "[id],[name]", "{a},{b}", "<5,>5", "html,body", '"[""a"",1]",b']
)
def test_a_header_with_signs_of_other_languages_is_a_header(header):
    assert len(read_cells(f"{header}\n1,x\n2,y\n".encode()).header) == 2
