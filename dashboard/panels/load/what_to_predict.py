"""The sentence that says what is predicted, with the choices inside it."""

import streamlit as st

from dashboard.panels.widgets import bound
from dashboard.session import Session
from dashboard.text import plain
from interpret.data.amounts import is_amount
from interpret.data.table import Table
from interpret.data.task import Task


def predict(state: Session, table: Table, target: str, tasks: tuple[Task, ...]) -> None:
    """Predict … positive when …: the class column and the values that count as positive."""
    labels = table.column(target)
    values = [
        value
        for value, count in zip(labels.values, labels.counts, strict=True)
        if value is not None and count
    ]

    def take_target(chosen: str) -> None:
        drop = tuple(name for name in state.settings.drop if name != chosen)
        role = "target" if state.settings.explain is None else "explain"
        state.change(**{role: chosen, "positive": (), "drop": drop, "above": None})

    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown("Predict", width="content")
        st.selectbox(
            "Predict",
            table.names,
            label_visibility="collapsed",
            width=260,
            **bound("target", target, take_target),
        )
        if state.settings.above is not None or is_amount(labels):
            return
        st.markdown("positive when", width="content")
        if len(values) == 2 and len(tasks) == 1:
            st.segmented_control(
                "Positive when",
                values,
                format_func=plain,
                required=True,
                label_visibility="collapsed",
                **bound(
                    "positive", tasks[0].positive[0], lambda one: state.change(positive=(one,))
                ),
            )
        else:
            asked = list(state.settings.positive)
            st.multiselect(
                "Positive when",
                values,
                placeholder="each class: one rule for each",
                label_visibility="collapsed",
                width=320,
                **bound("positive", asked, lambda several: state.change(positive=tuple(several))),
            )
