from collections import defaultdict
from itertools import groupby

import pytest

from interpret.data.reading import read_table
from interpret.forms.answer.relevance import LiteralWeight, literal_weights

TABLE = read_table(b"color,size,n\nred,1,1\nred,2,2\n,2,3\nblue,3,4\ngreen,1,5\n", "t.csv")
ATTRIBUTES = ("size", "color")


def test_a_literal_weighs_what_the_rows_that_have_it_weigh():
    weights = (2.0, -3.0, 4.0, -0.5, 0.0)
    expected = defaultdict(float)
    for row, weight in zip(TABLE.frame().to_dict("records"), weights, strict=True):
        for attribute in ATTRIBUTES:
            expected[attribute, row[attribute]] += weight
    found = literal_weights(TABLE, ATTRIBUTES, weights)
    assert {(x.attribute, x.value): x.weight for x in found} == pytest.approx(dict(expected))
    assert len(found) == len(expected)


def test_the_attribute_that_weighs_most_is_first_whatever_its_empty_cells_weigh():
    for weights, first in (
        ((2.0, -3.0, 4.0, -0.5, 0.0), "size"),  # one empty cell would make the color the first
        ((2.0, -3.0, 0, -0.5, 4.0), "size"),
        ((2.0, 0, 0, 0, -2.0), "color"),
    ):
        found = literal_weights(TABLE, ATTRIBUTES, weights)
        names = [name for name, _ in groupby(found, key=lambda x: x.attribute)]
        assert sorted(names) == ["color", "size"], "the values of a column stand together"
        assert names[0] == first
    assert [x.value for x in found if x.attribute == "color"][-1] is None


def test_an_empty_cell_has_its_weight_and_a_value_only_seen_elsewhere_has_none():
    found = literal_weights(TABLE.rows([0, 2]), ATTRIBUTES, (1.0, -2.0))
    assert LiteralWeight("color", None, -2.0) in found
    assert {x.value for x in found if x.attribute == "color"} == {"red", None}
