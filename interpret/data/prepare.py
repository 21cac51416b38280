"""How cells are to be read, learned on training rows: where numbers are cut."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from math import isinf
from typing import TypeVar

import numpy as np

from interpret.data.attributes import (
    OF_A_RULE,
    OF_A_SUM,
    Width,
    WidthLimits,
    information_on,
    most_telling,
)
from interpret.data.complaints import DataError, listed, quoted
from interpret.data.cuts import (
    FINE_PARTS,
    FINEST_PARTS,
    entropy_cuts,
    quantile_cuts,
    variance_cuts,
)
from interpret.data.dates import named_parts
from interpret.data.preparation import Cut, Preparation
from interpret.data.readings import Reading
from interpret.data.table import Column, Table
from interpret.data.task import NumberTask, Task

Points = tuple[float, ...]
AnyTask = TypeVar("AnyTask", bound=Task)


def prepared(
    task: AnyTask, train: np.ndarray, limits: WidthLimits | None = None
) -> tuple[AnyTask, Preparation]:
    """The task as machine and rule read it; how to read is learned on its training rows alone.

    train: indices into the task; limits: by default those of a rule, or of a number's sum. Columns
    of numbers where no cut tells classes apart are left out, and the notices say so.
    """
    limits = limits or (OF_A_SUM if isinstance(task, NumberTask) else OF_A_RULE)
    whole, of_file = task, len(task.attributes)
    task = _of_most_telling(task, train, limits.columns)
    rows, y = task.table.rows(train), task.y[train]
    cuts = {
        name: _cuts_of(rows.column(name), y, task)
        for name in task.attributes
        if task.table.column(name).kind == "number"
    }
    idle = [name for name, (points, _) in cuts.items() if not points]
    attributes = tuple(name for name in task.attributes if name not in idle)
    notices: list[str] = []
    if idle:
        notices.append(
            f"Left out: {listed(map(quoted, idle))}; on the training rows no cut of "
            f"{'its' if len(idle) == 1 else 'their'} numbers tells "
            f"{'the rows' if isinstance(task, NumberTask) else 'the classes'} apart."
        )
    if not attributes:
        raise DataError(
            "At least one attribute is needed that tells rows apart, and none is left. "
            f"{' '.join(notices)} Bring more rows, or give cuts by hand."
        )
    n_asked = of_file - len(idle)
    widths = {
        name: Width.of(rows.column(name), *map(len, cuts.get(name, ()))) for name in attributes
    }
    if not limits.fit(widths, task.table.n_rows, len(train)):
        nats = {
            name: information_on(_as_classes(y), rows.column(name), *cuts.get(name, ())[:1])
            for name in attributes
        }
        attributes = limits.fitting(widths, nats, task.table.n_rows, len(train))
    if len(attributes) < n_asked:
        notices.append(limits.words(attributes, n_asked))
    drops_rows = task.columns.gaps == "drop-row"  # for gaps in columns that are not kept as well
    preparation = Preparation(
        tuple(_cut_of(rows.column(name), *cuts[name]) for name in attributes if name in cuts),
        _readings(whole if drops_rows else replace(task, attributes=attributes)),
    )
    table = preparation.table(task.table)
    notices = [*task.notices, *notices]
    read = replace(task, table=table, attributes=attributes, notices=tuple(notices))
    return read, preparation


def also_cut(preparation: Preparation, train: Table, points: Mapping[str, Points]) -> Preparation:
    """The preparation that also cuts columns of numbers at further points, for a rule alone.

    train: the training rows, with no number cut.
    """
    cuts = tuple(
        _cut_of(train.column(cut.attribute), tuple(sorted(more)), cut.coarse)
        if (more := {*cut.points, *points.get(cut.attribute, ())}) != {*cut.points}
        else cut
        for cut in preparation.cuts
    )
    return replace(preparation, cuts=cuts)


def _of_most_telling(task: AnyTask, train: np.ndarray, most: int) -> AnyTask:
    """The task with at most `most` attributes, those that tell most about the training rows."""
    if len(task.attributes) <= most:
        return task
    columns = [task.table.column(name) for name in task.attributes]
    kept = most_telling(columns, train, _as_classes(task.y[train]), FINE_PARTS, most)
    left_out = {*task.attributes} - {*kept}
    columns = [column for column in task.table.columns if column.name not in left_out]
    return replace(task, table=replace(task.table, columns=tuple(columns)), attributes=kept)


def _as_classes(y: np.ndarray) -> np.ndarray:
    """Two classes as they are; of numbers, those above the median."""
    return y if y.dtype == bool else y > np.median(y)


def _cuts_of(column: Column, y: np.ndarray, task: Task) -> tuple[Points, Points]:
    """The points that a rule may cut a column at, and those the machine is asked about."""
    given = task.columns.cells_asked.cuts
    if column.name in given:
        return given[column.name], given[column.name]
    quartiles = quantile_cuts(column)
    of_class = y.dtype == bool
    changes = (entropy_cuts if of_class else variance_cuts)(column, y)
    coarse = {*changes, *quartiles}
    fine = quantile_cuts(column, FINE_PARTS if of_class else FINEST_PARTS)
    return tuple(sorted(coarse | set(fine))), tuple(sorted(coarse))


def _cut_of(column: Column, points: Points, coarse: Points) -> Cut:
    """The Cut of these points; for each interval stands the median of its rows, if it has any."""
    amounts, counts = column.values.numbers, column.counts
    stands = []
    used = np.flatnonzero((counts > 0) & ~np.isnan(amounts))  # in the order of the numbers
    behind = [0, *np.searchsorted(amounts[used], points, side="right"), len(used)]
    for (start, stop), (above, to) in zip(
        pairwise(behind), pairwise((-np.inf, *points, np.inf)), strict=True
    ):
        inside = used[start:stop]
        if len(inside):
            upto = np.cumsum(counts[inside])
            stands.append(column.values[inside[np.searchsorted(upto, upto[-1] / 2)]])
        else:
            stands.append(repr(_between(above, to)))
    return Cut(column.name, points, coarse, tuple(stands))


def _between(above: float, to: float) -> float:
    return above + max(1.0, abs(above)) if isinf(to) and not isinf(above) else to


def _readings(task: Task) -> tuple[Reading, ...]:
    """How the columns are read that attributes come from, and those of the target and of roles."""
    parts = {part: c.name for c in task.table.columns for part in named_parts(c.name)}
    names = {*task.attributes, *(parts.get(name, name) for name in task.attributes)}
    names |= {task.target, *task.columns.roles.named}
    columns = (column for column in task.table.columns if column.name in names)
    return tuple(column.reading for column in columns if column.reading is not None)
