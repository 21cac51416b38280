"""Learns the Reading of each column of a file: what its cells mean and how they are spelled.

What one column leaves open, other columns and the delimiter may decide. What nothing decides is
taken as what is more usual, and the Reading is then not sure.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from unicodedata import normalize

import numpy as np

from interpret.data import dates
from interpret.data.asked import NOTHING_SAID, CellsAsked
from interpret.data.cells import Coded
from interpret.data.numbers import (
    CLOCK,
    PLAIN,
    Spelling,
    are_names,
    numbers_in,
    spellings_of,
    unit_of,
)
from interpret.data.readings import DROPPED, NO, UNREAD, YES, Reading, are_most, is_mark

MOST_NUMBERS = 12  # different numbers that still count as categories
LOOKED_AT = 100  # texts that decide whether more is tried
LIKELY = 0.5  # of these texts must be read, or no more is tried
LEAST_DATES = 3  # different dates in a column of marks, or of whole numbers of eight digits
TRUTHS = ("false", "true")
MOST_WORDS = 8  # spellings of yes and no in one column
THREE_DIGITS = re.compile(r"[+-]?[1-9]\d{0,2}(?:\.\d{3})+", re.ASCII)


@dataclass(frozen=True, eq=False)
class _Column:
    """A column's different texts that are not empty, and in how many rows each stands.

    ways: the spellings that read the most of them, if they may be numbers; all of them are equal if
    one is not better than the others.
    """

    name: str
    texts: list[str]
    rows: np.ndarray
    declared: bool
    gaps: int
    ways: tuple[Spelling, ...] = ()


def learnt_readings(
    header: Sequence[str],
    columns: Sequence[Coded],
    delimiter: str | None = None,
    asked: CellsAsked = NOTHING_SAID,
    marks: Iterable[str] = (),
) -> tuple[Reading, ...]:
    """The Reading of each column; delimiter: what stands between the cells, if anything does.

    marks: decimal marks that other columns surely write.
    """
    found = [_column(name, coded, asked) for name, coded in zip(header, columns, strict=True)]
    decimals = {*marks, *map(_mark, found), *asked.decimals.values()} - {""}
    decimal = decimals.pop() if len(decimals) == 1 else None
    readings = (_reading(column, decimal, delimiter, asked) for column in found)
    twins = twins_in(header)
    return tuple(
        replace(reading, blanks=blanks_around(coded.texts), twin=twins.get(reading.column, ""))
        for reading, coded in zip(readings, columns, strict=True)
    )


def twins_in(names: Iterable[str]) -> dict[str, str]:
    """Names that differ in their letters' size or Unicode form alone, each with another such name.

    DuckDB takes them for one.
    """
    alike: dict[str, list[str]] = {}
    for name in names:
        alike.setdefault(normalize("NFC", name).casefold(), []).append(name)
    groups = (group for group in alike.values() if len(group) > 1)
    return {name: group[i - 1] for group in groups for i, name in enumerate(group)}


def decimal_mark(coded: Coded) -> str:
    """The decimal mark that a column surely writes, "" where it tells none."""
    return _mark(_column("", coded, NOTHING_SAID))


def _mark(column: _Column) -> str:
    way = column.ways[0] if len(column.ways) == 1 else None
    is_there = way is not None and any(way.decimal in text for text in column.texts)
    return way.decimal if way is not None and is_there else ""


def blanks_around(texts: Iterable[str]) -> str:
    """The blanks around some texts that are not the usual one."""
    some = "".join(text for text in texts if text.strip() != text.strip(" "))
    return "".join(sorted(c for c in {*some} - {" "} if c.isspace()))


def _column(name: str, coded: Coded, asked: CellsAsked) -> _Column:
    counts = np.bincount(coded.codes, minlength=len(coded.texts))
    merged: Counter[str] = Counter()
    for text, n in zip(coded.texts, counts.tolist(), strict=True):
        if n:
            merged[text.strip()] += n
    gaps = merged.pop("", 0)
    texts, rows = list(merged), np.array(list(merged.values()), dtype=np.int64)
    is_text = (coded.declared or name in asked.texts) and name not in asked.measured
    column = _Column(name, texts, rows, is_text, gaps)
    return column if column.declared else replace(column, ways=_ways(column, asked))


def names_things(texts: Iterable[str]) -> bool:
    """Whether cells that look like whole numbers are names."""
    return are_names([text for text in texts if text and not is_mark(text)])


def _ways(column: _Column, asked: CellsAsked) -> tuple[Spelling, ...]:
    """The spellings that read the most rows, the plainest first, each a reading of its own."""
    texts = column.texts
    if texts and not np.isnan(numbers_in(texts)).any():
        marked = [text for text in texts if "." in text]
        if not marked or not all(THREE_DIGITS.fullmatch(text) for text in marked):
            return (PLAIN,)
    there = [text for text in texts if not is_mark(text)]
    some = there[:LOOKED_AT]
    units = Counter(filter(None, map(unit_of, some)))
    if not units or sum(units.values()) < LIKELY * len(some):
        return ()
    before = _usual(Counter({unit[0]: n for unit, n in units.items() if unit[0]}), len(some))
    after = _usual(Counter({unit[1]: n for unit, n in units.items() if unit[1]}), len(some))
    ways = spellings_of(some, (before, after))
    said = asked.decimals.get(column.name)
    return _best([way for way in ways if said in (None, way.decimal)], some, column)


def _best(tried: Sequence[Spelling], some: Sequence[str], column: _Column) -> tuple[Spelling, ...]:
    """Those that read the most rows of a column, of which some texts are looked at first."""
    best: dict[bytes, Spelling] = {}
    most = 0
    for way in tried:
        if np.isnan(way.numbers(some)).mean() > 1 - LIKELY:
            continue
        amounts = way.numbers(column.texts)
        n = int(column.rows[~np.isnan(amounts)].sum())
        if n > most:
            best, most = {}, n
        if n == most:
            best.setdefault(amounts.tobytes(), way)
    return tuple(best.values())


def _usual(units: Counter[str], n: int) -> str:
    """The unit of most of n cells, "" where there is none."""
    unit, times = units.most_common(1)[0] if units else ("", 0)
    return unit if times >= LIKELY * n else ""


def _reading(
    column: _Column, decimal: str | None, delimiter: str | None, asked: CellsAsked
) -> Reading:
    as_text = _text(column)
    if column.declared or not column.texts or names_things(column.texts):
        return as_text
    forced = column.name in {*asked.numbers, *asked.decimals}
    if not forced and (known := _compact(column, asked) or _code(column)):
        return known
    if column.ways:
        way, sure = _decided(column, decimal, delimiter)
        found = _number(column, way, sure, decimal == way.decimal != ".", forced)
        if found is not None:
            return found
    return _date(column, asked) or _clock(column) or as_text


def _number(
    column: _Column, way: Spelling, sure: bool, may_be_few: bool, forced: bool = False
) -> Reading | None:
    """The column as numbers of this spelling, None where too few of its cells are.

    may_be_few: whether even few different numbers are a column of numbers; forced: whether the
    user says that it is one.
    """
    amounts = way.numbers(column.texts)
    is_odd = np.isnan(amounts)
    odd, differ = _odd(column, is_odd, forced), len(np.unique(amounts[~is_odd]))
    is_plain = way == PLAIN and np.array_equal(np.isnan(numbers_in(column.texts)), is_odd)
    unit = way.before or way.after
    is_said = is_plain or way.clock or (unit and not unit.isalpha())  # 1980s are names of decades
    is_clear = (is_said and not odd) or may_be_few or forced or differ > MOST_NUMBERS
    if odd is None or not is_clear or differ < 1 + is_odd.any():
        return None
    found = Reading(column.name, "number", way, empty=odd, sure=sure)
    words = found.values_of(_words(column)) if is_plain and not odd else ()
    return replace(found, words=tuple(word for word in words if word))


def _odd(column: _Column, is_odd: np.ndarray, forced: bool = False) -> tuple[str, ...] | None:
    """The texts that are not read and are no marks; None where they are too many to be slips.

    forced: whether the user says how the column is to be read, however many they are.
    """
    there = np.array([not is_mark(text) for text in column.texts], dtype=bool)
    odd = is_odd & there
    if not forced and not are_most(
        int(column.rows[there & ~odd].sum()), int(column.rows[there].sum())
    ):
        return None
    return tuple(sorted(column.texts[i] for i in np.flatnonzero(odd)))


def _decided(column: _Column, decimal: str | None, delimiter: str | None) -> tuple[Spelling, bool]:
    """The spelling meant among those that read a column equally well, and whether that is sure.

    Three digits after every mark are thousands unless something speaks against it: other columns,
    or what divides the cells.
    """
    first = column.ways[0]
    if len(column.ways) == 1:
        return first, True
    grouped = next((way for way in column.ways if way.thousands), first)
    decimals = next((way for way in column.ways if not way.thousands), first)
    if decimal is not None:
        return (decimals if decimals.decimal == decimal else grouped), True
    mark = decimals.decimal
    bare = numbers_in(column.texts)[[mark not in text for text in column.texts]]
    bare = bare[~np.isnan(bare)]
    if len(bare) and (bare < 1000).all() and (bare == np.floor(bare)).all():
        return grouped, True  # 812 stands beside 1,037, which with decimals would be 812,000
    if delimiter == ",":
        return (grouped if mark == "," else decimals), True
    if delimiter == ";":
        return (decimals, True) if mark == "," else (grouped, False)
    return (grouped if mark == "," else decimals), False


def _code(column: _Column) -> Reading | None:
    """Whole numbers with leading zeros that all have one length name things: 01234, 00017."""
    there = [text for text in column.texts if not is_mark(text)]
    width = len(there[0]) if there else 0
    is_code = width > 1 and all(
        len(text) == width and text.isascii() and text.isdecimal() for text in there
    )
    if not is_code or not any(text.startswith("0") for text in there):
        return None
    return replace(_text(column), width=width)


def _text(column: _Column) -> Reading:
    marks = [text for text in column.texts if text in DROPPED]
    gap = None if column.gaps or not marks else marks[0] if len(marks) == 1 else UNREAD
    words = () if column.declared else _words(column)
    return Reading(column.name, words=words, gap=gap, declared=column.declared)


def _words(column: _Column) -> tuple[str, ...]:
    """The usual spellings of no and yes in a column that holds nothing else."""
    there = [text for text in column.texts if not is_mark(text)]
    if len(there) == 1 and there[0].casefold() in TRUTHS:  # another program writes True as true
        return tuple(there[0] if there[0].casefold() == word else word for word in TRUTHS)
    if not 2 <= len(there) <= MOST_WORDS:
        return ()
    spelled: dict[bool, Counter[str]] = {False: Counter(), True: Counter()}
    for text, n in zip(column.texts, column.rows.tolist(), strict=True):
        folded = text.casefold()
        if folded in YES or folded in NO:
            spelled[folded in YES][text] += n
        elif not is_mark(text):
            return ()
    if not all(spelled.values()):
        return ()
    return tuple(min(of, key=lambda text: (-of[text], text)) for of in spelled.values())


def _compact(column: _Column, asked: CellsAsked) -> Reading | None:
    """Dates of eight digits, such as 20241231 and 31122024."""
    there = [text for text in column.texts if not is_mark(text)]
    if len(there) < LEAST_DATES or not all(map(dates.COMPACT.fullmatch, there)):
        return None
    found = _date(column, asked)
    return None if found is None or found.empty else found


def _date(column: _Column, asked: CellsAsked) -> Reading | None:
    """The column as dates, None where too few of its cells are, or where the day is in doubt."""
    there = [text for text in column.texts if not is_mark(text)]
    some = there[:LOOKED_AT]
    found: dict[bool, tuple[int, tuple[str, ...]]] = {}
    plain: dict[bool, list[str | None]] = {}
    for day_first in (True, False):
        if sum(_is_date(text, day_first) for text in some) < LIKELY * len(some):
            continue
        plain[day_first] = [dates.plain_date(text, day_first) for text in column.texts]
        is_odd = np.array([date is None for date in plain[day_first]], dtype=bool)
        odd = _odd(column, is_odd)
        if odd is not None and len(column.texts) - is_odd.sum() > is_odd.any():
            found[day_first] = int(column.rows[~is_odd].sum()), odd
    if not found:
        return _mixed(column, some, asked)
    said = asked.day_first.get(column.name)
    if said in found:
        found = {said: found[said]}
    most = max(n for n, _ in found.values())
    best = [day_first for day_first in found if found[day_first][0] == most]
    is_open = len(best) > 1
    if is_open and plain[True] != plain[False]:
        return replace(_text(column), sure=False)  # either number may be the day
    odd = found[best[0]][1]
    ways = {dates.layout(text, best[0]) for text in there if text not in odd}
    way = ways.pop() if len(ways) == 1 else ""
    return Reading(column.name, "date", day_first=None if is_open else best[0], way=way, empty=odd)


def _mixed(column: _Column, some: Sequence[str], asked: CellsAsked) -> Reading | None:
    """A column in which some dates begin with the day and others with the month.

    It is sure if each cell is a date in one order only. Otherwise the user says which order is
    meant, and dates that are none in that order are read as empty.
    """
    read = [_is_date(text, True) or _is_date(text, False) for text in some]
    if not some or not are_most(sum(read), len(some)):
        return None
    for day_first in dict.fromkeys((None, asked.day_first.get(column.name))):
        is_odd = np.array([not _is_date(text, day_first) for text in column.texts], dtype=bool)
        odd = _odd(column, is_odd, forced=day_first is not None)
        if odd == () or (odd is not None and day_first is not None and is_odd.mean() <= LIKELY):
            return Reading(column.name, "date", day_first=day_first, empty=odd)
    return replace(_text(column), sure=False)


def _is_date(text: str, day_first: bool | None) -> bool:
    return dates.plain_date(text, day_first) is not None


def _clock(column: _Column) -> Reading | None:
    """Times of day or durations, as hours."""
    if not any(":" in text or "h" in text for text in column.texts[:LOOKED_AT]):
        return None
    return _number(column, CLOCK, True, may_be_few=False)
