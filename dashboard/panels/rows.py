"""Rows of the table with verdicts and notes."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.elements.lib.column_types import ColumnConfig

from dashboard import services
from dashboard.panels.display import named_table
from dashboard.session import session
from interpret.answers.rows import Column
from interpret.data.table import Table
from interpret.forms.answer.answer import Answer
from interpret.present import wording

MOST = 500
SHOWN = 1000  # rows of another file; all of them are in the download


def row_input(
    place: DeltaGenerator, label: str, table: Table, start: int | None = None, **more: Any
) -> int | None:
    """The index of the row whose number in the file is typed in.

    None if the field is empty, or if no row here has that number, which a caption then says. start:
    the index of the first row shown, None where the session knows it.
    """
    numbers = table.row_numbers
    if start is not None:
        more["value"] = int(numbers[start])
    typed = place.number_input(label, 1, int(numbers.max()), **more)
    if typed is None:
        return None
    (places,) = np.nonzero(numbers == typed)
    if len(places):
        return int(places[0])
    place.caption(f"Row {typed:,} is left out because it has no class or an empty cell.")
    return None


def said_rows(columns: Sequence[Column], start: int) -> None:
    """Rows of another file: what is said of them, `columns` from `start` on, stands first."""

    def config(name: str, cell: object) -> ColumnConfig:
        if not isinstance(cell, int | float):
            return st.column_config.TextColumn(name)
        form = "%.6g" if isinstance(cell, float) else None
        return st.column_config.NumberColumn(name, format=form)

    n_rows = len(columns[0][1])
    shown = [(name, cells[:SHOWN]) for name, cells in (*columns[start:], *columns[:start])]
    alt = "The rows with what is predicted for each"
    named_table([("row", [*range(1, min(n_rows, SHOWN) + 1)]), *shown], alt, config)
    if n_rows > SHOWN:
        st.caption(f"The first {SHOWN:,} of {n_rows:,} rows are shown; the download has them all.")


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

    What the machine does not read stands first: a name is how a row is found again. pick: is told
    the number in the file of a row that is clicked on, in a table with a key.
    """
    if not len(rows):
        st.caption("There are no such rows.")
        return
    e, n_rows, part = a.explanation, a.explained.n_rows, rows[:MOST]
    shown = a.explained.rows(part)
    unseen = set(e.rows["test"])
    yes, no = wording.one_of(e.positive), wording.one_of(e.negative)
    cells = a.as_read.rows(part).frame()
    in_file = a.in_file.rows(np.searchsorted(a.in_file.row_numbers, shown.row_numbers)).frame()
    columns = [
        ("row", list(shown.row_numbers)),
        *((name, list(in_file[name])) for name in _unread(a)),
        ("seen in training", ["no" if row in unseen else "yes" for row in part]),
        ("class", list(cells[e.target])),
        ("machine says", list(np.where(np.array(e.machine.scores)[part] > 0, yes, no))),
        *(
            (f"{form.called} says", list(np.where(form.card.holds(shown), yes, no)))
            for form in e.forms
        ),
        *((name, list(cells[name])) for name in cells if name in e.attributes),
    ]
    alt = "Rows with their class and the verdicts of machine and forms"
    named_table(columns, alt, key=key, **_picking(key, shown.row_numbers, pick))
    in_part = f" The first {MOST:,} are shown." if len(rows) > MOST else ""
    st.caption(f"{len(rows):,} of {n_rows:,} rows.{in_part}")


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
