"""The usual marks of an empty cell: gaps among numbers or dates, values among texts."""

MARKS = frozenset(
    {"na", "n/a", "n.a.", "#n/a", "nan", "null", "k.a.", "missing", "unknown"}
    | {"?", "-", "--", "."}
)
LONGEST = max(map(len, MARKS))


def is_mark(value: str | None) -> bool:
    """Whether a cell holds such a mark."""
    return value is not None and len(value) <= LONGEST and value.casefold() in MARKS
