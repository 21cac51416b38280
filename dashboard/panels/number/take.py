"""A number's sum to take away, and other rows to predict."""

import streamlit as st

from dashboard.panels.download_row import as_json_file, download_row
from dashboard.panels.on_demand import on_demand
from dashboard.panels.predict.any_answer import other_rows
from dashboard.text import stem
from interpret.answers.number import export
from interpret.answers.number.explanation import NumberExplanation
from interpret.answers.number.report import number_report
from interpret.data.table import Table
from jobs.store import Run


@st.fragment
def predict(run: Run) -> None:
    """Another file, with the number predicted for each row."""
    panel = on_demand("Predict other rows", "predict_rows", ":material/batch_prediction:")
    if panel:
        with panel:
            other_rows(run.kind, run.result or {})


def downloads(e: NumberExplanation, run: Run, table: Table) -> None:
    """The sum as text and code, the whole answer as JSON and as a report."""
    st.header("Take it with you", anchor=False)
    name = stem(e.table, "number")
    files = {
        "Text": (lambda: export.number_as_text(e), "txt", "text/plain"),
        "JSON": (lambda: as_json_file(run.result or {}), "json", "application/json"),
        "Python": (lambda: export.number_as_python(e), "py", "text/x-python"),
        "SQL": (lambda: export.number_as_sql(e), "sql", "application/sql"),
        "pandas": (lambda: export.number_as_pandas(e), "pandas.py", "text/x-python"),
        "Report": (lambda: number_report(table, e), "html", "text/html"),
    }
    download_row(f"{name}-number", files)
