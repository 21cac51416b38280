"""Blocks in every medium: what each shows, and that no text in them is anything but text."""

import pytest

from interpret.tell.blocks import (
    Badge,
    Drawn,
    Fact,
    Facts,
    Heading,
    Line,
    Lines,
    Notice,
    Page,
    Pair,
    Sentence,
    Table,
)
from interpret.tell.html import as_html, as_piece
from interpret.tell.page import as_page
from interpret.tell.text import as_text
from tests.test_interpret_tell_rule_report import Document

HOSTILE = "</p><script>x</script> **bold** [a](b) |\n# `c`"


def every(text):
    """Each kind of block that shows texts, with this one wherever a text can stand."""
    return [
        Heading(text, 3),
        Sentence(text),
        Notice(text),
        Badge(text, True, (Facts((Fact(text, text, text, text),)), Sentence(text))),
        Lines(text, (Line(text),)),
        Lines(text, (Line(text, 3, 1, (text,)),)),
        Table(text, [text, text], [[text, None], [text, 1234]]),
        Pair(([Sentence(text)], [Sentence(text)])),
        Drawn("<svg></svg>", text),
    ]


@pytest.mark.parametrize(
    "show", [as_html, as_piece, lambda b: as_page(Page("t", [], [("", b)], "", ""))]
)
def test_no_text_is_markup(show):
    plain, hostile = (Document(show(every(text))) for text in ("x", HOSTILE))
    assert hostile.tags == plain.tags
    assert hostile.attributes == plain.attributes
    assert any("<script>x</script>" in text for text in hostile.texts)


def test_no_text_begins_a_line_of_plain_text():
    assert as_text(every(HOSTILE)).count("\n") == as_text(every("x")).count("\n")


def test_a_text_has_its_figures_below_each_other_and_long_names_last():
    short = Table("Rates", ["", "machine"], [["right", "90 %"], ["rows", 1234]])
    assert as_text([short]) == "Rates:\n         machine\n  right  90 %\n  rows   1,234\n"
    long = Table("", ["", "adds"], [["a" * 50, "+8"], ["b", None]])
    assert as_text([long]) == f"  adds\n  +8    {'a' * 50}\n  –     b\n"


def test_a_text_has_an_empty_line_between_parts_and_none_within():
    blocks = [Heading("A"), Sentence("b"), Notice("c"), Lines("d", (Line("e", 3, 1, ("f", "")),))]
    assert as_text(blocks) == "A\nb\nNote: c\n\nd\n  e (f)\n"
    assert as_text([Drawn("<svg></svg>", "caption")]) == ""


def test_lines_that_cover_rows_have_figures_and_the_others_are_a_list():
    assert "<li>e</li>" in as_html([Lines("d", (Line("e"),))])
    shown = as_html([Lines("d", (Line("e", 3, 1, ("3 of 4",)), Line("f", 0, 2)))])
    assert "<td>3 of 4</td>" in shown
    assert "<li>" not in shown


def test_a_page_runs_only_the_script_that_its_form_needs():
    quiet = as_page(Page("t", ["facts"], [("", [Sentence("x")])], "t.csv", "0" * 64))
    assert "<script" not in quiet
    assert "default-src 'none'" in quiet
    form = Drawn("<div></div>", script="let a = 1;", framed=False)
    shown = as_page(Page("t", [], [("", [Pair(([form],))]), ("bad-yes", [form])], "", ""))
    assert shown.count("<script>let a = 1;</script>") == 1
    assert "script-src 'sha256-" in shown
    assert '<section class="bad-yes">' in shown
