"""Wrong and odd files: each ends in a result or in one sentence, on the page and on the command
line, and what was loaded before is still there.

How each format is read, and what is no table, the tests of interpret/data say cell by cell.
"""

import csv
import io
import json
import random

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from dashboard import services
from dashboard.text import plain
from tests.command_line import run
from tests.made_files import as_parquet, as_workbook, columns_of
from tests.patience import PATIENCE

pytestmark = pytest.mark.slow

QUICK = ("--kernel", "mDNF(2,2)", "--set", "C=1", "--set", "fit-to=weights", "--set", "side=for")
QUICK += ("--set", "language=values", "--set", "price=0", "--json", "-")
RTL, HTML, FORMULA = "שלום \u202eevil", "<img src=x onerror=alert(1)>", '=HYPERLINK("http://x")'


def body(n=24, a="xyz", b="uv", label=lambda i: "yes" if i % 3 == 0 else "no"):
    return [(a[i % len(a)], b[i // 2 % len(b)], label(i)) for i in range(n)]


def text(rows, header=("a", "b", "class"), delimiter=",", **options):
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, **options).writerows([header, *rows])
    return out.getvalue()


def of(*values):
    """A table in whose column a these values stand in turn."""
    return text(body(6 * len(values), a=values))


def titled(title):
    """A table of four columns under a line."""
    return title + text(WIDE[1:], header=WIDE[0])


PLAIN = text(body())
WIDE = [("a", "b", "ab", "class"), *((a, b, a + b, c) for a, b, c in body())]
ACCEPTED = {
    "as it should be": PLAIN,
    "UTF-16": PLAIN.encode("utf-16"),
    "semicolons and decimal commas": text(body(a=("1,5", "2,5", "x")), delimiter=";"),
    "line breaks in cells": of("two\nlines", "one", "three\r\nof\nthem"),
    "HTML in cells": of(HTML, "<b>x</b>", "&amp;"),
    "Markdown and LaTeX in cells": of("**x** [a](http://b)", "$x^2$", ":red[x] `y`"),
    "right to left": of(RTL, "عربى", "x"),
    "invisible letters": of("x\u200b", "x", "\u00a0y"),
    "the same word in two forms": of("é", "e\u0301", "E"),
    "numbers that are none": of("inf", "-inf", "1e999", "NaN", "0x10"),
    "empty cells": of("", "x", "y"),
    "a column that is empty": text([("", b, c) for _, b, c in body()]),
    "a column of one value": text([("same", b, c) for _, b, c in body()]),
    "a column that copies the class": text([(c, b, c) for _, b, c in body()]),
    "a column that numbers the rows": text([(f"id{i}", *r[1:]) for i, r in enumerate(body())]),
    "rows that all contradict": text([("x", "u", c) for c in ("yes", "no") * 9] + body(6)),
    "the same row again and again": text([("x", "u", "yes"), ("y", "v", "no")] * 12),
    "two rows of a class": text([*body(20, label=lambda i: "no"), *[("x", "v", "yes")] * 2]),
    "one per cent of a class": text(body(300, label=lambda i: "yes" if i % 100 == 0 else "no")),
    "classes with gaps": text(body(label=lambda i: ("yes", "no", "")[i % 3])),
    "classes as HTML": text(body(label=lambda i: (HTML, FORMULA)[i % 2])),
    "three classes": text(body(30, label=lambda i: "rgb"[i % 3])),
    "a class that one row has": text([*body(), ("x", "u", "rare")]),
    "names as HTML": text(body(), header=(HTML, "**b**", "$class$")),
    "names as formulas": text(body(), header=(FORMULA, "-1", "class")),
    "names in other scripts": text(body(), header=(RTL, "变量", "класс")),
    "names that differ by case": text(body(), header=("a", "A", "class")),
    "names of a thousand letters": text(body(), header=("a" * 1000, "b" * 1000, "class")),
    "names with quotes and breaks": text(body(), header=('a "b"', "a\nb", "class")),
    "names like Python and SQL": text(body(), header=("import os", "'; DROP TABLE data; --", "c")),
    "cells of 100,000 letters": of("x" * 100_000, "y" * 100_000, "z"),
    "four rows": text([("x", "u", "yes"), ("y", "v", "no")] * 2),
    "300 columns": text(
        [[*("xy"[(i * j) % 2] for j in range(300)), "yn"[i % 2]] for i in range(20)],
        header=(*(f"c{j}" for j in range(300)), "class"),
    ),
    "a workbook with a title": as_workbook([("Patients of ward 7",), (), *WIDE]),
    "a Parquet file": as_parquet(columns_of([("a", "b", "class"), *body()])),
}
REFUSED = {
    "nothing": ("", "is empty"),
    "a name twice": (text(body(), header=("a", "a", "class")), "“a” stands more than once"),
    "a title over a header with a gap": (
        titled("Patients\n").replace("ab,class", ",class"),
        "Remove lines above the header",
    ),
    "a workbook with a title over a header with a gap": (
        as_workbook([("Patients",), ("a", "", "ab", "class"), *WIDE[1:]]),
        "Name or remove it; remove lines above the header.",
    ),
    "a title over a header of numbers": (
        titled("Patients\n").replace("a,b,ab", "1,2,3"),
        "Remove lines above the header",
    ),
    "a title over nothing": ("Patients of ward 7\n", "has one"),
    "a quote that stays open": (PLAIN + '"x,u,no\n', "never closed"),
    "control bytes": (PLAIN.encode() + b"\x1b[31m,u,no\n", "0x1B"),
    "random bytes": (random.Random(1).randbytes(3000), "holds only text"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(50), "this is an image"),
    "no class": ("a,class\nx,\ny,\n", "all its cells are empty"),
    "one class": (text(body(label=lambda i: "yes")), "every row has “yes”"),
    "nothing to go by": (
        text([("x", "u", c) for _, _, c in body()]),
        "“a” (1 value), “b” (1 value); a column with one value",
    ),
}


# What a page may stumble over: how a file is read, the command line tells of every one.
SHOWN = (
    *("UTF-16", "semicolons and decimal commas", "line breaks in cells", "HTML in cells"),
    *("Markdown and LaTeX in cells", "right to left", "invisible letters", "empty cells"),
    *("numbers that are none", "a column that is empty", "a column that copies the class"),
    *("classes with gaps", "classes as HTML", "three classes", "a class that one row has"),
    *("names as HTML", "names as formulas", "names of a thousand letters", "four rows"),
    *("cells of 100,000 letters", "300 columns", "a workbook with a title", "a Parquet file"),
)
NOT_SHOWN = (
    *("nothing", "a name twice", "a quote that stays open", "control bytes", "random bytes"),
    *("no class", "one class", "nothing to go by"),
)


def as_bytes(content):
    return content if isinstance(content, bytes) else content.encode()


@pytest.mark.parametrize("name", ACCEPTED)
def test_an_odd_table_gets_a_result_on_the_command_line(name, tmp_path):
    path = tmp_path / "table"
    path.write_bytes(as_bytes(ACCEPTED[name]))
    status, out, err = run(path, *QUICK[:-1], str(tmp_path / "answer.json"))
    assert (status, err) == (0, "")
    assert all(line.isprintable() for line in out.splitlines())
    found = json.loads((tmp_path / "answer.json").read_text(encoding="utf-8"))["explanations"]
    assert len(found) == (3 if name == "three classes" else 2 if "one row has" in name else 1)
    for e in found:
        assert 0 <= e["accuracy"]["test"] <= 1
        assert e["rule"]["objective"] <= e["rule"]["bound"] + 1e-6


@pytest.mark.parametrize("name", REFUSED)
def test_a_wrong_file_gets_one_sentence_on_the_command_line(name, tmp_path):
    content, part = REFUSED[name]
    path = tmp_path / "table"
    path.write_bytes(as_bytes(content))
    status, out, err = run(path, *QUICK)
    assert (status, out) == (2, "")
    assert part in err
    assert err.endswith("\n")
    assert err[:-1].isprintable()
    assert "Traceback" not in err


@pytest.fixture(scope="module")
def page(tmp_path_factory, root):
    """One session for all files, as one patient user would have."""
    patch = pytest.MonkeyPatch()
    patch.setenv(services.URL, f"sqlite:///{tmp_path_factory.mktemp('odd') / 'runs.sqlite'}")
    st.cache_resource.clear()
    yield AppTest.from_file(str(root / "app.py"), default_timeout=PATIENCE).run()
    services.runner().close()
    st.cache_resource.clear()
    patch.undo()


def upload(page, raw, name):
    at = page.file_uploader(key="upload").upload(name, raw, "text/csv").run()
    assert not at.exception
    return at


@pytest.mark.parametrize("name", SHOWN)
def test_an_odd_table_is_shown_on_the_page(page, name):
    at = upload(page, as_bytes(ACCEPTED[name]), f"{name}.csv")
    assert at.header[0].value == plain(f"{name}.csv")
    assert not at.error
    assert not at.button(key="find").disabled


@pytest.mark.parametrize("name", NOT_SHOWN)
def test_a_wrong_file_gets_one_sentence_on_the_page_and_the_table_before_stays(page, name):
    content, part = REFUSED[name]
    upload(page, PLAIN.encode(), "before.csv")
    at = upload(page, as_bytes(content), f"{name}.csv")
    (error,) = at.error
    assert plain(part) in error.value
    if at.header[0].value == plain(f"{name}.csv"):  # a table, but not one to learn from
        assert at.button(key="find").disabled
        at = upload(page, PLAIN.encode(), "before.csv")
    assert at.header[0].value == plain("before.csv")
    assert not at.button(key="find").disabled


def test_very_many_categories_get_a_result(tmp_path):
    rows = [(f"v{i % 1_200}", "uv"[i % 2], "yn"[i % 2]) for i in range(1_400)]
    path = tmp_path / "table.csv"
    path.write_text(text(rows))
    status, out, err = run(path, *QUICK, "--test", "0.9", "--keep", "b")
    assert (status, err) == (0, "")
    (found,) = json.loads(out)["explanations"]
    assert found["accuracy"]["test"] == 1.0
    assert "“a” has 1,200 values: a rule can name the 1,000 most" in " ".join(found["notices"])
