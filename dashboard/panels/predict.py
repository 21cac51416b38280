"""The panel of the page that predicts: the rows of another file with their predictions."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from dashboard.panels.display import show
from dashboard.panels.rows import said_rows
from dashboard.panels.widgets import download, saying_why, table_uploaded
from dashboard.session import Session
from dashboard.text import plain, stem
from interpret.data.complaints import counted
from interpret.present.csv_file import as_csv
from interpret.registry import kind_of
from jobs.database import Run


def kind_at_hand(state: Session) -> str:
    """The kind of run with which the tab predicts: that of the latest shown run that can."""
    return ["explain", *(kind for kind in state.runs if "predict" in kind_of(kind).pages)][-1]


def predicted(run: Run, result: Any) -> None:
    """What a run's answer is about, and its predictions for the rows of another file.

    result: as it was restored.
    """
    entry = kind_of(run.kind)
    st.caption(
        f"With the answer to **{plain(entry.question(run.spec))}** "
        f"({plain(entry.outcome(result))}), learnt from {plain(run.name)}. You can open another "
        "one under Runs."
    )
    other_rows(run.kind, run.result or {})


def other_rows(kind: str, document: Mapping[str, Any]) -> None:
    """A file's rows with the predictions of a document's answer; the file is not kept."""
    entry = kind_of(kind)
    file = st.file_uploader("Rows to predict", key="other_rows")
    with saying_why():
        if file is None:
            needed = ", ".join(entry.needs(document))
            st.caption(f"Needed columns: {plain(needed)}." if needed else "No column is needed.")
            return
        rows = table_uploaded(file)
        said = entry.score(document, rows)
        columns = said.columns()
        st.header(f"{counted(rows.n_rows, 'row')} scored", anchor=False)
        show(said.brief)
        download(
            "Download the scored rows",
            lambda: as_csv(columns).encode("utf-8-sig"),  # so that spreadsheets read it
            f"{stem(rows.name, 'rows')}-predicted.csv",
            "text/csv",
            "download_predicted",
            type="primary",
        )
        said_rows(columns, said.of_file)
