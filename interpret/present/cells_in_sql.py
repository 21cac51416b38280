"""Cells in SQL, read as the Reading of their column does: texts, numbers, times of day, dates.

A column is read once, in steps: each adds columns to those of the last one, and each match of a
pattern is a step of its own. Of an engine's own numbers, dates and texts little is to be read.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from interpret.data.dates import (
    ALONE,
    BEFORE_A_CLOCK,
    CLOCK,
    FOLLOWED,
    MONTHS,
    PIVOT,
)
from interpret.data.numbers import ALIKE, BEYOND, BLANK
from interpret.data.preparation import Dates
from interpret.data.readings import MARKS, NO, UNREAD, YES, Reading
from interpret.present.dialects import DEEPER, Dialect

WHOLE = 2**53  # floats below it are whole numbers exactly
LONG = 10**16  # floats from here on are written with an exponent
CellKind = Literal["number", "float", "single", "text", "truth", "date", "moment", "time"]
AMOUNTS = ("number", "float", "single")
Steps = list[dict[str, str]]  # the columns that each step adds, by name
TWICE = re.compile(r"\(\?P<mark>(.*?)\)\(\?P<(\w+)>(.*?)\)\(\?P=mark\)")
MARKS_OF = {
    "[-/.]": (("-", "/", r"\."),),
    r"[-/]|\. ?": (("-", "/"), (r"\.", r"\. ")),
    r"\. ?": ((r"\.", r"\. "),),
}
NOON = (  # hours that no half of a day has
    r".*(?:[ t,]|\d{4}:)(?:00?|1[3-9]|2[0-3])[:.][0-9:.,]*\s*[ap]\.?m.*"
)


class Cell(NamedTuple):
    """The expression of an attribute, whether it is a number, and conditions that something is in
    the cell or that it is empty: both NULL where it cannot be read, and "" of a text, which is then
    '' where it is empty.
    """

    sql: str
    is_number: bool = False
    given: str = ""
    missing: str = ""


class Column(NamedTuple):
    """How a column is read: the steps, its cells by attribute, and whether some may be unread."""

    steps: Steps
    cells: dict[str, Cell]
    may_be_unread: bool = False


class Reader(NamedTuple):
    """Reads columns in a dialect. taken: the names of columns, in small letters."""

    dialect: Dialect
    taken: set[str]

    def named(self, name: str) -> str:
        """A column that is made, by a name that no other has."""
        while name.casefold() in self.taken:
            name += "_"
        self.taken.add(name.casefold())
        return self.dialect.identifier(name)

    def column(self, reading: Reading, kind: CellKind | None, dates: Dates | None) -> Column:
        """kind: what the engine says that the column holds, None where that is not known; dates:
        of a column of dates.
        """
        if dates is not None:
            return self._dates(reading, kind, dates)
        if reading.meaning == "text":
            return self._texts(reading, kind)
        if kind in AMOUNTS and not reading.spelling.clock:
            return self._amounts(reading, kind)
        return self._numbers(reading, kind)

    def _text(self, reading: Reading, kind: CellKind | None, alike: Mapping[int, str]) -> str:
        """A cell as files have it, without blanks around it; '' where it is empty.

        alike: characters and those that mean the same.
        """
        cell, double = self.dialect.identifier(reading.column), self.dialect.double
        if kind == "single":
            cell, kind = f"CAST(CAST({cell} AS {self.dialect.text}) AS {double})", "float"
        as_text, day = f"CAST({cell} AS {self.dialect.text})", f"CAST({cell} AS DATE)"
        endless = f"CAST('Infinity' AS {double})"
        text = {
            "moment": f"CASE WHEN {cell} = {day} THEN CAST({day} AS {self.dialect.text}) "
            f"ELSE {as_text} END",
            "float": f"CASE WHEN ABS({cell}) > {endless} THEN NULL WHEN {cell} = {endless} "
            f"THEN 'inf' WHEN {cell} = -{endless} THEN '-inf' "
            f"WHEN ABS({cell}) < {LONG} AND {cell} = FLOOR({cell}) "
            f"THEN CONCAT(CAST(CAST({cell} AS BIGINT) AS {self.dialect.text}), "
            f"CASE WHEN ABS({cell}) < {WHOLE} THEN '' ELSE '.0' END) ELSE {as_text} END",
            "text": cell,
        }.get(kind or "", as_text)
        literal = self.dialect.literal
        if alike:
            marks, plain = "".join(map(chr, alike)), "".join(alike.values())
            text = f"TRANSLATE({text}, {literal(marks)}, {literal(plain)})"
        blanks = f"BOTH {literal(' ' + reading.blanks)} FROM " if reading.blanks else ""
        return f"COALESCE(TRIM({blanks}{text}), '')"

    def _in_words(self, text: str, reading: Reading) -> str:
        """A text, or its column's own word for a yes or a no."""
        cases = "".join(
            f"{DEEPER}WHEN {self.dialect.lower.format(text)} "
            f"IN{DEEPER}{self.dialect.literals(sorted(texts))}{DEEPER}"
            f"THEN {self.dialect.literal(word)}"
            for texts, word in zip((NO, YES), reading.words, strict=True)
        )
        return f"CASE{cases} ELSE {text} END"

    def _texts(self, reading: Reading, kind: CellKind | None) -> Column:
        name, text = self.named(reading.column), self._text(reading, kind, {})
        steps: Steps = []
        if reading.words or reading.width:
            cell = self.named(f"{reading.column} text")
            steps.append({cell: text})
            text = self._in_words(cell, reading) if reading.words else self._code(cell, reading)
        if reading.gap is not None:
            text = f"NULLIF({text}, '')"
        if reading.gap not in (None, UNREAD):
            text = f"COALESCE({text}, {self.dialect.literal(reading.gap)})"
        return Column([*steps, {name: text}], {reading.column: Cell(name)}, reading.gap == UNREAD)

    def _code(self, text: str, reading: Reading) -> str:
        """A whole number with as many digits as codes have; other texts as they are."""
        is_code = self.dialect.whether(text, rf"0*\d{{1,{reading.width}}}(?:[.,]0*)?")
        bare = self.dialect.rewritten(text, r"0*(?P<bare>\d*)(?:[.,]0*)?", "bare")
        return f"CASE WHEN {is_code} THEN LPAD({bare}, {reading.width}, '0') ELSE {text} END"

    def _amounts(self, reading: Reading, kind: CellKind | None) -> Column:
        """Numbers of the engine's own; one of 32 bits is its shortest digits, as in files."""
        name, cell = self.named(reading.column), self.dialect.identifier(reading.column)
        double = self.dialect.double
        digits = f"CAST({cell} AS {self.dialect.text})" if kind == "single" else cell
        amount = f"CAST({digits} AS {double})"
        if kind == "number":
            known = Cell(name, True, f"{name} IS NOT NULL", f"{name} IS NULL")
            return Column([{name: amount}], {reading.column: known})
        given = self.named(f"{reading.column} is given")
        endless = f"CAST('Infinity' AS {double})"
        is_given = f"CASE WHEN ABS({cell}) < {endless} THEN TRUE "
        is_given += f"WHEN {cell} IS NULL OR ABS({cell}) > {endless} THEN FALSE END"
        steps = [{name: f"CASE WHEN ABS({cell}) < {endless} THEN {amount} END", given: is_given}]
        return Column(steps, {reading.column: Cell(name, True, given, f"NOT {given}")}, True)

    def _given(self, text: str, reading: Reading, known: str) -> str:
        """TRUE where a cell is known, FALSE where it is empty, NULL where it cannot be read."""
        marks = self.dialect.literals(["", *sorted(MARKS)])
        empty = [one.translate(ALIKE) for one in reading.empty]
        others = f" OR {text} IN {self.dialect.literals(empty)}" if empty else ""
        lower = self.dialect.lower.format(text)
        return (
            f"CASE WHEN {known} IS NOT NULL THEN TRUE{DEEPER}"
            f"WHEN {lower} IN{DEEPER}{marks}{others}{DEEPER}THEN FALSE END"
        )

    def _numbers(self, reading: Reading, kind: CellKind | None) -> Column:
        """Numbers and times of day that are texts."""
        column = reading.column
        name, given = self.named(column), self.named(f"{column} is given")
        text, number = self.named(f"{column} text"), self.named(f"{column} number")
        steps: Steps = [{text: self._text(reading, kind, ALIKE)}]
        cell = text
        if reading.words:
            cell = self.named(f"{column} or word")
            steps.append({cell: self._in_words(text, reading)})
        value = number
        if reading.spelling.clock:
            steps += self._clock(reading, cell, number)
        else:
            steps += self._written(reading, cell, number)
            below, above = (self.dialect.whether(cell, f"{sign}[^=].*") for sign in "<>")
            beyond = f"{DEEPER}WHEN {below} THEN -{BEYOND!r}{DEEPER}WHEN {above} THEN {BEYOND!r}"
            value = f"{number} + ABS({number}) * CASE{beyond}{DEEPER}ELSE 0 END"
        steps.append({name: value, given: self._given(text, reading, number)})
        return Column(steps, {column: Cell(name, True, given, f"NOT {given}")}, True)

    def _matched(self, text: str, pattern: str, *parts: str) -> str:
        """The parts of what a pattern matched and a blank, with which no cell ends; else NULL."""
        return f"NULLIF({self.dialect.rewritten(text, pattern, *parts, ' ')}, {text})"

    def _written(self, reading: Reading, cell: str, number: str) -> Steps:
        """Steps to the finite number in a text."""
        spelling, mark = reading.spelling, reading.spelling.decimal
        sign = ("sign", "|", "close", "shut", "|") if spelling.brackets else ("sign",)
        digits = self._matched(cell, spelling.pattern, *sign, "whole", mark, "part", "exponent")
        for old, new in ((spelling.thousands, ""), (mark, ".")):
            if old and old != new:
                digits = f"REPLACE({digits}, {self.dialect.literal(old)}, '{new}')"
        if spelling.brackets:
            digits = self.dialect.rewritten(
                digits, r"(?:\(\|\) ?|[+-]?\|- ?)\|(?P<rest>[^|]*)", "-", "rest"
            )
            digits = f"REPLACE({digits}, '||', '')"
        numeral, exact = (self.named(f"{reading.column} {what}") for what in ("digits", "exact"))
        return [
            {numeral: digits},
            {exact: self.dialect.exact.format(numeral)},
            {number: self.dialect.finite.format(exact)},
        ]

    def _clock(self, reading: Reading, cell: str, number: str) -> Steps:
        """Steps to the hours, as in 9:05, 9:05:30.5, 9h05, 9:05 pm, 0 days 09:05:00."""
        parts, hour = (self.named(f"{reading.column} {what}") for what in ("parts", "hour"))
        of = ("days", "hours", "minutes", "seconds", "half", "sign")
        groups = self._matched(cell, reading.spelling.pattern, *" ; ".join(of).split())

        def part(name: str, kind: str) -> str:
            text = f"SPLIT_PART({parts}, ';', {of.index(name) + 1})"
            return f"CAST(COALESCE(NULLIF({text}, ''), '0') AS {kind})"

        double, whole = self.dialect.double, part("hours", "INTEGER")
        half = f"LOWER(SUBSTR(SPLIT_PART({parts}, ';', 5), 1, 1))"
        sign = f"CASE WHEN SPLIT_PART({parts}, ';', 6) = '- ' THEN -1 ELSE 1 END"
        of_half = f"{whole} % 12 + CASE {half} WHEN 'p' THEN 12 ELSE 0 END"
        amount = f"{hour} + {part('minutes', double)} / 60 + {part('seconds', double)} / 3600"
        return [
            {parts: groups},
            {
                hour: f"CASE WHEN {half} = '' THEN {whole} "
                f"WHEN {whole} BETWEEN 1 AND 12 THEN {of_half} END"
            },
            {number: f"24 * {part('days', double)} + {sign} * ({amount})"},
        ]

    def _dates(self, reading: Reading, kind: CellKind | None, dates: Dates) -> Column:
        column, is_date = reading.column, kind in ("date", "moment")
        names = [self.named(part) for part in dates.parts]
        day = self.dialect.identifier(column) if is_date else self.named(f"{column} day")
        weekday = self.dialect.weekday.format(day)
        parts = (f"EXTRACT(YEAR FROM {day})", f"EXTRACT(MONTH FROM {day})", weekday)
        last = dict(zip(names, parts, strict=True))
        if is_date:
            steps, given, missing = [], f"{names[0]} IS NOT NULL", f"{names[0]} IS NULL"
        else:
            given = self.named(f"{column} is given")
            text, missing = self.named(f"{column} text"), f"NOT {given}"
            lower = self.dialect.lower.format(self._text(reading, kind, BLANK))
            steps = [{text: lower}, *self._day(reading, text, day)]
            last[given] = self._given(text, reading, day)
        cells = {
            part: Cell(name, place < 2, given, missing)
            for place, (part, name) in enumerate(zip(dates.parts, names, strict=True))
        }
        return Column([*steps, last], cells, not is_date)

    def _day(self, reading: Reading, text: str, day: str) -> Steps:
        """Steps to the date in a text of small letters."""
        column, matches = reading.column, self.dialect.whether
        front, written = self.named(f"{column} front"), self.named(f"{column} written")
        year, month, one = (self.named(f"{column} {part}") for part in ("y", "m", "d"))
        without = self.dialect.rewritten(text, rf"(?P<front>.*?[0-9日]){CLOCK}", "front")
        ways = [(front, way) for way in BEFORE_A_CLOCK] + [(text, way) for way in ALONE]
        found = f",{DEEPER}".join(
            self._matched(cell, pattern, *parts)
            for cell, way in ways
            for pattern, parts in _in_order(way, reading.day_first)
        )
        said = [f"TRIM(SPLIT_PART({written}, '-', {place}))" for place in (1, 2, 3)]
        begins = {n: f"(?:{'|'.join(names.split())}).*" for n, names in MONTHS.items()}
        months = "".join(
            f"{DEEPER}WHEN {matches(said[1], begin)} THEN {n}" for n, begin in begins.items()
        )
        bare = [f"TRIM(LEADING '0' FROM {one})" for one in said[1:]]
        is_open = f"SPLIT_PART({written}, '-', 4) <> '' AND {bare[0]} <> {bare[1]}"
        century = f"CASE WHEN LENGTH({said[0]}) > 2 THEN '' WHEN {said[0]} < '{PIVOT}' "
        century += "THEN '20' ELSE '19' END"
        steps = [
            {front: f"CASE WHEN {matches(text, NOON)} THEN '' ELSE {without} END"},
            {written: f"COALESCE({DEEPER}{found})"},
            {
                year: f"CASE WHEN {is_open} THEN NULL "
                f"ELSE NULLIF(CAST({century} || {said[0]} AS INTEGER), 0) END",
                month: f"CASE WHEN {matches(said[1], '[0-9]+')} "
                f"THEN CAST({said[1]} AS INTEGER){months} END",
                one: f"CAST({said[2]} AS INTEGER)",
            },
        ]
        return [*steps, {day: self.dialect.day.format(year, month, one)}]


def _in_order(way: str, day_first: bool | None) -> Iterator[tuple[str, tuple[str, ...]]]:
    """A way to write dates as patterns in which no mark refers to another one, each with the parts
    of year-month-day, and a part more where the day may be either number. What follows a weekday
    says what it would look ahead for.
    """
    way = way.replace(FOLLOWED, "")
    twice = TWICE.search(way)
    for marks in MARKS_OF[twice[1]] if twice else ((),):
        pattern, several = way.replace("(?P<mark>)", ""), {"month": ["month"], "other": ["other"]}
        if twice:
            name, digits = twice[2], twice[3]
            several[name] = [f"{name}{place}" for place in range(len(marks))]
            each = zip(marks, several[name], strict=True)
            either = "|".join(f"{mark}(?P<{one}>{digits}){mark}" for mark, one in each)
            pattern = way.replace(twice[0], f"(?:{either})")
        if "(?P<one>" not in way:
            month = ["name"] if "(?P<name>" in way else several["month"]
            yield pattern, ("year", "-", *month, "-", "day")
            continue
        day_then = ("year", "-", *several["other"], "-", "one")
        month_then = ("year", "-", "one", "-", *several["other"])
        if r"\." in marks or day_first is not None:
            yield pattern, day_then if r"\." in marks or day_first else month_then
            continue
        for order, name in ((day_then, "one"), (month_then, "other")):
            yield re.sub(rf"(\(\?P<{name}\d?>).*?\)", r"\g<1>1[3-9]|[2-9]\\d)", pattern), order
        yield pattern, (*month_then, "-", "either")
