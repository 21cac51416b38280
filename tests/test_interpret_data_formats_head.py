"""Files as other programs write them: what stands around the rows is skipped, and is said."""

import io

import numpy as np
import openpyxl
import pytest

from interpret.data.complaints import DataError
from interpret.data.formats.head import head_of
from interpret.data.reading import read_cells, read_table
from tests import made_files
from tests.command_line import answer, refusal, run
from tests.made_files import as_csv

NAMES = ["deck", "age", "dose", "bought"]
N = 30


def rows_of(n=N):
    rng = np.random.default_rng(0)
    ages, doses = rng.integers(18, 80, n), rng.random(n) * 9
    return [
        ["abc"[i % 3], str(age), f"{dose:.2f}", "yes" if age > 45 else "no"]
        for i, (age, dose) in enumerate(zip(ages, doses, strict=True))
    ]


def as_sheets(**sheets):
    typed = {
        name: [[_typed(cell) for cell in row] for row in rows] for name, rows in sheets.items()
    }
    return made_files.as_workbook(**typed)


def _typed(cell):
    return float(cell) if cell.replace(".", "", 1).isdigit() else cell


def as_workbook(rows):
    width = max(map(len, rows))
    return as_sheets(one=[[*row, *[""] * (width - len(row))] for row in rows])


WAYS = {
    "commas": as_csv,
    "semicolons": lambda rows: as_csv(rows, ";"),
    "tabs": lambda rows: as_csv(rows, "\t"),
    "workbook": as_workbook,
}
PLAIN = read_table(as_csv([NAMES, *rows_of()]), "t")


def check(raw, *said, names=NAMES, plain=PLAIN):
    """The rows are those of the plain table; the notices say each of these."""
    table = read_table(raw, "t")
    assert list(table.names) == names
    own = table.frame()[[name for name in names if name in plain.names]]
    assert own.map(_amount).equals(plain.frame().map(_amount))
    told = " ".join(table.notices)
    assert all(part in told for part in said), told
    assert bool(told) == bool(said)


def _amount(cell):
    return float(cell) if cell.replace(".", "", 1).isdigit() else cell


UNDER = {
    "units": [["", "years", "mg", ""]],
    "units in brackets": [["[-]", "[a]", "[mg/l]", "[-]"]],
    "longer names": [["Deck of cabin", "How old are you?", "Dose, in mg", "Will you buy it?"]],
    "names, and marks of an import": [
        ["Deck", "Q1 - How old are you?", "Q2 - Dose?", "Q3 - Bought?"],
        [f'{{"ImportId":"QID{i}"}}' for i in range(4)],
    ],
    "types, and roles": [["d", "c", "continuous", "discrete"], ["", "", "meta", "class"]],
    "three rows": [
        ["String", "Integer", "Double", "String"],
        ["where", "how old", "how much", "what came"],
        ["", "years", "mg", ""],
    ],
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", UNDER)
def test_rows_under_the_header_that_are_no_data_are_skipped_and_said(kind, way):
    labels = UNDER[kind]
    n = f"{len(labels)} rows under the header are" if len(labels) > 1 else "row under the header is"
    check(WAYS[way]([NAMES, *labels, *rows_of()]), n, "no data", "skipped", f"“{labels[0][1]}”")


def test_marks_of_an_import_are_no_data_even_where_all_columns_are_texts():
    rows = [[f"p{i}", "abc"[i % 3], "yn"[i % 2]] for i in range(20)]
    names, labels = ["who", "deck", "class"], ["Who are you?", "Which deck?", "Come again?"]
    marks = [f'{{"ImportId":"QID{i}"}}' for i in range(3)]
    table = read_table(as_csv([names, labels, marks, *rows]), "t")
    assert table.n_rows == 20


def test_units_in_brackets_need_no_rows_that_show_what_a_column_holds():
    labels = [["How old?", "Who?"], ["[years]", "[-]"]]
    assert read_table(as_csv([["age", "who"], *labels, ["30", "x"], ["40", "y"]]), "t").n_rows == 2


def test_a_title_as_wide_as_the_table_is_no_header():
    rows = [["Report of", "2024"], ["age", "bought"], *([row[1], row[3]] for row in rows_of())]
    plain = read_table(as_csv(rows[1:]), "t")
    check(as_csv(rows), "above it stand “Report of”, “2024”", names=["age", "bought"], plain=plain)
    twice = [["Person", "Person", "Answers", "Answers"], NAMES, *rows_of()]
    for write in WAYS.values():
        check(write(twice), "above it stand “Person”, “Person”, “Answers”, “Answers”")


FIRST_ROWS = {
    "a mark of an empty cell": ["a", "n/a", "NA", "yes"],
    "an error": ["a", "#DIV/0!", "#N/A", "yes"],
    "a word of the classes": ["x", "unknown age", "none", "yes"],
    "a word of a column": ["a", "unknown age", "none", "perhaps"],
    "one number": ["x", "unknown age", "3", "perhaps"],
    "censored": ["x", "<18", ">9", "perhaps"],
    "nothing": ["", "", "", ""],
}


@pytest.mark.parametrize("kind", FIRST_ROWS)
def test_a_first_row_that_may_be_data_is_a_row(kind):
    rows = [NAMES, FIRST_ROWS[kind], *rows_of()]
    assert head_of(rows).labels == 0
    assert read_table(as_csv(rows), "t").n_rows == N + 1


def test_few_rows_say_nothing_about_the_first():
    assert head_of([NAMES, ["", "years", "mg", ""], *rows_of(4)]).labels == 0


def test_a_table_of_texts_alone_has_no_rows_of_units():
    rows = [
        ["name", "city"],
        ["first", "second"],
        *(["abcde"[i % 5] * i, "x"] for i in range(1, 9)),
    ]
    assert head_of(rows).labels == 0


def test_an_index_without_a_name_is_called_so():
    rows = [["", *NAMES], *([str(i), *row] for i, row in enumerate(rows_of()))]
    for write in WAYS.values():
        check(write(rows), "column 1 is called “row id”", names=["row id", *NAMES])
    assert read_table(as_csv(rows), "t").columns[0].kind == "identifier"


def test_a_given_name_is_unique():
    rows = [["", "row id", "x", "", "column 4"], *(list("abcde"), list("fghij"))]
    assert read_cells(as_csv(rows)).header == (
        "row id 2",
        "row id",
        "x",
        "column 4 2",
        "column 4",
    )


ROW_NAMES = {
    "counted": [str(i + 1) for i in range(N)],
    "some left out": [str(3 * i + i % 2) for i in range(N)],
    "words": [f"Mazda RX{i}" for i in range(N)],
}


@pytest.mark.parametrize("kind", ROW_NAMES)
@pytest.mark.parametrize("delimiter", ",;\t")
def test_a_header_one_short_is_that_of_a_file_of_r(kind, delimiter):
    named = zip(ROW_NAMES[kind], rows_of(), strict=True)
    raw = as_csv([NAMES, *([name, *row] for name, row in named)], delimiter)
    assert read_table(raw, "t").columns[0].kind == "identifier"
    check(raw, "one name short", "“row id”", names=["row id", *NAMES])


def test_a_header_one_short_is_refused_where_the_first_cells_name_no_rows():
    rows = [[row[1], *row] for row in rows_of()]
    with pytest.raises(DataError, match="as many cells as the header, 4, and the row in line 2"):
        read_table(as_csv([NAMES, *rows]), "t")


TRAILING = {
    "everywhere": (1, [1] * N),
    "several": (3, [3] * N),
    "in the header": (1, [0] * N),
    "in the rows": (0, [1] * N),
    "in some rows": (0, [i % 3 for i in range(N)]),
    "in a row far below": (0, [0] * (N - 1) + [2]),
}


@pytest.mark.parametrize("delimiter", ",;\t")
@pytest.mark.parametrize("kind", TRAILING)
def test_delimiters_at_the_end_make_no_column(kind, delimiter):
    in_header, in_rows = TRAILING[kind]
    rows = ([*row, *[""] * n] for row, n in zip(rows_of(), in_rows, strict=True))
    check(as_csv([[*NAMES, *[""] * in_header], *rows], delimiter))


def test_cells_without_a_name_are_not_lost():
    rows = [[*NAMES, ""], *([*row, "x" if i == 9 else ""] for i, row in enumerate(rows_of()))]
    check(as_csv(rows), "column 5 is called “column 5”", names=[*NAMES, "column 5"])
    far = [[*NAMES, ""], *([*row, "x" if i == 299 else ""] for i, row in enumerate(rows_of(300)))]
    with pytest.raises(DataError, match="the row in line 301 has 5"):
        read_table(as_csv(far), "t")


@pytest.mark.parametrize("first", [b"sep=;\n", b'"sep=;"\r\n', b"SEP=;\r\n", b"\n\nsep=;\n"])
@pytest.mark.parametrize("width", [2, 4])
def test_a_line_for_excel_names_the_delimiter(first, width):
    rows = [row[-width:] for row in [NAMES, *rows_of()]]
    check(first + as_csv(rows, ";"), names=rows[0], plain=read_table(as_csv(rows), "t"))
    check(first.replace(b";", b"|") + as_csv(rows, "|"), names=rows[0],
          plain=read_table(as_csv(rows), "t"))  # fmt: skip


REMARKS = {
    "one": ["# Source: a register"],
    "as wide as the rows": ["# Source: register, extract of 2024, version 3, final"],
    "of other marks": ["% one", "// two, three", "! four"],
    "as wide, of other marks": ["% Source: register, extract of 2024, version 3, final"],
    "with quotes": ["# Don't, \"open", "#", '#"'],
    "a hundred": [f"# line {i}, and more" for i in range(100)],
    "blank lines between": ["# one", "", "# two", ""],
}


@pytest.mark.parametrize("delimiter", ",;\t")
@pytest.mark.parametrize("kind", REMARKS)
def test_lines_of_remarks_are_skipped_and_said(kind, delimiter):
    remarks = "".join(f"{line}\n" for line in REMARKS[kind]).replace(", ", delimiter + " ")
    n = sum(map(bool, REMARKS[kind]))
    table = as_csv([NAMES, *rows_of()], delimiter)
    check(remarks.encode() + table, f"{n} line", "of remarks w", "skipped")
    lines = table.decode().splitlines(keepends=True)
    within = [*lines[:9], "# note\n", *lines[9:20], "#, what\n", *lines[20:], "# the end\n"]
    check("".join(within).encode(), "3 lines of remarks were skipped", "“# the end”")


def test_a_row_or_a_header_may_begin_with_the_mark_of_a_remark():
    tags = [["#tag", "n", "class"], *([f"#{'abc'[i % 3]}", str(i), "xy"[i % 2]] for i in range(9))]
    table = read_table(as_csv(tags), "t")
    assert table.names == ("#tag", "n", "class")
    assert table.n_rows == 9
    assert not table.notices
    rows = [["chr1", str(100 + i), "ACGT"[i % 4]] for i in range(9)]
    raw = b"## a format\n" + as_csv([["#CHROM", "POS", "REF"], *rows], "\t")
    table = read_table(raw, "t")
    assert table.names == ("#CHROM", "POS", "REF")
    assert table.n_rows == 9
    pokemon = [["#", "Name", "HP"], *([str(i), f"n{i}", str(i % 4)] for i in range(9))]
    assert read_table(as_csv(pokemon), "t").names == ("#", "Name", "HP")


def test_rows_that_repeat_the_header_are_left_out_and_said():
    rows = rows_of()
    check(as_csv([NAMES, *rows[:9], NAMES, *rows[9:], NAMES], "|"), "2 rows that repeat the header")


def test_a_remark_with_empty_cells_behind_it_is_no_row():
    lines = as_csv([NAMES, *rows_of()]).decode().splitlines(keepends=True)
    raw = "".join(["# one,,,\n", *lines[:9], "# two,,,\n", *lines[9:]]).encode()
    check(raw, "2 lines of remarks were skipped: “# one,,,”, “# two,,,”")


def test_a_quoted_cell_may_hold_a_line_that_begins_with_the_mark():
    cell = "a heading\n# and a part\n# and more, of it"
    rows = [["text", "class"], *([f"{cell} {i}", "xy"[i % 2]] for i in range(9))]
    table = read_table(as_csv(rows), "t")
    assert table.n_rows == 9
    assert not table.notices


ABOVE = {
    "a block of pairs": [["Station", "Berlin"], ["Height", "34.5"], ["From", "2024-01-01"]] * 4,
    "twenty lines": [[f"line {i}"] for i in range(20)],
    "three cells": [["A", "B", "C"]],
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", ABOVE)
def test_a_block_above_the_header_is_skipped_and_said(kind, way):
    raw = WAYS[way]([*ABOVE[kind], NAMES, *rows_of()])
    check(raw, "above it stand", f"“{ABOVE[kind][0][0]}”")


def test_of_two_headers_the_one_that_is_complete_names_the_columns():
    codes = ["", "X1", "X2", "Y"]
    for write in WAYS.values():
        check(write([codes, NAMES, *rows_of()]), "above it stand “X1”, “X2”, “Y”")


def test_a_first_row_of_data_is_no_header_though_the_header_has_a_gap():
    rows = [[f"p{i}", "abc"[i % 3], "yn"[i % 2]] for i in range(20)]
    assert read_table(as_csv([["", "deck", "class"], *rows]), "t").n_rows == 20


COVER = {
    "a title": [["Survey 2024"]],
    "lines": [["Survey 2024"], ["Contact: someone"], ["Version", "2"]],
    "pairs": [["Title", "Survey"], ["Contact", "someone"], ["Version", "two"]],
    "what the columns mean": [
        ["column", "meaning"],
        *([f"c{'x' * i}", f"m{i}"] for i in range(30)),
    ],
    "a legend": [["code", "meaning", "unit"], ["age", "how old", "years"], ["dose", "", "mg"]],
    "nothing": [],
}


@pytest.mark.parametrize("kind", COVER)
def test_a_cover_sheet_is_not_the_table_and_all_sheets_are_said(kind):
    raw = as_sheets(
        Read_me=COVER[kind], Data=[NAMES, *rows_of()], Old=[["a", "b"], *[["1", "2"]] * 40]
    )
    check(raw, "Of 3 sheets (“Read me”, “Data”, “Old”), “Data” was read.")


def test_a_small_table_is_read_where_no_other_sheet_holds_one():
    raw = as_sheets(Data=[NAMES, *rows_of(3)], Notes=[["see above"]])
    check(raw, "“Data” was read", plain=read_table(as_csv([NAMES, *rows_of(3)]), "t"))


def test_a_hidden_sheet_comes_last():
    book = openpyxl.load_workbook(
        io.BytesIO(as_sheets(Lists=[["a", "b"], *[["x", "y"]] * 40], Data=[NAMES, *rows_of()]))
    )
    book["Lists"].sheet_state = "hidden"
    book.active = 1
    raw = io.BytesIO()
    book.save(raw)
    check(raw.getvalue(), "“Data” was read")


def test_a_workbook_without_a_table_names_the_sheet_that_has_none():
    with pytest.raises(DataError, match="The sheet “Read me” holds no table: A table needs at"):
        read_table(as_sheets(Read_me=COVER["lines"][:2], More=[["x"]]), "t")


def test_the_sheet_that_was_asked_for_is_read_whatever_it_holds(tmp_path):
    small = [NAMES, *rows_of(3)]
    raw = as_sheets(Data=[NAMES, *rows_of()], Small=small, Empty=[])
    table = read_table(raw, "t", sheet="Small")
    assert table.frame().map(_amount).equals(read_table(as_csv(small), "t").frame().map(_amount))
    assert table.notices == ("Of 3 sheets (“Data”, “Small”, “Empty”), “Small” was read.",)
    assert (table.sheet, table.sheets) == ("Small", ("Data", "Small", "Empty"))
    with pytest.raises(DataError, match="The sheet “Empty” is empty"):
        read_table(raw, "t", sheet="Empty")


def test_every_workbook_of_a_command_is_read_at_the_sheet_that_was_asked_for(tmp_path):
    table, new, text = tmp_path / "t.xlsx", tmp_path / "new.xlsx", tmp_path / "t.csv"
    other = [["x", "y"], *[["1", "2"]] * 20]
    table.write_bytes(as_sheets(Other=other, Data=[NAMES, *rows_of(90)]))
    new.write_bytes(as_sheets(Other=other, Data=[NAMES, *rows_of(12)]))
    text.write_bytes(as_csv([NAMES, *rows_of(90)]))
    assert "age" in answer(f"{table}#Data", "--predict", f"{new}#Data")
    assert "no sheet “Dat”. Its sheets are “Other”, “Data”" in refusal(f"{table}#Dat")
    assert "age" in answer(text, "--predict", f"{new}#Data")
    assert "Only a workbook has sheets; leave out “Data”" in refusal(f"{text}#Data")
    stored = tmp_path / "stored.json"
    answer(text, "--json", stored)
    assert "12 rows" in run(stored, "--predict", f"{new}#Data")[1]
