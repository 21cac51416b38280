import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PRODUCT = ("dashboard", "interpret", "jobs", "kernels", "sample_data")
LINES, PARAMETERS = 60, 6  # of a function, at most; self and cls are no parameters
COMPILED = "a compiled loop cannot be split without cost, nor be given a frozen value"
ESTIMATOR = "scikit-learn wants each setting of an estimator as a parameter of its own"
BY_HAND = "its parameters are what one row, line or widget is made of, and are named at each call"
LOOSE = "one function calls it, with values that travel together in no other place"
OPTIONS = "all but the first two have the defaults of a search's limits"
EXCEPTIONS = {
    "interpret/rules/beam.py:_enter": COMPILED,
    "interpret/rules/beam.py:beam": COMPILED,
    "interpret/rules/exchange.py:exchange": COMPILED,
    "interpret/rules/exchange.py:shortened": COMPILED,
    "interpret/rules/branch_and_bound.py:_enter": COMPILED,
    "interpret/rules/branch_and_bound.py:_push": COMPILED,
    "kernels/tensor.py:__init__": ESTIMATOR,
    "kernels/tensor.py:_line_search": LOOSE,
    "interpret/numbers/machine.py:learnt": LOOSE,
    "interpret/rules/trade_off.py:front": OPTIONS,
    "sample_data/flats.py:rent": BY_HAND,
}


def functions_too_large(root: Path) -> Iterator[tuple[str, str]]:
    """Each function over the limits, as file:name, and how large it is."""
    for package in PRODUCT:
        for file in sorted((root / package).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.FunctionDef):
                    continue
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                own = node.args
                taken = [*own.posonlyargs, *own.args, *own.kwonlyargs]
                parameters = sum(one.arg not in ("self", "cls") for one in taken)
                if lines > LINES or parameters > PARAMETERS:
                    where = f"{file.relative_to(root).as_posix()}:{node.name}"
                    yield where, f"{lines} lines, {parameters} parameters"


def test_no_function_is_over_its_limits_without_a_reason(root):
    found = dict(functions_too_large(root))
    new = {where: size for where, size in found.items() if where not in EXCEPTIONS}
    assert not new, f"at most {LINES} lines and {PARAMETERS} parameters; split these: {new}"
    assert not set(EXCEPTIONS) - set(found), "an exception that nothing needs any more must go"


@pytest.mark.parametrize("command", ["check", "format --check"])
def test_ruff_has_nothing_to_say(root, command):
    ruff = [sys.executable, "-m", "ruff", *command.split(), "--quiet", "--output-format", "concise"]
    said = subprocess.run(ruff, cwd=root, capture_output=True, text=True, check=False)
    if said.returncode:
        pytest.fail(f"ruff {command}:\n{said.stdout}{said.stderr}", pytrace=False)
