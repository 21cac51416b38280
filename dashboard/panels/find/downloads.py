"""The rule to take away."""

import streamlit as st

from dashboard.panels.download_row import download_row, result_json
from dashboard.text import stem
from interpret.answer.answer import Answer
from interpret.answer.explanation import Explanation
from interpret.present import export, report
from jobs.store import Run


def downloads(e: Explanation, run: Run, answers: tuple[Answer, ...]) -> None:
    """The rule as text and code, the whole answer as JSON and as a report."""
    st.header("Take it with you", anchor=False)
    name = stem(e.table, "rule")
    files = {
        "Text": (lambda: export.as_text(e), "txt", "text/plain"),
        "JSON": (lambda: result_json(run), "json", "application/json"),
        "Python": (lambda: export.as_python(e), "py", "text/x-python"),
        "SQL": (lambda: export.as_sql(e), "sql", "application/sql"),
        "pandas": (lambda: export.as_pandas(e), "pandas.py", "text/x-python"),
        "Report": (lambda: report.html_report(answers), "html", "text/html"),
    }
    download_row(f"{name}-rule", files)
