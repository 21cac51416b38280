"""Rows of the table with what is said of them."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.elements.lib.column_types import ColumnConfig

from dashboard import services
from dashboard.session import session
from interpret.answers.rows import Column
from interpret.answers.rule.answer.answer import Answer
from interpret.data.complaints import EMPTY
from interpret.data.table import Table
from interpret.present import wording

MOST = 500
NOTHING: Mapping[str, str] = MappingProxyType({})
SHOWN = 1000  # rows of another file; all of them are in the download


def row_input(
    place: DeltaGenerator, label: str, table: Table, start: int | None = None, **more: Any
) -> int | None:
    """The index of the row whose number in the file is typed in.

    It is None where no row here has that number, which is then said, and where the field may be
    empty and is. start: the index of the row to begin with, None where the session knows it.
    """
    numbers = table.row_numbers
    if start is not None:
        more["value"] = int(numbers[start])
    typed = place.number_input(label, 1, int(numbers.max()), **more)
    if typed is None:
        return None
    (found,) = np.nonzero(numbers == typed)
    if len(found):
        return int(found[0])
    place.caption(f"Row {typed:,} is left out: it has no class, or an empty cell.")
    return None


def said_rows(
    columns: Sequence[Column], start: int, form: str, alt: str, about: Mapping[str, str] = NOTHING
) -> None:
    """Rows of another file: first the verdicts, `columns` from `start` on, then its own columns.

    form: how a number is written, unless it is whole; about: what a column means, by its name or by
    the end of its name from a colon on.
    """
    said = [*columns[start:], *columns[:start]]
    n_rows = len(said[0][1])
    frame = pd.DataFrame({str(place): cells[:SHOWN] for place, (_, cells) in enumerate(said)})
    frame.insert(0, "row", range(1, len(frame) + 1))
    st.dataframe(
        frame,
        hide_index=True,
        placeholder=EMPTY,
        column_config={
            str(place): _column(name, next(iter(cells), None), form, about)
            for place, (name, cells) in enumerate(said)
        },
        alt=alt,
    )
    if n_rows > SHOWN:
        st.caption(f"The first {SHOWN:,} of {n_rows:,} rows; the download has all.")


def _column(name: str, cell: object, form: str, about: Mapping[str, str]) -> ColumnConfig:
    if not isinstance(cell, int | float):
        return st.column_config.TextColumn(name)
    told = about.get(name, about.get(f": {name.rpartition(': ')[2]}"))
    return st.column_config.NumberColumn(
        name, format=form if isinstance(cell, float) else None, help=told
    )


def _unread(a: Answer) -> list[str]:
    """The columns of the file that the machine does not read, such as names of rows."""
    e = a.explanation
    read = {e.target, *e.attributes, *(dates.attribute for dates in e.preparation.dates)}
    return [name for name in a.in_file.names if name not in read]


def name_column(a: Answer) -> str | None:
    """The first column that the machine does not read and that names each row; None without one."""
    for name in _unread(a):
        column = a.in_file.column(name)
        if None not in column.values and len(column.values) == a.in_file.n_rows:
            return name
    return None


def rows_table(
    a: Answer, rows: np.ndarray, key: str | None = None, pick: Callable[[int], None] | None = None
) -> None:
    """The rows at these places: class, verdicts of the machine and of each form, every column.

    What the machine does not read stands first: a name is how a row is found again. pick: hears the
    number in the file of a row that is clicked on, in a table with a key.
    """
    if not len(rows):
        st.caption("There is no such row.")
        return
    e, n_rows = a.explanation, a.explained.n_rows
    shown = a.explained.rows(rows[:MOST])
    scores = np.array(e.machine.scores)[rows[:MOST]]
    unseen = set(e.rows["test"])
    yes, no = wording.one_of(e.positive), wording.one_of(e.negative)
    cells = a.as_read.rows(rows[:MOST]).frame()
    in_file = a.in_file.rows(np.searchsorted(a.in_file.row_numbers, shown.row_numbers)).frame()
    front = {
        "row": shown.row_numbers,
        **{name: list(in_file[name]) for name in _unread(a)},
        "seen in training": ["no" if row in unseen else "yes" for row in rows[:MOST]],
        "class": list(cells[e.target]),
        "machine says": np.where(scores > 0, yes, no),
        **{f"{form} says": np.where(said, yes, no) for form, said in e.verdicts_of(shown).items()},
    }
    labels = {f"front_{i}": label for i, label in enumerate(front)}
    frame = pd.DataFrame(dict(zip(labels, front.values(), strict=True)))
    frame = pd.concat([frame, cells[list(e.attributes)].set_axis(e.attributes, axis=1)], axis=1)
    frame.columns = [*labels, *(f"attribute_{i}" for i in range(len(e.attributes)))]
    names = [*front, *e.attributes]
    st.dataframe(
        frame,
        hide_index=True,
        placeholder=EMPTY,
        column_config=dict(zip(frame.columns, names, strict=True)),
        alt="Rows of the table with their class and the verdicts of the machine and of each form",
        key=key,
        **_picking(key, shown.row_numbers, pick),
    )
    part = f"The first {MOST:,} of {len(rows):,}" if len(rows) > MOST else f"{len(rows):,}"
    st.caption(f"{part} of {n_rows:,} rows.")


def _picking(
    key: str | None, numbers: np.ndarray, pick: Callable[[int], None] | None
) -> dict[str, Any]:
    """The arguments of a table that reports clicks on its rows; none without `pick`."""
    if key is None or pick is None:
        return {}

    def picked() -> None:
        for row in st.session_state[key]["selection"]["rows"][:1]:
            pick(int(numbers[row]))

    return {
        "on_select": lambda: services.attempt(session(), picked),
        "selection_mode": "single-row",
    }
