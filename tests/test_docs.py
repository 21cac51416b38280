"""What the site is made of: pages that the program makes, links, and the look at what came out."""

import inspect
import re
from dataclasses import fields
from pathlib import Path

import interpret
from docs.commands import PRINTS, answered
from docs.conf import plain_docstring
from docs.linked import OPTIONS, linked, term
from docs.made import HEADINGS, glossary, pages
from docs.pictures import SHOTS
from interpret.settings import Settings
from interpret.tell.rule import verdict
from interpret.tell.rule.verdict import _grade
from tests.conftest import ROOT

DOCS = ROOT / "docs"
PAGES = {file.name: file.read_text(encoding="utf-8") for file in DOCS.glob("*.md")}
MADE = pages()
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = re.compile(r"\((?:docs/)?([\w-]+)\.png\)")


def test_every_word_of_the_glossary_is_on_its_page():
    words = [word for part in glossary().values() for word in part]
    lines = re.findall(r"^ {4}(\S.{10}) ", interpret.__doc__, re.M)
    assert [line.strip() for line in lines] == words
    for word, meaning in (pair for part in glossary().values() for pair in part.items()):
        assert f"\n{word}\n  {meaning}\n" in MADE["glossary.md"]
    machines = glossary()["Machines and searches"]
    assert machines["gap"] == "The bound minus the objective that was reached."


def test_every_setting_is_an_option_of_the_page():
    page = MADE["command-line.md"]
    for own in (setting for setting in fields(Settings) if setting.name != "sheet"):
        name = own.name.replace("_", "-")
        assert f"```{{option}} --{name}" in page or f"\n`{name}`: " in page
    assert all(heading in page for heading in HEADINGS.values())
    assert "Default: `0.3`. From 0 to 0.9." in page


def test_words_and_options_become_links_where_they_are_prose():
    text = (
        "*Proven* rules, *find me*, **rule**, `--kernel auto` and `--nothing`\n"
        "```sh\n*rule* `--size`\n```\n*rules*"
    )
    assert linked(text) == (
        "{term}`Proven <proven>` rules, *find me*, **rule**, {option}`--kernel auto "
        "<rulescope --kernel>` and `--nothing`\n```sh\n*rule* `--size`\n```\n{term}`rules <rule>`"
    )
    assert OPTIONS["--user"] == "rulescope recommend"
    assert OPTIONS["--port"] == "rulescope serve"
    assert term("held out") == "held out"
    assert term("Settings") is None


def test_every_picture_is_there_and_shown():
    named = {name for text in (*PAGES.values(), README) for name in SHOWN.findall(text)}
    assert {file.stem for file in DOCS.glob("*.png")} == named == {*SHOTS}


def test_every_page_is_in_the_list_of_pages():
    listed = re.findall(
        r"^([\w-]+)$", "\n".join(re.findall(r"```{toctree}(.*?)```", PAGES["index.md"], re.S)), re.M
    )
    there = {Path(name).stem for name in (*PAGES, *MADE) if name.endswith(".md")} | {"notebook"}
    assert there - {"index"} == {*listed}


def test_every_verdict_has_a_line_that_says_what_to_do():
    """The headlines as the program words them, up to what differs from table to table."""
    table = PAGES["read-an-answer.md"].split("### What to do with each verdict")[1]
    known = re.findall(r"^\| (\w[^|]*?)(?: yes \(or no\))? \|", table.split("\n## ")[0], re.M)[1:]
    source, grades = (
        re.sub(r"\{(it)?\}", "rule", inspect.getsource(code)) for code in (verdict, _grade)
    )
    assert [headline for headline in known if headline not in source] == []
    graded = re.findall(r'return f?"([^"{:]+)', grades)
    assert len(graded) > 5
    assert {*graded} <= {*known}


def test_a_docstring_is_read_as_plain_text():
    lines = [
        "Of `classes_` and *args, in text_:",
        "",
        "    a = 1",
        "",
        "    b = 2",
        "",
        "And so on.",
    ]
    plain_docstring(None, "class", "X", None, None, lines)
    assert lines == [
        "Of ``classes_`` and \\*args, in text\\_:",
        *("", "::", "", "    a = 1", "", "    b = 2", "", "And so on."),
    ]


def test_what_a_command_prints_stands_where_the_page_asks_for_it(tmp_path):
    text = f"# A\n```console\nrulescope --version\n```\n{PRINTS}\nB"
    assert re.search(
        r"```\n\n```{code-block} text\n:class: printed\nRulescope [\d.]+\n```\nB$",
        answered(text, tmp_path),
    )
    assert answered("```console\nno such thing\n```", tmp_path) == "```console\nno such thing\n```"
