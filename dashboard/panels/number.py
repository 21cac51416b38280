"""What the page that explains a number shows: the sum, a row to try, downloads."""

from functools import partial

import streamlit as st

from dashboard import services
from dashboard.kept import of_tables
from dashboard.panels.find.rows import row_fields
from dashboard.panels.predict import other_rows
from dashboard.panels.rows import row_input
from dashboard.panels.widgets import Form, download_list, on_demand, sql_forms
from dashboard.session import Session
from dashboard.stored_runs import as_file
from dashboard.text import plain, stem
from interpret.data.attributes import Columns
from interpret.data.table import Table
from interpret.data.task import NumberTask, number_task
from interpret.forms.whatif.by_hand import row_of
from interpret.number.explanation import NumberExplanation, rows_as_read
from interpret.number.kind import number_as_python, number_as_sql
from interpret.registry import name_asked
from interpret.tell.number import words
from interpret.tell.number.answer import page_of
from interpret.tell.page import as_page
from jobs.database import Run


def asks_a_number(state: Session) -> bool:
    """Whether the target is a number to be explained."""
    return name_asked(services.loaded(state), state.settings) == "number"


@of_tables(max_entries=16, show_spinner=False)
def task(digest: str, target: str | None, columns: Columns) -> NumberTask:
    """The number to be explained; a DataError says what does not fit."""
    return number_task(services.table(digest, sheet=columns.sheet), target, columns)


def start(state: Session) -> None:
    """Starts to explain the number of the session's settings."""
    shown_task = task(state.digest, state.settings.target, state.settings.columns)
    state.change(target=shown_task.target, positive=())
    services.begin(state, "number", state.settings)


@of_tables(max_entries=8, show_spinner=False)
def rows_of(version: str, _e: NumberExplanation) -> tuple[Table, Table]:  # noqa: ARG001
    """The task's rows as in the file and as the machine reads them."""
    in_file = services.table(_e.digest, _e.table, _e.settings.sheet)
    as_read = rows_as_read(_e, in_file).table
    return as_read, _e.preparation.table(as_read)


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
    row = row_fields(as_read, train, values, used, start)
    held = [term for term in e.terms if term.clause.accepts(row)]
    total = e.base + sum(term.effect for term in held)
    lines = [f"{words.measured(e.base, e)} to begin with"]
    lines += [words.effect_words(term, e) for term in held]
    st.markdown("\n".join(f"- {plain(line)}" for line in lines))
    st.markdown(f"Predicted: **{plain(words.measured(total, e))}**")
    if row == {name: values[name] for name in used}:
        st.caption(f"Observed: {plain(words.measured(e.observed[start], e))}.")


@on_demand("Predict other rows", "predict_rows", ":material/batch_prediction:")
def predict(run: Run) -> None:
    """Another file, with the number predicted for each row."""
    other_rows(run.kind, run.result or {})


@on_demand("Download", "downloads", ":material/download:", st.popover)
def downloads(e: NumberExplanation, run: Run) -> None:
    """The sum as code, the whole answer as JSON and as a report."""
    files: dict[str, Form] = {
        "JSON": (lambda: as_file(run.result or {}), "json", "application/json"),
        "Python": (lambda: number_as_python(e), "py", "text/x-python"),
        "Report": (lambda: as_page(page_of(e)), "html", "text/html"),
    }
    files |= sql_forms(partial(number_as_sql, e))
    download_list(f"{stem(e.table, 'number')}-number", files)
