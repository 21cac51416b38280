import io
import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpret.data.attributes import Columns
from interpret.data.complaints import DataError
from interpret.data.encoding import Encoding, Variable
from interpret.data.prepare import prepared
from interpret.data.read_again import read_by
from interpret.data.reading import read_table
from interpret.data.readings import UNREAD
from interpret.data.task import conflicts, tasks
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot, holds
from interpret.rules.single_tests import single_tests


def table(header, rows):
    text = io.StringIO()
    for row in [header, *rows]:
        text.write(",".join(f'"{cell}"' for cell in row) + "\n")
    return read_table(text.getvalue().encode(), "t.csv")


def cells(table, name):
    """What the values of a column's rows are, once they are read."""
    column = table.column(name)
    return [column.values[code] for code in column.codes]


def people(n=500, seed=0):
    """Positive where age > 40 and a is x; some cells are empty; noise tells nothing."""
    rng = np.random.default_rng(seed)
    rows = []
    for _ in range(n):
        age, a = int(rng.integers(18, 80)), "xyz"[rng.integers(3)]
        y = "yes" if age > 40 and a == "x" else "no"
        gap = rng.random(2) < 0.1
        rows.append(("" if gap[0] else age, "" if gap[1] else a, f"{rng.random():.4f}", y))
    return table(["age", "a", "noise", "class"], rows)


def prepared_people(**asked):
    (task,) = tasks(people(), columns=Columns(**asked))
    train = np.arange(0, len(task.y), 2)
    return task, train, *prepared(task, train)


def test_cuts_are_learned_on_the_training_rows_alone():
    _, train, read, preparation = prepared_people()
    changed = table(
        ["age", "a", "noise", "class"],
        [
            cells if i in train else ("99", "x", "0.5", "no")
            for i, cells in enumerate(people().frame().fillna("").to_numpy().tolist())
        ],
    )
    (other,) = tasks(changed)
    assert prepared(other, train)[1].cuts == preparation.cuts
    (cut,) = [own for own in preparation.cuts if own.attribute == "age"]
    assert any(abs(point - 40) < 6 for point in cut.points)
    for own in preparation.cuts:
        assert set(own.coarse) < set(own.points)
        assert set(read.table.column(own.attribute).coarse) == set(own.coarse)


def test_a_column_of_one_number_in_the_training_rows_is_left_out():
    rows = [("5" if i % 2 else "", i % 20, "yn"[i % 3 > 0]) for i in range(60)]
    (task,) = tasks(table(["same", "n", "class"], rows), columns=Columns(read=("same=number",)))
    read, _ = prepared(task, np.arange(60))
    assert read.attributes == ("n",)
    assert any("Left out: “same”; on the training rows no cut of its" in n for n in read.notices)


def test_rules_and_examples_are_the_same_on_cut_and_on_uncut_numbers():
    task, train, read, preparation = prepared_people(read=("age=30,40.5,60",), keep=("noise",))
    encoding = Encoding.fit(read.table.rows(train), read.attributes)
    assert (encoding.encode(task.table) == encoding.encode(read.table)).all()
    tests = [Between("age", 30, 60), Between("age", 40.5), Is("age", (None,)), IsNot("a", ("x",))]
    for one in tests:
        for other in tests:
            formula = Formula((Clause((one, other)),))
            assert (formula.holds(task.table) == formula.holds(read.table)).all()
    again = preparation.table(read.table)
    assert (again.frame() == read.table.frame()).all().all() or again.frame().equals(
        read.table.frame()
    )


@pytest.mark.parametrize("language", ["monotone", "values"])
def test_a_rule_asks_numbers_for_ranges_alone_whatever_the_language(language):
    _, train, read, _ = prepared_people(read=("age=30,40.5,60",))
    rows = read.table.rows(train)
    single = single_tests(rows, ("age",), language)
    sides = [(Between("age", to=c), Between("age", c)) for c in (30.0, 40.5, 60.0)]
    empty = [Is("age", (None,)), *([IsNot("age", (None,))] if language == "values" else [])]
    assert single.tests == (*(test for pair in sides for test in pair), *empty)
    assert (single.covers == [holds(test, rows.column("age")) for test in single.tests]).all()
    above, to = single.tests.index(Between("age", 30)), single.tests.index(Between("age", to=60))
    assert single.compatible.pair(above, to)
    assert not single.compatible.pair(above, single.tests.index(Between("age", 40.5)))


def test_a_cut_is_two_variables_and_every_row_has_as_many_ones():
    _, train, read, _ = prepared_people(read=("age=30,60",))
    encoding = Encoding.fit(read.table.rows(train), ("age", "a"))
    assert encoding.variables[:6] == tuple(
        Variable("age", answer, cut) for cut in (30.0, 60.0) for answer in ("≤", ">", None)
    )
    assert set(encoding.encode(read.table).sum(axis=1)) == {3}
    assert [str(v) for v in encoding.variables[:3]] == ["age ≤ 30", "age > 30", "age = empty"]


def test_what_was_never_seen_is_no_value_and_is_told():
    _, train, read, preparation = prepared_people(read=("age=30",))
    encoding = Encoding.fit(read.table.rows(train), ("age", "a"))
    strange = table(["a", "age", "class"], [("new", "abc", "?"), ("x", "1000", "?"), ("", "", "?")])
    strange = read_by(strange, preparation.readings)
    assert encoding.encode(strange).sum(axis=1).tolist() == [0, 2, 2]
    unseen = encoding.unseen(strange)
    assert {
        name: [strange.column(name).values[i] for i in np.flatnonzero(unseen[name])]
        for name in unseen
    } == {"age": [UNREAD + "abc"], "a": ["new"]}
    assert encoding.encode(preparation.table(strange)).sum(axis=1).tolist() == [0, 2, 2]


def test_rows_with_gaps_can_be_left_out():
    whole = people().frame()
    (task,) = tasks(people(), columns=Columns(gaps="drop-row"))
    kept = whole.dropna()
    assert task.table.frame().to_numpy().tolist() == kept.to_numpy().tolist()
    assert task.y.tolist() == (kept["class"] == "yes").tolist()
    assert f"{len(whole) - len(kept)} rows with one are left out" in " ".join(task.notices)


def test_a_column_of_few_numbers_is_cut_and_one_of_many_taken_as_it_is_where_asked():
    rows = [(i % 5, i % 30, "yes" if i % 5 > 2 else "no") for i in range(120)]
    t = table(["few", "many", "class"], rows)
    (task,) = tasks(t, columns=Columns(read=("few=number", "many=category")))
    read, preparation = prepared(task, np.arange(120))
    assert [cut.attribute for cut in preparation.cuts] == ["few"]
    assert read.attributes == ("few", "many")
    assert read.table.column("many").cuts == ()
    (task,) = tasks(t, columns=Columns(read=("few=100,0.5",)))
    assert prepared(task, np.arange(120))[1].cuts[0].stands == ("0", "2", "200.0")


def test_the_stand_in_of_every_interval_lies_in_it():
    (task,) = tasks(people(), columns=Columns(read=("age=-5,-4,0,40,1e6,2e6",)))
    _, preparation = prepared(task, np.arange(len(task.y)))
    cut = preparation.cuts[0]
    ends = (-np.inf, *cut.points, np.inf)
    for stands, above, to in zip(cut.stands, ends[:-1], ends[1:], strict=True):
        assert above < float(stands) <= to


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"read": ("a=5",)}, "it has the cell “x”"),
        ({"read": ("a=number",)}, "were to be read as numbers"),
        ({"read": ("ago=5",)}, "no column “ago”"),
        ({"keep": ("ago",)}, "no column “ago”"),
        ({"drop": ("a",), "read": ("age=",)}, "like age=45.5,60"),
    ],
)
def test_what_cannot_be_asked_of_a_column_is_refused_with_a_sentence(asked, said):
    with pytest.raises(DataError) as refusal:
        prepared_people(**asked)
    assert said in str(refusal.value)


def test_numbers_that_tell_nothing_at_all_are_refused():
    rows = [(7 if i else "", i % 2) for i in range(40)]
    (task,) = tasks(table(["a", "class"], rows), columns=Columns(read=("a=number",)))
    with pytest.raises(DataError, match=r"none is left.*give cuts by hand"):
        prepared(task, np.arange(1, 40))


def test_dates_become_year_month_and_weekday_in_every_table():
    rows = [
        (f"{1 + i % 28:02}.{1 + i % 12:02}.{2020 + i % 3} 10:00", "yn"[i % 12 > 5])
        for i in range(60)
    ]
    t = table(["seen", "class"], rows)
    (task,) = tasks(t)
    names = ("seen: year", "seen: month", "seen: weekday")
    assert t.column("seen").kind == "date"
    assert task.attributes == tuple(sorted(names))
    _, preparation = prepared(task, np.arange(60))
    other = table(["seen", "more"], [("03.04.2021", "1"), ("", "1"), ("soon", "1")])
    read = preparation.table(other)
    assert read.frame()[list(names)].to_numpy().tolist() == [
        ["2021", "4", "Saturday"],
        [None, None, None],
        ["soon"] * 3,
    ]
    assert all(read.column(name).unread.tolist() == [False, False, True] for name in names)
    (task,) = tasks(t, columns=Columns(read=("seen=category",)))
    assert task.attributes == ("seen",)


def test_a_column_that_is_the_class_under_other_names_is_left_out_unless_kept():
    rows = [("uv"[i % 2], "xyz"[i % 3], "yn"[i % 2]) for i in range(30)]
    t = table(["code", "a", "class"], rows)
    (task,) = tasks(t)
    assert task.attributes == ("a",)
    assert "“code” (2 values); a column that is the class under other names" in task.notices[0]
    (task,) = tasks(t, columns=Columns(keep=("code",)))
    assert task.attributes == ("a", "code")


def labelled(labels):
    return table(["a", "class"], [("xyz"[i % 3], label) for i, label in enumerate(labels)])


@pytest.mark.parametrize(
    ("labels", "positive"),
    [
        (["no", "no", "yes", "yes", "yes"], "yes"),
        (["TRUE", "TRUE", "TRUE", "False", "False"], "TRUE"),
        (["0", "0", "1", "1", "1"], "1"),
        (["Positive", "Positive", "Positive", "absent", "absent"], "Positive"),
        (["good", "good", "good", "bad", "bad"], "bad"),
        (["won", "won", "nowin", "nowin"], "won"),
        (["2", "2", "10", "10"], "10"),
        (["yes", "yes", "true", "true", "true"], "yes"),
    ],
)
def test_of_two_classes_the_named_one_is_positive_else_the_rarer_else_the_last(labels, positive):
    (task,) = tasks(labelled(labels))
    assert task.positive == (positive,)
    assert task.negative == tuple({*labels} - {positive})
    assert task.y.tolist() == [label == positive for label in labels]


def test_of_more_classes_each_gets_a_task_but_those_of_one_row():
    t = labelled(["b", "a", "c", "a", "b", "d", "b", "b"])
    found = tasks(t)
    assert [(task.positive, task.negative) for task in found] == [
        (("a",), ("b", "c", "d")),
        (("b",), ("a", "c", "d")),
    ]
    assert found[1].y.tolist() == [True, False, False, False, True, False, True, True]
    assert all("“c”, “d”: a class needs two rows" in " ".join(task.without_rule) for task in found)


def test_positive_values_can_be_a_group():
    (task,) = tasks(labelled(["b", "a", "c", "a", "b", "c"]), positive=("c", "b"))
    assert (task.positive, task.negative) == (("b", "c"), ("a",))
    assert task.y.tolist() == [True, False, True, False, True, True]


def test_rows_without_a_class_are_left_out_and_said_to_be():
    rows = [("x", "", "yes"), ("y", "u", ""), ("", "v", "no"), ("x", "", "no"), ("y", "u", "yes")]
    (task,) = tasks(table(["a", "b", "class"], rows))
    assert task.table.frame()["a"].tolist() == ["x", None, "x", "y"]
    assert task.y.tolist() == [True, False, False, True]
    assert task.notices == (
        "1 row left out: no class stands in “class”.",
        "In the columns that are used 3 cells are empty (in “a”, “b”); an empty cell counts as a "
        "value of its own.",
    )


def test_empty_dates_are_counted_as_the_cells_that_stand_in_the_file():
    rows = [("" if i % 5 == 0 else f"2021-03-{i + 1:02}", "yn"[i % 2]) for i in range(25)]
    (task,) = tasks(table(["seen", "class"], rows))
    assert len(task.attributes) > 1
    assert any("5 cells are empty (in “seen”);" in notice for notice in task.notices)


def marked(n=60):
    """Numbers and dates with marks of an empty cell among them, and a text that has one."""
    rows = []
    for i in range(n):
        crp = "NA" if i % 10 == 0 else "?" if i % 20 == 5 else i
        seen = "n/a" if i == 7 else f"2021-{1 + i % 12:02}-11"
        rows.append((crp, seen, "?" if i % 3 else "x", "yn"[i % 2]))
    return table(["CRP", "seen", "text", "class"], rows)


def test_marks_of_an_empty_cell_among_numbers_and_dates_are_read_as_such_and_said_once():
    (task,) = tasks(marked())
    assert task.table.column("CRP").kind == "number"
    assert task.table.column("CRP").missing == 9
    assert task.table.column("seen: month").missing == 1
    assert task.table.column("text").values == ("?", "x")
    assert task.notices[-2] == (
        "In “CRP” the cells “?” (3) and “NA” (6), in “seen” the cells “n/a” (1) were read as "
        "empty: all others are numbers or dates."
    )
    (task,) = tasks(marked(), columns=Columns(drop=("seen",)))
    assert task.notices[-2].endswith("all others are numbers.")


def test_a_column_asked_for_as_a_category_has_its_marks_as_values_again():
    asked = Columns(read=("CRP=category", "seen=category"))
    for t in (marked(), marked().rows(range(20))):
        (task,) = tasks(t, columns=asked)
        column = task.table.column("CRP")
        assert column.kind == "category"
        assert [column.values[i] for i in column.codes[:6]] == ["NA", "1", "2", "3", "4", "?"]
        assert task.table.frame()["seen"][7] == "n/a"
        assert task.attributes == ("CRP", "seen", "text")
        assert task.notices == ()


def test_rows_whose_class_is_marked_as_unknown_among_numbers_are_left_out():
    rows = [("xyz"[i % 3], ("0", "1", "unknown")[i % 3 - (i % 2)]) for i in range(30)]
    (task,) = tasks(table(["a", "class"], rows))
    assert (task.positive, task.negative) == (("1",), ("0",))
    assert "10 rows left out: no class stands" in " ".join(task.notices)
    assert len(tasks(table(["a", "class"], rows), columns=Columns(read=("class=category",)))) == 3


def test_columns_that_are_not_categorical_are_left_out_and_said_to_be():
    rows = [
        (f"row {i}", "it", i, i % 3, f"{i / 7:.3f}", "yes" if i % 2 else "no") for i in range(30)
    ]
    header = ["id", "same", "age", "level", "fee", "class"]
    (task,) = tasks(table(header, rows))
    assert task.attributes == ("fee", "level")
    assert any("“id” (30 values), “age” (30 values)" in notice for notice in task.notices)
    assert any("“same” (1 value)" in notice for notice in task.notices)
    (task,) = tasks(table(header, rows), columns=Columns(drop=("id", "same", "age", "fee")))
    assert task.attributes == ("level",)
    assert task.notices == ()


def test_the_class_is_never_judged_by_its_kind():
    t = table(["class", "a"], [(i % 13, i % 2) for i in range(39)])
    assert t.column("class").kind == "number"
    found = tasks(t, target="class")
    assert [task.positive for task in found] == [(str(label),) for label in range(13)]
    assert found[0].attributes == ("a",)


def dropping(*names):
    return {"columns": Columns(drop=names)}


MORE = [("x", "u", "yes"), ("y", "v", "no"), ("x", "v", "yes"), ("y", "u", "no")]
SINGLE = [*MORE[:3], ("x", "u", "yes")]
HAZARDS = {
    "no such class column": (MORE, {"target": "clas"}, "no column “clas”", "“class”"),
    "no such column to drop": (MORE, dropping("A", "zz"), "no column “A”", "“a”"),
    "the class dropped": (MORE, dropping("class"), "“class” was to be left out", "Keep it"),
    "no such positive": (MORE, {"positive": ("maybe",)}, "no value “maybe”", "“no”, “yes”"),
    "all positive": (MORE, {"positive": ("yes", "no")}, "all were chosen: “no”, “yes”", "fewer"),
    "one class": ([(a, b, "yes") for a, b, _ in MORE], {}, "every row has “yes”", "another column"),
    "no class": ([(a, b, "") for a, b, _ in MORE], {}, "all its cells are empty"),
    "a class of one row": (SINGLE, {}, "“no” has one", "Add rows"),
    "a class for each row": (
        [(a, b, f"row {i}") for i, (a, b, _) in enumerate(MORE)],
        {},
        "has 4 different ones in 4 rows",
        "Choose another column",
    ),
    "no attribute left": (
        [(f"row {i}", i, "yn"[i % 2]) for i in range(30)],
        {},
        "“a” (30 values), “b” (30 values)",
    ),
}


@pytest.mark.parametrize("hazard", HAZARDS)
def test_what_cannot_be_learned_is_refused_with_a_sentence(hazard):
    rows, asked, *parts = HAZARDS[hazard]
    with pytest.raises(DataError) as refusal:
        tasks(table(["a", "b", "class"], rows), **asked)
    said = str(refusal.value)
    assert all(part in said for part in parts), said
    assert said.isprintable()


CELL = st.sampled_from(["", "0", "1"])


@given(
    rows=st.lists(st.tuples(CELL, CELL, CELL, st.sampled_from(["yes", "no"])), max_size=12),
    drop=st.sampled_from([(), ("a",), ("a", "b")]),
)
def test_conflicts_are_the_rows_that_equal_a_row_of_the_other_class(rows, drop):
    ends = [("0", "0", "0", "yes"), ("1", "1", "1", "no")] * 2
    header = ["a", "b", "c", "class"]
    (task,) = tasks(table(header, [*rows, *ends]), columns=Columns(drop=drop))
    kept = [tuple(row[header.index(name)] for name in task.attributes) for row in [*rows, *ends]]
    labels = [row[-1] for row in [*rows, *ends]]
    pairs = itertools.product(range(len(kept)), repeat=2)
    expected = {i for i, j in pairs if kept[i] == kept[j] and labels[i] != labels[j]}
    assert conflicts(task) == len(expected)
