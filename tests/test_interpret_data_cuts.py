import io
from math import ceil

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier

from interpret.data.asked import CellsAsked, read_asked
from interpret.data.attributes import Columns
from interpret.data.complaints import DataError
from interpret.data.conditions import conditions_in
from interpret.data.cuts import (
    cut_behind,
    cuts_between,
    entropy_cuts,
    idle_cuts,
    quantile_cuts,
    readable,
)
from interpret.data.numbers import digits, number
from interpret.data.reading import read_table
from interpret.data.task import tasks
from interpret.rules.logic import Between, interval_name
from interpret.settings import Settings, SettingsError


def column(cells):
    text = io.StringIO()
    text.write("a,class\n")
    for i, cell in enumerate(cells):
        text.write(f"{cell},{'yn'[i % 2]}\n")
    return read_table(text.getvalue().encode(), "t.csv").column("a")


@given(
    st.floats(-1e12, 1e12, allow_nan=False),
    st.floats(-1e12, 1e12, allow_nan=False),
)
def test_a_readable_cut_tells_its_neighbours_apart(one, other):
    below, beyond = sorted((one, other))
    if below < beyond:
        cut = readable(below, beyond)
        assert below <= cut < beyond
        if beyond - below > 1e-9 * max(abs(below), abs(beyond)):
            assert abs(cut - (below + beyond) / 2) <= (beyond - below) / 4 * (1 + 1e-9)


@pytest.mark.parametrize(
    ("below", "beyond", "cut"),
    [
        (45, 46, 45.5),
        (40, 52, 45),
        (29.9, 30.1, 30),
        (0.1, 0.2, 0.15),
        (-3, 5, 0),
        (1234, 1250, 1240),
        (1e9, 1e9 + 1, 1e9 + 0.5),
        (5e-324, 1e-323, 5e-324),
        (-1e308, 1e308, 0),
    ],
)
def test_a_cut_is_the_roundest_number_about_half_way(below, beyond, cut):
    assert readable(below, beyond) == cut


def test_entropy_cuts_where_the_class_changes_and_nowhere_else():
    cells = np.arange(200)
    inside = (cells > 59) & (cells <= 119)
    assert entropy_cuts(column(cells), inside) == (59, 119)
    assert entropy_cuts(column(cells), cells % 2 == 0) == ()
    assert entropy_cuts(column(["5"] * 200), cells % 2 == 0) == ()


def test_entropy_cuts_are_those_of_a_tree_of_scikit_learn():
    def worth(tree, node):
        sides = (tree.children_left[node], tree.children_right[node])
        rows, bits = tree.n_node_samples, tree.impurity
        if sides[0] < 0:
            return []
        classes = [np.count_nonzero(tree.value[part]) for part in (node, *sides)]
        apart = [c * bits[part] for c, part in zip(classes, (node, *sides), strict=True)]
        cost = np.log2(3 ** classes[0] - 2) - apart[0] + apart[1] + apart[2]
        saved = rows[node] * bits[node] - sum(rows[side] * bits[side] for side in sides)
        if saved <= np.log2(rows[node] - 1) + cost:
            return []
        return [tree.threshold[node], *worth(tree, sides[0]), *worth(tree, sides[1])]

    for seed in range(200):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(20, 400))
        cells = np.round(rng.normal(size=n), int(rng.integers(0, 4)))
        noise = rng.normal(size=n) * rng.choice([0.1, 0.3, 1])
        y = np.sin(cells * rng.integers(1, 5)) + noise > rng.normal() / 2
        amounts, place = np.unique(cells, return_inverse=True)
        tree = DecisionTreeClassifier(criterion="entropy", min_samples_leaf=max(5, ceil(n / 50)))
        cuts = worth(tree.fit(place[:, None], y).tree_, 0)
        found = entropy_cuts(column(cells), y)
        expected = tuple(cut_behind(amounts, int(cut)) for cut in sorted(cuts))
        assert found == expected or len(found) == 7 < len(expected)


def test_cuts_of_noise_are_rare_and_those_of_a_noisy_truth_are_near_it():
    rng = np.random.default_rng(0)
    found = []
    for _ in range(40):
        cells = rng.normal(size=300).round(3)
        found.append(len(entropy_cuts(column(cells), rng.random(300) < 0.5)))
        y = (cells > 0.5) ^ (rng.random(300) < 0.1)
        assert any(abs(cut - 0.5) < 0.15 for cut in entropy_cuts(column(cells), y))
    assert sum(found) <= 2


def test_cuts_of_whole_numbers_are_whole_and_divide_the_same_rows():
    rng = np.random.default_rng(0)
    for _ in range(100):
        amounts = np.unique(rng.integers(-20, 60, rng.integers(2, 30)).astype(float))
        if len(amounts) < 2:
            continue
        cuts = cuts_between(amounts)
        assert all(cut.is_integer() for cut in cuts)
        for i, cut in enumerate(cuts):
            assert cut_behind(amounts, i) == cut
            assert np.array_equal(amounts <= cut, np.arange(len(amounts)) <= i)
    assert cuts_between(np.array([0, 1, 2.5])) == [0.5, 2]  # not all are whole


def test_a_cut_leaves_rows_enough_on_both_sides():
    cells = np.arange(100)
    assert min(entropy_cuts(column(cells), cells < 3), default=4) >= 4
    assert entropy_cuts(column(cells), cells < 5) == (4,)


def test_a_cut_is_exact_where_single_precision_is_not():
    cells = 16_777_216 + np.arange(100)
    assert entropy_cuts(column([*cells, ""]), np.arange(101) < 50) == (16_777_265,)


def test_an_empty_cell_and_rows_left_out_have_no_say():
    cells = [*range(40), *[""] * 40]
    y = np.r_[np.arange(40) >= 20, np.zeros(40, dtype=bool)]
    assert entropy_cuts(column(cells), y) == (19,)
    half = column(range(100)).rows(np.arange(50))
    assert entropy_cuts(half, np.arange(50) >= 25) == (24,)


def test_quantiles_leave_as_many_rows_in_each_part():
    assert quantile_cuts(column(range(100))) == (24, 49, 74)
    assert quantile_cuts(column(range(100)), 2) == (49,)
    assert quantile_cuts(column([0] * 90 + list(range(1, 11)))) == (0,)
    assert quantile_cuts(column([7] * 30)) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("age=45.5,60", ("age", (45.5, 60.0))),
        ("a=b = 60, 45.5 ,60", ("a=b", (45.5, 60.0))),
        ("x=-1e3", ("x", (-1000.0,))),
    ],
)
def test_cuts_are_given_behind_the_columns_name(text, expected):
    name, cuts = expected
    assert read_asked([text]) == CellsAsked((name,), cuts={name: cuts})


@pytest.mark.parametrize("text", ["age", "age=", "=5", "age=4,five", "age=1e999", "age=nan", ""])
def test_cuts_that_are_none_are_refused_with_an_example(text):
    with pytest.raises(DataError, match=r"like age=45.5,60; got “.*”."):
        read_asked([text])


SAID = {
    "a=number": CellsAsked(numbers=("a",)),
    "a=category": CellsAsked(texts=("a",)),
    "a = decimal comma": CellsAsked(decimals={"a": ","}),
    "a=decimal point": CellsAsked(decimals={"a": "."}),
    "x=y=day first": CellsAsked(day_first={"x=y": True}),
    "a=month first": CellsAsked(day_first={"a": False}),
}


@pytest.mark.parametrize("text", SAID)
def test_how_a_column_is_read_is_said_in_words(text):
    assert read_asked([text, text]) == SAID[text]


@pytest.mark.parametrize(
    "texts",
    [
        ("a=category", "a=number"),
        ("a=5", "a=category"),
        ("a=5", "a=6"),
        ("a=decimal comma", "a=decimal point"),
        ("a=day first", "a=month first"),
    ],
)
def test_two_ways_to_read_a_column_are_refused(texts):
    with pytest.raises(DataError, match="can be read in one way, and two are said"):
        read_asked(texts)
    with pytest.raises(SettingsError):
        Settings(read=texts)


def test_what_is_said_of_the_marks_of_numbers_may_stand_beside_cuts():
    asked = read_asked(["a=decimal comma", "a=1.5"])
    assert (asked.decimals, asked.cuts) == ({"a": ","}, {"a": (1.5,)})


def test_a_given_cut_outside_the_range_of_its_column_is_said():
    raw = "age,b,class\n" + "".join(f"{20 + i % 40},{i % 3},{'yn'[i % 2]}\n" for i in range(80))
    t = read_table(raw.encode(), "t.csv")
    assert idle_cuts(t, {"age": (20, 40.5, 58)}) == []
    assert idle_cuts(t, {"age": (19.5, 40, 59, 500), "b": (0.5,)}) == [
        "The numbers of “age” go from 20 to 59, and a cut at 19.5, 59, 500 tells no rows apart."
    ]
    (task,) = tasks(t, columns=Columns(read=("age=500",)))
    assert "a cut at 500 tells no rows apart" in task.notices[-1]


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_the_digits_of_a_number_are_as_few_as_give_it_back(amount):
    written = digits(amount)
    assert number(written) == amount
    assert len(written) <= len(repr(amount))


@pytest.mark.parametrize(
    ("amount", "written"),
    [
        (63.0, "63"),
        (2.5, "2.5"),
        (0.1 + 0.2, "0.30000000000000004"),
        (1e300, "1e+300"),
        (20240131120000056.0, "20240131120000056"),
    ],
)
def test_whole_numbers_are_written_out_and_all_others_as_short_as_can_be(amount, written):
    assert digits(amount) == written


def test_what_is_printed_of_a_cut_decides_what_the_rule_decides():
    stamps = [20240131120000000 + 8 * i for i in range(40)]
    read = column(stamps)
    table = read_table(b"a,class\n1,y\n", "t.csv")
    for cut in (*quantile_cuts(read), 20240131120000056.0, 0.1 + 0.2):
        (printed,) = conditions_in(str(Between("a", above=cut)), table, ("a",))
        assert printed.above == cut
        assert float(interval_name(Between("a", above=cut)).removeprefix("above ")) == cut
