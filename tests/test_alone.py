"""A clone in an empty folder: the README's two commands and .ci/run touch nothing beside it."""

import os
import re
import subprocess

import pytest

COMMANDS = ("run", "test", "check", "lint", "samples")


@pytest.fixture(scope="module")
def alone(root, tmp_path_factory):
    """The files of the last commit, with nothing beside their folder and nothing installed."""
    if not (root / ".git").exists():
        pytest.skip("what was committed can be told from a clone of the repository alone")
    clone = tmp_path_factory.mktemp("alone") / "clone"
    subprocess.run(["git", "clone", "--quiet", "--no-local", root, clone], check=True)
    return clone


def said(folder, *command, **environment):
    done = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_make_knows_what_to_do_and_leaves_the_folder_nowhere(command, alone):
    told = said(alone, "make", "--no-print-directory", "--dry-run", command, MAKEFLAGS="")
    assert ".venv/bin/python -m" in told
    assert "No rule" not in told
    assert re.findall(r"\.\./|(?<![\w.])/(?!path/to|dev/null)\w+", told) == []


def test_ci_makes_docs_and_tests_in_its_own_clone_wherever_it_is_called(alone, tmp_path):
    make = tmp_path / "make"
    make.write_text('#!/bin/sh\necho "$PWD" "$@"\n', encoding="utf-8")
    make.chmod(0o700)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    made = said(tmp_path, "bash", str(alone / ".ci" / "run"), PATH=path).split()
    assert made == [str(alone), "docs", str(alone), "test"]
