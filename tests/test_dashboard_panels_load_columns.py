"""A column as a picture: its bars and its strip are the counts of its cells."""

from base64 import b64decode
from collections import Counter
from xml.etree import ElementTree

import numpy as np
import pytest

from dashboard.panels.load.columns import BARS, STRIPS, counts, empty, portrait
from interpret.data.reading import read_table
from interpret.tell.charts import BAD, FAMILY_COLORS


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(2)
    rows = ["a,n,gap,class"]
    for i in range(600):
        gap = "" if 150 <= i < 300 else "x"
        rows.append(f"{'uvw'[rng.integers(3)]},{rng.normal():.2f},{gap},{'ny'[i % 3 == 0]}")
    return read_table("\n".join(rows).encode(), "t.csv")


def test_a_bar_counts_the_rows_of_a_value_by_class_the_most_frequent_class_first(table):
    column, classes = table.column("a"), table.column("class")
    pairs = Counter(zip(column.texts, classes.texts, strict=True))
    assert counts(column, classes).tolist() == [[pairs[v, "n"], pairs[v, "y"]] for v in "uvw"]
    assert counts(column, None).sum(axis=1).tolist() == [
        pairs[v, "n"] + pairs[v, "y"] for v in "uvw"
    ]


def test_numbers_are_counted_in_equal_parts(table):
    column = table.column("n")
    numbers = np.array([float(text) for text in column.texts])
    found = counts(column, None)
    assert found.shape == (BARS, 1)
    assert found[:, 0].tolist() == np.histogram(numbers, BARS)[0].tolist()


def test_the_strip_shows_where_cells_are_empty(table):
    assert empty(table.column("a")) == ()
    assert empty(table.column("gap")) == [float(10 <= part < 20) for part in range(STRIPS)]


def test_the_picture_is_a_whole_file_for_any_column(table):
    raw = b"all empty,one,class\n" + b",1,x\n,1,y\n" * 20
    columns = [*table.columns, *read_table(raw, "odd.csv").columns]
    for column in columns:
        for classes in (None, columns[-1 if len(column.codes) == 40 else 3]):
            head, _, code = portrait(column, classes).partition(",")
            assert head == "data:image/svg+xml;base64"
            assert ElementTree.fromstring(b64decode(code)).tag.endswith("svg")


def test_a_class_that_is_bad_news_is_vermilion_in_the_picture(table):
    column, classes = table.column("a"), table.column("class")

    def drawn(*bad):
        return b64decode(portrait(column, classes, bad).partition(",")[2]).decode()

    assert BAD not in drawn()
    assert FAMILY_COLORS[0] in drawn("y")
    assert FAMILY_COLORS[1] not in drawn("y")
    assert drawn("y").count(BAD) == 3
