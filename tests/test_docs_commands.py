"""Every command and every piece of Python in the pages runs, or is read by the program's parser."""

import re
import shlex

import pytest

from docs.commands import INLINE, blocks, printed, readme, sample_tables
from docs.made import COMMANDS
from interpret.settings import settings_given
from tests.command_line import cheaply
from tests.conftest import ROOT

pytestmark = pytest.mark.slow

PAGES = {file.stem: file.read_text(encoding="utf-8") for file in (ROOT / "docs").glob("*.md")}
PAGES["README"] = readme((ROOT / "README.md").read_text(encoding="utf-8"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
AS_IT_STANDS = {"answer.json", "--kernel"}
A_NUMBER = {"sample_data/flats.csv", "rent"}
PROGRAMS = {"docker", "make", "pip", "rulescope"}


def with_code(*languages):
    return [name for name, text in PAGES.items() if blocks(text, *languages)]


@pytest.mark.parametrize("page", with_code("console", "python"))
def test_what_is_shown_to_run_runs(page, tmp_path, monkeypatch):
    """In the order of the page, with few rows and little to choose: the answer is not the point."""
    sample_tables(tmp_path, ROOT)
    for file in (tmp_path / "sample_data").iterdir():
        header, *rows = file.read_bytes().splitlines(keepends=True)
        file.write_bytes(b"".join([header, *rows[::14]]))
    monkeypatch.chdir(tmp_path)
    names = {}
    for block in blocks(PAGES[page], "console", "python"):
        if block.language != "console":
            exec(compile(block.code, page, "exec"), names)
            continue
        for words in block.commands:
            assert printed(quick(words), tmp_path)


def quick(words):
    """The command with little to choose."""
    if "points" in words:
        return [*words, "--size", "2x2"]
    if AS_IT_STANDS & {*words}:
        return words
    if {*words} >= A_NUMBER:
        return [*words, "--size", "autox1"]
    return [words[0], *cheaply(*words[1:])]


def asked_for_elsewhere():
    """Each command that is shown and not run, with its page."""
    for page, text in PAGES.items():
        for block in blocks(text, "sh"):
            yield from (pytest.param(words, id=f"{page}-{words[0]}") for words in block.commands)
        for command in INLINE.findall(text):
            if command.startswith("rulescope "):
                yield pytest.param(shlex.split(command), id=f"{page}-inline")


@pytest.mark.parametrize("words", [*asked_for_elsewhere()])
def test_what_is_not_run_is_a_command(words):
    words = words[next(i for i, word in enumerate(words) if "=" not in word) :]
    assert words[0] in PROGRAMS
    if words[0] == "make":
        assert re.search(rf"^{words[1]}:", MAKEFILE, re.M)
    if words[0] == "rulescope":
        name = " ".join(words[:2]) if " ".join(words[:2]) in COMMANDS else "rulescope"
        parser, settings = COMMANDS[name]
        given = parser.parse_args(words[len(name.split()) :])
        if settings is not None and name == "rulescope":
            own = {key: value for key, value in vars(given).items() if value is not None}
            settings_given({key: own[key] for key in own.keys() & settings.__annotations__.keys()})


@pytest.mark.parametrize("page", PAGES)
def test_what_a_benchmark_is_asked_for_it_knows(page):
    for module, rest in re.findall(r"`python -m (benchmarks\.\w+)([^`]*)`", PAGES[page]):
        source = (ROOT / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")
        for flag in re.findall(r"--[\w-]+", rest):
            assert f'"{flag}"' in source, f"{module} has no {flag}"
