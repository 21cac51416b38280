"""One module parses: what a cell means is read by its column's Reading, and nowhere else."""

import ast

from mypy import api

from tests.casts import ADVICE, OTHERS, READS, ROOMS, TWIN
from tests.test_layers import SOURCES, tree

# Calls that read texts in another way, by what is written.
CALLS = {
    "interpret.data.questions": "says in words what an example in a question would mean",
    "interpret.present.csv_file": "writes: whether a cell would be a formula",
    "jobs.database": "the times of runs, as the store keeps them",
}
READERS = {"strptime", "fromisoformat", "to_numeric", "to_datetime", "Decimal", "literal_eval"}


def test_a_number_made_of_a_text_elsewhere_fails_lint(tmp_path, monkeypatch, root):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mypy.ini").write_text(f"[mypy]\nplugins = {root / 'tests' / 'casts.py'}\n")
    text = (
        "def amount(cell: str | None, n: int) -> float:\n    return float(cell or 0) + float(n)\n"
    )
    (tmp_path / "interpret").mkdir()
    for name, status in (("interpret/amounts.py", 1), ("interpret/cores.py", 0), ("other.py", 0)):
        (tmp_path / name).write_text(text)
        told, _, found = api.run(["--cache-dir=/dev/null", "--explicit-package-bases", name])
        assert found == status, told
        assert (ADVICE in told) == bool(status)


def test_who_may_make_a_number_of_a_text_still_does():
    for module in (*READS, TWIN, *OTHERS):
        called = (node.func for node in ast.walk(tree(module)) if isinstance(node, ast.Call))
        assert {"float", "int"} & {getattr(name, "id", "") for name in called}, module


def reads(node):
    """Whether a call reads a date or a number, or makes a point of a decimal comma."""
    called = node.func
    name = getattr(called, "attr", getattr(called, "id", ""))
    texts = [one.value for one in node.args if isinstance(one, ast.Constant)]
    return name in READERS or (name == "replace" and texts in ([",", "."], [".", ","]))


def test_no_other_module_reads_dates_or_decimal_commas():
    found = {
        module
        for module in SOURCES
        if module not in READS and module.startswith(ROOMS)
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Call) and reads(node)
    }
    assert found - {TWIN} == {*CALLS}, ADVICE
