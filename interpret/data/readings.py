"""A Reading: what the cells of one column mean, learnt once and the same for every later cell.

It turns a cell, as it stands in a file or a frame, into the plain text of its value, by which
values are compared: 3 for 3.0, 3,0 and 03; 2024-12-31 for 31.12.2024; one spelling of yes for all.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from interpret.data import dates
from interpret.data.numbers import PLAIN, Spelling, number, shortest

Meaning = Literal["number", "date", "text"]
MARKS = frozenset(  # usual marks of an empty cell, read as empty among numbers or dates only
    {"na", "n/a", "n.a.", "nan", "nat", "null", "<na>", "none", "k.a.", "n.v.", "n.d.", "missing"}
    | {"unknown", "not available", "tbd", "?", "-", "--", ".", "..", "...", ":", "\u2013", "\u2014"}
    | {"\\n", "(null)", "[null]", "<null>", "nil", "nd", "undefined"}
    | {f"{sign}{blank}-" for sign in "$€£" for blank in ("", " ")}  # no amount
    | {"#n/a", "#div/0!", "#value!", "#ref!", "#name?", "#num!", "#null!"}
)
DROPPED = frozenset(  # marks that pandas turns into empty cells, in this spelling alone
    {"NA", "N/A", "n/a", "#N/A", "NaN", "nan", "NULL", "null", "None", "<NA>"}
)
CODE = re.compile("([0-9]+)(?:[.,]0*)?")  # also as a program wrote it that took 03 as 3
LONGEST_MARK = max(map(len, MARKS))
YES = frozenset(
    {"yes", "true", "y", "t", "1", "1.0", "on", "ja", "j", "wahr", "oui", "vrai", "si", "sí", "sì"}
    | {"verdadero", "vero", "sim", "да", "tak", "ano", "áno", "da", "evet", "igen", "kyllä", "joo"}
    | {"jah", "ναι", "так", "はい", "是", "예", "نعم", "✓", "✔", "☑", "1,0", "1.00", "1,00"}
    | {"verdadeiro", "waar", "sant", "sand", "tosi", "prawda", "pravda", "igaz", "adevărat"}
    | {"doğru", "истина", "真", "jā", "taip", "ya", "có", "כן", "ใช่", "हाँ", "checked"}
)
NO = frozenset(
    {"no", "false", "n", "f", "0", "0.0", "off", "nein", "falsch", "non", "faux", "falso", "não"}
    | {"nao", "нет", "nie", "ne", "nu", "nej", "nei", "nee", "hayır", "nem", "ei", "όχι", "ні"}
    | {"いいえ", "否", "아니요", "아니오", "لا", "✗", "✘", "☐", "0,0", "0.00", "0,00", "hayir"}
    | {"onwaar", "falskt", "falsk", "epätosi", "fałsz", "nepravda", "hamis", "fals", "yanlış"}
    | {"yanliş", "ложь", "假", "nē", "tidak", "không", "לא", "ไม่", "नहीं", "unchecked"}
)
UNREAD = "\0"  # begins the value of a cell that cannot be read; no cell of a file may hold one


def are_most(n: int, of: int) -> bool:
    """Whether a reading that understands n cells of so many understands the column."""
    return 10 * n >= 9 * of


def is_mark(value: str | None) -> bool:
    """Whether a cell holds a usual mark of an empty cell."""
    return value is not None and len(value) <= LONGEST_MARK and value.casefold() in MARKS


def is_unread(value: str | None) -> bool:
    """Whether a value stands for a cell that its reading cannot read."""
    return value is not None and value.startswith(UNREAD)


def may_be_unread(reading: "Reading") -> bool:
    """Whether there are cells that a reading cannot read."""
    return reading.meaning != "text" or reading.gap == UNREAD


def as_in_file(value: str | None) -> str | None:
    """A value, or the cell as it stands in the file where it cannot be read."""
    return value and (value.removeprefix(UNREAD) or None)


@dataclass(frozen=True)
class Reading:
    """How the cells of one column are read.

    meaning: whether they are numbers, dates or texts; spelling: how numbers are written; blanks:
    those but the usual one that stand around some cells; day_first: of dates in digits, None where
    the day was never in doubt; way: how the dates are written, as in dd.mm.yyyy, "" where that
    differs or months have names; words: of a column of yes and no, its no and its yes; width: of
    codes, which are whole numbers with leading zeros, how many digits each has; empty: texts that
    are no number or date and are read as empty cells; gap: of a text column, the mark of DROPPED
    that an empty cell stands for, or UNREAD if it may be several; declared:
    whether the file itself says that the cells are texts; sure: whether nothing else is meant;
    twin: a column of the file that engines do not tell from this one, "" where there is none.
    """

    column: str
    meaning: Meaning = "text"
    spelling: Spelling = PLAIN
    blanks: str = ""
    day_first: bool | None = None
    way: str = ""
    words: tuple[str, ...] = ()
    width: int = 0
    empty: tuple[str, ...] = ()
    gap: str | None = None
    declared: bool = False
    sure: bool = True
    twin: str = ""

    def values_of(self, texts: Sequence[str | None]) -> list[str | None]:
        """The plain text of each cell, None where it is empty, UNREAD and its text if it is unread.

        texts: as they stand in a file, without blanks around them, None or "" where empty.
        """
        if self.meaning == "text":
            return [self._text(text) for text in texts]
        there = [None if not text or self.is_gap(text) else text for text in texts]
        if self.meaning == "date":
            values = [text and dates.plain_date(text, self.day_first) for text in there]
        else:
            amounts = self.spelling.numbers(there).tolist()
            keeps = self.spelling == PLAIN  # long whole numbers have more digits than a float
            values = [
                None if amount != amount else shortest(text if keeps and text else "", amount)
                for text, amount in zip(there, amounts, strict=True)
            ]
        return [
            (self._word(text) or UNREAD + text) if text and value is None else value
            for text, value in zip(there, values, strict=True)
        ]

    def is_gap(self, text: str) -> bool:
        """Whether a text stands for an empty cell of a column of numbers or dates."""
        return is_mark(text) or text in self._empty

    @cached_property
    def _empty(self) -> frozenset[str]:
        return frozenset(self.empty)

    def _word(self, text: str) -> str | None:
        """The column's own word for a yes or a no."""
        if not self.words:
            return None
        folded = text.casefold()
        return self.words[1] if folded in YES else self.words[0] if folded in NO else None

    def _text(self, text: str | None) -> str | None:
        if not text:
            return self.gap
        if self.width:
            code = CODE.fullmatch(text)
            digits = code[1].lstrip("0") if code else text
            return digits.zfill(self.width) if code and len(digits) <= self.width else text
        return self._word(text) or text

    def written(self, value: str | None) -> str:
        """A text that this reading reads as the plain text of a value."""
        if value is None:
            return ""
        if self.meaning != "number" or (amount := number(value)) is None:
            return value
        return value if self.spelling == PLAIN else self.spelling.written(amount)
