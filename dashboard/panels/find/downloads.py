"""The rule to take away."""

import json

import streamlit as st

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
        "JSON": (lambda: _json(run), "json", "application/json"),
        "Python": (lambda: export.as_python(e), "py", "text/x-python"),
        "SQL": (lambda: export.as_sql(e), "sql", "application/sql"),
        "pandas": (lambda: export.as_pandas(e), "pandas.py", "text/x-python"),
        "Report": (lambda: report.html_report(answers), "html", "text/html"),
    }
    with st.container(horizontal=True):
        for label, (make, ending, mime) in files.items():
            st.download_button(
                label,
                make,
                f"{name}-rule.{ending}",
                mime,
                key=f"download_{label.lower()}",
                on_click="ignore",
                icon=":material/download:",
            )


def _json(run: Run) -> str:
    return json.dumps(run.result, allow_nan=False, ensure_ascii=False, indent=1)
