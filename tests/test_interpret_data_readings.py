"""What the cells of a column mean: learnt once, and the same for the cells of every later file."""

import csv
import io

import numpy as np
import pytest

from interpret.data.asked import read_asked
from interpret.data.attributes import Columns
from interpret.data.cells import Coded, distinct
from interpret.data.complaints import DataError
from interpret.data.learn_reading import learnt_readings
from interpret.data.numbers import Spelling
from interpret.data.read_again import read_by, together
from interpret.data.reading import read_table
from interpret.data.readings import UNREAD
from interpret.data.task import tasks

MANY = [*map(str, range(20))]  # more different numbers than categories have


def learnt(cells, asked="", delimiter=None, beside=()):
    """The reading of cells, perhaps beside another column."""
    columns = [Coded(*distinct(list(own))) for own in (cells, beside) if own]
    names = ["a", "b"][: len(columns)]
    said = read_asked([f"a={asked}"] if asked else [])
    return learnt_readings(names, columns, delimiter, said)[0]


def means(cells, **where):
    """The meaning of a column, what its first cells are read as, and whether that is sure."""
    reading = learnt(cells, **where)
    return reading.meaning, reading.values_of(cells[:2]), reading.sure


MEANINGS = {
    "plain": (["03.0", "-1e2", *MANY], "number", ["3", "-100"]),
    "long whole numbers": (["12345678901234567890", "7", *MANY], "number",
                           ["12345678901234567890", "7"]),
    "an exponent behind a comma": (["3,557E+04", "4,370E+04", *(f"{n},125E+03" for n in MANY[1:])],
                                   "number", ["35570", "43700"]),
    "thousands with points": (["1.234.567,25", "812", *MANY], "number", ["1234567.25", "812"]),
    "percent": (["12 %", "7,5 %", *(f"{n} %" for n in MANY)], "number", ["12", "7.5"]),
    "losses in parentheses": (["(1.5)", "($1,250)", "$2", *(f"${n}" for n in MANY)], "number",
                              ["-1.5", "-1250"]),
    "ASCII bounds": (["<= 0.5", ">=9", *(f"{n}.5" for n in MANY)], "number", ["0.5", "9"]),
    "an odd cell": (["n.v.", "1", *MANY], "number", [None, "1"]),
    "days first": (["3/4/2024", "31/12/2024"], "date", ["2024-04-03", "2024-12-31"]),
    "days alone after 12": (["13/4/2024", "25/6/2024"], "date", ["2024-04-13", "2024-06-25"]),
    "a slip among days first": (["12/31/2024", "3/4/2024", *(f"{n}/4/2024" for n in range(13, 31))],
                                "date", [None, "2024-04-03"]),
    "months first": (["3/4/2024", "12/31/2024"], "date", ["2024-03-04", "2024-12-31"]),
    "eight digits": (["20241231", "20240102", "20240103"], "date", ["2024-12-31", "2024-01-02"]),
    "eight digits, days first": (["31122024", "02012024", "03042024"], "date",
                                 ["2024-12-31", "2024-01-02"]),
    "eight digits, months first": (["12312024", "02012024", "03042024"], "date",
                                   ["2024-12-31", "2024-02-01"]),
    "eight digits, no dates": (["31122024", "02012024", "99012024"], "text",
                               ["31122024", "02012024"]),
    "years last": (["Tue Dec 31 14:30:00 2024", "Wed Jan  1 00:00:00 UTC 2025"], "date",
                   ["2024-12-31 14:30:00", "2025-01-01 00:00:00+00:00"]),
    "eight digits and a time": (["20241231T143000", "20250101T143000Z"], "date",
                                ["2024-12-31 14:30:00", "2025-01-01 14:30:00+00:00"]),
    "a time": (["2024-12-31T14:30:00.50Z", "2025-01-01 2:00 PM"], "date",
               ["2024-12-31 14:30:00.5+00:00", "2025-01-01 14:00:00"]),
    "midnight": (["2024-12-31 00:00:00", "2025-01-01 00:00"], "date",
                 ["2024-12-31", "2025-01-01"]),
    "an odd date": (["soon", "1.2.2024", *(f"{n}.3.2024" for n in range(1, 20))], "date",
                    [None, "2024-02-01"]),
    "codes": (["01234", "99999", "00017"], "text", ["01234", "99999"]),
    "on and off": (["on", "OFF", "On", "off", "off", "on"], "text", ["on", "off"]),
    "names": (["P12", "Q7", "x"], "text", ["P12", "Q7"]),
    "few odd numbers": (["1", "x", "2"], "text", ["1", "x"]),
}  # fmt: skip


@pytest.mark.parametrize("kind", MEANINGS)
def test_a_column_is_read_as_people_mean_it(kind):
    cells, meaning, plain = MEANINGS[kind]
    assert means(cells) == (meaning, plain, True)


def test_a_column_of_noughts_and_ones_reads_the_words_of_a_later_file():
    reading = learnt(["1.0", "0.0"] * 20)
    assert reading.values_of(["True", "no", "1", "0.0"]) == ["1", "0", "1", "0"]


def test_a_column_that_is_mostly_numbers_says_so_and_may_be_asked_for():
    cells = [f"{n}.5{'*' * (n % 4 == 0)}" for n in range(40)]
    own = table(cells)
    with pytest.raises(DataError, match=r"“0.5\*”, are not.*--read a=number"):
        tasks(own, None)
    (task,) = tasks(own, None, columns=Columns(read=("a=number",)))[:1]
    column = task.table.column("a")
    assert (column.kind, column.missing) == ("number", 10)


NOT_SURE = {
    "either may be the day": ["3/4/2024", "5/6/2024"],
    "days and months first": ["13/4/2024", "4/13/2024", "5/6/2024"],
    "three digits after every point": ["1.037", "2.512", "12.250", "37.125"] * 5,
}


@pytest.mark.parametrize("kind", NOT_SURE)
def test_what_nothing_decides_is_not_sure(kind):
    assert not learnt(NOT_SURE[kind]).sure


THREE = [f"{n}.125" for n in range(1, 20)]
COMMAS = [own.replace(".", ",") for own in THREE]


@pytest.mark.parametrize(
    ("cells", "where", "first", "sure"),
    [
        (THREE, {}, "1.125", False),
        (THREE, {"delimiter": ","}, "1.125", True),
        (THREE, {"delimiter": ";"}, "1125", False),
        (THREE, {"beside": [f"{n},5" for n in MANY]}, "1125", True),
        (THREE, {"beside": [f"{n}.5" for n in MANY]}, "1.125", True),
        (THREE, {"asked": "decimal comma"}, "1125", True),
        (THREE, {"asked": "decimal point"}, "1.125", True),
        ([*THREE, "812"], {}, "1125", True),
        (COMMAS, {}, "1125", False),
        (COMMAS, {"delimiter": ","}, "1125", True),
        (COMMAS, {"delimiter": ";"}, "1.125", True),
        (COMMAS, {"beside": [f"{n},5" for n in MANY]}, "1.125", True),
        (COMMAS, {"asked": "decimal comma"}, "1.125", True),
    ],
)
def test_three_digits_after_every_mark_are_what_the_file_or_the_user_says(
    cells, where, first, sure
):
    assert means(cells, **where) == (
        "number", [first, first.replace("1", "2", 1)], sure
    )  # fmt: skip


def test_the_user_says_which_number_is_the_day_and_what_is_a_number_or_a_text():
    days = NOT_SURE["either may be the day"]
    assert means(days, asked="day first")[1] == ["2024-04-03", "2024-06-05"]
    assert means(days, asked="month first")[1] == ["2024-03-04", "2024-05-06"]
    assert means(["01", "02"], asked="number") == ("number", ["1", "2"], True)
    assert means(["1,0", "2"], asked="category") == ("text", ["1,0", "2"], True)
    reading = learnt_readings(["a"], [Coded(*distinct(MANY), declared=True)])[0]
    assert (reading.meaning, reading.declared) == ("text", True)


def test_later_cells_are_read_as_the_first_ones_were():
    codes, words = learnt(["01234", "00017"]), learnt(["Ja", "nein", "ja", "Ja"])
    assert codes.values_of(["17", "17.0", "99999", "x"]) == ["00017", "00017", "99999", "x"]
    assert words.values_of(["YES", "0", "falsch", "x"]) == ["Ja", "nein", "nein", "x"]
    euros = learnt(["1.234,50 €", *(f"{n},5 €" for n in MANY)])
    assert euros.spelling == Spelling(",", ".", after="€")
    assert euros.values_of(["2", "2 €", "2 km", "", "NA"]) == [
        "2",
        "2",
        UNREAD + "2 km",
        None,
        None,
    ]
    (below,) = learnt(["<5 mg", *(f"{n} mg" for n in MANY)]).values_of(["<5"])
    assert 4.9 < float(below) < 5
    slashes = learnt(["13/4/2024", "25/6/2024"])
    assert (slashes.way, slashes.day_first) == ("dd/mm/yyyy", True)
    assert slashes.values_of(["3/4/2024"]) == ["2024-04-03"]
    days = learnt(["31.12.2024", "1.2.2024"])
    assert (days.way, days.day_first) == ("dd.mm.yyyy", None)
    assert days.values_of(["2024-12-31", "30.2.2024"]) == ["2024-12-31", UNREAD + "30.2.2024"]


@pytest.mark.parametrize("kind", MEANINGS)
def test_what_is_written_is_read_as_the_same_value(kind):
    cells = MEANINGS[kind][0]
    reading = learnt(cells)
    plain = reading.values_of(cells)
    assert reading.values_of([reading.written(value) for value in plain]) == plain


def table(cells, delimiter=";"):
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows(
        [("a", "b"), *((cell, "xy"[i % 2]) for i, cell in enumerate(cells))]
    )
    return read_table(text.getvalue().encode(), "t.csv")


def values(own):
    column = own.column("a")
    return [column.values[code] for code in column.codes]


def test_a_later_file_in_a_spelling_of_its_own_is_read_by_it_and_that_is_said():
    first = table([f"{n}.5" for n in range(30)], ",")
    later = read_by(table([f"{n},25" for n in range(30)]), [first.column("a").reading])
    assert values(later)[:3] == ["0.25", "1.25", "2.25"]
    assert "“a” is written otherwise than in the rows learned from, as in" in later.notices[-1]
    assert later.column("a").texts[0] == "0,25"


def test_cells_of_a_later_file_that_cannot_be_read_are_said_and_are_no_value():
    first = table(range(30))
    later = read_by(table(["1", "soon", "2", "x", "", *range(30)]), [first.column("a").reading])
    assert values(later)[:5] == ["1", UNREAD + "soon", "2", UNREAD + "x", None]
    assert np.flatnonzero(later.column("a").unread).tolist() == [1, 3]
    assert "2 cells of “a” cannot be read as a number: “soon”, “x”." in later.notices
    days = table([f"{1 + n}.3.2024" for n in range(30)])
    later = read_by(table(["1.4.2024", "soon"]), [days.column("a").reading])
    assert values(later) == ["2024-04-01", UNREAD + "soon"]
    assert "1 cell of “a” cannot be read as a date: “soon”." in later.notices


@pytest.mark.parametrize(
    ("first", "second", "read"),
    [
        ([f"{n},5" for n in range(30)], [f"{n}.25" for n in range(30)], ["0.25", "1.25"]),
        ([f"{n},5 €" for n in range(30)], ["1.234,5 €", "2 €"], ["1234.5", "2"]),
        ([f"3/{1 + n}/2024" for n in range(30)], ["2024-03-04"] * 2, ["2024-03-04"] * 2),
        (["yes", "no"] * 15, ["TRUE", "0"], ["yes", "no"]),
        (["007", "012"] * 15, ["7", "12"], ["007", "012"]),
    ],
)
def test_two_files_of_other_spellings_are_one_table(first, second, read):
    own = table(first)
    both, _ = together(own, table(second), ["a"])
    assert values(both)[len(first) :][:2] == read
    assert values(both)[: len(first)] == values(own)
    assert both.column("a").reading.meaning == own.column("a").reading.meaning


KILOMETRES = [f"{n},5 km" for n in range(30)]


@pytest.mark.parametrize(
    ("first", "later"),
    [
        (KILOMETRES, [f"{n} m" for n in range(30)]),
        ([f"${n}" for n in range(30)], [f"{n} \u20ac" for n in range(30)]),
        ([f"{n % 24}:{n:02}" for n in range(30)], [f"{n / 24}" for n in range(1, 31)]),
        (range(30), [f"{n % 24}:{n:02}" for n in range(30)]),
        ([f"{n} %" for n in range(30)], [f"{n / 100}" for n in range(30)]),
        ([f"{n / 100}" for n in range(30)], [f"{n} %" for n in range(30)]),
    ],
    ids=["another length", "another currency", "parts of a day", "times", "shares", "percent"],
)
def test_numbers_of_another_unit_are_not_read(first, later):
    read = read_by(table(later), [table(first).column("a").reading])
    assert read.column("a").unread.all()
    assert "30 cells of \u201ca\u201d cannot be read as a number" in read.notices[-1]


def test_numbers_without_their_unit_are_read_and_that_is_said():
    read = read_by(table(range(30)), [table(KILOMETRES).column("a").reading])
    assert values(read)[:3] == ["0", "1", "2"]
    assert "No cell of \u201ca\u201d has the unit \u201ckm\u201d" in read.notices[-1]


def test_what_may_be_written_otherwise_is_read_as_before_and_that_is_said():
    first = table([n / 8 for n in range(9, 60)])
    read = read_by(table([f"{n}.125" for n in range(1, 30)]), [first.column("a").reading])
    assert values(read)[:2] == ["1.125", "2.125"]
    told = "\u201ca\u201d may be written otherwise here: \u201c1.125\u201d was read as 1.125"
    assert any(sentence.startswith(told) for sentence in read.notices)


def test_thousands_that_pandas_took_for_decimals_are_not_taken_for_them_too():
    whole = [*range(1001, 9001, 110), *range(1010, 1210, 10)]
    first = read_table(
        b"a;b\n" + b"".join(f"{n:,};{n % 7},5\n".replace(",", ".", 1).encode() for n in whole), "t"
    )
    assert first.column("a").reading.spelling.thousands == "."
    as_floats = [repr(n / 1000) for n in whole]  # 1.01 for 1.010
    read = read_by(table(as_floats, ","), [first.column("a").reading])
    told = [float(own) for own in values(read) if not own.startswith(UNREAD)]
    assert read.column("a").unread.any()
    assert {*told} <= {*whole}
