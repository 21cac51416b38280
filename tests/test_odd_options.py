"""Every option of every command with absurd values: one sentence and status 2, or an answer."""

import argparse
import io

import pytest

from interpret import __main__ as explain
from interpret.ranking import command as ranking
from rulescope import commands
from tests.command_line import cheaply, csv_text
from tests.often import some_now

NINES = "9" * 5000
ODD = ("", " ", NINES, f"-{NINES}", "1e999", "-1", "nan", "inf", "\ud800", "a\0b", "²", "x" * 5000)
ODD_TEXTS = ("", " ", NINES, "nan", "\ud800", "a\0b", "x" * 5000, ".")
COMMANDS = {
    "explain": (explain.main, explain._argument_parser("rulescope")),
    "recommend": (ranking.main, ranking._argument_parser()),
    "serve": (commands.serve, commands.serve_parser()),
}
TABLE = csv_text(["a", "b", "c"], [("xy"[i % 2], i % 7, "yn"[i % 2]) for i in range(30)])
MEANT = {  # what is a name after all
    "--address": ("nan", "inf", "1e999"),
    "--var": (NINES, f"-{NINES}", "1e999", "-1", "nan", "inf", "²", "x" * 5000, "."),
    "--port": (),
}
CHEAP = cheaply("--form", "rule")
CHOICES = csv_text(["user", "item"], [(i % 8, (i * i + i // 8) % 5) for i in range(30)])
ITEMS = csv_text(["item", "kind"], [(i, "ab"[i % 2]) for i in range(5)])
MACHINE = ("--set=regularisation=1", "--set=popularity=0", "--set=negatives=own")


def options(command, takes_text):
    """The options with a value, those that argparse turns into a number or those of any text."""
    return [
        action.option_strings[0]
        for action in COMMANDS[command][1]._actions
        if action.option_strings
        and not isinstance(action, argparse._StoreTrueAction | argparse._HelpAction)
        and (action.type in (None, str)) == takes_text
    ]


def run(command, *arguments):
    """The status; anything but an answer, or one line that says what is wrong, fails."""
    out, err = io.StringIO(), io.StringIO()
    status = COMMANDS[command][0](list(map(str, arguments)), out, err)
    told = err.getvalue()
    assert status in (0, 2)
    assert (told.count("\n"), told.endswith("\n")) == ((1, True) if status else (0, False))
    assert "Traceback" not in told
    assert len(told) < 1000, "long words are cut"
    return status


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "table.csv").write_text(TABLE)
    return "table.csv"


@pytest.mark.parametrize("value", [*ODD, "FOLDER"], ids=range(len(ODD) + 1))
@pytest.mark.parametrize("command", ["explain", "recommend"])
def test_an_absurd_value_of_any_option_is_refused_where_there_is_no_table(tmp_path, command, value):
    value = str(tmp_path) if value == "FOLDER" else value
    for text in (True, False):
        for option in options(command, text):
            assert run(command, tmp_path / "nowhere.csv", f"{option}={value}") == 2, option


@pytest.mark.slow
@pytest.mark.parametrize("value", some_now(ODD_TEXTS, "", NINES, "a\0b"), ids=range(len(ODD_TEXTS)))
def test_an_absurd_text_is_refused_or_names_nothing(table, value):
    for option in options("explain", True):
        run("explain", table, *CHEAP, f"{option}={value}")


@pytest.mark.parametrize("value", [*ODD, "."], ids=range(len(ODD) + 1))
def test_no_absurd_value_starts_a_server(monkeypatch, value):
    started = []
    monkeypatch.setattr(
        commands.runpy, "run_module", lambda *a, **k: started.append(commands.sys.argv)
    )
    monkeypatch.setattr(commands.sys, "argv", [])
    monkeypatch.delenv(commands.URL, raising=False)
    for option in options("serve", True) + options("serve", False):
        status = run("serve", f"{option}={value}")
        assert bool(started) == (status == 0)
        assert not started or value in MEANT[option], option
        started.clear()


def recommend(*arguments):
    """The command on a table of choices, with a machine that nothing has to choose."""
    kernel = () if "--kernel" in " ".join(map(str, arguments)) else ("--kernel=linear",)
    return run("recommend", "choices.csv", *kernel, *MACHINE, *arguments)


@pytest.fixture
def choices(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "choices.csv").write_text(CHOICES)
    (tmp_path / "items.csv").write_text(ITEMS)


@pytest.mark.slow
@pytest.mark.usefixtures("choices")
@pytest.mark.parametrize(
    "value", some_now([*ODD, "."], "", NINES, "nan", "a\0b", "."), ids=range(len(ODD) + 1)
)
def test_an_absurd_value_of_any_option_of_a_ranking_is_refused_or_names_nothing(value):
    for option in options("recommend", True) + options("recommend", False):
        recommend(f"{option}={value}")


@pytest.mark.usefixtures("choices")
@pytest.mark.parametrize(
    "arguments",
    [
        ("--json", "choices.csv"),
        ("--csv", "items.csv", "--items", "items.csv"),
        ("--csv", "./items.csv", "--predict", "items.csv"),
        ("--json", "same", "--csv", "./same"),
        ("--json", "-", "--csv", "-"),
        ("--user-column", "user", "--item-column", "user"),
        ("--user-column", "user", "--rating-column", "user"),
        ("--item-column", "item", "--time-column", "item"),
        ("--at-least", "3"),
        ("--set", "protocol=last"),
        ("--top", "0"),
    ],
)
def test_what_contradicts_itself_in_a_ranking_is_refused_and_writes_nothing(tmp_path, arguments):
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert recommend(*arguments) == 2
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
