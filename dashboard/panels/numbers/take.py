"""A number's sum to take away, and other rows to predict."""

import streamlit as st

from dashboard.panels.download_row import as_json_file, download, download_row
from dashboard.panels.on_demand import on_demand
from dashboard.panels.rows import said_rows
from dashboard.text import plain, stem
from interpret.answers.number import export
from interpret.answers.number.explanation import NumberExplanation
from interpret.answers.number.predict import predictor_of
from interpret.answers.number.report import number_report
from interpret.answers.number.scored import number_columns, predicted_words
from interpret.data.apart import read_apart
from interpret.data.complaints import DataError
from interpret.data.table import Table
from interpret.present.csv_file import as_csv
from jobs.store import Run


@st.fragment
def predict(e: NumberExplanation) -> None:
    """Another file, with the number predicted for each row."""
    panel = on_demand("Predict other rows", "predict_rows", ":material/batch_prediction:")
    if panel:
        with panel:
            other_rows(e)


def other_rows(e: NumberExplanation) -> None:
    """A file's rows, each with its number predicted; the file is not kept."""
    file = st.file_uploader(
        "Rows to predict", key="number_rows", help="A file with the columns that are asked for."
    )
    if file is None:
        asked = ", ".join(predictor_of(e).attributes)
        st.caption(f"Needed columns: {plain(asked)}." if asked else "No column is needed.")
        return
    try:
        rows = read_apart(file.getvalue(), file.name)
        scores = predictor_of(e).scores(rows)
    except DataError as error:
        st.error(plain(error), icon=":material/error:")
        return
    st.markdown(plain(predicted_words(scores)))
    columns = number_columns(rows, scores)
    said_rows(columns, len(rows.names), "%.6g", "The rows with the number predicted for each")
    name = f"{stem(rows.name, 'rows')}-predicted.csv"
    download("CSV", lambda: as_csv(columns), name, "text/csv", "download_predicted")


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
