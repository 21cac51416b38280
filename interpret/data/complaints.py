"""Complaints about data: one exception, and how pieces of data are quoted in its sentence."""

from collections.abc import Iterable

EMPTY = "(empty)"  # how a cell without a value is written
QUOTED_CHARACTERS = 60
LISTED_PARTS = 6


class DataError(ValueError):
    """The message says, to the owner of the data, what must hold, what came and what to do."""


def quoted(text: str | None) -> str:
    """A piece of data between “ and ”, on one line, cut to 60 characters; None is an empty cell."""
    if text is None:
        return EMPTY
    line = " ".join(one_line(text).split())
    return f"“{line if len(line) <= QUOTED_CHARACTERS else line[: QUOTED_CHARACTERS - 1] + '…'}”"


def one_line(text: str) -> str:
    """The text without line breaks and whatever else a terminal would obey."""
    return "".join(c if c.isprintable() else " " for c in text)


def listed(parts: Iterable[str]) -> str:
    """The first six parts with commas between them, and how many more there are."""
    parts = list(parts)
    shown = parts if len(parts) <= LISTED_PARTS + 1 else parts[:LISTED_PARTS]
    more = f" and {len(parts) - len(shown):,} more" if len(shown) < len(parts) else ""
    return ", ".join(shown) + more


def counted(n: int, thing: str) -> str:
    """A number and a noun in singular or plural: "1 clause", "1,200 clauses"."""
    return f"{n:,} {thing}{'s' if n != 1 else ''}"
