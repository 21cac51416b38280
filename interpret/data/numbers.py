"""Numbers as they are written: a decimal mark, thousands, a unit, hours and minutes.

`number` reads the plain way in which tables hold numbers once they are read: a decimal point, an
exponent perhaps. A `Spelling` says how a column of a file writes them and finds the plain number.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, nan

import numpy as np

NUMBER = r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?"  # in Python as in RE2; linear in both
WHOLE_OR_CODE = re.compile(r"\d+(?:[eE]\d+)?|[+-]\d+", re.ASCII)
EXACT = 15  # digits of a whole number that a double always holds
WHOLE = 1e18  # numbers up to it are written out where they are whole
FEW = 64  # texts of a column that are read sooner one by one than by Arrow
ONE_NUMBER = re.compile(NUMBER, re.ASCII)
PLAINEST = re.compile(r"(?:0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.\d*[1-9])", re.ASCII)
BLANKS = "\u0020\u00a0\u2007\u2009\u202f"  # also those that do not break a line, and thin ones
APOSTROPHES = "'\u2019"
MINUS = str.maketrans(dict.fromkeys("\u2212\u2010\u2011\u2012\u2013\uff0d", "-"))
BLANK = str.maketrans(dict.fromkeys(BLANKS[1:], " "))
ALIKE = MINUS | BLANK | {ord(APOSTROPHES[1]): APOSTROPHES[0]}
THOUSANDS = {"": "", ".": r"\.", ",": ",", " ": " ", "'": "'"}
SCALE_WORDS = (  # by which a number is another one: 1.2k is 1200
    "k K M MM B bn mn Mn mln Mln mld Mld Mio Mrd T Tsd tsd TEUR kEUR KEUR kUSD thousand million "
    "Million billion millions mil lakh lac crore cr тыс млн млрд 万 億 亿 만 억"
)
SCALES = frozenset(SCALE_WORDS.split())
CURRENCIES = "€$£¥. "  # stand around the word of a scale
LONGEST = 60  # characters of a number with its unit, or of a date with its time
CLOCK_PATTERN = (  # also as pandas writes durations: -1 days +23:30:00
    r"(?:(?P<days>[+-]?\d{1,6}) days?,? \+?)?(?P<sign>-?)(?P<hours>\d{1,4})(?::| ?h ?)"
    r"(?P<minutes>[0-5]\d)(?: ?m| ?min)?(?::(?P<seconds>[0-5]\d(?:\.\d{1,9})?))?"
    r"(?:\s?(?P<half>[aApP])\.?[mM]\.?|\sUhr|\sh)?"
)
CLOSES = "(?<![.,-])[)-]"  # a number below zero, behind it
BEYOND = 1e-9  # by what share "<5" lies below 5, so that it keeps its place in the order


def number(text: str | None) -> float | None:
    """The finite number a cell holds, written with a decimal point, or None."""
    if text is None or not ONE_NUMBER.fullmatch(text):
        return None
    value = float(text)
    return value if abs(value) < inf else None


def digits(amount: float) -> str:
    """The number in as few digits as tell it from every other, so that reading gives it back."""
    amount = float(amount)
    return f"{amount:.0f}" if amount.is_integer() and abs(amount) < WHOLE else repr(amount)


def are_names(texts: Sequence[str]) -> bool:
    """Whether different texts are whole numbers that are names: doubles hold most of them but
    inexactly, or two as one; or some have the form of 10E2, beside others without an E, and none
    has a sign.
    """
    with_e = {text for text in texts if "e" in text or "E" in text}
    long = {text for text in texts if EXACT < len(text) <= LONGEST} - with_e
    if not (with_e or long) or not all(map(WHOLE_OR_CODE.fullmatch, texts)):
        return False
    exact = {int(text) for text in long}
    inexact = sum(int(float(amount)) != amount for amount in exact)
    is_lossy = 2 * inexact > len(texts) or len({*map(float, exact)}) < len(exact)
    return is_lossy or (0 < len(with_e) < len(texts) and all(map(str.isalnum, texts)))


def is_beyond_exact(text: str) -> bool:
    """Whether a cell is how a program writes a double beyond the whole numbers that it can tell
    apart, as 1e+18.
    """
    amount = number(text) if "." in text or "e" in text else None
    return amount is not None and abs(amount) >= 2**53 and text == repr(amount)


def as_written(amount: np.floating) -> float:
    """A number of 16 or 32 bits as its shortest digits say it: .1, not the double 0.10000000149."""
    return float(str(amount))


def numbers_in(texts: Sequence[str | None]) -> np.ndarray:
    """The number each text is, NaN where it is none: float64 (n_texts,)."""
    if len(texts) <= FEW:
        return np.array([nan if (amount := number(text)) is None else amount for text in texts])
    import pyarrow as arrow  # here, because it takes a while to load
    import pyarrow.compute as compute

    cells = arrow.array(texts, arrow.string())
    is_number = compute.match_substring_regex(cells, f"^({NUMBER})$")
    numerals = compute.if_else(is_number, cells, arrow.scalar(None, arrow.string()))
    amounts = numerals.cast(arrow.float64()).to_numpy(zero_copy_only=False)
    return np.where(np.isinf(amounts), nan, amounts)


def shortest(text: str, amount: float) -> str:
    """The plain way to write a number: 3 for 3.0, 03, 3,0 and 3e0. Long whole numbers stay."""
    return text if PLAINEST.fullmatch(text) else digits(amount + 0.0)


@dataclass(frozen=True)
class Spelling:
    """How a column writes its numbers.

    decimal: "." or ","; thousands: the mark between groups of three digits, a key of THOUSANDS;
    before, after: a unit, which a cell may lack unless it scales the number, as k does; brackets:
    whether numbers below zero may stand in brackets, or before their minus; clock: whether cells
    are hours and minutes, read as hours. A cell that begins with < or > lies just beyond its
    number.
    """

    decimal: str = "."
    thousands: str = ""
    before: str = ""
    after: str = ""
    brackets: bool = False
    clock: bool = False

    @property
    def scales(self) -> bool:
        """Whether the unit makes another number of it, so that a cell without it is none."""
        return self.after.strip(CURRENCIES) in SCALES

    @cached_property
    def pattern(self) -> str:
        """A regular expression that a cell matches as a whole, without blanks around it.

        Marks that are ALIKE are one. Its groups: beyond, sign, whole, part, exponent, and with
        brackets what closes before and behind the unit; or days, sign, hours, minutes, seconds,
        half of a clock. Blanks may take time in proportion to their square, so a cell of more than
        LONGEST characters is to be taken as a text.
        """
        if self.clock:
            return CLOCK_PATTERN
        group = THOUSANDS[self.thousands]
        inner = r"\d{2,3}" if self.thousands == "," else r"\d{3}"  # 12,34,567 in India
        digits = rf"[1-9]\d{{0,2}}(?:{group}{inner})*{group}\d{{3}}|\d+" if group else r"\d+"
        mark = re.escape(self.decimal)
        before = rf"(?:{re.escape(self.before)}\s*)?" if self.before else ""
        close = shut = ""
        if self.brackets:  # 5- and 5- € are below zero; 5-year and 5,- are not
            gap = r"(?:\s|$)" if self.after[:1].isalpha() else ""
            close = rf"(?P<close>(?:\b[)-]{gap})?)"
            shut = f"(?P<shut>{'' if self.after[-1:] in '.,-' else '[)-]?'})"
        optional = "?" * (not self.scales)
        after = rf"(?:\s*{re.escape(self.after)}{shut}){optional}" if self.after else shut
        signs = "[+(-]" if self.brackets else "[+-]"
        return (
            rf"(?P<beyond>(?:[<>]=?|[≤≥~≈])?)\s*{before}(?P<sign>{signs}?)\s*{before}"
            rf"(?P<whole>{digits}|)(?:{mark}(?P<part>\d*))?(?P<exponent>(?:[eE][+-]?\d+)?){close}{after}"
        )

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern.replace(r"\s*", r"\s*+"), re.ASCII)  # read once

    def number(self, text: str) -> float | None:
        """The finite number in a cell, or None."""
        return number_written(text, self._compiled, self.thousands)

    def numbers(self, texts: Sequence[str | None]) -> np.ndarray:
        """The number in each text, NaN where there is none: float64 (n_texts,)."""
        amounts = numbers_in(texts) if self in (PLAIN, GROUPED) else np.full(len(texts), nan)
        for i in np.flatnonzero(np.isnan(amounts)).tolist():
            text = texts[i]
            amount = None if text is None else self.number(text)
            amounts[i] = nan if amount is None else amount
        return amounts

    def written(self, amount: float) -> str:
        """A number as this column writes it, without marks between thousands and without a unit."""
        if self.clock:
            minutes, seconds = divmod(round(abs(amount) * 3600, 6), 60)
            clock = f"{minutes // 60:.0f}:{minutes % 60:02.0f}:{seconds:09.6f}"
            return ("-" if amount < 0 else "") + clock.rstrip("0").rstrip(".")
        return digits(amount).replace(".", self.decimal)


PLAIN, GROUPED = Spelling(), Spelling(thousands=",")  # of both a plain number is itself
CLOCK = Spelling(clock=True)


def number_written(text: str, pattern: re.Pattern[str], thousands: str) -> float | None:
    """The finite number in a cell, or None. pattern, thousands: of a Spelling."""
    match = pattern.fullmatch(text.translate(ALIKE)) if len(text) <= LONGEST else None
    if match is None:
        return None
    groups = match.groupdict()
    if "hours" in groups:
        return hours_of(groups)
    whole, sign = groups["whole"].replace(thousands, ""), groups["sign"]
    if not whole and not groups["part"]:
        return None
    if "close" in groups:  # numbers below zero may stand in brackets, or before their minus
        ends = groups["close"].strip() + (groups["shut"] or "")
        if len(ends) > 1 or (sign == "(") != (ends == ")"):
            return None
        sign = "-" if ends else sign
    value = float(f"{sign}{whole or 0}.{groups['part'] or 0}{groups['exponent']}")
    if groups["beyond"] in ("<", ">"):
        step = abs(value) * BEYOND
        value += step if groups["beyond"] == ">" else -step
    return value if abs(value) < inf else None


def hours_of(groups: dict[str, str]) -> float | None:
    """The hours that the groups of a clock's pattern mean; None where there is no such time."""
    hours = int(groups["hours"])
    if groups["half"]:
        if not 1 <= hours <= 12:
            return None
        hours = hours % 12 + 12 * (groups["half"] in "pP")
    amount = hours + int(groups["minutes"]) / 60 + float(groups["seconds"] or 0) / 3600
    return 24 * int(groups["days"] or 0) + (-amount if groups["sign"] == "-" else amount)


# A letter right before a digit makes a name, as in P12, and no unit.
UNITS = re.compile(
    r"(?:[<>]=?|[≤≥~≈])?\s*+[+(-]?"
    r"(?P<before>[A-Z]{0,3}[^\w\s.,+<>()#*/:~-]{1,3}|[A-Za-z]{2,3}\.?(?=\s)|)\s*+[+(-]?\s*+[.,]?"
    r"\d(?:[\d., ']*[\d.,])?(?:[eE][+-]?\d+)?"
    rf"(?:{CLOSES}(?![^\W\d_]))?\s*(?P<after>\D{{0,15}}?)(?:{CLOSES})?"
)
CLOSED = re.compile(f"{CLOSES}$")
SCIENTIFIC = re.compile(r"([.,])\d+[eE][+-]?\d", re.ASCII)


def spellings_of(texts: Sequence[str], unit: tuple[str, str]) -> list[Spelling]:
    """The ways in which numbers of a unit may be written, as far as the marks in texts allow.

    The plainest comes first.
    """
    texts = [text.translate(ALIKE) for text in texts]
    marks = set("".join(texts)) & {*"., '"}
    before_part = {match[1] for match in map(SCIENTIFIC.search, texts) if match}  # , in 3,557E+04
    thousands = [""]
    thousands += [mark for mark in ",. '" if mark in marks and mark not in before_part]
    decimals = [".", ","] if marks & {*".,"} else ["."]
    bare = (text.removesuffix(unit[1]).rstrip() for text in texts)
    brackets = unit[1] != "+" and any(map(CLOSED.search, (*texts, *bare)))  # 1+, 1- are grades
    return [
        Spelling(decimal, group, *unit, brackets)
        for group in thousands
        for decimal in decimals
        if decimal != group
    ]


def unit_of(text: str) -> tuple[str, str] | None:
    """What stands before and behind the only number of a cell; None where it is no such cell."""
    text = text.translate(ALIKE)
    match = UNITS.fullmatch(text) if len(text) <= LONGEST else None
    return (match["before"].strip(), match["after"].strip()) if match else None
