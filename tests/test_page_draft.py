"""A draft on the pages: beside the search, and kept where it ends early."""

import json
from functools import partial

import pytest

from dashboard import services
from dashboard.session import KEY
from dashboard.text import plain
from interpret.data.reading import read_table
from interpret.forms.answer.answer import answers
from interpret.forms.answer.proof import DRAFTED
from interpret.forms.answer.record import document, restore
from interpret.forms.explain import draft, explain
from interpret.forms.kind import work
from interpret.registry import RunRequest, kind_of
from interpret.settings import Settings
from jobs.database import Waits
from jobs.store import Store
from tests.counting import Listener
from tests.test_page_predict import PREDICT, upload
from tests.test_pages import (
    FIND,
    ROWS,
    SIMPLE,
    SURE,
    as_csv,
    lines_of,
    quiet,
    said,
    started_run,
    told_table,
)

pytestmark = pytest.mark.slow

THREE = as_csv(
    [("a", "b", "kind"), *[(a, b, "pqr"[(a + b) % 3]) for a in range(3) for b in range(3)] * 4]
)


@pytest.fixture(autouse=True)
def nobody_dies(monkeypatch):
    """Runs of no server go on however long a test takes."""
    monkeypatch.setattr(services, "Store", partial(Store, waits=Waits(stale=3600.0)))


@pytest.fixture(scope="module")
def drafted(monks):
    """A table, its draft, and a settled answer."""
    table = read_table(monks, "monks-1.csv")
    first, settled = draft(table, Settings()), explain(table, Settings(**SIMPLE))
    return table, first, document(answers([settled], table))


def begun(store, table, raw, result=None):
    """A run at work, with what it has published."""
    run_id = started_run(store, raw, name=table.name)
    if result is not None:
        store.publish(run_id, result)
    return run_id


def is_draft(at):
    return any("<li>Draft</li>" in own.value for own in at.markdown)


def test_a_draft_stands_while_the_search_goes_on_for_all_who_watch(open_app, store, monks, drafted):
    table, first, settled = drafted
    run_id = begun(store, table, monks, document(answers([first], table)))
    at, other = (open_app(FIND, tab=SURE, run=run_id) for _ in range(2))
    for page in (at, other):
        assert is_draft(page)
        assert plain(DRAFTED) in said(page)
        assert lines_of(page)
        assert page.button(key="cancel_explain")
        assert page.button(key="find").disabled
    store.finish(run_id, "done", settled)
    for page in (at, other):
        page = quiet(page.run())
        assert not is_draft(page)


def test_a_run_that_ends_early_keeps_the_draft(open_app, store, monks, drafted):
    table, first, _ = drafted
    run_id = begun(store, table, monks, document(answers([first], table)))
    store.finish(run_id, "cancelled")
    at = open_app(FIND, panels=(), run=run_id)
    assert "You stopped the search" in said(at)
    assert "best rule it had" in said(at)
    assert is_draft(at)
    assert "a draft" in kind_of("explain").result_words(store.get(run_id).result)
    at = open_app(PREDICT, run=run_id)
    assert ", a draft)" in said(at)
    at = upload(at, monks)
    assert "The draft of the rule says" in said(at)


def test_a_run_without_an_answer_says_that_one_is_on_its_way(open_app, store, monks, drafted):
    table, _, _ = drafted
    run_id = begun(store, table, monks)
    step = {"stage": "drafting", "fraction": 0.0, "step": None, "seconds": 0.0, "trained": ""}
    store.step(run_id, step | {"best": None, "note": "", "bound": None, "objective": None})
    at = open_app(FIND, run=run_id)
    assert "A first rule will stand here in a moment" in said(at)
    store.finish(run_id, "cancelled")


def test_classes_that_are_settled_side_by_side_are_counted(open_app, store):
    table = read_table(THREE, "three.csv")
    run_id = begun(store, table, THREE)
    step = {"stage": "settling", "fraction": 1 / 3, "step": 1, "seconds": 9.0, "trained": ""}
    store.step(run_id, step | {"best": None, "note": "", "bound": None, "objective": None})
    at = open_app(FIND, run=run_id)
    assert "1 of 3 classes have a settled rule" in said(at)
    store.finish(run_id, "cancelled")


def worked(raw, stop_at=None, **settings):
    """What a run publishes and gives, and who listened."""
    table = read_table(raw, "made.csv")
    listener = Listener(stop_at)
    spec = {"settings": Settings(**settings).to_dict(), "table": table.name}
    return listener, work(RunRequest(spec, lambda: table), listener)


def drafts_of(result):
    return [e.rule.is_draft for e in restore(json.loads(json.dumps(result)))]


def test_each_class_has_a_draft_which_its_settled_answer_replaces():
    listener, result = worked(THREE, **SIMPLE)
    assert [drafts_of(one) for one in listener.published[:6]] == [
        [True],
        [True, True],
        [True, True, True],
        [False, True, True],
        [False, False, True],
        [False, False, False],
    ]
    assert drafts_of(result) == [False] * 3
    assert kind_of("explain").result_words(result).endswith("3 rules")
    alone = explain(read_table(THREE, "made.csv"), Settings(**SIMPLE, positive=("q",)))
    assert restore(result)[1].rule == alone.rule


def test_classes_that_are_drafts_still_are_marked(open_app, store):
    listener, _ = worked(THREE, **SIMPLE)
    run_id = begun(store, read_table(THREE, "made.csv"), THREE, listener.published[3])
    at = open_app(FIND, panels=(), tab=ROWS, run=run_id)
    assert next(iter(told_table(at, "rule finds").values())) == ["p", "q (draft)", "r (draft)"]
    store.finish(run_id, "cancelled")


def test_of_many_cells_the_first_class_alone_has_a_draft(monkeypatch):
    monkeypatch.setattr("interpret.forms.kind.CELLS", 1)
    listener, result = worked(THREE, **SIMPLE)
    assert [drafts_of(one) for one in listener.published[:2]] == [[True], [False]]
    assert drafts_of(result) == [False] * 3


@pytest.mark.parametrize(("stop_at", "left"), [(1, None), (3, 2), (5, 3)])
def test_cancelled_at_any_moment_a_run_keeps_the_drafts_it_has(stop_at, left):
    _, result = worked(THREE, stop_at, **SIMPLE)
    assert (None if result is None else drafts_of(result)) == (left and [True] * left)
    if left:
        told = kind_of("explain").result_words(result)
        assert told.endswith("a draft" if left == 1 else f"{left} of them drafts")


def test_a_session_that_has_an_answer_keeps_it_until_the_draft(open_app, store, monks, drafted):
    table, first, settled = drafted
    done = begun(store, table, monks)
    store.finish(done, "done", settled)
    at = open_app(FIND, panels=(), run=done)
    assert not is_draft(at)
    again = begun(store, table, monks, document(answers([first], table)))
    at.query_params["run"] = again
    at = quiet(at.run())
    assert is_draft(at)
    assert at.session_state[KEY].answered["explain"] == again
    store.finish(again, "cancelled")
