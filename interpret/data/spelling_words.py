"""Sentences on how the cells of a file were read, where a person might have meant otherwise."""

from collections.abc import Callable, Sequence

import numpy as np

from interpret.data.complaints import listed, quoted
from interpret.data.readings import Reading
from interpret.data.table import Column

MOST_SHOWN = 3  # values that differ in their letters' size alone


def spelling_words(columns: Sequence[Column]) -> list[str]:
    """What is said of the columns of a file, each kind of spelling in one sentence."""
    readings = [column.reading for column in columns if column.reading is not None]
    numbers = [reading for reading in readings if reading.meaning == "number"]
    told = [
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
        *map(_words, columns),
    ]
    return [sentence for sentence in told if sentence]


def unsure_words(columns: Sequence[Column]) -> list[str]:
    """What is said of the columns whose cells may be meant otherwise."""
    unsure = [one.reading for one in columns if one.reading is not None and not one.reading.sure]
    told = [_unsure(reading) for reading in unsure if reading.meaning == "number"]
    of_dates = _of(
        [reading for reading in unsure if reading.meaning == "text"],
        lambda names: (
            f"It is not clear which number is the day in {names}, so its dates are taken as "
            "texts. Say which with day first or month first (--dates), or write them as "
            "2024-12-31 to use year, month and weekday."
        ),
    )
    return [*told, of_dates] if of_dates else told


def _of(
    readings: Sequence[Reading],
    sentence: Callable[[str], str],
    beside: Callable[[Reading], str] = lambda _: "",
) -> str:
    names = listed(quoted(reading.column) + beside(reading) for reading in readings)
    return sentence(names) if readings else ""


def _unsure(reading: Reading) -> str:
    """What was taken where a mark may stand between thousands or before decimals."""
    grouped = reading.spelling.thousands
    mark = grouped or reading.spelling.decimal
    taken, other = ("1037", "1.037") if grouped else ("1.037", "1037")
    return (
        f"In {quoted(reading.column)} 1{mark}037 was taken as {taken}. If it is {other}, say so "
        f"({'--decimal' if grouped else '--thousands'} {mark})."
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
    shown = ", ".join(pairs[:MOST_SHOWN]) + " and others" * (len(pairs) > MOST_SHOWN)
    return (
        f"In {quoted(column.name)} {shown} are different values. Write them alike if they mean the "
        "same."
    )


def marks_read(columns: Sequence[Column]) -> list[str]:
    """A sentence on the cells of these columns that hold something and were read as empty."""
    told = [(column, marks) for column in columns if (marks := _marks(column))]
    if not told:
        return []
    shown = listed(f"in {quoted(column.name)} the cells {marks}" for column, marks in told)
    held = {f"{column.reading.meaning}s" for column, _ in told if column.reading is not None}
    kinds = " or ".join(sorted(held, reverse=True))
    return [f"I{shown[1:]} were read as empty: all others are {kinds}."]


def _marks(column: Column) -> str:
    cells, reading = column.in_file, column.reading
    if reading is None or reading.meaning == "text":
        return ""
    counts = np.bincount(cells.codes, minlength=len(cells.texts)).tolist()
    found = [
        f"{quoted(text)} ({n:,})"
        for text, n in sorted(zip(cells.texts, counts, strict=True))
        if text and n and reading.is_gap(text)
    ]
    return " and ".join(filter(None, [listed(found[:-1]), *found[-1:]]))
