"""Samples to load, and what to predict of the table."""

from functools import partial

import streamlit as st

from dashboard import services
from dashboard.panels.widgets import bad_news, bound, on_click, uploaded
from dashboard.session import Session
from dashboard.text import plain
from interpret.data.cuts import is_amount
from interpret.data.table import Table
from interpret.data.task import Task
from interpret.present.wording import one_of
from sample_data import SAMPLES, SampleTable


def drop_zone(state: Session) -> None:
    st.file_uploader(
        "Your table",
        help="CSV, TSV, Excel, OpenDocument, Parquet or ARFF, also gzipped, with the column names "
        "in the first line. The file stays on this machine.",
        **uploaded("upload", partial(services.load, state)),
    )
    with st.popover("A table of OpenML", icon=":material/cloud_download:", width="stretch"):
        number = st.number_input(
            "Its number",
            min_value=1,
            value=None,
            key="openml",
            placeholder="61",
            help="As in the address openml.org/d/61. Nothing else here asks another host.",
        )
        if st.button("Get it", key="get_openml", disabled=number is None, width="stretch"):
            with st.spinner("Asking openml.org …"):
                services.attempt(state, services.load_openml, state, number)
            st.rerun()


def sample_line(state: Session) -> None:
    """The samples behind one line, beside a table of the user's own."""
    with st.popover("Or try a sample", icon=":material/table_view:", width="stretch"):
        for sample in SAMPLES:
            st.button(
                plain(sample.question),
                key=f"sample_{sample.file}",
                width="stretch",
                **on_click(services.load_sample, state, sample),
            )


def cards(state: Session, loaded: SampleTable | None) -> None:
    st.caption("Or try one of these")
    columns = st.container(key="samples").columns(len(SAMPLES))
    for column, sample in zip(columns, SAMPLES, strict=True):
        with column.container(border=True, height="stretch", gap="xsmall"):
            st.markdown(f"**{plain(sample.question)}**")
            st.caption(plain(sample.size))
            st.space("stretch")
            is_loaded = sample == loaded
            st.button(
                "Loaded" if is_loaded else "Load",
                key=f"sample_{sample.file}",
                disabled=is_loaded,
                width="stretch",
                **on_click(services.load_sample, state, sample),
            )


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
        if len(tasks) == 1:
            bad_news(state, one_of(tasks[0].positive))
