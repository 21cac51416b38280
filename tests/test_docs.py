"""What the site is made of: pages that the program makes, links, and the look at what came out."""

import inspect
import re
from dataclasses import fields
from pathlib import Path

import pytest

import interpret
from docs import pictures
from docs.checked import complaints
from docs.commands import PRINTS, answered
from docs.conf import plain_docstring
from docs.linked import OPTIONS, linked, term
from docs.made import HEADINGS, glossary, pages
from interpret.settings import Settings
from interpret.tell.rule import verdict
from interpret.tell.rule.verdict import _grade
from tests.conftest import ROOT

DOCS = ROOT / "docs"
PAGES = {file.name: file.read_text(encoding="utf-8") for file in DOCS.glob("*.md")}
MADE = pages()
GOOD = '<h1 id="a">A</h1><a href="b.html#c">b</a> <a href="https://x.example/">x</a>'


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
    for own in fields(Settings):
        assert f"```{{option}} --{own.name.replace('_', '-')}" in page
    assert {*HEADINGS} <= {own.name for own in fields(Settings)} | {"json"}
    assert "Default: `auto`. From 1e-06 to 1,000,000,000, or `inf`." in page
    assert "Default: `0.3`. From 0 to 0.9." in page


def test_words_and_options_become_links_where_they_are_prose():
    text = (
        "*Proven* rules, *find me*, **rule**, `--kernel auto` and `--nothing`\n"
        "```sh\n*rule* `--C`\n```\n*rules*"
    )
    assert linked(text) == (
        "{term}`Proven <proven>` rules, *find me*, **rule**, {option}`--kernel auto "
        "<rulescope --kernel>` and `--nothing`\n```sh\n*rule* `--C`\n```\n{term}`rules <rule>`"
    )
    assert OPTIONS["--user"] == "rulescope recommend"
    assert OPTIONS["--port"] == "rulescope serve"
    assert term("held out") == "held out"
    assert term("Settings") is None


def test_a_picture_with_a_dark_twin_is_shown_in_both_themes():
    shown = linked("![The answer](panels/answer.png)")
    assert "panels/answer.png\n:figclass: only-light" in shown
    assert "panels/answer-dark.png\n:figclass: only-dark" in shown
    assert linked("![Time](answer-time.png)") == "![Time](answer-time.png)"


def test_every_picture_is_there_and_shown():
    named = {
        name for text in PAGES.values() for name in re.findall(r"\((panels/[\w-]+)\.png\)", text)
    }
    there = {
        file.relative_to(DOCS).with_suffix("").as_posix() for file in DOCS.glob("panels/*.png")
    }
    assert there == named | {f"{name}-dark" for name in named}


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


@pytest.mark.parametrize(
    ("page", "told"),
    [
        (GOOD, None),
        ('<script src="https://x.example/a.js"></script>', "asks another host"),
        ('<link rel="stylesheet" href="//x.example/a.css">', "asks another host"),
        ('<p style="background: url(http://x.example/a.png)">', "asks another host"),
        ('<img src="none.png">', "loads what is not there"),
        ('<a href="none.html">', "a link to what is not there"),
        ('<a href="b.html#none">', "a link to what is not there"),
        ('<img src="data:image/png;base64,AAAA">', None),
    ],
)
def test_what_is_wrong_in_a_built_page_is_told(tmp_path, page, told):
    (tmp_path / "a.html").write_text(page)
    (tmp_path / "b.html").write_text('<p id="c">')
    found = complaints(tmp_path)
    assert [told in line for line in found] == ([True] if told else [])


def test_a_style_that_asks_another_host_is_told(tmp_path):
    (tmp_path / "a.html").write_text(GOOD.replace("b.html#c", "#a"))
    (tmp_path / "a.css").write_text(
        '@import "https://x.example/f.css"; p { background: url(a.png) }'
    )
    assert complaints(tmp_path) == ["a.css asks another host: https://x.example/f.css"]


def test_pictures_say_what_they_show():
    drawn = pictures.two_rows(["a<b", "c"], (1, 0), (1, 1))
    assert "Of 2 variables 1 hold in x, 2 in z, 1 in both." in drawn._repr_html_()
    assert "a&lt;b" in drawn._repr_html_()


def test_the_picture_of_the_bound_counts_what_the_page_says():
    drawn = pictures.priced((3, 2, -2), (1, 2, 0), [((0, 1, 2), 1), ((1,), 2)], 0.5)
    assert drawn.told == "spare 2 + 2 · 1.5 = 5 is the bound; the rule scores 1.5"
    assert "2 tests, worth 1" in "".join(drawn.parts)
