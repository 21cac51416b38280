"""The number that is to be explained, and what an empty cell is."""

import numpy as np
import streamlit as st

from dashboard.panels.display import chart
from dashboard.panels.widgets import bound
from dashboard.session import Session
from dashboard.text import plain
from interpret.data.cuts import cut_of, halves, middle, numbers_of
from interpret.data.preparation import GAPS
from interpret.data.table import Table
from interpret.number.figures import histogram

NUMBER, CLASSES = "as a number", "high when above a cut"
STEPS = 100


def number_target(state: Session, table: Table, target: str) -> None:
    """How the number is to be predicted, and its histogram with the cut."""
    amounts = numbers_of(table, target)

    def take(how: str) -> None:
        state.change(positive=halves(middle(table, target))[:1] if how == CLASSES else ())

    above = cut_of(state.settings.positive)
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
            **bound("above", above, lambda cut: state.change(positive=halves(cut)[:1])),
        )
    chart("number_histogram", histogram, target, amounts, above, state.bad)


def gaps(state: Session) -> None:
    """What an empty cell is."""
    st.radio(
        "What is an empty cell?",
        list(GAPS),
        format_func=lambda way: GAPS[way][0].upper() + GAPS[way][1:],
        help="A value that training never saw counts as no value when a row is predicted.",
        **bound("set_gaps", state.settings.gaps, lambda way: state.change(gaps=way)),
    )
