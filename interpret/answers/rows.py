"""Rows to score: the columns that they must have, and the columns of the file with verdicts."""

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import PurePath

from interpret.data.complaints import DataError, listed, quoted

Column = tuple[str, list[object]]  # its name and its cells


def check_columns(names: Sequence[str], attributes: Sequence[str]) -> None:
    """A DataError unless all attributes are among these names of columns; it names close ones."""
    missing = [name for name in attributes if name not in names]
    if not missing:
        return
    others = {title.casefold(): title for title in names if title not in attributes}

    def named(name: str) -> str:
        close = get_close_matches(name.casefold(), others, n=1)
        return quoted(name) + (f" (is it {quoted(others[close[0]])}?)" if close else "")

    raise DataError(
        "The table must have the columns that the machine was trained on, and it lacks "
        f"{listed(map(named, missing))}. Add them, or rename the columns that hold them."
    )


def distinct_names(columns: Sequence[Column]) -> list[str]:
    """The names of the columns, each told from those before it."""
    names: dict[str, None] = {}
    for name, _ in columns:
        while name in names:
            name += " (2)"
        names[name] = None
    return list(names)


def ending(path: str) -> str:
    """The ending of a file's name, in small letters, without its dot."""
    return PurePath(path).suffix[1:].lower()


def endings_words(endings: Sequence[str]) -> str:
    """The endings in words: ".sql, .py"."""
    return listed(f".{suffix}" for suffix in endings)
