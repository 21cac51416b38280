"""Files as pages take them: read apart, named by whoever brought them, told in a sentence."""

import ast
from pathlib import Path

import pytest

from dashboard import services
from dashboard.session import KEY
from interpret.data.sandbox import read_apart as apart
from interpret.settings import Settings
from jobs.store import Store
from tests.test_pages import FIND, quiet, said

RUNS = "dashboard/pages/runs.py"
CSV = "text/csv"
BEFORE = "tic-tac-toe.csv"


def callbacks(root):
    """Each file with what its widgets call."""
    for file in sorted((root / "dashboard").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg in ("on_click", "on_change"):
                yield file.relative_to(root).as_posix(), ast.unparse(node.value)


def test_every_callback_goes_through_the_frame_s_way_of_catching(root):
    """Streamlit runs callbacks outside app.py, with a red box of its own for what they raise."""
    own = {"services.attempt", "st.login", "st.logout", "'rerun'", "'ignore'"}
    assert [(file, called) for file, called in callbacks(root) if called not in own] == []


def upload(at, raw, name, mime=CSV):
    return quiet(at.file_uploader(key="upload").upload(name, raw, mime).run())


@pytest.mark.slow
def test_what_a_callback_raises_is_one_sentence_and_nothing_is_lost(open_app, monks, monkeypatch):
    at = open_app()

    def fails(*args):
        raise RuntimeError("for a programmer alone")

    with monkeypatch.context() as broken:
        broken.setattr(services, "keep", fails)
        at = upload(at, monks, "mine.csv")
    assert [error.value.replace("\\", "") for error in at.error] == [
        "This could not be done, and the server's log says why. Try again."
    ]
    assert "programmer" not in said(at)
    assert at.header[0].value == BEFORE


@pytest.mark.slow
def test_a_page_reads_in_another_process_and_each_file_once(open_app, monks, monkeypatch):
    read = []
    reading = apart._requested

    def noted(raw, *more):
        read.append(raw)
        return reading(raw, *more)

    monkeypatch.setattr(apart, "_requested", noted)
    at = open_app()
    read.clear()
    at = upload(at, monks, "mine.csv")
    quiet(at.run())
    upload(open_app(), monks, "again.csv")
    assert read == [monks]


@pytest.mark.slow
def test_the_same_bytes_under_another_name_rename_nothing_of_anybody(open_app, monks, database_url):
    first = upload(open_app(), monks, "ward 7.csv")
    digest = first.session_state[KEY].digest
    store = Store(database_url)
    spec = {"settings": Settings().to_dict(), "table": first.session_state[KEY].name}
    run_id = store.create("explain", spec, digest)
    other = upload(open_app(), monks, "other.csv")
    assert other.session_state[KEY].digest == digest
    assert other.header[0].value == "other.csv"
    assert quiet(first.run()).header[0].value == "ward 7.csv"
    assert store.get(run_id).name == "ward 7.csv"
    opened = open_app(FIND, run=run_id)
    assert opened.session_state[KEY].name == "ward 7.csv"
    assert "other.csv" not in said(opened).replace("\\", "")
    (listed,) = [f.value for f in open_app(RUNS).dataframe if (f.key or "").startswith("runs_")]
    assert listed["data"].tolist() == ["ward 7.csv"]
    assert store.load_table(digest) == monks
    assert Path(opened.session_state[KEY].name).suffix == ".csv"
