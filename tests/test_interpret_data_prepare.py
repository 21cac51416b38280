import io

import numpy as np
import pytest

from interpret.data.attributes import Columns
from interpret.data.complaints import DataError
from interpret.data.encoding import Encoding, Variable
from interpret.data.prepare import prepared
from interpret.data.read_again import read_by
from interpret.data.reading import read_table
from interpret.data.readings import UNREAD
from interpret.data.task import tasks
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


def test_marks_are_read_in_every_table_as_in_training():
    rows = [
        (i % 40, f"{i % 5}", "x?"[i % 2], f"2021-{1 + i % 12:02}-01", i % 7, "yn"[i % 40 > 15])
        for i in range(120)
    ]
    names = ["many", "few", "text", "seen", "own"]
    (task,) = tasks(table([*names, "class"], rows), columns=Columns(read=("own=category",)))
    _, preparation = prepared(task, np.arange(120))
    other = table(names, [("NA", "?", "?", "n/a", "?"), (3, 1, 7, "2021-01-01", 5)])
    read = preparation.table(other)
    assert [cells(read, name)[0] for name in ("many", "few", "text", "seen: month", "own")] == [
        *(None, None, "?", None, "?")
    ]
    assert read.frame().loc[0, names].tolist() == ["NA", "?", "?", "n/a", "?"]
    other = table(names, [("-", 1, "?", "n/a", "?"), (3, 2, 7, "2021-01-01", 5), (4, 2, 8, "", 6)])
    assert other.column("text").missing == other.column("own").missing == 1
    read = preparation.table(other)
    assert cells(read, "text") == ["?", "7", "8"]
    assert cells(read, "own") == ["?", "5", "6"]
    assert cells(read, "many")[0] is None


def test_dates_that_could_be_read_in_two_ways_stay_texts_and_are_said():
    rows = [(f"{1 + i % 12}/{1 + i // 12}/2020", "yn"[i % 2]) for i in range(48)]
    unclear = table(["day", "class"], rows)
    assert unclear.column("day").kind != "date"
    assert "not clear which number is the day in “day”" in unclear.notices[0]
    clear = table(["day", "class"], [*rows, ("12/31/2020", "y")])
    assert clear.column("day").kind == "date"
    assert clear.column("day").reading.way == "mm/dd/yyyy"
    odd = table(["day", "class"], [*rows, ("13/31/2020", "y")]).column("day").reading
    assert (odd.meaning, odd.sure) == ("text", False)


def test_decimal_commas_are_read_as_points_and_said():
    t = table(["price", "class"], [(f"{i},5", "yn"[i % 2]) for i in range(20)])
    assert t.column("price").kind == "number"
    assert t.column("price").values[3] == "3.5"
    assert "Decimal commas were read as points, in “price”" in t.notices[0]


def test_a_column_that_is_the_class_under_other_names_is_left_out_unless_kept():
    rows = [("uv"[i % 2], "xyz"[i % 3], "yn"[i % 2]) for i in range(30)]
    t = table(["code", "a", "class"], rows)
    (task,) = tasks(t)
    assert task.attributes == ("a",)
    assert "“code” (2 values); a column that is the class under other names" in task.notices[0]
    (task,) = tasks(t, columns=Columns(keep=("code",)))
    assert task.attributes == ("a", "code")
