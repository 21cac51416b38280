"""Empty cells: what can become of them, and notices of them."""

from collections.abc import Container, Sequence

import numpy as np

from interpret.data.complaints import counted, listed, quoted
from interpret.data.dates import named_parts
from interpret.data.readings import DROPPED
from interpret.data.table import Column, Table

TELLING = 4  # times fewer errors than the majority guess, for emptiness to predict the class
MOST_WRONG = 0.05  # of the rows
LEAST_TOLD = 10  # rows that emptiness gets right and the majority guess does not

GAPS = {
    "value": "an empty cell counts as a value of its own",
    "frequent": "each is filled with the column's most frequent value, or the median of numbers",
    "frequent-in-class": (
        "in training each is filled with the most frequent value of its class, or the median "
        "of numbers; in other rows it stays empty, and the machine sees no value there"
    ),
    "drop-row": "rows with one are left out",
}


def gappy(table: Table, attributes: Sequence[str]) -> np.ndarray:
    """Which rows have an empty cell in one of the attributes: bool (n_rows,)."""
    gaps = [table.column(name).missing_rows for name in attributes]
    return np.any(gaps, axis=0)


def empty_cells(
    table: Table, attributes: Sequence[str], gaps: str, of_file: Container[str]
) -> list[str]:
    """A sentence on the file's empty cells in these columns, or in the dates they are parts of.

    of_file: the names of the file's columns.
    """
    dates = [dated.name for dated in table.columns if dated.kind == "date"]
    whole = {part: name for name in dates for part in named_parts(name) if part not in of_file}
    names = dict.fromkeys(whole.get(name, name) for name in attributes)
    holey = [column for column in map(table.column, names) if column.missing]
    if not holey:
        return []
    n_cells = sum(column.missing for column in holey)
    outcome = GAPS[gaps]
    if gaps == "drop-row":
        n_rows = int(gappy(table, attributes).sum())
        outcome = f"{counted(n_rows, 'row')} with one {'is' if n_rows == 1 else 'are'} left out"
    return [
        f"In the columns that are used {counted(n_cells, 'cell')} "
        f"{'is' if n_cells == 1 else 'are'} empty "
        f"(in {listed(quoted(column.name) for column in holey)}); {outcome}."
    ]


def marks_in_class(labels: Column) -> list[str]:
    """A sentence on a class of three or more that looks like an unknown one."""
    sizes = dict(zip(labels.values, labels.counts.tolist(), strict=True))
    marks = [value for value, n in sizes.items() if n and value in DROPPED]
    if len(marks) != 1 or sum(n > 0 and value is not None for value, n in sizes.items()) < 3:
        return []
    return [
        f"{quoted(marks[0])} counts as a class of {quoted(labels.name)}, in "
        f"{counted(sizes[marks[0]], 'row')}. If it means that the class is unknown, leave these "
        "cells empty."
    ]


def told_by_gaps(table: Table, target: str, attributes: Sequence[str]) -> list[str]:
    """A sentence on each column whose emptiness predicts the class."""
    labels, sentences = table.column(target), []
    n_wrong = table.n_rows - labels.counts.max(initial=0)
    for column in map(table.column, attributes):
        if not column.missing:
            continue
        sides = (labels.codes[column.missing_rows], labels.codes[~column.missing_rows])
        wrong = sum(len(side) - np.bincount(side).max(initial=0) for side in sides)
        is_telling = TELLING * wrong < n_wrong and n_wrong - wrong >= LEAST_TOLD
        if is_telling and wrong <= MOST_WRONG * table.n_rows:
            sentences.append(
                f"Whether a cell of {quoted(column.name)} is empty tells the class in "
                f"{table.n_rows - wrong:,} of {table.n_rows:,} rows. If it is filled in only once "
                "the class is known, leave the column out."
            )
    return sentences
