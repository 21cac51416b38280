"""Tasks: the classes to be told apart, or the number to be explained, and by which attributes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from interpret.data.attributes import NOTHING_ASKED, Columns, check_read, described
from interpret.data.complaints import DataError, listed, quoted
from interpret.data.cuts import cut_of, halved, is_amount
from interpret.data.read_again import read_as_asked
from interpret.data.roles import positive_of_two, sizes_of
from interpret.data.table import Table

MOST_CLASSES = 30  # that get a rule of their own, if all are asked for
MANY_CLASSES = 10  # with more, less is tried for each of them, since all is done for each
LEAST_ROWS = 2  # of a class: one to learn from, one to test on
LEAST_NUMBERS = 10  # rows with a number to explain
LARGEST = 1e90  # of numbers to explain: documents hold sums of them


@dataclass(frozen=True, eq=False)
class Task:
    """Two classes to be told apart by attributes, on the rows that have a class.

    attributes: in the order of their names, so that the order of columns in a file decides nothing;
    y: whether the class is a positive one, bool (n_rows,); notices: which columns and rows are left
    out, and how many cells are empty; without_rule: which classes get no rule of their own, where
    each of the others does.
    """

    table: Table
    target: str
    positive: tuple[str, ...]
    negative: tuple[str, ...]
    attributes: tuple[str, ...]
    y: np.ndarray
    notices: tuple[str, ...]
    columns: Columns = NOTHING_ASKED
    without_rule: tuple[str, ...] = ()

    @property
    def of_many_classes(self) -> bool:
        """Whether the table has so many classes that rows are divided less often for each."""
        return int(np.count_nonzero(self.table.column(self.target).counts)) > MANY_CLASSES


class NumberTask(Task):
    """A number to be explained by attributes, on the rows that have one.

    y: that number, float64 of shape (n_rows,); no class is positive or negative.
    """


def tasks(
    table: Table,
    target: str | None = None,
    positive: Sequence[str] = (),
    columns: Columns = NOTHING_ASKED,
) -> tuple[Task, ...]:
    """One Task, or one for each of more than two classes if none is named positive.

    The target is the last column, unless one is named. Columns that tell nothing about other rows
    are left out, unless they are to be kept. A DataError says which name or class does not fit.
    """
    table = read_as_asked(table, columns.cells_asked)
    check_read(table, columns.cells_asked)
    target = table.column(table.names[-1] if target is None else target).name
    cut = cut_of(positive)
    if cut is not None and not {*positive} & {*table.column(target).values}:
        table = halved(table, target, cut)
    table, attributes, notices = described(table, target, columns, "class")
    labels, without_rule = table.column(target), list[str]()
    if labels.reading is not None and cut is None:
        positive = [value or "" for value in labels.reading.values_of(positive)]
    sizes = sizes_of(labels)
    if positive:
        groups = [_chosen(labels.name, sizes, positive)]
    elif len(sizes) > 2:
        groups = _one_for_each(labels.name, sizes)
        without_rule = _without_rule(sizes)
    else:
        groups = [_of_two(labels.name, sizes)]
    none = np.zeros(table.n_rows, dtype=bool)
    of_table = tuple(notices), columns, tuple(without_rule)
    task = Task(table, target, (), (), attributes, none, *of_table)
    return tuple(_of_classes(task, sizes, group) for group in groups)


def conflicts(task: Task) -> int:
    """How many rows equal, in all attributes, a row with the other label."""
    import pandas as pd  # here, because it takes a while to load

    group = np.zeros(task.table.n_rows, dtype=np.int64)
    for key in task.table.keys(task.attributes):
        place = pd.factorize(key)[0]
        group = pd.factorize(group * (place.max(initial=0) + 1) + place)[0]
    size, positives = np.bincount(group), np.bincount(group, weights=task.y)
    return int(size[(positives > 0) & (positives < size)].sum())


def _chosen(target: str, sizes: dict[str, int], positive: Sequence[str]) -> tuple[str, ...]:
    for value in positive:
        if value not in sizes:
            raise DataError(
                f"The class {quoted(target)} has no value {quoted(value)}. "
                f"Its values are {listed(map(quoted, sizes))}."
            )
    return tuple(value for value in sizes if value in positive)


def _of_two(target: str, sizes: dict[str, int]) -> tuple[str, ...]:
    if len(sizes) < 2:
        came = f"every row has {quoted(*sizes)}" if sizes else "all its cells are empty"
        raise DataError(
            f"The class {quoted(target)} must have at least two values, and {came}. Choose "
            "another column, or add rows."
        )
    return positive_of_two(sizes)


def _one_for_each(target: str, sizes: dict[str, int]) -> list[tuple[str, ...]]:
    n_rows = sum(sizes.values())
    if 2 * len(sizes) > n_rows:
        raise DataError(
            f"The class {quoted(target)} must repeat its values, and it has {len(sizes):,} "
            f"different ones in {n_rows:,} rows. Choose another column."
        )
    return [(value,) for value in _with_rule(sizes)]


def _with_rule(sizes: dict[str, int]) -> list[str]:
    """The classes that get a rule of their own: the most frequent, in the order of the values."""
    many = [value for value, size in sizes.items() if size >= LEAST_ROWS]
    most = set(sorted(many, key=lambda value: -sizes[value])[:MOST_CLASSES])
    return [value for value in many if value in most]


def _without_rule(sizes: dict[str, int]) -> list[str]:
    """A sentence on the classes that are too small for a rule of their own, and one on the rest."""
    small = [quoted(value) for value, size in sizes.items() if size < LEAST_ROWS]
    notices = []
    if small:
        notices.append(f"No rule of its own for {listed(small)}: a class needs two rows.")
    n_others = len(sizes) - len(small) - len(_with_rule(sizes))
    if n_others:
        notices.append(
            f"Of {len(sizes):,} classes the {MOST_CLASSES} most frequent get a rule of their own. "
            f"Choose one of the other {n_others:,} as positive to find its rule."
        )
    return notices


def _of_classes(task: Task, sizes: dict[str, int], positive: tuple[str, ...]) -> Task:
    """The task with these values as the positive class; sizes: the rows of each value."""
    labels = task.table.column(task.target)
    negative = tuple(value for value in sizes if value not in positive)
    if not negative:
        raise DataError(
            f"At least one value of the class {quoted(labels.name)} must not be positive, and all "
            f"were chosen: {listed(map(quoted, sizes))}. Choose fewer."
        )
    for group in positive, negative:
        if sum(sizes[value] for value in group) < LEAST_ROWS:
            raise DataError(
                f"A class needs at least two rows, and {quoted(*group)} has one. Add rows, or "
                "choose other values as positive."
            )
    y = np.array([value in positive for value in labels.values], dtype=bool)[labels.codes]
    return replace(task, positive=positive, negative=negative, y=y)


def explains_a_number(table: Table, target: str | None, columns: Columns) -> bool:
    """Whether the target, the last column unless named, is a number to be explained.

    It is one if it has many different numbers and nobody asked to take them as classes, or few and
    somebody asked to take them as a number.
    """
    name = table.names[-1] if target is None else target
    if name in columns.cells_asked.texts:
        return False
    return _is_number(read_as_asked(table, columns.cells_asked), name, columns)


def _is_number(table: Table, name: str, columns: Columns) -> bool:
    column = table.column(name)
    is_asked = column.name in [table.column(other).name for other in columns.cells_asked.numbers]
    return is_amount(column) or (is_asked and column.is_numeric)


def number_task(table: Table, target: str | None, columns: Columns) -> NumberTask:
    """The NumberTask of a target; a DataError says what does not fit."""
    table = read_as_asked(table, columns.cells_asked)
    check_read(table, columns.cells_asked)
    name = table.column(table.names[-1] if target is None else target).name
    if not _is_number(table, name, columns):
        raise DataError(
            f"The number to explain must take more than 12 values, and {quoted(name)} does not. "
            "Choose another column, take it as a number, or name one of its values as positive."
        )
    table, attributes, notices = described(table, name, columns, "number")
    table = _few_numbers_cut(table, attributes, columns)
    column = table.column(name)
    if table.n_rows < LEAST_NUMBERS:
        raise DataError(
            f"At least {LEAST_NUMBERS} rows with a number are needed, and {table.n_rows} have one "
            f"in {quoted(name)}. Add rows."
        )
    y = column.values.numbers[column.codes]
    if float(np.abs(y).max()) >= LARGEST:
        raise DataError(
            f"Numbers to explain must be smaller than {LARGEST:g}, and {quoted(name)} has "
            f"{float(np.abs(y).max()):g}. Divide them by a unit that fits."
        )
    if y.min() == y.max():
        raise DataError(
            f"The number to explain must differ between rows, and {quoted(name)} is {y[0]:g} in "
            "all. Choose another column."
        )
    return NumberTask(table, name, (), (), attributes, y, tuple(notices), columns)


def _few_numbers_cut(table: Table, attributes: tuple[str, ...], columns: Columns) -> Table:
    """The table with attributes of three numbers or more cut, as those of many numbers are.

    The target may rise or fall along them, which tests of single values could not say.
    """
    for name in attributes:
        column = table.column(name)
        differ = np.count_nonzero(~np.isnan(column.values.numbers[column.counts > 0]))
        if column.is_numeric and differ > 2 and name not in columns.cells_asked.texts:
            table = table.having(replace(column, kind="number"))
    return table
