"""Load data: columns of numbers, gaps and columns taken back, without a browser."""

import pytest

from dashboard.session import KEY
from tests import test_pages
from tests.test_pages import noted, quiet, tick

pytestmark = pytest.mark.slow

open_app = test_pages.open_app
PATIENT, AGE = 0, 2  # rows of the table of columns


@pytest.fixture
def clinic(open_app):
    return quiet(open_app().button(key="sample_clinic.csv").click().run())


def settings(at):
    return at.session_state[KEY].settings


def notes(at):
    told = " ".join(caption.value for caption in at.caption).replace("\\", "")
    return f"{told} {noted(at)}"


def test_cuts_are_moved_by_hand_and_learned_again(clinic):
    field = f"cuts_of_{clinic.session_state[KEY].digest[:12]}_age"
    learned = clinic.text_input(key=field).value
    assert clinic.button(key="learned_cuts").disabled
    at = quiet(clinic.text_input(key=field).set_value("64.5, 30").run())
    assert settings(at).cut == ("age=30,64.5",)
    assert at.text_input(key=field).value == "30, 64.5"
    at = quiet(at.text_input(key=field).set_value("30, 45, 60; 70").run())
    (complaint,) = at.error
    assert "numbers with commas between them, like 45.5, 60" in complaint.value.replace("\\", "")
    assert complaint in at.tabs[1].error, "it stands beside the field"
    assert at.text_input(key=field).value == "30, 45, 60; 70"
    assert settings(at).cut == ("age=30,64.5",)
    at.session_state[KEY].change(cut=("age=30",))
    at = quiet(at.run())
    assert not at.error, "of other cuts nothing wrong was typed"
    assert at.text_input(key=field).value == "30"
    at = quiet(at.text_input(key=field).set_value("500").run())
    at = quiet(at.text_input(key=field).set_value("30, 500").run())
    assert not at.error
    assert "go from 18 to 90, and a cut at 500 tells no rows apart" in notes(at)
    at = quiet(at.text_input(key=field).set_value("old").run())
    at = quiet(at.button(key="learned_cuts").click().run())
    assert settings(at).cut == ()
    assert at.text_input(key=field).value == learned


def test_a_cut_is_moved_on_a_slider_between_its_neighbours(clinic):
    field = f"cuts_of_{clinic.session_state[KEY].digest[:12]}_age"
    at = quiet(clinic.text_input(key=field).set_value("30, 45.5, 64.5").run())
    (slider,) = at.select_slider
    assert slider.value == 30
    which = next(own for own in at.selectbox if own.label == "Move the cut at")
    assert which.options == ["30", "45.5", "64.5"]
    at = quiet(which.select(1).run())
    (slider,) = at.select_slider
    assert (slider.value, slider.options[0], slider.options[-1]) == (45.5, "31", "63")
    assert "45" not in slider.options  # which divides the rows as 45.5 does
    at = quiet(slider.set_value(50).run())
    assert settings(at).cut == ("age=30,50,64.5",)
    assert at.text_input(key=field).value == "30, 50, 64.5"
    assert at.select_slider[0].value == 50


def test_cuts_that_differ_in_the_last_digits_are_moved_as_chosen(clinic):
    rows = [f"{10_000_000 + 7 * i},{'yn'[i % 40 > 17]}" for i in range(160)]
    raw = "\n".join(["income,class", *rows]).encode()
    at = quiet(clinic.file_uploader(key="upload").upload("big.csv", raw, "text/csv").run())
    field = f"cuts_of_{at.session_state[KEY].digest[:12]}_income"
    at.session_state[KEY].change(keep=("income",))
    at = quiet(at.text_input(key=field).set_value("10000100.5, 10000900.5").run())
    (slider,) = at.select_slider
    assert {"10000045", "10000052"} <= set(slider.options)
    at = quiet(slider.set_value(10000045).run())
    assert settings(at).cut == ("income=10000045,10000900.5",)


def test_cuts_are_typed_as_the_file_writes_its_numbers(clinic):
    rows = [f"{20 + i % 40},{i % 4};{'yn'[i % 40 > 17]}" for i in range(120)]
    raw = "\n".join(["bmi;class", *rows]).encode()
    at = quiet(clinic.file_uploader(key="upload").upload("german.csv", raw, "text/csv").run())
    field = f"cuts_of_{at.session_state[KEY].digest[:12]}_bmi"
    at = quiet(at.text_input(key=field).set_value("37,5 42,25").run())
    assert settings(at).cut == ("bmi=37.5,42.25",)
    assert at.text_input(key=field).value == "37,5; 42,25"
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
    assert at.multiselect(key="marks_as_values").options == ["age"]
    at = quiet(at.multiselect(key="marks_as_values").select("age").run())
    assert settings(at).as_category == ("age",)
    assert "were read as empty" not in notes(at)
    at = quiet(at.multiselect(key="marks_as_values").unselect("age").run())
    assert settings(at).as_category == ()
    assert "were read as empty" in notes(at)


def test_the_page_counts_each_empty_cell_of_the_file_once(clinic):
    rows = [
        f"2021-0{1 + i % 9}-11,{i},{'yn'[i % 9 > 4]}" if i % 5 else f",{i},y" for i in range(45)
    ]
    raw = "\n".join(["seen,a,class", *rows]).encode()
    at = quiet(clinic.file_uploader(key="upload").upload("dates.csv", raw, "text/csv").run())
    assert "9 empty cells" in notes(at)
    assert "9 cells are empty (in “seen”)" in notes(at)
