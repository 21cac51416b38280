"""What a person is asked about cells that nothing in a file decides, such as 1,037 or 03/04/2024.

An answer holds for the whole file, as the settings that say it do: --decimal and --dates.
"""

import re
from calendar import month_name
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from interpret.data import dates
from interpret.data.learn_reading import CellsAsked, learnt_readings
from interpret.data.readings import Reading
from interpret.data.table import Column, Table

MOST_SHOWN = 3  # cells of a column
THREE_DIGITS = re.compile(r"(\d{1,3})[.,](\d{3})(?!\d)", re.ASCII)
ORDERS = {"day-first": True, "month-first": False}
IS_TEXT = "a text, and no date"


@dataclass(frozen=True)
class CellChoice:
    """A way to read the cells. words: as a person says it; said: the settings that ask for it."""

    words: str
    said: tuple[tuple[str, str], ...]


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
    asked = [_of_numbers(unsure, read, mark, other) for mark, other in (",.", ".,")]
    return tuple(filter(None, [*asked, _of_dates(unsure, in_file.delimiter, read)]))


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
    found = list(filter(None, map(THREE_DIGITS.search, marked[0][1])))
    example = next((one for one in found if int(one[2])), found[0])
    whole, rest = int(example[1]), int(example[2])
    now = read.column(marked[0][0].name).reading
    is_grouped = now is not None and now.spelling.thousands == mark
    return CellQuestion(
        tuple((column.name, tuple(texts[:MOST_SHOWN])) for column, texts in marked),
        (
            _choice(f"{example[0]} is {whole} thousand and {rest}", decimal=other),
            _choice(f"{example[0]} is {whole} and {rest} thousandths", decimal=mark),
        ),
        taken=0 if is_grouped else 1,
    )


def _of_dates(unsure: Sequence[Column], delimiter: str | None, read: Table) -> CellQuestion | None:
    """Which of the numbers of dates is the day, where either may be."""
    asked = [
        (column, [text for text in column.in_file.texts if _either(text)])
        for column in unsure
        if column.reading is not None and column.reading.meaning == "text"
        if all(_by_order(column, delimiter, first).meaning == "date" for first in (True, False))
    ]
    if not asked:
        return None
    example = asked[0][1][0]
    now = read.column(asked[0][0].name).reading
    is_date = now is not None and now.meaning == "date"
    return CellQuestion(
        tuple((column.name, tuple(texts[:MOST_SHOWN])) for column, texts in asked),
        (
            *(
                _choice(f"{example} is {_day(example, first)}", dates=way)
                for way, first in ORDERS.items()
            ),
            _choice(IS_TEXT, dates="auto"),
        ),
        taken=list(ORDERS.values()).index(bool(now.day_first)) if now and is_date else len(ORDERS),
    )


def _choice(words: str, **said: str) -> CellChoice:
    """A choice; what is said of decimals says it of thousands too."""
    beside = {"thousands": "auto"} if "decimal" in said else {}
    return CellChoice(words, tuple((said | beside).items()))


def _by_order(column: Column, delimiter: str | None, day_first: bool) -> Reading:
    """The reading of a column of dates where it is said which number is the day."""
    said = CellsAsked(day_first=day_first)
    return learnt_readings([column.name], [column.in_file], delimiter, said)[0]


def _either(text: str) -> bool:
    """Whether a cell is one date if the day comes first, and another if the month does."""
    day, month = (dates.plain_date(text, first) for first in (True, False))
    return None not in (day, month) and day != month


def _day(text: str, day_first: bool) -> str:
    """The day in a cell, such as 3 April 2024."""
    found = date.fromisoformat((dates.plain_date(text, day_first) or "")[:10])
    return f"{found.day} {month_name[found.month]} {found.year}"
