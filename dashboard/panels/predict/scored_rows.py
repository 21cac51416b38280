"""Scored rows: in a sentence for each class, as a table, and to take away."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from dashboard.text import plain, stem
from interpret.answer.predict import Scores
from interpret.data.complaints import EMPTY, counted
from interpret.data.table import Table
from interpret.present import scored

SCORE = "The machine's decision value: positive above 0, and surer the farther from it."
SHOWN = 1000  # rows; all of them are in the file


def scored_rows(table: Table, scores: Sequence[Scores]) -> None:
    with st.container(border=True):
        st.header(f"{counted(table.n_rows, 'row')} scored", anchor=False)
        for s in scores:
            st.markdown(plain(scored.verdict_words(s)))
        for sentence in scored.version_words_of(scores):
            st.info(plain(sentence), icon=":material/edit:")
        for sentence in scored.unseen_words(scores):
            st.warning(plain(sentence), icon=":material/visibility_off:")
        for sentence in scored.denied_words(scores):
            st.caption(plain(sentence))
        columns = scored.scored_columns(table, scores)
        st.download_button(
            "Download the scored rows",
            lambda: scored.as_csv(columns).encode("utf-8-sig"),  # so that spreadsheets read it
            f"{stem(table.name, 'rows')}-scored.csv",
            "text/csv",
            key="download_scored",
            type="primary",
            on_click="ignore",
            icon=":material/download:",
        )
    said = columns[len(table.names) :] + columns[: len(table.names)]
    frame = pd.DataFrame({str(place): cells[:SHOWN] for place, (_, cells) in enumerate(said)})
    frame.insert(0, "row", range(1, len(frame) + 1))
    st.dataframe(
        frame,
        hide_index=True,
        placeholder=EMPTY,
        column_config={
            str(place): _column(name, cells) for place, (name, cells) in enumerate(said)
        },
        alt="The rows with what rule and machine say of each",
    )
    if table.n_rows > SHOWN:
        st.caption(f"The first {SHOWN:,} of {table.n_rows:,} rows; the download has all.")


def _column(name: str, cells: list[object]) -> ColumnConfig:
    if isinstance(cells[0], float):
        return st.column_config.NumberColumn(name, format="%.3f", help=SCORE)
    return st.column_config.TextColumn(name)
