import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpret.data.complaints import DataError
from interpret.data.encoding import Encoding, Variable
from interpret.data.reading import read_table

CELL = st.sampled_from(["", "10", "9", "x", "y, z"])
ROWS = st.lists(st.tuples(CELL, CELL, CELL), min_size=1, max_size=10)


def table(header, rows):
    lines = [",".join(f'"{cell}"' for cell in row) for row in [header, *rows]]
    return read_table("\n".join(lines).encode(), "t.csv")


@given(trained=ROWS, others=ROWS, data=st.data())
def test_an_example_has_a_one_where_its_cell_is_the_variables_value(trained, others, data):
    train = table(["a", "b", "c"], trained)
    kept = data.draw(st.lists(st.integers(0, len(trained) - 1), min_size=1, unique=True))
    encoding = Encoding.fit(train.rows(kept), ("c", "a"))
    assert {(v.attribute, v.value) for v in encoding.variables} == {
        (name, cell or None)
        for i in kept
        for name, cell in zip("abc", trained[i], strict=True)
        if name != "b"
    }
    reordered = table(["more", "c", "a"], [("?", c, a) for a, _, c in others])
    assert encoding.encode(reordered).tolist() == [
        [int({"a": a, "c": c}[v.attribute] == (v.value or "")) for v in encoding.variables]
        for a, _, c in others
    ]


def test_variables_stand_in_the_order_of_attributes_and_values():
    t = table(["a", "b"], [("10", "u"), ("9", ""), ("", "u"), ("x", "t")])
    assert Encoding.fit(t, ("b", "a")).variables == (
        Variable("b", "t"),
        Variable("b", "u"),
        Variable("b", None),
        Variable("a", "9"),
        Variable("a", "10"),
        Variable("a", "x"),
        Variable("a", None),
    )


def test_a_table_that_lacks_attributes_is_refused_with_their_names():
    encoding = Encoding.fit(table(["a", "b", "c"], [("x", "u", "1")]), ("a", "b", "c"))
    with pytest.raises(DataError, match="it lacks “a”, “c”"):
        encoding.encode(table(["A", "b"], [("x", "u")]))
