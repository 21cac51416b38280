"""Load data: columns of numbers, gaps and columns taken back, without a browser."""

import pytest

from dashboard.session import KEY
from tests.test_pages import noted, quiet, tick

pytestmark = pytest.mark.slow

PATIENT, AGE = 0, 2  # rows of the table of columns


@pytest.fixture
def clinic(open_app):
    return quiet(open_app().button(key="sample_clinic.csv").click().run())


def settings(at):
    return at.session_state[KEY].settings


def notes(at):
    told = " ".join(caption.value for caption in at.caption).replace("\\", "")
    return f"{told} {noted(at)}"


def read_as(at, row, how):
    key = f"columns_{at.session_state[KEY].edition}"
    edit = {"edited_rows": {row: {"read as": how}}, "added_rows": [], "deleted_rows": []}
    at.session_state[key] = edit
    return quiet(at.run())


def test_how_a_column_is_read_is_typed_in_the_table_of_columns(clinic):
    at = read_as(clinic, AGE, "64.5, 30")
    assert settings(at).read == ("age=64.5, 30",)
    at = read_as(at, AGE, "500")
    assert "go from 18 to 90, and a cut at 500 tells no rows apart" in notes(at)
    at = read_as(at, AGE, "decimal point; 30")
    assert settings(at).read == ("age=decimal point", "age=30")
    at = read_as(at, AGE, "old")
    (complaint,) = at.error
    assert "or the numbers to cut it at, like age=45.5,60; got “age=old”" in complaint.value
    assert settings(at).read == ("age=decimal point", "age=30"), "nothing is lost"
    at = read_as(at, AGE, None)  # as a browser sends an emptied cell
    assert settings(at).read == ()
    assert not at.error


def test_what_gaps_are_is_chosen(clinic):
    at = quiet(clinic.radio(key="set_gaps").set_value("drop-row").run())
    assert settings(at).gaps == "drop-row"
    assert "rows with one are left out" in notes(at)


def test_what_was_left_out_is_taken_back_with_a_tick_and_left_out_again(clinic):
    assert "“patient” (1,200 values)" in notes(clinic)
    at = tick(clinic, PATIENT, True)
    assert settings(at).keep == ("patient",)
    assert "(1,200 values)" not in notes(at)
    at = tick(at, PATIENT, False)
    assert settings(at).keep == ()
    at = tick(at, AGE, False)
    assert settings(at).drop == ("age",)
    at = quiet(at.button(key="sample_monks-3.csv").click().run())
    assert settings(at).drop == ()


def test_marks_read_as_empty_are_said_and_taken_back(clinic, root):
    raw = (root / "sample_data" / "clinic.csv").read_bytes()
    head, *rows = raw.decode().splitlines()
    rows = [row.replace(row.split(",")[2], "NA", 1) if i < 3 else row for i, row in enumerate(rows)]
    raw = "\n".join([head, *rows]).encode()
    at = quiet(clinic.file_uploader(key="upload").upload("marked.csv", raw, "text/csv").run())
    assert "In “age” the cells “NA” (3) were read as empty: all others are numbers." in notes(at)
    at = read_as(at, AGE, "category")
    assert "were read as empty" not in notes(at)
    at = read_as(at, AGE, "")
    assert "were read as empty" in notes(at)


def test_the_page_counts_each_empty_cell_of_the_file_once(clinic):
    rows = [
        f"2021-0{1 + i % 9}-11,{i},{'yn'[i % 9 > 4]}" if i % 5 else f",{i},y" for i in range(45)
    ]
    raw = "\n".join(["seen,a,class", *rows]).encode()
    at = quiet(clinic.file_uploader(key="upload").upload("dates.csv", raw, "text/csv").run())
    assert "9 empty cells" in notes(at)
    assert "9 cells are empty (in “seen”)" in notes(at)
