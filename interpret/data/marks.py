"""Usual marks of an empty cell, such as NA: read as empty in a column of numbers or dates only."""

MARKS = frozenset(
    {"na", "n/a", "n.a.", "#n/a", "nan", "null", "k.a.", "missing", "unknown"}
    | {"?", "-", "--", "."}
)
LONGEST_MARK = max(map(len, MARKS))


def is_mark(value: str | None) -> bool:
    """Whether a cell holds a usual mark of an empty cell."""
    return value is not None and len(value) <= LONGEST_MARK and value.casefold() in MARKS
