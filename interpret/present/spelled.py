"""Code that reads cells of numbers and texts as the Reading of their column does."""

from collections.abc import Iterable

from interpret.data.complaints import DataError, quoted
from interpret.data.numbers import (
    APOSTROPHES,
    BEYOND,
    BLANKS,
    BOUNDS,
    LONGEST,
    MINUS,
    PLAIN,
    PLAINEST,
    THOUSANDS,
)
from interpret.data.readings import MARKS, NO, UNREAD, YES, Reading

IN_PYTHON = f'''import re

UNREAD = {UNREAD!r}  # stands for a cell that cannot be read


def amount(cell, written=None, thousands="", empty=(), words=None):
    """The number in a cell in plain digits; None where it is empty, UNREAD where it is none."""
    text = "" if cell is None else str(cell).strip()
    folded = text.casefold()
    if text in ("", *empty) or folded in {sorted(MARKS)!r}:
        return None
    plain = {PLAIN.pattern!r}
    found = re.fullmatch(written or plain, text.translate({MINUS!r}), re.ASCII)
    if found is None or len(text) > {LONGEST}:
        return (words or {{}}).get(folded, UNREAD)
    if written is None and re.fullmatch({PLAINEST.pattern!r}, text):
        return text
    told = found.groupdict()
    if "hours" in told:
        hours = int(told["hours"])
        if told["half"]:
            if not 1 <= hours <= 12:
                return UNREAD
            hours = hours % 12 + 12 * (told["half"] in "pP")
        number = hours + int(told["minutes"]) / 60 + float(told["seconds"] or 0) / 3600
        number = 24 * int(told["days"] or 0) + (-number if told["sign"] == "-" else number)
    else:
        whole = re.sub(thousands, "", told["whole"])
        if not whole and not told["part"]:
            return UNREAD
        sign, close = told["sign"], told.get("close", "")
        if (sign == "(") != (close == ")"):
            return UNREAD
        sign = "-" if "(" in sign or close == "-" else sign
        number = float(f"{{sign}}{{whole or 0}}.{{told['part'] or 0}}{{told['exponent']}}")
        number += {{"<": -1, ">": 1}}.get(told["beyond"], 0) * (abs(number) * {BEYOND!r})
    if number - number != 0:
        return UNREAD
    return f"{{number + 0.0:.0f}}" if number % 1 == 0 and abs(number) < 1e18 else repr(number)


def worded(cell, words, width=0, gap=None):
    """The text in a cell: one spelling of yes and of no, and codes with their zeros."""
    text = "" if cell is None or cell != cell else str(cell).strip()
    if not text:
        return gap
    if width and re.fullmatch("[0-9]+([.]0*)?", text) and float(text) < 10**width:
        return f"{{int(float(text)):0{{width}}}}"
    return words.get(text.casefold(), text)


'''


def row_in_python(reading: Reading) -> str:
    """A statement that reads the cell in `row`."""
    made = _call(reading, f"row[{reading.column!r}]")
    return f"    row = {{**row, {reading.column!r}: {made}}}\n"


def frame_in_pandas(reading: Reading) -> list[str]:
    """Statements that read the cells in `data`."""
    return [
        f"cells = data[{reading.column!r}].astype(object)",
        "cells = cells.where(cells.notna(), None)",
        f"data = data.assign(**{{{reading.column!r}: [",
        f"    {_call(reading, 'cell')}",
        "    for cell in cells",
        "]})",
    ]


def _call(reading: Reading, cell: str) -> str:
    """The call that reads one cell."""
    words = _words(reading)
    if reading.meaning == "text":
        width = f", {reading.width}" if reading.width else ""
        gap = ", gap=UNREAD" if reading.gap == UNREAD else ""
        return f"worded({cell}, {words!r}{width}{gap})"
    spelling = reading.spelling
    given: dict[str, object] = {
        "written": "" if spelling == PLAIN else spelling.pattern,
        "thousands": THOUSANDS[spelling.thousands],
        "empty": reading.empty,
        "words": words,
    }
    others = "".join(f", {name}={value!r}" for name, value in given.items() if value)
    return f"amount({cell}{others})"


def _words(reading: Reading) -> dict[str, str]:
    """What each spelling of yes and no is read as."""
    pairs = zip((NO, YES), reading.words, strict=bool(reading.words))
    return {text: word for texts, word in pairs for text in sorted(texts)}


def in_sql(reading: Reading, column: str) -> str:
    """An expression of the cell as it is read: a number in a column of numbers, else a text.

    Numbers must be written as in training; marks of an empty cell are NULL.
    """
    text = f"CAST({column} AS VARCHAR({LONGEST}))"
    if reading.meaning == "number":
        return _number_in_sql(reading, column, text)
    text = trimmed(text, reading)
    if reading.width:
        zeros = "0" * reading.width
        short = f"SUBSTR('{zeros}' || {text}, LENGTH({text}) + 1)"
        is_short = f"LENGTH({text}) BETWEEN 1 AND {reading.width - 1}"
        text = f"CASE WHEN {is_short} THEN {short} ELSE {text} END"
    elif reading.words:
        whens = " ".join(
            f"WHEN LOWER({text}) IN ({_literals(_lowered(texts))}) THEN {literal(word)}"
            for texts, word in zip((NO, YES), reading.words, strict=True)
        )
        text = f"CASE {whens} ELSE {text} END"
    else:
        text = trimmed(column, reading)
    return f"NULLIF({text}, '')"


def _number_in_sql(reading: Reading, column: str, text: str) -> str:
    """The number in a cell. A number ends with a digit, or a point, and no mark with a digit."""
    spelling = reading.spelling
    if spelling.clock:
        raise DataError(
            f"SQL must read {quoted(reading.column)} as times of day, and databases read these "
            "differently. Export the answer as Python, or turn the column into hours first."
        )
    if set(reading.signs) & set(BOUNDS):
        raise DataError(
            f"SQL must find exact numbers, and in {quoted(reading.column)} some are bounds, such "
            "as <5. Export the answer as Python, or write numbers in their place."
        )
    if spelling.brackets:
        raise DataError(
            f"SQL must find -5 where a number is below zero, and in {quoted(reading.column)} it "
            "may be written (5) or 5-. Export the answer as Python, or write the numbers so."
        )
    bare = trimmed(text, reading) if reading.blanks else text
    for old, new in changes(reading):
        bare = f"REPLACE({bare}, {literal(old)}, {literal(new)})"
    cell = column if bare == text else f"TRIM({bare})"
    is_odd = (
        f" AND {trimmed(text, reading)} NOT IN ({_literals(reading.empty)})"
        if reading.empty
        else ""
    )
    has_digit = f"RTRIM({bare}, ' .') <> RTRIM({bare}, ' .0123456789')"
    return f"CASE WHEN {has_digit}{is_odd} THEN CAST({cell} AS DOUBLE PRECISION) END"


def trimmed(text: str, reading: Reading) -> str:
    """A text of SQL without the blanks that stood around cells in training."""
    return f"TRIM({text}, {literal(' ' + reading.blanks)})" if reading.blanks else f"TRIM({text})"


def changes(reading: Reading) -> list[tuple[str, str]]:
    """What is replaced in a cell, one after the other, to make its number plain."""
    spelling = reading.spelling
    kinds = {" ": BLANKS, "'": APOSTROPHES}
    thousands = kinds.get(spelling.thousands, spelling.thousands)
    gone = [unit for unit in (spelling.before, spelling.after) if unit]
    return [
        *((sign, "-") for sign in reading.signs.strip()),
        *((text, "") for text in (*gone, *thousands)),
        *([(",", ".")] if spelling.decimal == "," else []),
        *([(" ", "")] if " " in reading.signs else []),
    ]


def _lowered(texts: Iterable[str]) -> list[str]:
    """The texts in small letters; SQLite leaves all but those of ASCII as they are."""
    others = ("".join(c if c.isascii() else c.upper() for c in text) for text in texts)
    return sorted({*texts, *others})


def _literals(texts: Iterable[str]) -> str:
    return ", ".join(map(literal, texts))


def literal(text: str) -> str:
    """A text as SQL quotes it."""
    return "'" + text.replace("'", "''") + "'"
