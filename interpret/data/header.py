"""Complaints about headers: names that no columns can have."""

from collections import Counter
from collections.abc import Container, Sequence

from interpret.data.complaints import DataError, listed, quoted
from interpret.data.numbers import number


def check_header(names: Sequence[str], values: Sequence[Container[str | None]]) -> None:
    """A DataError unless these can name columns with these values.

    They must differ, none may be empty, and they may be neither all numbers nor all values.
    """
    mend = "Put a line with the column names on top."
    if all(number(name) is not None for name in names):
        raise DataError(
            "The first line must hold the column names, and it holds only numbers: "
            f"{listed(map(quoted, names))}. {mend}"
        )
    if all((name or None) in value for name, value in zip(names, values, strict=True)):
        raise DataError(
            "The first line must hold the column names, and each of its cells "
            f"({listed(map(quoted, names))}) is also a value of its column. {mend}"
        )
    if "" in names:
        raise DataError(
            f"Every column needs a name, and column {names.index('') + 1} has no name in the "
            "first line. Name the column, or remove it. If lines stand above the header, remove "
            "them."
        )
    repeated = [name for name, times in Counter(names).items() if times > 1]
    if repeated:
        raise DataError(
            f"Column names must differ, and {listed(map(quoted, repeated))} "
            f"{'stands' if len(repeated) == 1 else 'stand'} more than once in the first line. "
            "Rename columns, or put a line with the column names on top if the first line is data."
        )


def check_width(width: int) -> None:
    """A DataError unless there are columns enough for an attribute and the class."""
    if width < 2:
        raise DataError(
            f"A table needs at least two columns, and this file has {width}. Add the class, or the "
            "attributes."
        )
