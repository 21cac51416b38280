"""Columns of random cells, spelt in every way and in ways that hardly any column can read."""

import datetime
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from interpret.data.dates import WEEKDAYS
from interpret.data.numbers import CLOCK, Spelling
from interpret.data.preparation import Preparation
from interpret.data.readings import Reading, is_unread
from interpret.present.dialects import Dialect
from interpret.present.sql import cells_of
from interpret.rules.logic import Between, Clause, Formula

SPELLINGS = (
    Spelling(), Spelling(",", "."), Spelling(".", ","), Spelling(",", " "), Spelling(".", "'"),
    Spelling(".", ",", "$"), Spelling(",", ".", "", "€"), Spelling(".", "", "", "k"),
    Spelling(".", ",", brackets=True), Spelling(",", ".", "", "€", True),
    Spelling(".", "", "", "years", True), Spelling(",", "", "", "Std.", True), CLOCK,
)  # fmt: skip
ODD = ["", "NA", "-", "–", "?", "n/a", "soon", "e5", ".", "1e999", "-1e999", "1e-999", "0e9999"]
ODD += ["1" * 50, "5e-324", "1.7e308", "<", "\\", "it's", "(5)-", "$1", "5-", "+(5", "<1e400"]
NAMES = ["January", "März", "déc", "MAI", "okt", "Sept", "ЯНВ", "Feb.", "augustus", "DÉC", "xyz"]
NAMES.append("Ağu")


def number(rng: random.Random, own: Spelling) -> str:
    if own.clock:
        m = rng.randrange(62)
        return rng.choice(
            [f"{rng.randrange(26)}:{m:02}", f"{rng.randrange(12)}h{m:02}", "-1 days +23:30:00",
             f"{rng.randrange(14)}:{m:02} pm", "9:5", "0:30 a.m.", f"-{m}:{m:02}:{m:02}.5"]
        )  # fmt: skip
    x = rng.choice(
        [rng.randrange(10), rng.randrange(1000), rng.randrange(10**7), rng.random() * 1e5]
    )
    text = f"{x:,}" if rng.random() < 0.6 else str(x)
    text = text.translate(str.maketrans({",": own.thousands or rng.choice(", "), ".": own.decimal}))
    text += f"e{rng.randrange(-400, 400)}" if rng.random() < 0.1 else ""
    sign = rng.choice(["", "", "-", "+", "<", "> ", "<=", "≤", "\u2212", "(", "(-", "-("])
    ends = rng.choice(["", "", ")", "-", "- ", f"{own.decimal}-", "--"])
    after = rng.choice(["", " ", "\u00a0"]) + rng.choice(
        [own.after, own.after, "", ")", "-", "лет"]
    )
    before = rng.choice([own.before, f"{own.before} ", ""])
    return f"{sign}{before}{text}{ends}{after}{rng.choice(['', '', '', '-', ')', 'x'])}".strip()


def date(rng: random.Random) -> str:
    y, m, d = rng.randrange(1900, 2030), rng.randrange(1, 14), rng.randrange(1, 33)
    name, s, h = rng.choice(NAMES), rng.choice("-/."), rng.randrange(26)
    yy = rng.choice([f"{y}", f"{y % 100:02}"])
    day = rng.choice(
        [f"{y}{s}{m:02}{s}{d:02}", f"{d}{s}{m}{s}{yy}", f"{m}{s}{d}{s}{y}", f"{d}. {m}. {y}",
         f"{d} {name} {yy}", f"{d}th of {name} {y}", f"{d}. {name} {y}", f"{name} {d}, {y}",
         f"{y}-{name}-{d}", f"{y}年{m}月{d}日", f"{y}. {m}. {d}.", f"{y}년 {m}월 {d}일",
         f"{y}{m:02}{d:02}", f"{d:02}{m:02}{y}", f"{y}{s}{m}-{d}", f"{d}-{name}-{yy}", name,
         f"Tue {name} {d} {h}:30:00 {y}", f"00{y % 100}-{m}-{d}", f"0000-{m}-{d}",
         f"{y}{m:02}{d:02}T{h:02}30"]
    )  # fmt: skip
    clock = ["", "", "", f" {h}:00", "T10:00:00Z", f" {h}:05 pm", ", 14:30 Uhr", " 12.30.45"]
    clock += [f" 10:{rng.randrange(70)}:30+01:00", " at 3:05 PM", ":10:00:00 +0100", " 10:30 GMT"]
    return rng.choice(["", "", "", "Mon, ", "Tuesday "]) + day + rng.choice(clock)


def columns(seed: int, n: int) -> Iterator[tuple[Reading, list[str]]]:
    """Readings, each with n cells."""
    rng = random.Random(seed)

    def cells(write):
        return [rng.choice(ODD) if rng.random() < 0.1 else write() for _ in range(n)]

    for own in SPELLINGS:
        yield Reading("cell", "number", own), cells(lambda: number(rng, own))  # noqa: B023
    for day_first in (True, False, None):
        yield Reading("cell", "date", day_first=day_first), cells(lambda: date(rng))


def question(reading: Reading, dialect: Dialect) -> str:
    """A query of what each cell of the column in a table is read as, in the order of "i"."""
    preparation = Preparation(readings=(reading,))
    names = [one for dates in preparation.dates for one in dates.parts] or [reading.column]
    cells = cells_of(preparation, Formula((Clause(tuple(map(Between, names))),)), dialect)
    known = [cells.of[name].sql for name in names] + [cells.of[names[0]].given]
    place = dialect.identifier("i")
    return cells.query([place, *known], dialect.identifier("data"), [place]) + f"\nORDER BY {place}"


def wrong(reading: Reading, cells: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    """What rows of an engine say of cells that the reading reads otherwise."""
    told = []
    values = reading.values_of(cells)
    for cell, value, (_, *found, given) in zip(cells, values, rows, strict=True):
        if value is None or is_unread(value):
            expected, is_given = [None] * len(found), False if value is None else None
        elif reading.meaning == "date":
            day = datetime.date.fromisoformat(value[:10])
            expected, is_given = [day.year, day.month, WEEKDAYS[day.weekday()]], True
        else:
            expected, is_given = [reading.spelling.numbers([cell])[0]], True
        if [one if isinstance(one, str | None) else float(one) for one in found] != expected or (
            given is not is_given
        ):
            told.append(f"{reading.spelling} {cell!r}: {found} {given}, not {expected} {is_given}")
    return told


def assert_read_alike(
    dialect: Dialect, n: int, execute: Callable[..., Any], mark: str, seed: int = 1
) -> None:
    """Every column of n cells in a table "data" of an engine, whose columns are "i" and "cell"."""
    told = []
    for reading, cells in columns(seed, n):
        execute("DELETE FROM data")
        rows = [part for row in enumerate(cells) for part in row]
        execute(f"INSERT INTO data VALUES {', '.join([f'({mark}, {mark})'] * n)}", rows)
        told += wrong(reading, cells, execute(question(reading, dialect)).fetchall())
    assert not told, "\n".join(told[:20])
