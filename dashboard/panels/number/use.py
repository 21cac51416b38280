"""What can be done with a number's sum: try a row, predict other rows, take it along."""

import streamlit as st

from dashboard.panels.download_row import download_row
from dashboard.panels.find.try_row import row_fields
from dashboard.panels.predict.by_kind import other_rows
from dashboard.panels.rows import row_input
from dashboard.panels.widgets import on_demand
from dashboard.stored_runs import as_file
from dashboard.text import plain, stem
from interpret.answers.number import export, words
from interpret.answers.number.explanation import NumberExplanation
from interpret.answers.number.report import number_report
from interpret.answers.rule.whatif.row import row_of
from interpret.data.table import Table
from jobs.store import Run


@on_demand("Try a row", "try_row", ":material/experiment:")
def try_row(e: NumberExplanation, as_read: Table, explained: Table) -> None:
    """A row of the table, its values to be changed by hand, and what they add up to."""
    start = row_input(
        st.container(),
        "Start from row",
        explained,
        e.rows[e.judged_on][0],
        help="Its values are filled in below; you can change any of them.",
    )
    if start is None:
        return
    used = list(dict.fromkeys(t.attribute for term in e.terms for t in term.clause.tests))
    if not used:
        st.caption("The sum has no conditions, so no value matters.")
        return
    train = explained.rows(list(e.rows["train"]))
    values = row_of(as_read, e.attributes, start)
    row = e.preparation.row(row_fields(as_read, train, values, used, start))
    held = [term for term in e.terms if term.clause.accepts(row)]
    total = e.base + sum(term.effect for term in held)
    lines = [f"{words.amount(e.base, e.spread)} to begin with"]
    lines += [words.effect_words(term, e) for term in held]
    st.markdown("\n".join(f"- {plain(line)}" for line in lines))
    st.markdown(f"Predicted: **{plain(words.amount(total, e.spread))}**")
    if row == e.preparation.row({name: values[name] for name in used}):
        st.caption(f"Observed: {plain(words.amount(e.observed[start], e.spread))}.")


@on_demand("Predict other rows", "predict_rows", ":material/batch_prediction:")
def predict(run: Run) -> None:
    """Another file, with the number predicted for each row."""
    other_rows(run.kind, run.result or {})


def downloads(e: NumberExplanation, run: Run, table: Table) -> None:
    """The sum as text and code, the whole answer as JSON and as a report."""
    st.header("Take it with you", anchor=False)
    files = {
        "Text": (lambda: export.number_as_text(e), "txt", "text/plain"),
        "JSON": (lambda: as_file(run.result or {}), "json", "application/json"),
        "Python": (lambda: export.number_as_python(e), "py", "text/x-python"),
        "SQL": (lambda: export.number_as_sql(e), "sql", "application/sql"),
        "pandas": (lambda: export.number_as_pandas(e), "pandas.py", "text/x-python"),
        "Report": (lambda: number_report(table, e), "html", "text/html"),
    }
    download_row(f"{stem(e.table, 'number')}-number", files)
