"""The columns of the table: how cells are read, which may be used, and each as a picture."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from dashboard import services
from dashboard.kept import of_tables
from dashboard.panels.display import numbers
from dashboard.panels.widgets import bound, sheets_of, uploaded
from dashboard.session import Session
from dashboard.text import plain
from interpret.data.asked import WORDS
from interpret.data.attributes import DUPLICATE, LEFT_OUT, Columns, kind_of
from interpret.data.complaints import EMPTY, listed, quoted
from interpret.data.cuts import is_amount
from interpret.data.questions import CellQuestion
from interpret.data.table import Column, Table
from interpret.settings import SHARE
from interpret.tell import svg
from interpret.tell.charts import BAD, FAMILY_COLORS

OPEN = "**How are these cells meant?** Nothing in the file decides it. An answer can be changed."
BETWEEN = " · "  # cells, which may hold commas
FIRST = 50
SHOWN = 10  # columns at once
FLAGS = {
    "identifier": "⚑ names rows",
    "constant": "⚑ always the same",
    DUPLICATE: "⚑ gives the class away",
}
NAMED = {
    "weight": "weight",
    "group": "group",
    "held_out": "held out",
}
TO_EXPLAIN = "number to explain"
NOT_USED = {*LEFT_OUT, *NAMED.values()}
NONE = "none"
LABELS = {
    "weight": "Weight",
    "group": "Group",
    "test": "Held out",
}
HELP = {
    "weight": "How many rows a row stands for: 3 counts the row three times. Weights that are not "
    "whole numbers are rounded to tenths of their mean.",
    "group": "Rows of one group, such as those of one customer or patient, are never split between "
    "training and judging, and intervals count groups.",
    "test": "A column that says which rows to judge on: those with test, yes, true or 1.",
}

READ_AS = "read as"
HOW_TO_READ = (
    f"{', '.join(WORDS)}, or numbers to cut at, such as 45.5, 60; several with semicolons. Empty: "
    "as the file tells."
)
SIZE = (160.0, 40.0)
BARS, STRIPS = 16, 40  # of the values, and of the rows one after the other
STRIP = 6.0  # pixels, below the bars
LOOKED_AT = 20_000  # rows, evenly spaced


def sheet(state: Session, of: Table) -> None:
    """Which sheet of a workbook is read, where there are several."""
    sheets_of(
        of,
        help="Another sheet is another table: settings on columns begin anew.",
        **bound("sheet", of.sheet, partial(services.take_sheet, state)),
    )


def open_questions(state: Session, asked: Sequence[CellQuestion]) -> None:
    """What the cells of columns mean that nothing decides."""
    if not asked:
        return
    with st.container(border=True, key="open_questions"):
        st.markdown(OPEN)
        for place, question in enumerate(asked):
            _question(state, f"meant_{place}", question)


def _question(state: Session, key: str, question: CellQuestion) -> None:
    def take(chosen: int) -> None:
        services.meant(state, question.names, question.choices[chosen].how)

    st.radio(
        listed(f"**{plain(name)}** {plain(BETWEEN.join(cells))}" for name, cells in question.cells),
        range(len(question.choices)),
        format_func=lambda place: plain(question.choices[place].words),
        horizontal=True,
        **bound(key, question.taken, take),
    )


def columns(
    state: Session, of: Table, target: str, is_number: bool, notices: Sequence[str]
) -> None:
    """Each column's use, picture, values, empty cells, and what is to be known of it.

    is_number: whether the target is explained as a number, without classes; notices: those that
    name a column stand at it.
    """
    asked = state.settings.columns
    kinds: dict[str, str] = {c.name: kind_of(c, of.column(target), asked) for c in of.columns}
    kinds |= {name: NAMED[role] for name, role in asked.roles.named.items() if name in kinds}
    kinds[target] = "class"
    named = kinds | ({target: TO_EXPLAIN} if is_number else {})
    rows = _portraits(
        of, None if is_number else of.column(target), named, asked, notices, state.bad
    )
    text = st.column_config.TextColumn
    edited = st.data_editor(
        pd.DataFrame(rows),
        key=f"columns_{state.edition}",
        hide_index=True,
        disabled=[name for name in rows[0] if name not in ("use", READ_AS)],
        column_config={
            "use": st.column_config.CheckboxColumn(
                "use",
                width=70,
                help="Untick a column to leave it out of training. Tick one that was left out to "
                "take it back: one that names rows, is always the same, or is the class under "
                "another name.",
            ),
            "column": text("column", width=170),
            "rows by class": st.column_config.ImageColumn(
                "rows" if is_number else "rows by class",
                width=180,
                help="A bar for each value, or for a part of the numbers"
                + " by class, the most frequent class at the bottom" * (not is_number)
                + ". The strip below shows where in the file cells are empty.",
            ),
            "used as": text("used as", width=150),
            READ_AS: text(READ_AS, width=150, help=HOW_TO_READ),
            "values": text("values", width=200),
            "empty": numbers("%,d", "empty", width=70),
            "note": text("note", width=260),
        },
        row_height=52,
        height="content" if len(rows) <= SHOWN else 560,
        alt="The columns of the table: use, picture, kind, values, empty cells, notes",
    )
    if list(edited["use"]) != [row["use"] for row in rows]:
        _take(state, kinds, dict(zip(kinds, edited["use"], strict=True)))
        st.rerun()
    said = edited[READ_AS].fillna("")  # a cell that was emptied is missing
    for name, how, row in zip(kinds, said, rows, strict=True):
        if how != row[READ_AS]:
            state.edition += 1
            services.attempt(state, services.read_column, state, name, how)
            st.rerun()


def _portraits(
    of: Table,
    classes: Column | None,
    kinds: Mapping[str, str],
    asked: Columns,
    notices: Sequence[str],
    bad: tuple[str, ...],
) -> list[dict[str, Any]]:
    """A row for each column of the table."""
    identity = (of.digest, of.sheet, classes.name if classes else None, bad)
    return [
        {
            "use": kinds[column.name] not in NOT_USED and column.name not in asked.drop,
            "column": column.name,
            "rows by class": _drawn((*identity, column.name), column, classes),
            "used as": FLAGS.get(kinds[column.name], kinds[column.name]),
            READ_AS: "; ".join(how for name, how in asked.said if name == column.name),
            "values": listed(EMPTY if value is None else value for value in column.values),
            "empty": column.missing,
            "note": " ".join(text for text in notices if quoted(column.name) in text),
        }
        for column in of.columns
    ]


@of_tables(max_entries=2000, show_spinner=False)
def _drawn(identity: tuple[Any, ...], _column: Column, _classes: Column | None) -> str:
    return portrait(_column, _classes, identity[3])


def first_rows(shown: Table) -> None:
    some = shown.rows(range(min(FIRST, shown.n_rows)))
    alt = f"The first {some.n_rows} rows of the table"
    st.dataframe(some.frame(), hide_index=True, placeholder=EMPTY, alt=alt)
    if shown.n_rows > FIRST:
        st.caption(f"The first {FIRST} of {shown.n_rows:,} rows are shown.")


def _take(state: Session, kinds: dict[str, str], used: dict[str, bool]) -> None:
    """Takes over the ticks; one that is impossible is taken back and explained."""
    keep, drop = list(state.settings.keep), []
    for name, use in used.items():
        if kinds[name] == "class":
            if not use:
                state.edition += 1
                state.complaint = (
                    f"{quoted(name)} cannot be left out, because it is what is predicted. Choose "
                    "another column to predict first."
                )
        elif use and kinds[name] in LEFT_OUT:
            keep.append(name)
        elif not use and name in keep:
            keep.remove(name)
        elif not use and kinds[name] not in NOT_USED:
            drop.append(name)
    state.change(keep=tuple(keep), drop=tuple(drop))


def roles(state: Session, table: Table) -> None:
    """A choice of a column for each role, and a file to judge on."""
    for place, role in zip(st.columns(len(LABELS)), LABELS, strict=True):
        chosen = getattr(state.settings, role)
        place.selectbox(
            LABELS[role],
            (NONE, *table.names),
            help=HELP[role],
            **bound(
                f"role_{role}",
                chosen if chosen in table.names else NONE,
                partial(_take_role, state, role),
            ),
        )
    st.file_uploader(
        "A test file of your own",
        help="Rows to judge on, with the same columns. All of the first file is learned from, and "
        "all of this one is held out.",
        **uploaded("test_file", partial(services.load_test, state)),
    )


def _take_role(state: Session, role: str, name: str) -> None:
    """Takes a column, or none, for a role."""
    drop = tuple(other for other in state.settings.drop if other != name)
    none = SHARE if role == "test" else None
    state.change(**{role: none if name == NONE else name, "drop": drop})


def portrait(column: Column, classes: Column | None, bad: Sequence[str] = ()) -> str:
    """The address of the picture; classes: the column of classes, None if a number is explained.

    Classes have their colours from the most frequent on. bad: those that are bad news.
    """
    colours = list(FAMILY_COLORS)
    if classes is not None:
        for place, rank in enumerate(_ranks(classes)):
            if classes.values[place] in bad and rank < len(colours):
                colours[rank] = BAD
    width, height = SIZE
    stacks = counts(column, classes)
    most = max(1, int(stacks.sum(axis=1).max(initial=0)))
    across, marks = width / max(1, len(stacks)), []
    high = height - STRIP - 3
    for place, stack in enumerate(stacks):
        top = high
        for share, colour in zip(stack / most, colours, strict=False):
            top -= high * share
            marks.append(svg.rectangle(place * across, top, (across - 1, high * share), colour))
    for place, share in enumerate(empty(column)):
        left, size = place * width / STRIPS, (width / STRIPS, STRIP * share)
        marks.append(svg.rectangle(left, height - size[1], size, svg.FAINT))
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}">{"".join(marks)}</svg>'
    )
    return f"data:image/svg+xml;base64,{b64encode(drawn.encode()).decode('ascii')}"


def counts(column: Column, classes: Column | None) -> np.ndarray:
    """How many rows each bar has of each class, (at most BARS, at most as many as colours).

    A bar is a value, the most frequent ones in their order, or an equal part of the numbers.
    """
    rows = _looked_at(column)
    codes, n_values = column.codes[rows], len(column.values)
    bar_of = np.full(n_values, -1)
    filled = np.flatnonzero(column.counts[: n_values - (column.values[-1] is None)] > 0)
    if is_amount(column):
        amounts = column.values.numbers[filled]
        ends = np.linspace(amounts.min(), amounts.max(), BARS + 1)[1:-1]
        bar_of[filled], n_bars = np.searchsorted(ends, amounts, side="right"), BARS
    else:
        often = np.sort(filled[np.argsort(-column.counts[filled], kind="stable")[:BARS]])
        bar_of[often], n_bars = np.arange(len(often)), len(often)
    side_of = np.zeros(1, int)
    sides = np.zeros(len(rows), int)
    if classes is not None:
        last = len(FAMILY_COLORS) - 1
        side_of = np.minimum(_ranks(classes), last)
        sides = side_of[classes.codes[rows]]
    found = np.zeros((n_bars, int(side_of.max()) + 1), int)
    np.add.at(found, (bar_of[codes][bar_of[codes] >= 0], sides[bar_of[codes] >= 0]), 1)
    return found


def _ranks(classes: Column) -> np.ndarray:
    """The place of each class by frequency, the most frequent first."""
    return np.argsort(np.argsort(-classes.counts, kind="stable"), kind="stable")


def empty(column: Column) -> Sequence[float]:
    """The share of empty cells in each of STRIPS equal parts of the rows, in their order."""
    if not column.missing:
        return ()
    parts = np.array_split(column.missing_rows, STRIPS)
    return [float(part.mean()) if len(part) else 0.0 for part in parts]


def _looked_at(column: Column) -> np.ndarray:
    n = len(column.codes)
    return np.unique(np.linspace(0, n - 1, min(n, LOOKED_AT)).astype(int))
