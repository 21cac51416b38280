"""Scored rows: in a sentence for each class, as a table, and to take away."""

from collections.abc import Sequence

import streamlit as st

from dashboard.panels.download_row import download
from dashboard.panels.rows import said_rows
from dashboard.text import plain, stem
from interpret.answer.predictor import Scores
from interpret.data.complaints import counted
from interpret.data.table import Table
from interpret.present import scored
from interpret.present.csv_file import as_csv

SCORE = "The machine's decision value: positive above 0, and surer the farther from it."


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
        download(
            "Download the scored rows",
            lambda: as_csv(columns).encode("utf-8-sig"),  # so that spreadsheets read it
            f"{stem(table.name, 'rows')}-scored.csv",
            "text/csv",
            "download_scored",
            type="primary",
        )
    alt = "The rows with what rule and machine say of each"
    said_rows(columns, len(table.names), "%.3f", alt, SCORE)
