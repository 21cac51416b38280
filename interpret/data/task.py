"""Task: which class is to be told from which, by what attributes; and how many rows can be."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt

import numpy as np
import pandas as pd

from interpret.data.complaints import DataError, listed, quoted
from interpret.data.table import MOST_NUMBERS, Column, Table

POSITIVE_WORDS = frozenset({"yes", "true", "1", "positive"})
MOST_NAMED = 1000  # values of an attribute that a rule can name
LEAST_ROWS = 2  # of a class: one to learn from, one to test on
GRAM_BYTES = 2 * 2**30
BYTES_PER_PAIR = 16

LEFT_OUT = {
    "number": f"numbers count as categories up to {MOST_NUMBERS} different ones",
    "identifier": "a column in which nearly every cell differs names rows",
    "constant": "a column with one value tells no rows apart",
}


@dataclass(frozen=True, eq=False)
class Task:
    """Two classes to be told apart by attributes, on the rows that have a class.

    y, bool of shape (n_rows,), is True where the class is a positive one. The notices say which
    columns, rows and classes are left out, and how many cells are empty.
    """

    table: Table
    target: str
    positive: tuple[str, ...]
    negative: tuple[str, ...]
    attributes: tuple[str, ...]
    y: np.ndarray
    notices: tuple[str, ...]


def tasks(
    table: Table,
    target: str | None = None,
    positive: Sequence[str] = (),
    drop: Sequence[str] = (),
) -> tuple[Task, ...]:
    """The Task asked for; of more than two classes and no positive one, a Task for each.

    The target is the last column unless named. Columns named in drop are left out, as are those
    that are not categorical. A DataError says which name or class does not fit.
    """
    labels = table.column(table.names[-1] if target is None else target)
    attributes, notices = _attributes(table, labels.name, drop)
    if labels.missing:
        notices.append(
            f"{_count(labels.missing, 'row')} left out: no class stands in {quoted(labels.name)}."
        )
        table = table.rows(labels.codes < len(labels.values) - 1)
        labels = table.column(labels.name)
    notices += _empty_cells(table, attributes) + _too_many_values(table, attributes)
    sizes = {
        value: int(n)
        for value, n in zip(labels.values, labels.counts, strict=True)
        if value is not None and n
    }
    if positive:
        groups = [_chosen(labels.name, sizes, positive)]
    elif len(sizes) > 2:
        groups = _one_for_each(labels.name, sizes)
        notices += _too_small(sizes)
    else:
        groups = [_positive_of_two(labels.name, sizes)]
    return tuple(_task(table, labels, sizes, group, attributes, notices) for group in groups)


def conflicts(task: Task) -> int:
    """How many rows equal, in all attributes, a row with the other label."""
    group = np.zeros(task.table.n_rows, dtype=np.int64)
    for name in task.attributes:
        column = task.table.column(name)
        group = pd.factorize(group * len(column.values) + column.codes)[0]
    size, positives = np.bincount(group), np.bincount(group, weights=task.y)
    return int(size[(positives > 0) & (positives < size)].sum())


def rows_that_fit(budget: int = GRAM_BYTES) -> int:
    """How many training rows there can be when what is kept of each pair fits so many bytes."""
    return isqrt(budget // BYTES_PER_PAIR)


def check_fits(n_train: int) -> None:
    """A DataError where the machine's matrices over the training rows would not fit into memory."""
    if n_train > rows_that_fit():
        raise DataError(
            f"At most {rows_that_fit():,} rows can be trained on, because the machine compares "
            f"every pair of them in memory, and {n_train:,} came. Take a sample of the table's "
            "rows, or hold out a larger share of them (test size)."
        )


def _attributes(
    table: Table, target: str, drop: Sequence[str]
) -> tuple[tuple[str, ...], list[str]]:
    dropped = {table.column(name).name for name in drop}
    if target in dropped:
        raise DataError(
            f"The class must stay in the table, and {quoted(target)} was to be left out. "
            "Keep it, or choose another column as the class."
        )
    others = [c for c in table.columns if c.name != target and c.name not in dropped]
    notices = _left_out(others)
    attributes = tuple(column.name for column in others if column.kind == "category")
    if not attributes:
        raise DataError(
            f"At least one attribute is needed beside the class {quoted(target)}, and none is "
            f"left. {' '.join(notices) or 'Leave fewer columns out.'}"
        )
    return attributes, notices


def _left_out(columns: Sequence[Column]) -> list[str]:
    notices = []
    for kind, reason in LEFT_OUT.items():
        names = [
            f"{quoted(column.name)} ({_count(len(column.values), 'value')})"
            for column in columns
            if column.kind == kind
        ]
        if names:
            notices.append(f"Left out: {listed(names)}; {reason}.")
    return notices


def _empty_cells(table: Table, attributes: Sequence[str]) -> list[str]:
    holey = [column for column in map(table.column, attributes) if column.missing]
    if not holey:
        return []
    n_cells = sum(column.missing for column in holey)
    return [
        f"{_count(n_cells, 'cell')} {'is' if n_cells == 1 else 'are'} empty "
        f"(in {listed(quoted(column.name) for column in holey)}); "
        "an empty cell counts as a value of its own."
    ]


def _too_many_values(table: Table, attributes: Sequence[str]) -> list[str]:
    many = [c for c in map(table.column, attributes) if len(c.values) > MOST_NAMED]
    if not many:
        return []
    told = listed(f"{quoted(c.name)} has {len(c.values):,} values" for c in many)
    return [f"{told}: a rule can name the {MOST_NAMED:,} most frequent of a column."]


def _chosen(target: str, sizes: dict[str, int], positive: Sequence[str]) -> tuple[str, ...]:
    for value in positive:
        if value not in sizes:
            raise DataError(
                f"The class {quoted(target)} has no value {quoted(value)}. "
                f"Its values are {listed(map(quoted, sizes))}."
            )
    return tuple(value for value in sizes if value in positive)


def _positive_of_two(target: str, sizes: dict[str, int]) -> tuple[str, ...]:
    if len(sizes) < 2:
        came = f"every row has {quoted(*sizes)}" if sizes else "all its cells are empty"
        raise DataError(
            f"The class {quoted(target)} must have at least two values, and {came}. "
            "Choose another column as the class, or add rows."
        )
    named = tuple(value for value in sizes if value.casefold() in POSITIVE_WORDS)
    first, last = sizes
    rarer = first if sizes[first] < sizes[last] else last
    return named if len(named) == 1 else (rarer,)


def _one_for_each(target: str, sizes: dict[str, int]) -> list[tuple[str, ...]]:
    n_rows = sum(sizes.values())
    if 2 * len(sizes) > n_rows:
        raise DataError(
            f"The class {quoted(target)} must repeat its values, and it has {len(sizes):,} "
            f"different ones in {n_rows:,} rows. Choose another column as the class."
        )
    return [(value,) for value, size in sizes.items() if size >= LEAST_ROWS]


def _too_small(sizes: dict[str, int]) -> list[str]:
    small = [quoted(value) for value, size in sizes.items() if size < LEAST_ROWS]
    if not small:
        return []
    return [
        f"No rule of its own for {listed(small)}: a class needs two rows, one to learn from and "
        "one to test on."
    ]


def _task(
    table: Table,
    labels: Column,
    sizes: dict[str, int],
    positive: tuple[str, ...],
    attributes: tuple[str, ...],
    notices: Sequence[str],
) -> Task:
    negative = tuple(value for value in sizes if value not in positive)
    if not negative:
        raise DataError(
            f"At least one value of the class {quoted(labels.name)} must not be positive, and all "
            f"were chosen: {listed(map(quoted, sizes))}. Choose fewer."
        )
    for group in positive, negative:
        if sum(sizes[value] for value in group) < LEAST_ROWS:
            raise DataError(
                f"A class needs at least two rows, one to learn from and one to test on, and "
                f"{quoted(*group)} has one. Add rows, or choose other values as positive."
            )
    y = np.array([value in positive for value in labels.values], dtype=bool)[labels.codes]
    return Task(table, labels.name, positive, negative, attributes, y, tuple(notices))


def _count(n: int, thing: str) -> str:
    return f"{n:,} {thing}{'s' if n != 1 else ''}"
