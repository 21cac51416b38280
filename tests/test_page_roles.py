"""Roles of columns on the pages, a test file, and another place on the curve of length."""

import pytest

from dashboard import services
from dashboard.session import KEY
from interpret.data.reading import read_table
from interpret.forms.answer.answer import answers
from interpret.forms.answer.record import document
from interpret.forms.explain import explain
from interpret.measures import percent
from interpret.settings import Settings
from tests import test_pages
from tests.inspected import read
from tests.test_interpret_data_roles import some_rows
from tests.test_pages import (
    noted,
    quiet,
    run_of,
    said,
)

pytestmark = pytest.mark.slow


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
