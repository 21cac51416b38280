"""A number to predict: as it is, or as two classes by a cut that is moved over its histogram."""

import numpy as np
import streamlit as st

from dashboard.panels.chart import chart
from dashboard.panels.widgets import bound
from dashboard.session import Session
from dashboard.text import plain
from interpret.answers.number.figures import histogram, histogram_text
from interpret.data.amounts import halves, middle, numbers_of
from interpret.data.table import Table

NUMBER, CLASSES = "as a number", "high when above a cut"
STEPS = 100


def number_target(state: Session, table: Table, target: str) -> None:
    """How the number is to be predicted, and its histogram with the cut."""
    amounts = numbers_of(table, target)

    def take(how: str) -> None:
        cut = middle(table, target) if how == CLASSES else None
        state.change(above=cut, positive=())

    above = state.settings.above
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"Take **{plain(target)}**", width="content")
        st.segmented_control(
            "How the number is predicted",
            [NUMBER, CLASSES],
            required=True,
            label_visibility="collapsed",
            **bound("number_as", NUMBER if above is None else CLASSES, take),
        )
    if above is not None:
        places = np.unique(np.nanquantile(amounts, np.linspace(0.01, 0.99, STEPS)))
        st.select_slider(
            "High when above",
            sorted({*(float(f"{place:.6g}") for place in places[:-1]), above}),
            format_func="{:.6g}".format,
            **bound("above", above, lambda cut: state.change(above=cut, positive=())),
        )
    classes, cuts = ((), ()) if above is None else (halves(above), (above,))
    shown = (target, amounts, amounts > np.array(cuts or np.inf), classes, cuts)
    chart("number_histogram", histogram, histogram_text, *shown)
