"""The page that recommends, without a browser: a real run on the sample, typed choices, hazards."""

import json

import pandas as pd
import pytest

from dashboard import recommending
from dashboard.recommending import KEY as ASKING
from dashboard.session import KEY
from dashboard.text import plain
from interpret.data.reading import read_table
from interpret.ranking.kind import ranking_document, restore
from interpret.ranking.recommend import Recommending, recommend
from tests.film_choices import first_users
from tests.test_pages import (
    HOSTILE,
    check_plain,
    finish,
    quiet,
    said,
    shown_run,
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


@pytest.mark.usefixtures("in_this_process")
def test_the_sample_is_learnt_and_every_place_has_a_reason(open_app, root, tmp_path, monkeypatch):
    (tmp_path / recommending.CHOICES).write_bytes(first_users(root))
    films = (root / "sample_data" / recommending.FILMS).read_bytes()
    (tmp_path / recommending.FILMS).write_bytes(films)
    monkeypatch.setattr(recommending, "FOLDER", tmp_path)
    at = open_app(PAGE)
    assert "No columns are named as users and items are" in said(at)
    at = quiet(at.button(key="recommend_sample").click().run())
    assert "Each row says that “user” chose “film”" in said(at)
    at = quiet(at.text_input(key="set_kernel").set_value("linear").run())
    at = quiet(at.selectbox(key="set_metric").set_value("AUC").run())
    at.session_state[ASKING].change(regularisation=1.0, negatives="own", popularity=0.0)
    at = finish(at.button(key="recommend").click().run())
    run = shown_run(at)
    assert run.status == "done"
    found = restore(run.result)
    assert found.settings.metric == "AUC"
    text = said(at)
    for part in ("for the same users", "because of Film", "The rule of the taste"):
        assert part in text
    at = choose(at, "user", "user 007")
    before = said(at)
    assert "user 007 chose" in before
    at = quiet(at.multiselect(key="liked").set_value(["Film 001", "Film 010"]).run())
    assert "Whoever likes Film 001, Film 010" in said(at)
    assert "because of Film 001" in said(at) or "because of Film 010" in said(at)
    assert "Rankings for all users" in [own.label for own in at.get("download_button")]


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


def test_all_rankings_are_a_table():
    raw = b"user,item\na,x\na,y\nb,x\nb,z\nc,y\nc,z\n"
    found = recommend(read_table(raw, "choices.csv"), QUICK)
    from interpret.ranking.rankings import Rankings

    frame = pd.DataFrame(Rankings(found.choices, found.machine).columns(2))
    assert frame.columns.tolist() == ["user", "place", "item", "score"]
    assert frame.groupby("user")["score"].is_monotonic_decreasing.all()
    assert frame["item"].tolist() == ["z", "y", "x"]
