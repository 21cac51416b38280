"""A table of one's own, or one of the samples."""

from functools import partial

import streamlit as st

from dashboard import services
from dashboard.panels.widgets import on_click, uploaded
from dashboard.session import Session
from dashboard.text import plain
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
