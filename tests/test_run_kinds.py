"""What every kind of run must do, tested by being listed in interpret.registry."""

import json
from dataclasses import replace
from importlib import import_module

import pytest
from streamlit.testing.v1 import AppTest

from dashboard import services, stored_runs
from dashboard.pages import PAGES, path
from dashboard.session import KEY, Session
from dashboard.text import plain
from interpret.data.reading import read_table
from interpret.ranking.recommend import Recommending
from interpret.registry import OTHER_VERSION, RunRequest, kind_of, kinds
from interpret.settings import Settings
from jobs.runner import Runner
from jobs.store import Store
from tests.conftest import ROOT
from tests.counting import Listener
from tests.often import some_now
from tests.patience import PATIENCE
from tests.test_jobs_runner import ended, processes, wait
from tests.test_pages import LOAD, SIMPLE, quiet, said, started_run

pytestmark = pytest.mark.slow

OWN = {  # what a kind is asked beside settings, as small as it gets
    "compare": {"kernels": ["linear", "mC(2)"]},
    "recommend": {
        "asked": Recommending(
            user_column="a",
            item_column="b",
            kernel="linear",
            regularisation=1.0,
            negatives="own",
            popularity=0.0,
        ).to_dict()
    },
    "learn": {"asked": {"degrees": 2, "ways": ["average"], "formulas": 2, "length": 2.0}},
}
IN_A_LIST = {  # what a list of runs says that was asked
    "explain": "class = yes",
    "number": "the number amount",
    "recommend": "b ranked for users",
    "compare": "2 kernels compared on class = yes",
    "learn": "a kernel learnt for class = yes",
    "evolve": "the evolution of the rule for class = yes",
}
ASKED = {"number": {"target": "amount", "drop": ("class",)}}  # of a kind that is about no class
RAW = b"a,b,c,amount,class\n" + b"".join(
    f"{a},{b},{c},{5 * (a == 1) + b + c / 10 + k / 100},"
    f"{'yes' if (a == b) != (c == 2 and a == 0) else 'no'}\n".encode()
    for a in range(3)
    for b in range(3)
    for c in range(3)
    for k in range(2)
)
TABLE = read_table(RAW, "small.csv")
every_kind = pytest.mark.parametrize("kind", kinds())


def spec_of(kind):
    asked = ASKED.get(kind, {"target": "class", "positive": ("yes",), "drop": ("amount",)})
    settings = Settings(**SIMPLE, **asked).to_dict()
    return {"settings": settings, "table": TABLE.name} | OWN.get(kind, {})


def worked(kind, stop_at=None):
    """What a kind of run reports and gives, without a process."""
    listener = Listener(stop_at)
    return listener, kind_of(kind).work(RunRequest(spec_of(kind), lambda: TABLE), listener)


@pytest.fixture(scope="module")
def whole():
    """Kind -> what a run of it reports, and the document that it ends with."""
    return {kind: worked(kind) for kind in kinds()}


@pytest.fixture(scope="module")
def results(whole):
    return {kind: result for kind, (_, result) in whole.items()}


@pytest.fixture
def stored(open_app):
    """Stores a run that has ended, with its table: its id."""
    open_app()
    store = services.store()

    def keep(kind, status="done", result=None, error=None):
        run_id = started_run(store, RAW, kind, TABLE.name, **spec_of(kind))
        store.finish(run_id, status, result, error)
        return run_id

    return keep


@every_kind
def test_the_entry_names_pages_and_speaks_in_sentences(kind):
    entry = kind_of(kind)
    assert {entry.page, *entry.also} <= set(PAGES)
    assert entry.nothing_yet.endswith(".")
    assert f"“{entry.button}”" in entry.nothing_yet
    assert entry.kept.endswith(".")


@every_kind
def test_the_work_tells_how_far_it_is_and_its_document_becomes_a_value_again(kind, whole):
    listener, result = whole[kind]
    fractions = [step["fraction"] for step in listener.steps]
    assert fractions
    assert min(fractions) >= 0
    assert max(fractions) <= 1
    entry = kind_of(kind)
    for document in (*listener.published, json.loads(json.dumps(result, allow_nan=False))):
        came = entry.result_words(document)
        assert came
        assert came != OTHER_VERSION
        entry.restore(document)
    assert entry.result_words(None) == ""
    for broken in ({"schema": 0}, {"schema": 1}, {"schema": 1, "explanations": [{}]}):
        assert entry.result_words(broken) == OTHER_VERSION
    assert entry.question(spec_of(kind))


@every_kind
@pytest.mark.parametrize("stop_at", [1, 3])
def test_who_is_told_to_stop_stops_and_keeps_what_can_be_read(kind, stop_at):
    listener, result = worked(kind, stop_at)
    assert len(listener.steps) <= stop_at + 2
    if result is not None:
        assert kind_of(kind).result_words(result) != OTHER_VERSION


@pytest.mark.parametrize("kind", some_now(kinds(), "explain", "recommend"))
def test_a_process_works_on_it_and_where_it_is_killed_the_run_failed(kind, database_url):
    store = Store(database_url)
    store.save_table(TABLE.digest, TABLE.name, RAW)
    runner = Runner(store, slots=1)
    run_id = runner.start(kind, spec_of(kind), TABLE.digest)
    wait(store, run_id, lambda run: store.steps(run.id) or ended(run))
    for process in processes(runner):
        process.kill()
    run = wait(store, run_id, ended)
    assert "seconds" in store.steps(run_id)[0][1]
    assert run.status == "done" or run.error.startswith("The process of this run was killed")
    runner.close()


@every_kind
def test_its_link_leads_to_its_page_in_any_session(kind, open_app, stored, results):
    entry = kind_of(kind)
    run_id = stored(kind, result=results[kind])
    for page in (LOAD, *map(path, entry.pages)):
        at = open_app(page, run=run_id)
        assert at.query_params["run"] == run_id
        assert at.session_state[KEY].runs == {kind: run_id}
        assert at.session_state[KEY].digest == TABLE.digest
        assert not at.error
        if page == path(entry.page):
            assert f"{entry.button} again" in [button.label for button in at.button]
            assert entry.nothing_yet not in said(at)


@pytest.mark.parametrize("kind", some_now(kinds(), "explain", "recommend"))
def test_how_it_ended_is_said_and_the_answer_before_it_stays(kind, open_app, stored, results):
    entry = kind_of(kind)
    page = path(entry.page)
    run_id = stored(kind, "cancelled", results[kind])
    at = open_app(page, run=run_id)
    assert f"You stopped the {entry.thing}. {entry.kept}" in said(at)
    for status, told in {
        "failed": "could not be finished",
        "interrupted": "was interrupted",
        "cancelled": "It had no answer yet.",
    }.items():
        broken = stored(kind, status, error="It was <b> so." if status == "failed" else None)
        at.query_params["run"] = broken
        at = quiet(at.run())
        assert told in said(at)
        assert "The last answer stands below." in said(at)
        assert f"{entry.button} again" in [button.label for button in at.button]
        last = dict(at.session_state[KEY].answered)
        at.session_state[KEY].answered.clear()
        alone = said(quiet(at.run()))
        assert told in alone
        assert "last answer" not in alone
        assert entry.button in [button.label for button in at.button]
        at.session_state[KEY].answered.update(last)


@every_kind
def test_what_another_version_stored_is_one_sentence(kind, open_app, stored):
    at = open_app(path(kind_of(kind).page), run=stored(kind, result={"schema": 0}))
    (error,) = at.error
    assert plain("another version of Rulescope") in error.value
    assert error.value.endswith(plain(f" {kind_of(kind).button} again."))


@every_kind
def test_it_is_listed_in_words_and_deleted_for_every_session(kind, open_app, stored, results):
    run_id = stored(kind, result=results[kind])
    state = Session()
    state.load(TABLE.digest, TABLE.name)
    state.show(kind, run_id)
    [run] = stored_runs.recent(state)
    entry = kind_of(kind)
    assert stored_runs.title(run) == f"small.csv · {IN_A_LIST[kind]}"
    assert stored_runs.result_words(run) == entry.result_words(results[kind])

    at = open_app(path("runs"), run=run_id)
    at = quiet(at.run())
    stored_runs.delete(state, [run_id])
    assert services.store().get(run_id) is None
    assert kind not in state.runs
    at = open_app(path(entry.page), run=run_id)
    assert "There is no run" in said(at)


@pytest.mark.parametrize("kind", some_now(kinds(), "explain", "number"))
def test_a_result_is_restored_once_for_all_clicks_and_sessions(
    kind, open_app, stored, results, monkeypatch
):
    entry, restored = kind_of(kind), []

    def restore(document):
        restored.append(document)
        return entry.restore(document)

    run_id = stored(kind, result=results[kind])
    monkeypatch.setattr(
        import_module(entry.work.__module__), "KIND", replace(entry, restore=restore)
    )
    at = open_app(path(entry.page), run=run_id)
    before = len(restored)
    quiet(at.run())
    other = AppTest.from_file(str(ROOT / "app.py"), default_timeout=PATIENCE)
    other.query_params["run"] = run_id
    quiet(other.run())
    assert other.title[0].value == at.title[0].value
    assert len(restored) == before == 1
