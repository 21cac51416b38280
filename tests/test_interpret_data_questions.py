"""What a person is asked about cells that nothing decides, and what each answer does."""

import re
from calendar import month_name
from datetime import date

import pytest

from interpret.data.asked import read_asked
from interpret.data.attributes import Columns
from interpret.data.questions import questions
from interpret.data.read_again import read_as_asked
from interpret.data.reading import read_table
from interpret.data.task import explains_a_number, tasks

N = 40


def table_of(delimiter="\t", **columns):
    """A table as its file is read; each column is a function from a row's place to its cell."""
    rows = [delimiter.join(cell(i) for cell in columns.values()) for i in range(N)]
    return read_table("\n".join([delimiter.join(columns), *rows]).encode(), "t")


def commas(i):
    return f"{1 + i % 7},{(37 + i * 61) % 1000:03}"


def points(i):
    return f"{1 + i % 7}.{(37 + i * 61) % 1000:03}"


def days(i):
    return f"{1 + i % 12:02}/{1 + (i * 5) % 12:02}/2024"


def classes(i):
    return "ny"[i % 2]


def asked_about(in_file, *said):
    return questions(in_file, read_as_asked(in_file, read_asked(said)))


def said_of(question, place):
    how = question.choices[place].how
    return [] if how is None else [f"{name}={how}" for name in question.names]


SURE = {
    "plain numbers": (lambda i: f"{i}.5", "\t"),
    "decimals elsewhere in the column": (lambda i: commas(i) if i else "1,5", "\t"),
    "nothing before the mark": (lambda i: commas(i) if i else "0,250", "\t"),
    "small whole numbers beside them": (lambda i: commas(i) if i else "812", "\t"),
    "commas between the cells": (points, ","),
    "a day that can be no month": (lambda i: days(i) if i else "31/12/2024", "\t"),
    "dates with the year first": (lambda i: f"2024-{1 + i % 12:02}-03", "\t"),
    "days that equal their months": (lambda i: f"{1 + i % 12:02}/{1 + i % 12:02}/2024", "\t"),
    "texts": (classes, "\t"),
}


@pytest.mark.parametrize("own", SURE)
def test_nothing_is_asked_where_all_is_sure(own):
    cells, delimiter = SURE[own]
    assert asked_about(table_of(delimiter, a=cells, b=classes)) == ()


@pytest.mark.parametrize("cells", [commas, points])
def test_a_mark_before_three_digits_is_asked_about_and_either_answer_reads_the_column(cells):
    in_file = table_of(a=cells, b=classes)
    (question,) = asked_about(in_file)
    mark = cells(0)[1]
    assert question.names == ("a",)
    ((_, shown),) = question.cells
    assert len(shown) == 3
    assert all(mark in cell for cell in shown)
    assert [choice.words for choice in question.choices] == [
        f"1{mark}037 is 1 thousand and 37",
        f"1{mark}037 is 1 and 37 thousandths",
    ]
    assert question.taken == (0 if mark == "," else 1)
    for place, amount in enumerate((1037, 1.037)):
        said = said_of(question, place)
        read = read_as_asked(in_file, read_asked(said)).column("a")
        assert read.reading.sure
        assert read.values.numbers[read.codes[0]] == amount
        (again,) = asked_about(in_file, *said)
        assert again.choices == question.choices, "so that the answer can be changed"
        assert again.taken == place


def test_a_date_is_asked_about_in_words_and_stays_a_text_until_then():
    in_file = table_of(day=days, b=classes)
    (question,) = asked_about(in_file)
    assert [choice.words for choice in question.choices] == [
        "02/06/2024 is 2 June 2024",
        "02/06/2024 is 6 February 2024",
        "a text, and no date",
    ]
    assert question.taken == 2
    for place, day in enumerate(("2024-06-02", "2024-02-06", "02/06/2024")):
        said = said_of(question, place)
        read = read_as_asked(in_file, read_asked(said)).column("day")
        assert read.values[read.codes[1]] == day
        (again,) = asked_about(in_file, *said)
        assert again.taken == place


def test_dates_in_both_orders_are_read_where_each_has_one_reading_only():
    in_file = table_of(
        day=lambda i: ("13/{:02}/2024" if i % 2 else "{:02}/13/2024").format(1 + i % 9), b=classes
    )
    assert asked_about(in_file) == ()
    day = in_file.column("day")
    assert (day.reading.meaning, day.reading.sure) == ("date", True)
    assert [day.values[code] for code in day.codes[:2]] == ["2024-01-13", "2024-02-13"]


def test_dates_in_both_orders_of_which_some_may_be_either_are_asked_about():
    in_file = table_of(
        day=lambda i: ("{:02}/{:02}/2024" if i % 2 else "{1:02}/{0:02}/2024").format(
            1 + i % 28, 1 + i % 12
        ),
        b=classes,
    )
    assert "which number is the day in “day”" in " ".join(in_file.notices)
    (question,) = asked_about(in_file)
    for place, choice in enumerate(question.choices[:2]):
        example, day, empty = re.fullmatch(
            r"(.*) is (\d+ \w+) 2024, and (.*) is read as empty", choice.words
        ).groups()
        read = read_as_asked(in_file, read_asked(said_of(question, place))).column("day")
        cells = [
            in_file.column("day").in_file.texts[i] for i in in_file.column("day").in_file.codes
        ]
        as_read = dict(zip(cells, [read.values[code] for code in read.codes], strict=True))
        assert as_read[empty] is None
        when = date.fromisoformat(as_read[example])
        assert f"{when.day} {month_name[when.month]}" == day
    assert question.choices[2].words == "a text, and no date"


def test_columns_written_alike_are_one_question_and_an_answer_speaks_for_both_marks():
    in_file = table_of(a=commas, b=points, c=commas, d=days, e=classes)
    of_commas, of_points, of_days = asked_about(in_file)
    assert (of_commas.names, of_points.names, of_days.names) == (("a", "c"), ("b",), ("d",))
    said = said_of(of_commas, 1)
    of_commas, of_points, of_days = asked_about(in_file, *said)
    assert (of_commas.taken, of_points.taken, of_days.taken) == (1, 0, 2)


def test_an_answer_leaves_columns_alone_that_were_sure():
    in_file = table_of(
        a=commas,
        b=lambda i: f"{i},5",
        c=lambda i: f"{i}.5",
        d=days,
        e=lambda i: f"{1 + i % 28:02}/06/2024",
        f=classes,
    )
    for decimal in ("point", "comma"):
        for order in ("day first", "month first"):
            said = read_asked([f"a=decimal {decimal}", f"d={order}"])
            read = read_as_asked(in_file, said)
            for name in "bcef":
                assert read.column(name).values == in_file.column(name).values, (name, said)
            assert all(column.reading.sure for column in read.columns)


def test_a_column_of_categories_is_not_asked_about():
    assert asked_about(table_of(a=commas, b=classes), "a=category") == ()


def test_what_was_answered_is_not_said_to_be_open_any_more():
    in_file = table_of(a=commas, d=days, b=classes)
    told = " ".join(in_file.notices)
    assert "was taken as 1037" in told
    assert "which number is the day" in told
    read = read_as_asked(in_file, read_asked(["a=decimal point", "d=day first"]))
    assert read.notices == ("Marks between thousands were left out, in “a”.",)


def test_a_number_to_predict_is_read_as_it_was_said():
    in_file = table_of(b=classes, a=commas)
    for decimal, side in (("point", "above 4000"), ("comma", "above 4")):
        (task,) = tasks(in_file, "a", (side,), Columns(read=(f"a=decimal {decimal}",)))
        high = [int(commas(i).replace(",", "")) > 4000 for i in range(N)]
        assert task.y.tolist() == high
    of_days = table_of(b=classes, day=days)
    assert not explains_a_number(of_days, "day", Columns(read=("day=day first",)))
