"""The sentence that says what is predicted, with the choices inside it."""

import streamlit as st

from dashboard import services
from dashboard.session import Session
from dashboard.text import plain
from interpret.data.amounts import is_amount
from interpret.data.table import Table
from interpret.data.task import Task

FEW = 4  # so many classes can be seen at once


def predict(state: Session, table: Table, target: str, tasks: tuple[Task, ...]) -> None:
    """Predict … positive when …: the class column and the values that count as positive."""
    labels = table.column(target)
    values = [
        value
        for value, count in zip(labels.values, labels.counts, strict=True)
        if value is not None and count
    ]

    def choose_target() -> None:
        chosen = st.session_state["target"]
        drop = tuple(name for name in state.settings.drop if name != chosen)
        role = "target" if state.settings.explain is None else "explain"
        state.change(**{role: chosen, "positive": (), "drop": drop, "above": None})

    def choose_positive() -> None:
        chosen = st.session_state["positive"]
        state.change(positive=(chosen,) if isinstance(chosen, str) else tuple(chosen))

    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown("Predict", width="content")
        st.session_state["target"] = target
        st.selectbox(
            "Predict",
            table.names,
            key="target",
            on_change=services.attempt,
            args=(state, choose_target),
            label_visibility="collapsed",
            width=260,
        )
        if state.settings.above is not None or is_amount(labels):
            return
        st.markdown("positive when", width="content")
        if len(values) == 2 and len(tasks) == 1:
            st.session_state["positive"] = tasks[0].positive[0]
            st.segmented_control(
                "Positive when",
                values,
                key="positive",
                on_change=services.attempt,
                args=(state, choose_positive),
                format_func=plain,
                required=True,
                label_visibility="collapsed",
            )
        else:
            st.session_state["positive"] = list(state.settings.positive)
            st.multiselect(
                "Positive when",
                values,
                key="positive",
                on_change=services.attempt,
                args=(state, choose_positive),
                placeholder="each class: one rule for each",
                label_visibility="collapsed",
                width=320,
            )
