import io
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpret.data.attributes import Columns
from interpret.data.complaints import DataError
from interpret.data.reading import read_table
from interpret.data.task import conflicts, tasks


def table(header, rows):
    text = io.StringIO()
    for row in [header, *rows]:
        text.write(",".join(f'"{cell}"' for cell in row) + "\n")
    return read_table(text.getvalue().encode(), "t.csv")


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
    "everything dropped": (MORE, dropping("a", "b"), "At least one attribute", "fewer columns"),
    "no such positive": (MORE, {"positive": ("maybe",)}, "no value “maybe”", "“no”, “yes”"),
    "all positive": (MORE, {"positive": ("yes", "no")}, "all were chosen: “no”, “yes”", "fewer"),
    "one class": ([(a, b, "yes") for a, b, _ in MORE], {}, "every row has “yes”", "another column"),
    "no class": ([(a, b, "") for a, b, _ in MORE], {}, "all its cells are empty"),
    "a class of one row": (SINGLE, {}, "“no” has one", "Add rows"),
    "a positive of one row": (SINGLE, {"positive": ("no",)}, "“no” has one"),
    "a class for each row": (
        [(a, b, f"row {i}") for i, (a, b, _) in enumerate(MORE)],
        {},
        "has 4 different ones in 4 rows",
        "Choose another column",
    ),
    "a class for nearly each row": (
        [("xyz"[i % 3], "uv"[i % 2], i // 3 * 2 + (i % 3 > 0)) for i in range(30)],
        {},
        "has 20 different ones in 30 rows",
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
