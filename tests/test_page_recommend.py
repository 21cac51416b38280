"""The page that recommends, without a browser: a real run on the sample, typed choices, hazards."""

import json

import pytest

from dashboard.session import KEY
from dashboard.text import plain
from interpret.data.reading import read_table
from interpret.ranking.kind import ranking_document
from interpret.ranking.recommend import Recommending, recommend
from tests.test_pages import (
    HOSTILE,
    check_plain,
    quiet,
    said,
    started_run,
)

pytestmark = pytest.mark.slow

PAGE = "dashboard/pages/recommend.py"
QUICK = Recommending(kernel="linear", regularisation=1.0, negatives="own", popularity=0.0)


@pytest.fixture
def stored(store):
    """Stores a run of choices, with their table: its id."""

    def keep(raw, name="choices.csv"):
        spec = {"asked": QUICK.to_dict(), "items": None}
        run_id = started_run(store, raw, "recommend", name, **spec)
        store.finish(run_id, "done", ranking_document(recommend(read_table(raw, name), QUICK)))
        return run_id

    return keep


def choose(at, key, value):
    return quiet(next(own for own in at.selectbox if own.key == key).set_value(value).run())


def test_columns_and_ratings_are_changed_in_one_place(open_app, root):
    at = open_app(PAGE)
    raw = b"a,b,points\n" + b"".join(f"p{i % 9},q{i * i % 7},{i % 5}\n".encode() for i in range(60))
    at = quiet(at.file_uploader(key="choices_file").upload("mine.csv", raw, "text/csv").run())
    assert "No columns are named as users and items are" in said(at)
    edition = at.session_state[KEY].edition
    at = choose(at, f"role_user_{edition}", "a")
    at = choose(at, f"role_item_{edition}", "b")
    assert "“a” chose “b”" in said(at)
    at = choose(at, f"role_rating_{edition}", "points")
    at = quiet(at.number_input(key=f"at_least_{edition}").set_value(3.0).run())
    assert "A rating of at least 3 is a choice" in said(at)
    at = quiet(at.number_input(key=f"at_least_{edition}").set_value(99.0).run())
    assert "none is" in said(at)


def test_text_of_the_data_is_shown_as_it_stands(open_app, stored):
    names = [json.dumps(text).replace('\\"', '""') for text in HOSTILE]
    rows = [f"{u},{i}" for n, u in enumerate(names) for m, i in enumerate(names) if n != m]
    rows += [f"plain,{own}" for own in names[:2]] + [f"{own},thing" for own in names]
    at = open_app(PAGE, run=stored(("user,item\n" + "\n".join(rows) + "\n").encode()))
    check_plain(at)
    at = quiet(at.multiselect(key="liked").set_value([HOSTILE[0]]).run())
    check_plain(at)


def test_an_item_file_of_other_items_is_one_sentence(open_app, stored):
    raw = b"user,item\na,x\na,y\nb,x\nb,z\nc,y\nc,z\n"
    at = open_app(PAGE, run=stored(raw))
    other = b"name,kind\nq,cat\nr,dog\n"
    at = quiet(at.file_uploader(key="items_file").upload("items.csv", other, "text/csv").run())
    assert "must have a column with the names" in said(at)
    assert "because of" in said(at)
    good = b"name,kind\nx,cat\ny,dog\nw,dog\n"
    at = quiet(at.file_uploader(key="items_file").upload("good.csv", good, "text/csv").run())
    assert plain("not in “good.csv”") in said(at)
    assert "The rule of the taste" in said(at)
