"""Load data asks what nothing in a file decides: a workbook's sheet, and what cells mean."""

import pytest
from sqlalchemy import select

from dashboard import services
from dashboard.session import KEY
from interpret.data.cuts import cut_of
from interpret.data.reading import read_table
from interpret.forms.answer.answer import answers
from interpret.forms.answer.record import document
from interpret.forms.explain import explain
from interpret.measures import percent
from interpret.settings import Settings
from jobs.database import uploads
from tests import test_pages
from tests.inspected import read
from tests.test_interpret_data_formats_head import NAMES, as_sheets, rows_of
from tests.test_interpret_data_questions import N, classes, commas, days
from tests.test_interpret_data_roles import some_rows
from tests.test_pages import (
    noted,
    quiet,
    run_of,
    said,
    shown_run,
    tick,
)

pytestmark = pytest.mark.slow


BOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def csv_of(**columns):
    rows = ["\t".join(cell(i) for cell in columns.values()) for i in range(N)]
    return "\n".join(["\t".join(columns), *rows]).encode()


def upload(at, raw, name="mine.csv", mime="text/csv"):
    return quiet(at.file_uploader(key="upload").upload(name, raw, mime).run())


def settings(at):
    return at.session_state[KEY].settings


def asked(at):
    return [own for own in at.radio if own.key.startswith("meant_")]


def query(at):
    return {name: at.query_params[name] for name in at.query_params}


OPEN = {"income": commas, "when": days, "bought": classes}


def test_what_nothing_decides_is_asked_and_the_answer_reads_the_table_again(open_app):
    at = upload(open_app(), csv_of(**OPEN))
    income, when = asked(at)
    assert income.label.startswith("**income** 1,037")
    assert (income.value, when.value) == (0, 2)
    assert "taken as 1037" not in said(at), "the question says it"
    at.session_state[KEY].change(drop=("when",), test=0.4)
    at = quiet(asked(quiet(at.run()))[0].set_value(1).run())
    assert (settings(at).read, settings(at).drop, settings(at).test) == (
        ("income=decimal comma",),
        ("when",),
        0.4,
    )
    assert asked(at)[0].value == 1
    assert services.as_said(at.session_state[KEY]).column("income").values.numbers[0] < 2
    at = quiet(asked(at)[1].set_value(0).run())
    at = quiet(asked(at)[0].set_value(0).run())
    assert settings(at).read == ("when=day first", "income=decimal point")
    assert not asked(upload(at, csv_of(age=lambda i: f"{i}.5", bought=classes)))
    assert settings(at).read == ()


def test_the_answer_is_in_the_address_for_a_refresh_and_in_the_run(open_app):
    at = upload(open_app(), csv_of(**OPEN))
    at = quiet(asked(at)[0].set_value(1).run())
    at = quiet(asked(at)[1].set_value(1).run())
    address = query(at)
    assert address.keys() == {"data", "read"}
    again = open_app(**address)
    assert [own.value for own in asked(again)] == [1, 1]
    assert query(again) == address
    state = again.session_state[KEY]
    run = services.runner().store.get(
        services.start_run(
            state,
            "explain",
            {"settings": settings(again).to_dict(), "table": state.name},
            state.digest,
        )
    )
    assert run.spec["settings"]["read"] == ["income=decimal comma", "when=month first"]


@pytest.mark.parametrize(
    "address", [{"read": "x"}, {"read": "age=\0"}, {"read": "=5"}, {"sheet": "<b>"}]
)
def test_an_address_that_asks_for_nonsense_is_a_sentence(open_app, address):
    digest = query(upload(open_app(), csv_of(**OPEN)))["data"]
    at = open_app(data=digest, **address)
    assert at.header[0].value == "mine.csv"
    assert len(asked(at)) == 2
    assert len(at.error) == 1
    assert query(at).keys() == {"data"}


def test_a_target_that_is_read_otherwise_loses_only_what_was_chosen_of_its_values(open_app):
    at = upload(open_app(), csv_of(when=days, bought=classes, income=commas))
    at.session_state[KEY].change(positive=("above 4000",), drop=("when",))
    at = quiet(at.run())
    at = quiet(asked(at)[0].set_value(1).run())
    assert not at.error
    assert 1 < cut_of(settings(at).positive) < 8
    assert settings(at).drop == ("when",)


def test_another_sheet_is_chosen_and_two_people_have_each_their_own(open_app):
    small = [
        ["colour", "kind"],
        *[["red" if i % 2 else "blue", "xy"[i % 3 > 0]] for i in range(30)],
    ]
    raw = as_sheets(Notes=[["see", "below"]], Data=[NAMES, *rows_of()], Small=small, Empty=[])
    one, other = open_app(), open_app()
    one, other = (upload(at, raw, "book.xlsx", BOOK) for at in (one, other))
    assert one.selectbox(key="sheet").value == "Data"
    assert "FILE#SHEET" not in said(one), "the page has the list"
    one.session_state[KEY].change(drop=("age",))
    one = quiet(one.selectbox(key="sheet").select("Small").run())
    other = quiet(other.run())
    assert services.loaded(one.session_state[KEY]).names == ("colour", "kind")
    assert services.loaded(other.session_state[KEY]).names == tuple(NAMES)
    assert settings(one).drop == (), "of columns of another sheet"
    one = quiet(one.selectbox(key="sheet").select("Empty").run())
    assert "The sheet “Empty” is empty" in one.error[0].value.replace("\\", "")
    assert one.selectbox(key="sheet").value == "Small"
    again = open_app(**query(one))
    assert again.selectbox(key="sheet").value == "Small"
    stored = services.store().rows(select(uploads.c.digest))
    assert len(stored) == 2, "the sample and the workbook, once"


@pytest.mark.parametrize("odd", ["\x00", "\n", "\u202e"])
def test_a_name_with_control_characters_is_kept_without_them(open_app, store, monks, odd):
    at = open_app()
    name = f"my{odd}table.csv"
    at = quiet(at.file_uploader(key="upload").upload(name, monks + b"\n", "text/csv").run())
    state = at.session_state[KEY]
    assert not at.error
    assert state.name.isprintable()
    assert state.name.startswith("my ")
    assert store.table_name(state.digest) == state.name
    at = quiet(at.button(key="find").click().run())
    assert shown_run(at).name == state.name
    services.store().cancel(shown_run(at).id)


PATIENT, AGE = 0, 2  # rows of the table of columns


@pytest.fixture
def clinic(open_app):
    return quiet(open_app().button(key="sample_clinic.csv").click().run())


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


RAW = "\n".join(["a,b,c,truth", *(",".join(row) for row in some_rows(80))]).encode()


@pytest.fixture
def at(open_app):
    at = open_app()
    services.keep(read_table(RAW, "table.csv"), RAW)
    at.session_state[KEY].load(read_table(RAW, "table.csv").digest, "table.csv", "truth")
    return quiet(at.run())


def test_a_role_is_chosen_and_taken_back(at):
    at.selectbox(key="role_group").set_value("b")
    quiet(at.run())
    (task,) = services.tasks_of(at.session_state[KEY].digest, at.session_state[KEY].settings)
    assert task.attributes == ("a", "c")
    assert "are never separated" in noted(at)
    at.selectbox(key="role_weight").set_value("a")
    assert "A weight must be a number" in said(quiet(at.run()))
    for role in ("group", "weight"):
        at.selectbox(key=f"role_{role}").set_value("none")
        quiet(at.run())
    assert at.session_state[KEY].settings.columns.roles.named == {}


def test_a_test_file_is_held_out(at):
    state = at.session_state[KEY]
    services.load_test(state, RAW.replace(b"a0,", b"*new*,", 1), "later.csv")
    quiet(at.run())
    assert services.table(state.digest).n_rows == 160
    assert state.settings.test == "held out"
    assert "held-out rows alone, and cannot be learned: “a” (1 row)" in noted(at)
    services.attempt(state, services.load_test, state, b"x,y\n1,2\n3,4\n", "other.csv")
    assert "lacks" in state.complaint


def test_a_click_takes_another_place_on_the_curve_of_length(open_app, store):
    table = read_table(RAW, "table.csv")
    given = {"kernel": "linear", "C": 1.0, "fit_to": "labels", "target": "truth", "search": "exact"}
    e = explain(table, Settings(**given))
    stored = run_of(store, RAW, "done", document(answers([e], table)), **given)
    at = open_app(tab=test_pages.OTHERS, run=stored)
    assert "How long should it be?" in said(at)
    (places,) = [own for own in at.pills if own.label == "Other lengths that were tried"]
    assert len(set(places.options)) == len(places.options), "no place is offered twice"
    own = next(
        one for one in e.rule_choice.curve if one.way == e.rule_choice.way
        and one.price == e.rule_choice.price
    )  # fmt: skip
    assert f"{own.tests:.1f} conditions, {percent(own.accuracy)}" not in places.options
    before = at.session_state[KEY].settings
    place = next(i for i, one in enumerate(e.rule_choice.curve) if one.price != e.rule_choice.price)
    at = quiet(places.set_value(place).run())
    one = e.rule_choice.curve[place]
    assert f"had {one.tests:.1f} conditions on average" in read(at)
    assert f"at a price of {one.price:g} for a condition" in read(at)
    (take,) = [own for own in at.button if own.label == "Find a rule of this kind"]
    at = quiet(take.click().run())
    after = at.session_state[KEY].settings
    assert after.price == e.rule_choice.curve[place].price != before.price
    assert at.query_params["run"] != [stored]
