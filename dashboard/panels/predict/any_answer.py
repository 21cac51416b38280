"""Any kind of answer on the rows of another file: in words, and row by row."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from dashboard.panels.download_row import download
from dashboard.panels.rows import said_rows
from dashboard.text import plain, stem
from interpret.answers import kinds
from interpret.data.apart import read_apart
from interpret.data.complaints import DataError
from interpret.present.csv_file import as_csv


def other_rows(kind: str, document: Mapping[str, Any]) -> None:
    """A file's rows with what the answer of a document says of each; the file is not kept."""
    entry = kinds.kind_of(kind)
    file = st.file_uploader(
        "Rows to predict", key="other_rows", help="A file with the columns that are asked for."
    )
    try:
        if file is None:
            needed = ", ".join(entry.needs(document))
            st.caption(f"Needed columns: {plain(needed)}." if needed else "No column is needed.")
            return
        rows = read_apart(file.getvalue(), file.name)
        told = entry.scored(document, rows)
        columns = told.columns()
    except DataError as error:
        st.error(plain(error), icon=":material/error:")
        return
    for line in told.words:
        st.markdown(plain(line))
    said_rows(columns, told.of_file, "%.6g", "The rows with what is predicted for each")
    name = f"{stem(rows.name, 'rows')}-predicted.csv"
    download("CSV", lambda: as_csv(columns), name, "text/csv", "download_predicted")
