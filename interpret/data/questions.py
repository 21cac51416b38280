"""How the cells of columns are spelt, in words, and what nothing in a file decides, to be asked."""

import re
from calendar import month_name
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from interpret.data import dates
from interpret.data.asked import DECIMALS, ORDERS, CellsAsked
from interpret.data.complaints import counted, listed, quoted
from interpret.data.learn_reading import MOST_NUMBERS, learnt_readings, names_things
from interpret.data.numbers import number
from interpret.data.readings import Reading, are_most, is_mark, is_unread
from interpret.data.table import Column, Table

PAIRS_SHOWN = 3  # values that differ in their letters' size alone
CELLS_SHOWN = 3  # cells of a column
SEVERAL = 3  # rows in which a number far from all others is no slip
WAYS_SHOWN = 3  # in which a value is spelt
THREE_DIGITS = re.compile(r"(\d{1,3})[.,](\d{3})(?!\d)", re.ASCII)
YEAR = re.compile(r"^(?:1[89]|20)\d\d\b.{1,21}$|^.{1,21}\b(?:1[89]|20)\d\d\D{0,4}$")
IS_TEXT = "a text, and no date"


def spelling_words(columns: Sequence[Column]) -> list[str]:
    """What is said of the columns of a file, each kind of spelling in one sentence."""
    readings = [column.reading for column in columns if column.reading is not None]
    numbers = [reading for reading in readings if reading.meaning == "number"]
    sentences = [
        _of(
            [one for one in numbers if one.spelling.decimal == "," and one.sure],
            lambda names: f"Decimal commas were read as points, in {names}: 1,5 is 1.5.",
        ),
        _of(
            [one for one in numbers if one.spelling.thousands and one.sure],
            lambda names: f"Marks between thousands were left out, in {names}.",
        ),
        _of(
            [one for one in numbers if one.spelling.before or one.spelling.after],
            lambda names: f"Units were left out, in {names}.",
            lambda one: f" ({one.spelling.before or one.spelling.after})",
        ),
        _of(
            [one for one in numbers if one.spelling.brackets],
            lambda names: f"Numbers such as (5) or 5- were read as below zero, in {names}.",
        ),
        _of(
            [one for one in numbers if one.spelling.clock],
            lambda names: f"Times were read as hours, in {names}: 14:30 is 14.5.",
        ),
        *unsure_words(columns),
        _of(
            [one.reading for one in columns if one.reading is not None and _holds_names(one)],
            lambda names: f"Read as names, in {names}: some would be the same as numbers.",
        ),
        _one_value(columns),
        _perhaps_gaps(columns),
        _perhaps_amounts(columns),
        *map(_words, columns),
    ]
    return [sentence for sentence in sentences if sentence]


def unsure_words(columns: Sequence[Column]) -> list[str]:
    """What is said of the columns whose cells may be meant otherwise."""
    unsure = [one.reading for one in columns if one.reading is not None and not one.reading.sure]
    of_numbers = [_unsure(reading) for reading in unsure if reading.meaning == "number"]
    of_dates = _of(
        [reading for reading in unsure if reading.meaning == "text"],
        lambda names: (
            f"It is not clear which number is the day in {names}, so its dates are taken as "
            'texts. Say which with --read "COLUMN=day first" or "COLUMN=month first", or write '
            "them as 2024-12-31, to use year, month and weekday."
        ),
    )
    return [*of_numbers, of_dates] if of_dates else of_numbers


def _of(
    readings: Sequence[Reading],
    sentence: Callable[[str], str],
    beside: Callable[[Reading], str] = lambda _: "",
) -> str:
    names = listed(quoted(reading.column) + beside(reading) for reading in readings)
    return sentence(names) if readings else ""


def _perhaps_gaps(columns: Sequence[Column]) -> str:
    """What is said of numbers of nines, such as −999, that stand further from all others than these
    from one another, as where they mean that none is known.
    """
    shown = []
    for column in columns:
        there = np.flatnonzero((column.counts > 0) & ~np.isnan(column.values.numbers))
        if len(there) < 3:
            continue
        amounts, rows = column.values.numbers[there], column.counts[there]
        first, last = np.diff(amounts)[[0, -1]]
        for place, gap in ((0, first), (-1, last)):
            value = column.values[there[place]] or ""
            is_code = len(value) > 1 and not value.removeprefix("-").strip("9")
            if is_code and 2 * gap > np.ptp(amounts) and rows[place] >= SEVERAL:
                n = counted(int(rows[place]), "row")
                shown.append(f"{quoted(value)} in {quoted(column.name)} ({n})")
    if not shown:
        return ""
    return f"Far from all other numbers: {listed(shown)}. Where none is known, leave cells empty."


def _perhaps_amounts(columns: Sequence[Column]) -> str:
    """What is said of columns of texts that may be numbers, dates or times in a way unknown here.

    That is, of many different texts whose first letter is a digit and that have few others, or that
    have a year in front or at the end.
    """
    shown_in = []
    for column in columns:
        reading, cells = column.reading, column.in_file
        if reading is None or (reading.meaning, reading.width, reading.declared) != (
            "text",
            0,
            False,
        ):
            continue
        there = [text for text in cells.texts if text and not is_mark(text)]
        if (
            reading.sure
            and len(there) > MOST_NUMBERS
            and are_most(sum(map(_is_like_amount, there)), len(there))
        ):
            shown = next((text for text in there if number(text) is None), there[0])
            shown_in.append(f"{quoted(column.name)} (such as {quoted(shown)})")
    if not shown_in:
        return ""
    return (
        f"Read as texts: {listed(shown_in)}. If they are numbers, dates or times, write them in "
        "another way."
    )


def _holds_names(column: Column) -> bool:
    """Whether the cells would be numbers if these did not make some of them the same."""
    is_text = column.reading is not None and column.reading.meaning == "text"
    cells = column.in_file
    return is_text and not cells.declared and names_things(cells.texts)


def _one_value(columns: Sequence[Column]) -> str:
    """What is said of columns in which a value is spelt in several ways, with its rows."""
    shown = []
    for column in columns:
        cells, reading = column.in_file, column.reading
        if reading is None or reading.words or len(column.values) >= len(cells.texts):
            continue
        of_value: dict[str, list[str]] = {}
        places, first, rows = np.unique(cells.codes, return_index=True, return_counts=True)
        for place, code, n in zip(places, column.codes[first], rows, strict=True):
            value = column.values[code]
            if value is not None and not is_unread(value):
                spelling = f"{quoted(cells.texts[place])} ({counted(int(n), 'row')})"
                of_value.setdefault(value, []).append(spelling)
        spelt = next((ways for ways in of_value.values() if len(ways) > 1), None)
        if spelt:
            shown.append(f"in {quoted(column.name)} {listed(spelt[:WAYS_SHOWN])}")
    more = " and elsewhere" * (len(shown) > PAIRS_SHOWN)
    return f"Read as one value: {', '.join(shown[:PAIRS_SHOWN])}{more}." if shown else ""


def _is_like_amount(text: str) -> bool:
    if YEAR.search(text):
        return True
    n_digits, n_letters = sum(map(str.isdigit, text)), sum(map(str.isalpha, text))
    begins = next(filter(str.isalnum, text), "")
    return begins.isdigit() and n_digits >= n_letters


def _unsure(reading: Reading) -> str:
    """What was taken where a mark may stand between thousands or before decimals."""
    grouped = reading.spelling.thousands
    mark = grouped or reading.spelling.decimal
    taken, other = ("1037", "1.037") if grouped else ("1.037", "1037")
    how = _decimal(mark if grouped else "," if mark == "." else ".")
    return (
        f"In {quoted(reading.column)} 1{mark}037 was taken as {taken}. If it is {other}, say "
        f'--read "{reading.column}={how}".'
    )


def _words(column: Column) -> str:
    """What is said of texts that differ only in their letters' size, or of spellings of yes."""
    texts = column.in_file.texts
    if column.reading is None or len(texts) > len(column.values) + 100:
        return ""
    if column.reading.words and column.reading.meaning == "text" and column.cells is not None:
        shown = listed(quoted(text) for text in sorted(texts) if text)
        no, yes = map(quoted, column.reading.words)
        return f"In {quoted(column.name)} {shown} were read as {no} and {yes}."
    alike: dict[str, list[str]] = {}
    for value in column.values if column.kind == "category" else ():
        alike.setdefault((value or "").casefold(), []).append(quoted(value or ""))
    pairs = [
        f"{listed(spellings[:-1])} and {spellings[-1]}"
        for spellings in alike.values()
        if len(spellings) > 1
    ]
    if not pairs:
        return ""
    shown = ", ".join(pairs[:PAIRS_SHOWN]) + " and others" * (len(pairs) > PAIRS_SHOWN)
    return (
        f"In {quoted(column.name)} {shown} are different values. Write them alike if they mean the "
        "same."
    )


def marks_read(columns: Sequence[Column]) -> list[str]:
    """A sentence on the cells of these columns that hold something and were read as empty."""
    marks_of = [(column, marks) for column in columns if (marks := _marks(column))]
    if not marks_of:
        return []
    shown = listed(f"in {quoted(column.name)} the cells {marks}" for column, marks in marks_of)
    held = {f"{column.reading.meaning}s" for column, _ in marks_of if column.reading is not None}
    kinds = " or ".join(sorted(held, reverse=True))
    return [f"I{shown[1:]} were read as empty: all others are {kinds}."]


def _marks(column: Column) -> str:
    cells, reading = column.in_file, column.reading
    if reading is None or reading.meaning == "text":
        return ""
    counts = np.bincount(cells.codes, minlength=len(cells.texts)).tolist()
    marks = [
        f"{quoted(text)} ({n:,})"
        for text, n in sorted(zip(cells.texts, counts, strict=True))
        if text and n and reading.is_gap(text)
    ]
    return " and ".join(filter(None, [listed(marks[:-1]), *marks[-1:]]))


@dataclass(frozen=True)
class CellChoice:
    """A way to read the cells. words: as a person says it; how: as it is said of a column, None
    where nothing is.
    """

    words: str
    how: str | None


@dataclass(frozen=True)
class CellQuestion:
    """How the cells of columns that are written alike are meant.

    cells: some of the cells of each of the columns; taken: the place of the choice taken now.
    """

    cells: tuple[tuple[str, tuple[str, ...]], ...]
    choices: tuple[CellChoice, ...]
    taken: int

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.cells)


def questions(in_file: Table, read: Table) -> tuple[CellQuestion, ...]:
    """The questions about a table, none where all is sure.

    in_file: as it is read before a person says anything; read: as it is read now.
    """
    unsure = [
        column
        for column in in_file.columns
        if column.reading is not None
        and not column.reading.sure
        and not (now := read.column(column.name).reading or column.reading).declared
        and (now.meaning != "text" or column.reading.meaning == "text")
    ]
    of_numbers = [_of_numbers(unsure, read, mark, other) for mark, other in (",.", ".,")]
    return tuple(filter(None, [*of_numbers, _of_dates(unsure, in_file.delimiter, read)]))


def _of_numbers(
    unsure: Sequence[Column], read: Table, mark: str, other: str
) -> CellQuestion | None:
    """Whether a mark stands between thousands or before decimals."""
    marked = [
        (column, [text for text in column.in_file.texts if mark in text])
        for column in unsure
        if column.reading is not None and column.reading.meaning == "number"
        if mark in (column.reading.spelling.thousands or column.reading.spelling.decimal)
    ]
    if not marked:
        return None
    amounts = list(filter(None, map(THREE_DIGITS.search, marked[0][1])))
    example = next((one for one in amounts if int(one[2])), amounts[0])
    whole, rest = int(example[1]), int(example[2])
    now = read.column(marked[0][0].name).reading
    is_grouped = now is not None and now.spelling.thousands == mark
    return CellQuestion(
        tuple((column.name, tuple(texts[:CELLS_SHOWN])) for column, texts in marked),
        (
            CellChoice(f"{example[0]} is {whole} thousand and {rest}", _decimal(other)),
            CellChoice(f"{example[0]} is {whole} and {rest} thousandths", _decimal(mark)),
        ),
        taken=0 if is_grouped else 1,
    )


def _of_dates(unsure: Sequence[Column], delimiter: str | None, read: Table) -> CellQuestion | None:
    """Which of the numbers of dates is the day, where either may be."""
    ambiguous = []
    for column in unsure:
        if column.reading is not None and column.reading.meaning == "text":
            texts = [text for text in column.in_file.texts if _either(text)]
            by_order = _by_order(column, delimiter) if texts else {}
            if texts and all(reading.meaning == "date" for reading in by_order.values()):
                ambiguous.append((column.name, texts, by_order))
    if not ambiguous:
        return None
    (name, (example, *_), by_order), *_ = ambiguous
    now = read.column(name).reading
    is_date = now is not None and now.meaning == "date"
    return CellQuestion(
        tuple((name, tuple(texts[:CELLS_SHOWN])) for name, texts, _ in ambiguous),
        (
            *(
                CellChoice(f"{example} is {_day(example, ORDERS[way])}{_no_date(reading)}", way)
                for way, reading in by_order.items()
            ),
            CellChoice(IS_TEXT, None),
        ),
        taken=list(ORDERS.values()).index(bool(now.day_first)) if now and is_date else len(ORDERS),
    )


def _decimal(mark: str) -> str:
    """How a decimal mark is said of a column."""
    return next(how for how, decimal in DECIMALS.items() if decimal == mark)


def _by_order(column: Column, delimiter: str | None) -> dict[str, Reading]:
    """The readings of a column of dates where it is said which number is the day."""
    name, cells = [column.name], [column.in_file]
    return {
        way: learnt_readings(name, cells, delimiter, CellsAsked(day_first={column.name: first}))[0]
        for way, first in ORDERS.items()
    }


def _either(text: str) -> bool:
    """Whether a cell is one date if the day comes first, and another if the month does."""
    day, month = (dates.plain_date(text, first) for first in (True, False))
    return None not in (day, month) and day != month


def _no_date(reading: Reading) -> str:
    """Which cell is no date in this order; "" where all are."""
    return f", and {reading.empty[0]} is read as empty" if reading.empty else ""


def _day(text: str, day_first: bool) -> str:
    """The day in a cell, such as 3 April 2024."""
    day = date.fromisoformat((dates.plain_date(text, day_first) or "")[:10])
    return f"{day.day} {month_name[day.month]} {day.year}"
