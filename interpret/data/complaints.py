"""What is said about data: one exception, and how pieces of data are quoted in a sentence."""

from collections.abc import Iterable

LONGEST = 60
MOST = 6


class DataError(ValueError):
    """What must hold of the data, what came and how to mend it, in words for their owner."""


def quoted(text: str | None) -> str:
    """A piece of data in “…”, on one line, at most 60 characters of it; None is an empty cell."""
    if text is None:
        return "(empty)"
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return f"“{line if len(line) <= LONGEST else line[: LONGEST - 1] + '…'}”"


def listed(parts: Iterable[str]) -> str:
    """The first six parts, and how many more there are."""
    parts = list(parts)
    shown = parts if len(parts) <= MOST + 1 else parts[:MOST]
    more = f" and {len(parts) - len(shown):,} more" if len(shown) < len(parts) else ""
    return ", ".join(shown) + more


def counted(n: int, thing: str) -> str:
    """How many of a thing: 1 row, 2 rows."""
    return f"{n:,} {thing}{'s' if n != 1 else ''}"
