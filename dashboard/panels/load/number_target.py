"""A number to predict: as it is, or as two classes by a cut that is moved over its histogram."""

import numpy as np
import streamlit as st

from dashboard import services
from dashboard.panels.chart import chart
from dashboard.session import Session
from dashboard.text import plain
from interpret.answers.number.figures import histogram, histogram_text
from interpret.data.amounts import amounts_read, halves
from interpret.data.cuts import readable
from interpret.data.table import Table

NUMBER, CLASSES = "as a number", "high when above a cut"
STEPS = 100


def middle(table: Table, target: str) -> float:
    """A number with few digits that divides the rows of a column of numbers in halves."""
    column = amounts_read(table, target)[0].column(target)
    amounts = column.values.numbers[column.codes]
    there = np.sort(amounts[~np.isnan(amounts)])
    place = len(there) // 2
    return readable(float(there[place - 1]), float(there[place]))


def number_target(state: Session, table: Table, target: str) -> None:
    """How the number is to be predicted, and its histogram with the cut."""
    column = amounts_read(table, target)[0].column(target)
    amounts = column.values.numbers[column.codes]
    there = np.sort(amounts[~np.isnan(amounts)])

    def choose() -> None:
        above = None
        if st.session_state["number_as"] == CLASSES:
            above = middle(table, target)
        state.change(above=above, positive=())

    def move() -> None:
        state.change(above=float(st.session_state["above"]), positive=())

    above = state.settings.above
    st.session_state["number_as"] = NUMBER if above is None else CLASSES
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"Take **{plain(target)}**", width="content")
        st.segmented_control(
            "How the number is predicted",
            [NUMBER, CLASSES],
            key="number_as",
            on_change=services.attempt,
            args=(state, choose),
            required=True,
            label_visibility="collapsed",
        )
    if above is not None:
        places = np.unique(np.quantile(there, np.linspace(0.01, 0.99, STEPS)))
        options = sorted({*(float(f"{place:.6g}") for place in places[:-1]), above})
        st.session_state["above"] = above
        st.select_slider(
            "High when above",
            options,
            key="above",
            on_change=services.attempt,
            args=(state, move),
            format_func="{:.6g}".format,
        )
    classes, cuts = ((), ()) if above is None else (halves(above), (above,))
    shown = (target, amounts, amounts > np.array(cuts or np.inf), classes, cuts)
    chart("number_histogram", histogram, histogram_text, *shown)
