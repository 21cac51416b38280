"""How a file is read, where it may be read in several ways: its sheet, and what its cells mean."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from dashboard import services
from dashboard.panels.widgets import bound
from dashboard.session import Session
from dashboard.text import plain
from interpret.data.complaints import listed
from interpret.data.questions import CellQuestion
from interpret.data.table import Table

OPEN = (
    "**How are these cells meant?** Nothing in the file decides it. An answer holds for the whole "
    "file, and can be changed."
)
BETWEEN = " · "  # cells, which may hold commas


def sheet(state: Session, of: Table) -> None:
    """Which sheet of a workbook is read, where there are several."""
    if len(of.sheets) > 1:
        st.selectbox(
            "Sheet",
            of.sheets,
            help="Another sheet is another table: settings on columns begin anew.",
            width=260,
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
        services.read_as(state, dict(question.choices[chosen].said))

    st.radio(
        listed(f"**{plain(name)}** {plain(BETWEEN.join(cells))}" for name, cells in question.cells),
        range(len(question.choices)),
        format_func=lambda place: plain(question.choices[place].words),
        horizontal=True,
        **bound(key, question.taken, take),
    )
