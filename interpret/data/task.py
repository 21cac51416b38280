"""Task: the classes to be told apart, and the attributes to tell them by."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from interpret.data.amounts import halved, halves, is_amount
from interpret.data.complaints import DataError, counted, listed, quoted
from interpret.data.cuts import given_cuts, idle_cuts
from interpret.data.from_cells import MOST_NUMBERS, with_dates
from interpret.data.gaps import as_asked, empty_cells, gappy, marks_read
from interpret.data.numbers import number
from interpret.data.roles import NO_ROLES, WORDS, YES_WORDS, Roles, only_held_out, with_roles
from interpret.data.table import Column, Kind, Table

MOST_NAMED = 1000  # values of an attribute that a rule can name
MOST_CLASSES = 30  # that get a rule of their own, if all are asked for
LEAST_ROWS = 2  # of a class: one to learn from, one to test on

DUPLICATE: Kind = "duplicate"
LEFT_OUT: dict[Kind, str] = {
    "identifier": "a column in which nearly every cell differs names rows",
    "constant": "a column with one value tells no rows apart",
    DUPLICATE: "a column that is the class under other names gives it away",
}


@dataclass(frozen=True)
class Columns:
    """What the user asks of the columns, by their names.

    drop: left out; keep: used although they would be left out; as_number, as_category: used as
    such, a category with marks of an empty cell as values; cuts: how numbers are cut
    (interpret.data.cuts); cut: "NAME=NUMBER,NUMBER" for cuts by hand; gaps: what an empty cell is,
    a key of GAPS; above: a target of numbers becomes two classes, above this and up to it; pin,
    pin_clause: conditions that a rule must hold, at whose numbers columns are cut too; roles:
    columns that are no attributes because they are something else.
    """

    drop: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    as_number: tuple[str, ...] = ()
    as_category: tuple[str, ...] = ()
    cuts: str = "auto"
    cut: tuple[str, ...] = ()
    gaps: str = "value"
    above: float | None = None
    pin: tuple[str, ...] = ()
    pin_clause: tuple[str, ...] = ()
    roles: Roles = NO_ROLES


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
    columns: Columns = Columns()


def tasks(
    table: Table,
    target: str | None = None,
    positive: Sequence[str] = (),
    columns: Columns = Columns(),
) -> tuple[Task, ...]:
    """The Task asked for; of more than two classes and no positive one, a Task for each.

    The target is the last column unless named. Columns that tell nothing of other rows are left out
    unless kept. Where a column is another model's answer, that is the target. A DataError says
    which name or class does not fit.
    """
    asked = columns.roles.explain or target
    target = table.column(table.names[-1] if asked is None else asked).name
    if columns.above is not None:
        table = halved(table, target, columns.above)
        positive = positive or halves(columns.above)[:1]
    elif columns.roles.explain is not None and is_amount(table.column(target)):
        raise DataError(
            f"A model's score needs the cut above which the model says yes, and {quoted(target)} "
            "holds scores. Give the cut, such as 0.5 (above)."
        )
    table, attributes, notices = described(table, target, columns, "class")
    labels = table.column(target)
    sizes = {
        value: int(n)
        for value, n in zip(labels.values, labels.counts, strict=True)
        if value is not None and n
    }
    if positive:
        groups = [_chosen(labels.name, sizes, positive)]
    elif len(sizes) > 2:
        groups = _one_for_each(labels.name, sizes)
        notices += _without_rule(sizes)
    else:
        groups = [_positive_of_two(labels.name, sizes)]
    none = np.zeros(table.n_rows, dtype=bool)
    task = Task(table, target, (), (), attributes, none, tuple(notices), columns)
    return tuple(_of_classes(task, sizes, group) for group in groups)


def described(
    table: Table, target: str, columns: Columns, what: str
) -> tuple[Table, tuple[str, ...], list[str]]:
    """The rows that have a target, the attributes, and what was done to rows and columns.

    what: what the target is called where a row has none.
    """
    _check_roles(table, target, columns.roles)
    table, told = with_roles(as_asked(table, columns.as_category), columns.roles)
    labels = table.column(target)
    roles = columns.roles.named
    read = [name for name in table.names if name not in columns.drop and name not in roles]
    notices = told + marks_read(table, read)
    if labels.missing:
        notices.append(
            f"{counted(labels.missing, 'row')} left out: no {what} stands in {quoted(target)}."
        )
        table = table.rows(labels.codes < len(labels.values) - 1)
    of_file = table.names
    table, attributes, left_out = _attributes(table, target, columns)
    notices = left_out + notices + empty_cells(table, attributes, columns.gaps, of_file)
    notices += _too_many_values(table, attributes) + idle_cuts(table, columns.cut)
    if columns.gaps == "drop-row":
        table = table.rows(~gappy(table, attributes))
    notices += only_held_out(table, attributes, columns.roles)
    return table, attributes, notices


def conflicts(task: Task) -> int:
    """How many rows equal, in all attributes, a row with the other label."""
    import pandas as pd  # here, because it takes a while to load

    group = np.zeros(task.table.n_rows, dtype=np.int64)
    for name in task.attributes:
        column = task.table.column(name)
        group = pd.factorize(group * len(column.values) + column.codes)[0]
    size, positives = np.bincount(group), np.bincount(group, weights=task.y)
    return int(size[(positives > 0) & (positives < size)].sum())


def kind_of(column: Column, target: Column, columns: Columns) -> Kind:
    """What a column is used as, or why it is left out: its kind as asked for, or a duplicate."""
    if column.name in columns.as_category or column.name in columns.as_number:
        return "category" if column.name in columns.as_category else "number"
    if any(given_cuts(text)[0] == column.name for text in columns.cut):
        return "number"
    left_out = column.kind in LEFT_OUT
    if not left_out and _renames(column, target):
        left_out, kind = True, DUPLICATE
    else:
        kind = column.kind
    if left_out and column.name in columns.keep:
        return "number" if column.is_numeric and len(column.values) > MOST_NUMBERS else "category"
    return kind


def _attributes(
    table: Table, target: str, columns: Columns
) -> tuple[Table, tuple[str, ...], list[str]]:
    """The table with its columns' kinds as asked for, the attributes, and what is left out."""
    roles = columns.roles.named
    dates = [c for c in table.columns if c.kind == "date" and c.name not in (target, *roles)]
    dates = [c for c in dates if c.name not in (*columns.drop, *columns.as_category)]
    for column in dates:
        table = with_dates(table, column.name, *column.values.ways)
    _check_names(table, target, columns)
    labels = table.column(target)
    table = replace(
        table,
        columns=tuple(
            replace(
                c, kind=c.kind if c.name == target else kind_of(c, labels, columns), written=None
            )
            for c in table.columns
        ),
    )
    others = [c for c in table.columns if c.name not in (target, *columns.drop, *roles)]
    attributes = tuple(c.name for c in others if c.kind not in (*LEFT_OUT, "date"))
    if not attributes:  # what is the class under other names is then better than nothing
        attributes = tuple(c.name for c in others if c.kind == DUPLICATE)
        others = [c for c in others if c.kind != DUPLICATE]
    notices = _left_out(others)
    if dates:
        notices.append(
            f"Dates, of which year, month and weekday are used: "
            f"{listed(quoted(column.name) for column in dates)}."
        )
    if not attributes:
        raise DataError(
            f"At least one attribute is needed beside the class {quoted(target)}, and none is "
            f"left. {' '.join(notices) or 'Leave fewer columns out.'}"
        )
    return table, attributes, notices


def _check_roles(table: Table, target: str, roles: Roles) -> None:
    """A DataError unless the columns with roles are there, and none of them is the class."""
    for name, role in roles.named.items():
        if table.column(name).name == target and role != "explain":
            raise DataError(
                f"The class {quoted(target)} can have no other role, and was named as "
                f"{WORDS[role]} too. Name another column."
            )


def _check_names(table: Table, target: str, columns: Columns) -> None:
    """A DataError unless all that is asked of columns can be asked of them."""
    if target in [table.column(name).name for name in columns.drop]:
        raise DataError(
            f"The class must stay in the table, and {quoted(target)} was to be left out. "
            "Keep it, or choose another column as the class."
        )
    for name in (*columns.keep, *columns.as_category):
        table.column(name)
    for name in (*columns.as_number, *(given_cuts(text)[0] for text in columns.cut)):
        column = table.column(name)
        if not column.is_numeric:
            texts = [v for v in column.values if v is not None and number(v) is None]
            came = f"it has the value {quoted(texts[0])}" if texts else "all its cells are empty"
            raise DataError(
                f"Only a column of numbers can be cut, and in {quoted(name)} {came}. "
                "Ask for its values instead."
            )


def _renames(column: Column, target: Column) -> bool:
    """Whether each value of the column stands for one of the class, and the other way round."""
    n_values = np.count_nonzero(column.counts)
    if n_values != np.count_nonzero(target.counts) or n_values < 2:
        return False
    pairs = np.unique(column.codes * np.int64(len(target.values)) + target.codes)
    if len(pairs) != n_values:
        return False
    steps = np.diff(pairs % len(target.values))
    return not is_amount(target) or bool((steps > 0).all() or (steps < 0).all())


def _left_out(columns: Sequence[Column]) -> list[str]:
    notices = []
    for kind, reason in LEFT_OUT.items():
        names = [
            f"{quoted(column.name)} ({counted(len(column.values), 'value')})"
            for column in columns
            if column.kind == kind
        ]
        if names:
            notices.append(f"Left out: {listed(names)}; {reason}.")
    return notices


def _too_many_values(table: Table, attributes: Sequence[str]) -> list[str]:
    columns = (c for c in map(table.column, attributes) if c.kind != "number")
    many = [c for c in columns if len(c.values) > MOST_NAMED]
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
    named = tuple(value for value in sizes if value.casefold() in YES_WORDS)
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
        notices.append(
            f"No rule of its own for {listed(small)}: a class needs two rows, one to learn from "
            "and one to test on."
        )
    n_others = len(sizes) - len(small) - len(_with_rule(sizes))
    if n_others:
        notices.append(
            f"Of {len(sizes):,} classes the {MOST_CLASSES} most frequent get a rule of their own, "
            f"and {n_others:,} others do not, as each takes its time. Choose a class as positive "
            "to find its rule."
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
                f"A class needs at least two rows, one to learn from and one to test on, and "
                f"{quoted(*group)} has one. Add rows, or choose other values as positive."
            )
    y = np.array([value in positive for value in labels.values], dtype=bool)[labels.codes]
    return replace(task, positive=positive, negative=negative, y=y)
