"""The table of kinds of answers: whatever is listed there is told, run, shown and used on rows."""

import ast
import io
import json

import pytest

from dashboard import services
from interpret.__main__ import main
from interpret.data.reading import read_table
from interpret.registry import KINDS, kind_of
from interpret.settings import Settings
from tests import mean_kind
from tests.conftest import ROOT
from tests.test_jobs_runner import ended, wait
from tests.test_layers import SOURCES, tree
from tests.test_pages import quiet, said

RAW = b"a,b,amount\n1,x,2\n2,y,4\n3,x,6\n"
SAID = "The mean of amount is 4."
ROOMS = ("rule", "points", "number", "ranking")


@pytest.fixture
def means(monkeypatch):
    """The kind of tests/mean_kind.py is listed before all others."""
    lines = {"mean": mean_kind.LINE, **KINDS}
    KINDS.clear()
    KINDS.update(lines)
    yield
    del KINDS["mean"]


def told(*arguments):
    out, errors = io.StringIO(), io.StringIO()
    status = main(list(map(str, arguments)), out, errors)
    assert status == 0, errors.getvalue()
    return out.getvalue()


@pytest.mark.usefixtures("means")
def test_a_kind_that_is_listed_goes_through_the_command_line(tmp_path):
    table, answer = tmp_path / "table.csv", tmp_path / "answer.json"
    table.write_bytes(RAW)
    report, code, rows = (tmp_path / name for name in ("report.html", "mean.py", "rows.csv"))
    asked = ("--target", "amount", "--json", answer, "--html", report, "--export", code)
    assert SAID in told(table, *asked)
    assert SAID in report.read_text(encoding="utf-8")
    assert code.read_text(encoding="utf-8") == SAID
    assert "3 means." in told(answer, "--predict", table, "--csv", rows)
    assert rows.read_text(encoding="utf-8").split() == ["mean", "4.0", "4.0", "4.0"]


@pytest.mark.usefixtures("means", "in_this_process")
def test_a_kind_that_is_listed_is_run_shown_and_predicts_on_its_page(open_app):
    open_app()
    store = services.store()
    table = read_table(RAW, "table.csv")
    store.save_table(table.digest, table.name, RAW)
    spec = {"settings": Settings(target="amount").to_dict(), "table": table.name}
    run_id = services.runner().start("mean", spec, table.digest)
    run = wait(store, run_id, ended)
    assert run.status == "done"
    assert kind_of("mean").result_words(run.result) == "mean 4"
    assert json.loads(json.dumps(run.result))["mean"] == {"target": "amount", "value": 4.0}
    at = open_app("dashboard/pages/predict.py", run=run_id)
    assert "With the answer to **the mean of amount**" in said(at)
    assert "(mean 4), learnt from" in said(at)
    at = quiet(at.file_uploader(key="other_rows").upload("rows.csv", RAW, "text/csv").run())
    assert "3 means" in said(at)
    assert at.dataframe[0].value.shape[0] == 3
    listed = open_app("dashboard/pages/runs.py").dataframe[0].value
    assert "mean 4" in listed.to_numpy().ravel().tolist()


def test_the_kind_that_is_listed_has_at_most_forty_lines_of_code():
    """Without its docstring, blank lines and imports."""
    text = (ROOT / "tests" / "mean_kind.py").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith(("from", '"""'))]
    assert len(lines) <= 40


def test_only_the_table_of_kinds_asks_by_its_keys_what_kind_a_document_is():
    """Elsewhere nothing compares a key that only one kind of document has."""
    asks = set()
    for module in SOURCES:
        for node in ast.walk(tree(module)):
            if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
                left = node.left
                if isinstance(left, ast.Constant) and left.value in ("number", "explanations"):
                    asks.add(module)
    assert asks == {"interpret.registry"}
