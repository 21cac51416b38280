import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

PRODUCT = ("dashboard", "interpret", "jobs", "kernels", "sample_data")
LINES, PARAMETERS = 60, 6  # of a function, at most; self and cls are no parameters
COMPILED = "a compiled loop cannot be split without cost, nor be given a frozen value"
ESTIMATOR = "scikit-learn wants each setting of an estimator as a parameter of its own"
BY_HAND = "its parameters are what one row, line or widget is made of, and are named at each call"
EXCEPTIONS = {
    "interpret/answers/points/gain.py:_beam": COMPILED,
    "interpret/answers/points/gain.py:_enter": COMPILED,
    "interpret/answers/points/whole.py:moved": COMPILED,
    "interpret/rules/branch_and_bound.py:_enter": COMPILED,
    "interpret/rules/branch_and_bound.py:_push": COMPILED,
    "kernels/tensor.py:__init__": ESTIMATOR,
    "sample_data/flats.py:rent": BY_HAND,
}
ONE_MEANING = {  # a word -> the files in which a class or a function may be called by it alone
    "asked": {
        "dashboard/learning.py",
        "dashboard/services.py",
        "dashboard/stored_runs.py",
        "interpret/answers/rule/sentences/choices.py",
        "interpret/answers/settings_words.py",
        "interpret/answers/rule/report/side_by_side.py",
        "interpret/answers/number/run.py",
        "interpret/answers/ranking/run.py",
        "interpret/lab/compare_run.py",
        "interpret/lab/learn_run.py",
    },
    "judge": {
        "interpret/lab/nested_validation.py",
        "interpret/large/judge.py",
        "interpret/answers/ranking/judging.py",
    },
    "candidate": {"interpret/fit/choose_rule.py"},
    "plain": {"dashboard/text.py"},
    "listed": {"interpret/data/complaints.py", "kernels/tensor_ways.py"},
}


@cache
def definitions(root: Path) -> tuple[tuple[str, ast.ClassDef | ast.FunctionDef], ...]:
    """Each file with each class and function that stands in it."""
    return tuple(
        (file.relative_to(root).as_posix(), node)
        for package in PRODUCT
        for file in sorted((root / package).rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef | ast.FunctionDef)
    )


def functions_too_large(root: Path) -> Iterator[tuple[str, str]]:
    """Each function over the limits, as file:name, and how large it is."""
    for file, node in definitions(root):
        if not isinstance(node, ast.FunctionDef):
            continue
        lines = (node.end_lineno or node.lineno) - node.lineno + 1
        own = node.args
        taken = [*own.posonlyargs, *own.args, *own.kwonlyargs]
        parameters = sum(one.arg not in ("self", "cls") for one in taken)
        if lines > LINES or parameters > PARAMETERS:
            yield f"{file}:{node.name}", f"{lines} lines, {parameters} parameters"


def test_no_function_is_over_its_limits_without_a_reason(root):
    found = dict(functions_too_large(root))
    new = {where: size for where, size in found.items() if where not in EXCEPTIONS}
    assert not new, f"at most {LINES} lines and {PARAMETERS} parameters; split these: {new}"
    assert not set(EXCEPTIONS) - set(found), "an exception that nothing needs any more must go"


def test_a_class_has_a_name_of_its_own(root):
    places: dict[str, set[str]] = {}
    for file, node in definitions(root):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            places.setdefault(node.name, set()).add(file)
    several = {name: files for name, files in places.items() if len(files) > 1}
    assert not several, f"one word, one thing; call one of each otherwise: {several}"


@pytest.mark.parametrize("word", ONE_MEANING)
def test_a_word_of_the_glossary_names_one_thing(root, word):
    """Whatever is called by the word alone stands where the glossary's meaning is at home."""
    found = {file for file, node in definitions(root) if node.name.strip("_").lower() == word}
    assert found <= ONE_MEANING[word], f"{word} means something else; see interpret/__init__.py"
    glossary = (root / "interpret" / "__init__.py").read_text(encoding="utf-8")
    assert re.search(rf"^    {word}d? ", glossary, re.M)


@pytest.mark.parametrize("command", ["check", "format --check"])
def test_ruff_has_nothing_to_say(root, command):
    ruff = [sys.executable, "-m", "ruff", *command.split(), "--quiet", "--output-format", "concise"]
    said = subprocess.run(ruff, cwd=root, capture_output=True, text=True, check=False)
    if said.returncode:
        pytest.fail(f"ruff {command}:\n{said.stdout}{said.stderr}", pytrace=False)
