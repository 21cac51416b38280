"""Roles: columns that are neither attributes nor the target, and what they say about rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from interpret.data.complaints import DataError, counted, listed, quoted
from interpret.data.numbers import number
from interpret.data.splits import Ties
from interpret.data.table import Column, Table

YES_WORDS = frozenset({"yes", "true", "1", "positive"})


@dataclass(frozen=True)
class Roles:
    """Columns by their names, none of which is ever an attribute.

    weight: how many rows a row stands for; group: whose rows belong together; held_out: which rows
    are to be judged on.
    """

    weight: str | None = None
    group: str | None = None
    held_out: str | None = None

    @property
    def named(self) -> dict[str, str]:
        """Column -> its role, of the columns that have one."""
        named: dict[str, str] = {}
        for field in fields(self):
            name = getattr(self, field.name)
            if name is not None and name in named:
                raise DataError(
                    f"A column can have one role, and {quoted(name)} was named both as "
                    f"{WORDS[named[name]]} and as {WORDS[field.name]}. Name another column as one "
                    "of the two."
                )
            if name is not None:
                named[name] = field.name
        return named


NO_ROLES = Roles()
WORDS = {
    "weight": "the weight",
    "group": "the group",
    "held_out": "the column that says which rows are held out",
}
HELD_OUT_WORDS = YES_WORDS | {"test", "held out", "held-out", "unseen"}
MOST_WEIGHT = 1e100  # of a row, so that squares and sums of weights are numbers
MOST_CASES = 1_000_000  # rows, once each is repeated as often as it weighs
COPIES, MOST_COPIES = 10, 200_000  # of a row of mean weight and of all, for fractional weights


def with_roles(table: Table, roles: Roles) -> tuple[Table, list[str]]:
    """The rows that have what the roles need, each as often as its weight says, and notices.

    A row of weight 3 counts three times in every sum, and is still one row: no split separates its
    copies, and intervals count it once. Weights that are not whole, or add up to too many rows, are
    rounded to tenths of their mean. DataError where a column cannot have its role.
    """
    notices: list[str] = []
    if roles.weight is not None and table.column(roles.weight).missing:
        column = table.column(roles.weight)
        notices.append(f"{counted(column.missing, 'row')} left out: no weight stands in it.")
        table = table.rows(~column.missing_rows)
    if roles.group is not None and table.n_rows:
        n = _n_groups(table.column(roles.group))
        notices.append(
            f"Every row is a group of its own by {quoted(roles.group)}: splits are as without it."
            if n == table.n_rows
            else f"Rows of one {quoted(roles.group)} are never separated: there are {n:,} groups, "
            "and intervals count groups, not rows."
        )
    if roles.weight is None:
        return table, notices
    weights = _weights(table.column(roles.weight))
    n_rows = table.n_rows
    copies = weights.astype(np.int64) if _is_whole(weights) else _in_tenths(weights)
    table = replace(table.rows(np.repeat(np.arange(n_rows), copies)), copies=True)
    notices.append(
        f"{n_rows:,} rows stand for {table.n_rows:,} by {quoted(roles.weight)}: figures count "
        "these, and intervals count the rows."
    )
    none = int((copies == 0).sum())
    if none:
        notices.append(f"{counted(none, 'row')} of weight 0 left out.")
    return table, notices


def ties_of(table: Table, roles: Roles) -> Ties:
    """What every split of the table's rows must obey."""
    groups = held_out = None
    if roles.group is not None:
        groups = _groups(table.column(roles.group))
    elif table.copies:
        groups = table.row_numbers
    if roles.held_out is not None:
        column = table.column(roles.held_out)
        named = [
            value is not None and value.casefold() in HELD_OUT_WORDS for value in column.values
        ]
        held_out = np.array(named, dtype=bool)[column.codes]
    return Ties(groups, held_out)


def groups_in(table: Table, name: str | None) -> np.ndarray | None:
    """The group of each row, int (n_rows,), by a column that the table may lack; then None."""
    return _groups(table.column(name)) if name in table.names and name is not None else None


def only_held_out(table: Table, attributes: Sequence[str], roles: Roles) -> list[str]:
    """A notice on values of categories that only held-out rows have, if there are any."""
    held_out = ties_of(table, roles).held_out if roles.held_out else None
    if held_out is None or held_out.all():
        return []
    columns = []
    for column in map(table.column, attributes):
        learned = np.bincount(column.codes[~held_out], minlength=len(column.values)) > 0
        rows = int((~learned[column.codes] & ~column.missing_rows).sum())
        if column.kind == "category" and rows:
            columns.append(f"{quoted(column.name)} ({counted(rows, 'row')})")
    if not columns:
        return []
    return [f"Some values occur in held-out rows alone, and cannot be learned: {listed(columns)}."]


def _n_groups(column: Column) -> int:
    n = len(np.unique(_groups(column)))
    if n < 2:
        raise DataError(
            f"A group must differ between rows, and {quoted(column.name)} is the same in all of "
            "them. Choose another column as the group, or none."
        )
    return n


def _groups(column: Column) -> np.ndarray:
    """The group of each row, int (n_rows,); a row without one is a group of its own."""
    alone = len(column.values) + np.arange(len(column.codes))
    return np.where(column.missing_rows, alone, column.codes)


def _weights(column: Column) -> np.ndarray:
    """The weight of each row, float64 (n_rows,): numbers from 0 to MOST_WEIGHT, not all 0."""
    there = {code: column.values[code] for code in np.unique(column.codes)}
    within = (column.values.numbers >= 0) & (column.values.numbers <= MOST_WEIGHT)
    wrong = [text for code, text in there.items() if text is not None and not within[code]]
    if wrong:
        # With one text among them no cell of a column is a number, and that one is to be named.
        named = next((text for text in wrong if number(text) is None), wrong[0])
        raise DataError(
            f"A weight must be a number from 0 to {MOST_WEIGHT:g}, and {quoted(column.name)} has "
            f"{quoted(named)}. Choose another column as the weight, or none."
        )
    weights = column.values.numbers[column.codes]
    if not np.isfinite(weights).all() or not weights.any():
        raise DataError(
            f"Each row must have a weight, and some row one above 0; in {quoted(column.name)} that "
            "is not so. Choose another column as the weight, or none."
        )
    return weights


def _is_whole(weights: np.ndarray) -> bool:
    return bool((weights == np.floor(weights)).all() and weights.sum() <= MOST_CASES)


def _in_tenths(weights: np.ndarray) -> np.ndarray:
    """How often each row is taken if weights are shares: at least once if it has a weight."""
    there = weights > 0
    copies = max(1.0, min(COPIES, MOST_COPIES / there.sum()))
    rounded = np.floor(weights / weights[there].mean() * copies + 0.5)
    return np.maximum(rounded, there).astype(np.int64)


def sizes_of(column: Column) -> dict[str, int]:
    """How many rows each value of a column has, of those that any row has."""
    pairs = zip(column.values, column.counts, strict=True)
    return {value: int(n) for value, n in pairs if value is not None and n}


def positive_of_two(sizes: Mapping[str, int]) -> tuple[str, ...]:
    """Of two classes the one called yes, true, 1 or positive; else the rarer, or the second."""
    named = tuple(value for value in sizes if value.casefold() in YES_WORDS)
    first, last = sizes
    return named if len(named) == 1 else (first if sizes[first] < sizes[last] else last,)
