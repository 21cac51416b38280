"""Conditions as people write them, `age > 40 and sex = f`, read by the names of a table's columns.

What a rule prints can be read here again: `∧` for and, `≠`, `∈ {a, b}`, `25 < age ≤ 40`, in words
`age > 25 and ≤ 40`, names and values in double quotes where they would be ambiguous. Where several
names fit, the longest one before a sign is meant; where several values fit, the longest one that
ends its condition. Everything is read once, from left to right, in time linear in the length of the
text.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Literal

from interpret.data.complaints import EMPTY, DataError, listed, quoted
from interpret.data.table import Table

HOW = "A condition is written like age > 40, age <= 40, colour = red or colour != red"
Kind = Literal["is", "is not", "between"]
SIGNS: dict[str, Kind] = {
    "=": "is", "is": "is", "∈": "is", "in": "is",
    "≠": "is not", "!=": "is not", "is not": "is not", "∉": "is not",
}  # fmt: skip
SEVERAL = ("∈", "∉", "in")  # signs that values in braces follow
SPACE = re.compile(r"\s*+")
SIGN = re.compile(r"\s*+(is\s++not\b|is\b|in\b|>(?!=)|<=|≤|!=|≠|=|∈|∉)\s*+")
COMPARED = re.compile(rf"{SIGN.pattern}|\s*+[<>≥≤]")
AND = re.compile(r"[∧&]|(?<=\s)and(?=\s)")
END = re.compile(rf"\s*+(?:{AND.pattern}|\Z)")
NUMBER = re.compile(r"[-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?")
LOWER = re.compile(rf"({NUMBER.pattern})\s*+<(?!=)\s*+")
UPPER = re.compile(r"\s*+(?:<=|≤)\s*+")
AND_UPPER = re.compile(
    rf"\s*+(?:{AND.pattern}){UPPER.pattern}({NUMBER.pattern})(?={END.pattern})"
)  # else it is a column whose name begins with the sign
IN_BRACES, COMMAS = re.compile(r"[^,}]*+"), re.compile(r"[, ]*+")


@dataclass(frozen=True)
class Condition:
    """A condition on one attribute: one of the values, none of them, or a number in (above, to]."""

    attribute: str
    kind: Kind
    values: tuple[str | None, ...] = ()
    above: float = -inf
    to: float = inf


def conditions_in(text: str, table: Table, attributes: Sequence[str]) -> tuple[Condition, ...]:
    """The conditions of a text, joined by and; a DataError says how to write one.

    attributes: the columns that conditions may name; their values show whether an “and” is part of
    a value.
    """
    return tuple(_Reader(text, table, attributes).conditions())


class _Reader:
    """A text of conditions, and how far it is read."""

    def __init__(self, text: str, table: Table, attributes: Sequence[str]) -> None:
        self.text, self.at = text.strip(), 0
        self.attributes = sorted(attributes, key=len, reverse=True)
        self.known = cache(
            lambda name: sorted(
                (value or EMPTY for value in table.column(name).values), key=len, reverse=True
            )
        )

    def conditions(self) -> Iterable[Condition]:
        yield self._condition()
        while self._goes_on():
            yield self._condition()

    def _goes_on(self) -> bool:
        """Whether another condition follows; moves past the word between them."""
        end = END.match(self.text, self.at)
        if end is None:
            raise self._complaint(f"after {quoted(self.text[: self.at])} “and” or the end must be")
        self.at = end.end()
        return bool(end.group().strip())

    def _condition(self) -> Condition:
        self._pass(SPACE)
        low = self._pass(LOWER)
        if low:
            name = self._name()
            self._must(UPPER, "<= must be")
            return Condition(name, "between", (), float(low[1]), self._number())
        name = self._name()
        sign = " ".join(self._must(SIGN, "one of = != > <= must be")[1].split())
        if sign == ">":
            above, high = self._number(), self._pass(AND_UPPER)
            return Condition(name, "between", (), above, float(high[1]) if high else inf)
        if sign in ("<=", "≤"):
            return Condition(name, "between", to=self._number())
        values = self._values() if sign in SEVERAL else (self._value(name),)
        return Condition(name, SIGNS[sign], values)

    def _name(self) -> str:
        written = self._in_quotes()
        if written is not None:
            if written in self.attributes:
                return written
        else:
            for name in self.attributes:
                end = self.at + len(name)
                if self.text.startswith(name, self.at) and COMPARED.match(self.text, end):
                    self.at = end
                    return name
        known = listed(map(quoted, sorted(self.attributes)))
        raise self._complaint(f"it must begin with one of the columns {known}")

    def _value(self, name: str) -> str | None:
        written = self._in_quotes()
        if written is not None:
            return written
        for value in self.known(name):
            end = self.at + len(value)
            if self.text.startswith(value, self.at) and END.match(self.text, end):
                self.at = end
                return None if value == EMPTY else value
        following = AND.search(self.text, self.at)
        word = self.text[self.at : following.start() if following else None].rstrip()
        if not word:
            raise self._complaint("a value must follow the sign")
        self.at += len(word)
        return None if word == EMPTY else word

    def _values(self) -> tuple[str | None, ...]:
        if not self.text.startswith("{", self.at):
            raise self._complaint("values must stand between { and }")
        self.at += 1
        values: list[str | None] = []
        while not self.text.startswith("}", self.at):
            written = self._in_quotes()
            if written is None:
                word = self._must(IN_BRACES, "a value must be")[0].strip()
                written = None if word == EMPTY else word
            values.append(written)
            self._pass(COMMAS)
            if self.at >= len(self.text):
                raise self._complaint("values must stand between { and }")
        self.at += 1
        return tuple(values)

    def _number(self) -> float:
        return float(self._must(NUMBER, "a number must be")[0])

    def _in_quotes(self) -> str | None:
        if not self.text.startswith('"', self.at):
            return None
        try:
            written, self.at = json.JSONDecoder(strict=False).raw_decode(self.text, self.at)
        except ValueError:
            raise self._complaint("what begins with a quote must end with one") from None
        return str(written)

    def _pass(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Moves past the pattern's match at this place, if there is one."""
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return match

    def _must(self, pattern: re.Pattern[str], must: str) -> re.Match[str]:
        match = self._pass(pattern)
        if match is None:
            raise self._complaint(f"after {quoted(self.text[: self.at])} {must}")
        return match

    def _complaint(self, reason: str) -> DataError:
        return DataError(f"{HOW}, several with “and” between them. {quoted(self.text)}: {reason}.")
