"""Roles: columns that are neither attributes nor what is to be told, and what rows are by them."""

from dataclasses import dataclass, fields

import numpy as np

from interpret.data.complaints import DataError, listed, quoted
from interpret.data.table import Column, Table

YES_WORDS = frozenset({"yes", "true", "1", "positive"})


@dataclass(frozen=True)
class Roles:
    """Columns by their names, none of which is ever an attribute.

    explain: another model's answer, which is then what is to be told; truth: the true class beside
    it.
    """

    explain: str | None = None
    truth: str | None = None

    @property
    def named(self) -> dict[str, str]:
        """Column -> its role, of the columns that have one."""
        named: dict[str, str] = {}
        for own in fields(self):
            name = getattr(self, own.name)
            if name is not None and name in named:
                raise DataError(
                    f"A column can have one role, and {quoted(name)} was named both as "
                    f"{WORDS[named[name]]} and as {WORDS[own.name]}. Name another column as one "
                    "of the two."
                )
            if name is not None:
                named[name] = own.name
        return named


NO_ROLES = Roles()
WORDS = {"explain": "the model's answer", "truth": "the true class"}


@dataclass(frozen=True, eq=False)
class Truth:
    """The true class beside a model's answer.

    positive: its values that the model's yes stands for; y: which rows are of them; known: which
    rows have a true class at all; both bool (n_rows,).
    """

    column: str
    positive: tuple[str, ...]
    y: np.ndarray
    known: np.ndarray


def truth_of(table: Table, roles: Roles, said: tuple[str, ...]) -> Truth | None:
    """The true class of each row, None where no column holds it.

    said: the model's values that are a yes. What they are called stands for the truth too; where no
    true class is called so, one of two is positive: yes, true, 1, positive, else the rarer.
    """
    if roles.explain is None or roles.truth is None:
        return None
    column = table.column(roles.truth)
    sizes = {
        value: int(n)
        for value, n in zip(column.values, column.counts, strict=True)
        if value is not None and n
    }
    positive = tuple(value for value in sizes if value in said) or _of_two(column, sizes, said)
    if len(positive) == len(sizes):
        raise DataError(
            f"The true class {quoted(column.name)} must have a value beside "
            f"{listed(map(quoted, positive))}, and it has none. Choose another column as the true "
            "class, or none."
        )
    is_positive = np.array([value in positive for value in column.values])
    is_known = np.array([value is not None for value in column.values])
    return Truth(column.name, positive, is_positive[column.codes], is_known[column.codes])


def _of_two(column: Column, sizes: dict[str, int], said: tuple[str, ...]) -> tuple[str, ...]:
    if len(sizes) != 2:
        raise DataError(
            f"The true class {quoted(column.name)} must have a value that the model's answer "
            f"{listed(map(quoted, said))} stands for, or two values, and its values are "
            f"{listed(map(quoted, sizes))}. Name the classes alike, or choose no true class."
        )
    named = tuple(value for value in sizes if value.casefold() in YES_WORDS)
    first, last = sizes
    return named if len(named) == 1 else (first if sizes[first] < sizes[last] else last,)
