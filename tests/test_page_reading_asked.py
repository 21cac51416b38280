"""Load data asks what nothing in a file decides: a workbook's sheet, and what cells mean."""

import pytest
from sqlalchemy import select

from dashboard import services
from dashboard.session import KEY
from interpret.data.cuts import cut_of
from jobs.database import uploads
from tests import test_pages
from tests.test_interpret_data_formats_head import NAMES, as_sheets, rows_of
from tests.test_interpret_data_questions import N, classes, commas, days
from tests.test_pages import finish, quiet, said

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


def test_a_run_reads_the_sheet_and_its_document_says_which(open_app):
    small = [["colour", "kind"], *[["red" if i % 2 else "blue", "yn"[i % 2]] for i in range(40)]]
    raw = as_sheets(Data=[NAMES, *rows_of()], Small=small)
    at = upload(open_app(), raw, "book.xlsx", BOOK)
    at = quiet(at.selectbox(key="sheet").select("Small").run())
    at.session_state[KEY].change(**test_pages.SIMPLE, keep=("colour",), form="rule")
    at = finish(quiet(at.button(key="find").click().run()))
    run_id = at.session_state[KEY].runs["explain"]
    document = services.store().get(run_id).result
    assert document["table"]["sheet"] == "Small"
    (explained,) = document["explanations"]
    assert explained["settings"]["sheet"] == "Small"
    assert "Of 2 sheets (“Data”, “Small”), “Small” was read." in explained["notices"]
    at = open_app(test_pages.FIND, run=run_id)
    assert "colour" in said(at)
    assert not at.error
