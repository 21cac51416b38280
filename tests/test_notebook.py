"""The notebook in docs runs, from the first cell to the last, and shows the rule."""

import json

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.slow

NOTEBOOK = json.loads((ROOT / "docs" / "notebook.ipynb").read_text(encoding="utf-8"))


def test_every_cell_runs(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    for cell in NOTEBOOK["cells"]:
        if cell["cell_type"] == "code":
            source = "".join(cell["source"])
            exec(compile(source, f"cell {cell['id']}", "exec"), names)
    assert 'AS "rule"' in capsys.readouterr().out
    assert "care is intensive" in names["found"]._repr_html_() or "care = intensive" in (
        names["found"]._repr_html_()
    )
    assert 0 < names["rule"].score(names["X"], names["y"]) <= 1


def test_no_output_is_kept():
    assert NOTEBOOK["nbformat"] == 4
    for cell in NOTEBOOK["cells"]:
        assert cell.get("outputs", []) == []
