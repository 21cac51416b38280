from collections import defaultdict
from itertools import groupby
from types import SimpleNamespace

import pytest

from interpret.data.table import read_table
from interpret.insight.relevance import LiteralWeight, literal_weights

TABLE = read_table(
    b"color,size,class\n"
    b"red,1,yes\n"
    b"blue,1,\n"  # no class: no row of the task
    b"red,2,no\n"
    b",2,yes\n"
    b"blue,3,no\n"
    b"green,1,yes\n",
    "t.csv",
)


def explained(rows, weights):
    """Rows count those with a class."""
    machine = SimpleNamespace(weights=weights)
    return SimpleNamespace(
        target="class", attributes=("size", "color"), rows={"train": rows}, machine=machine
    )


def test_a_literal_weighs_what_the_training_rows_that_have_it_weigh():
    rows, weights = (0, 1, 2, 3), (2.0, -3.0, 4.0, -0.5)
    with_class = [row for row in TABLE.frame().to_dict("records") if row["class"]]
    expected = defaultdict(float)
    for row, weight in zip(rows, weights, strict=True):
        for attribute in ("size", "color"):
            expected[attribute, with_class[row][attribute]] += weight
    found = literal_weights(explained(rows, weights), TABLE)
    assert {(x.attribute, x.value): x.weight for x in found} == pytest.approx(dict(expected))
    assert len(found) == len(expected)


def test_the_attribute_with_the_heaviest_value_is_first_and_its_values_stand_together():
    found = literal_weights(explained((0, 1, 2, 3), (2.0, -3.0, 4.0, -0.5)), TABLE)
    assert [name for name, _ in groupby(found, key=lambda x: x.attribute)] == ["color", "size"]
    found = literal_weights(explained((0, 4), (2.0, 3.0)), TABLE)
    assert [name for name, _ in groupby(found, key=lambda x: x.attribute)] == ["size", "color"]


def test_an_empty_cell_has_its_weight_and_a_value_only_seen_elsewhere_has_none():
    found = literal_weights(explained((0, 2), (1.0, -2.0)), TABLE)
    assert LiteralWeight("color", None, -2.0) in found
    assert {x.value for x in found if x.attribute == "color"} == {"red", None}
