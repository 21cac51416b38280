import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

PRODUCT = ("dashboard", "interpret", "jobs", "kernels", "sample_data")
LINES = 60  # of a function, at most
ONE_MEANING = {  # a word -> the files in which a class or a function may be called by it alone
    "asked": {
        "dashboard/panels/learn.py",
        "interpret/tell/rule/inside.py",
        "interpret/number/kind.py",
        "interpret/ranking/kind.py",
        "interpret/lab/compare.py",
        "interpret/lab/learn.py",
    },
    "judge": {
        "interpret/lab/nested_validation.py",
        "interpret/large/judge.py",
        "interpret/ranking/judging.py",
    },
    "candidate": {"interpret/fit/choose_rule.py"},
    "plain": {"dashboard/text.py"},
    "listed": {"interpret/data/complaints.py", "kernels/tensor/ways.py"},
}
SAYS_NOTHING = {  # a name of variables and parameters -> how to find a better one
    "own": "name the thing by what it is: clause, column, figures, share",
    "told": "name the thing by what it is: sentence, notice, label, line",
}
TWO_READINGS = {  # a phrase in docstrings, comments and messages -> what to write in its place
    "but for rounding": "up to rounding",
    "in vain": "wasted, or what does not happen",
    "came of it": "the result",
    "what came of": "the result",
    "no value at all": "what the machine or the rule sees there",
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


def test_no_function_is_too_long(root):
    long = {
        f"{file}:{node.name}"
        for file, node in definitions(root)
        if isinstance(node, ast.FunctionDef)
        and (node.end_lineno or node.lineno) - node.lineno >= LINES
    }
    assert not long, f"a function has at most {LINES} lines; split these: {long}"


@pytest.mark.parametrize("word", ONE_MEANING)
def test_a_word_of_the_glossary_names_one_thing(root, word):
    """Whatever is called by the word alone stands where the glossary's meaning is at home."""
    found = {file for file, node in definitions(root) if node.name.strip("_").lower() == word}
    assert found <= ONE_MEANING[word], f"{word} means something else; see interpret/__init__.py"
    glossary = (root / "interpret" / "__init__.py").read_text(encoding="utf-8")
    assert re.search(rf"^    {word}d? ", glossary, re.M)


@cache
def modules(root: Path) -> tuple[tuple[str, str], ...]:
    """Each file of the product with its text."""
    return tuple(
        (file.relative_to(root).as_posix(), file.read_text(encoding="utf-8"))
        for package in PRODUCT
        for file in sorted((root / package).rglob("*.py"))
    )


@pytest.mark.parametrize("name", SAYS_NOTHING)
def test_no_variable_has_a_name_that_says_nothing(root, name):
    found = {
        f"{file}:{node.lineno}"
        for file, text in modules(root)
        for node in ast.walk(ast.parse(text))
        if (isinstance(node, ast.arg) and node.arg == name)
        or (isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store))
    }
    of_fields = "interpret/ranking/methods.py", "interpret/forms/answer/good.py"  # one a key
    fields = {where for where in found if where.startswith(of_fields)}
    assert found == fields, f"{SAYS_NOTHING[name]}; {name} stands in {sorted(found - fields)}"


@pytest.mark.parametrize("phrase", TWO_READINGS)
def test_no_sentence_uses_a_phrase_with_two_readings(root, phrase):
    found = [file for file, text in modules(root) if phrase in " ".join(text.split())]
    assert not found, f"instead of {phrase!r} say {TWO_READINGS[phrase]}, in {found}"


@pytest.mark.parametrize("command", ["check", "format --check"])
def test_ruff_has_nothing_to_say(root, command):
    ruff = [sys.executable, "-m", "ruff", *command.split(), "--quiet", "--output-format", "concise"]
    said = subprocess.run(ruff, cwd=root, capture_output=True, text=True, check=False)
    if said.returncode:
        pytest.fail(f"ruff {command}:\n{said.stdout}{said.stderr}", pytrace=False)
