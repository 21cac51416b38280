"""Conditions as people write them, `age > 40 and sex = f`, read as tests of a table's columns.

What a rule prints can be read here again: `∧` for and, `≠`, `∈ {a, b}`, `25 < age ≤ 40`, names and
values in double quotes where they could be mistaken.
"""

import json
import re
from collections.abc import Collection, Sequence

from interpret.data.complaints import EMPTY, DataError, listed, quoted
from interpret.data.numbers import NUMBER, ONE_NUMBER, number
from interpret.data.table import Column, Table
from interpret.rules.logic import Between, Clause, Is, IsNot, Test, Value

HOW = "A condition is written like age > 40, age <= 40, colour = red or colour != red"
KINDS: dict[str, type[Is | IsNot]] = {
    "=": Is, "is": Is, "∈": Is, "in": Is, "≠": IsNot, "!=": IsNot, "is not": IsNot, "∉": IsNot
}  # fmt: skip
SIGN = re.compile(r"\s*+(is not\b|is\b|in\b|>(?!=)|<=|≤|!=|≠|=|∈|∉)\s*+")
AND = re.compile(r"(?<!\s)(?:\s*+(?:[∧&]\s*+|\Z)|\s++and\s++)")
LOWER = re.compile(rf"((?>{NUMBER}))\s*+<\s*+", re.ASCII)
COMPARED = re.compile(rf"{SIGN.pattern}|\s*+[<>≥≤]")
UPPER = re.compile(r"\s*+(?:<=|≤)\s*+")
IN_BRACES, COMMAS = re.compile(r"[^,}]*+"), re.compile(r"[, ]*+")


def clause_of(text: str, table: Table, attributes: Sequence[str]) -> Clause:
    """The clause that conditions joined by and make; a DataError says how to write one.

    table: the rows whose values may be asked for; its numbers that are cut, at their cuts.
    """
    reader = _Reader(text.strip(), table, attributes)
    tests = [reader.test()]
    while reader.goes_on():
        tests.append(reader.test())
    clause = Clause(tuple(tests))
    check_clause(clause, table, attributes)
    return clause


class _Reader:
    """A text of conditions, and how far it is read."""

    def __init__(self, text: str, table: Table, attributes: Sequence[str]) -> None:
        self.text, self.table, self.at = text, table, 0
        self.attributes = sorted(attributes, key=len, reverse=True)

    def goes_on(self) -> bool:
        """Whether another condition follows; passes over the word between."""
        found = AND.match(self.text, self.at)
        if found is None:
            raise self._complaint(f"after {quoted(self.text[: self.at])} “and” or the end must be")
        self.at = found.end()
        return bool(found.group().strip())

    def test(self) -> Test:
        low = LOWER.match(self.text, self.at)
        if low:
            self.at = low.end()
            name = self._name()
            self._passed(UPPER)
            return Between(name, float(low.group(1)), self._number())
        name = self._name()
        sign = self._passed(SIGN)
        if sign == ">":
            return Between(name, above=self._number())
        if sign in ("<=", "≤"):
            return Between(name, to=self._number())
        values = self._values() if sign in ("∈", "∉", "in") else (self._value(name),)
        return KINDS[sign](name, values)

    def _name(self) -> str:
        written = self._in_quotes()
        if written is not None:
            return written
        for name in self.attributes:
            end = self.at + len(name)
            if self.text.startswith(name, self.at) and COMPARED.match(self.text, end):
                self.at = end
                return name
        known = listed(map(quoted, sorted(self.attributes)))
        raise self._complaint(f"it must begin with one of the columns {known}")

    def _value(self, name: str) -> Value:
        written = self._in_quotes()
        if written is not None:
            return written
        known = self.table.column(name).values if name in self.table.names else ()
        for value in sorted((own or EMPTY for own in known), key=len, reverse=True):
            end = self.at + len(value)
            if self.text.startswith(value, self.at) and AND.match(self.text, end):
                self.at = end
                return None if value == EMPTY else value
        found = AND.search(self.text, self.at)
        word = self.text[self.at : found.start() if found else None]
        if not word:
            raise self._complaint("a value must follow the sign")
        self.at += len(word)
        return None if word == EMPTY else word

    def _values(self) -> tuple[Value, ...]:
        end = self.text.find("}", self.at)
        if self.text[self.at : self.at + 1] != "{" or end < 0:
            raise self._complaint("values must stand between { and }")
        self.at += 1
        found: list[Value] = []
        while self.text[self.at : self.at + 1] != "}":
            written = self._in_quotes()
            if written is None:
                written = self._passed(IN_BRACES).strip()
            found.append(None if written == EMPTY else written)
            self._passed(COMMAS)
            if self.at >= len(self.text):
                raise self._complaint("values must stand between { and }")
        self.at += 1
        return tuple(found)

    def _number(self) -> float:
        return float(self._passed(ONE_NUMBER))

    def _in_quotes(self) -> str | None:
        if self.text[self.at : self.at + 1] != '"':
            return None
        try:
            written, self.at = json.JSONDecoder().raw_decode(self.text, self.at)
        except ValueError:
            raise self._complaint("what begins with a quote must end with one") from None
        return str(written)

    def _passed(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        if found is None:
            raise self._complaint(
                f"after {quoted(self.text[: self.at])} "
                + ("a number must be" if pattern is ONE_NUMBER else "one of = != > <= must be")
            )
        self.at = found.end()
        return found.group(1) if pattern is SIGN else found.group()

    def _complaint(self, told: str) -> DataError:
        return DataError(f"{HOW}, several with “and” between them. {quoted(self.text)}: {told}.")


def check_clause(clause: Clause, table: Table, attributes: Sequence[str]) -> None:
    """A DataError unless every test asks for what the table has, and all can hold together."""
    by_attribute: dict[str, list[Test]] = {}
    for test in clause.tests:
        by_attribute.setdefault(test.attribute, []).append(test)
    for name, tests in by_attribute.items():
        if name not in attributes:
            raise DataError(
                f"A test must be on an attribute that the machine uses, and {quoted(name)} is "
                f"none. Choose one of {listed(map(quoted, attributes))}."
            )
        column = table.column(name)
        values = seen(column)
        for test in tests:
            _check_values(test, column, values)
        if not any(all(test.accepts(value) for test in tests) for value in values):
            told = " and ".join(quoted(str(test)) for test in tests)
            raise DataError(
                f"A clause must be able to hold, and no value of {quoted(name)} passes {told}. "
                "Take a test away, or put the new one into another clause."
            )


def seen(column: Column) -> dict[Value, int]:
    """The values that the column's rows have, and how many rows have each."""
    counts = zip(column.values, column.counts.tolist(), strict=True)
    return {value: count for value, count in counts if count}


def _check_values(test: Test, column: Column, values: Collection[Value]) -> None:
    name = quoted(test.attribute)
    if column.cuts and not isinstance(test, Between) and test.values != (None,):
        raise DataError(
            f"The numbers of {name} are cut into intervals. Compare them, as in > or <=, instead."
        )
    if isinstance(test, Between):
        texts = [value for value in values if value is not None and number(value) is None]
        if texts:
            raise DataError(
                f"Only numbers can be compared, and {name} has the value {quoted(texts[0])}. "
                "Ask for its values instead."
            )
        return
    if not test.values:
        raise DataError(f"A test of {name} needs a value, and none was chosen. Choose one.")
    strange = [value for value in test.values if value not in values]
    if strange:
        raise DataError(
            f"A test must ask for values that the table has, and {name} is never "
            f"{listed(map(quoted, strange))}. Choose from {listed(map(quoted, values))}."
        )
