"""What the page that explains a number shows: the sum, its charts, a row to try, downloads."""

import numpy as np
import pandas as pd
import streamlit as st

from dashboard import services
from dashboard.panels.display import chart, table
from dashboard.panels.find.rows import row_fields
from dashboard.panels.predict import other_rows
from dashboard.panels.rows import row_input
from dashboard.panels.widgets import download_row, on_demand
from dashboard.session import Session
from dashboard.stored_runs import as_file
from dashboard.text import plain, stem
from interpret.answers.number import export, words
from interpret.answers.number import sum_figures as figures
from interpret.answers.number.explanation import NumberExplanation, holds_of, rows_as_read
from interpret.answers.number.report import number_report
from interpret.answers.rule.whatif.row import row_of
from interpret.data.attributes import Columns
from interpret.data.table import Table
from interpret.data.task import NumberTask, number_task
from interpret.present.wording import clause_words, percent
from interpret.registry import name_asked
from jobs.store import Run


def asks_a_number(state: Session) -> bool:
    """Whether what is to be predicted is a number to be explained."""
    return name_asked(services.loaded(state), state.settings) == "number"


@st.cache_resource(max_entries=16, show_spinner=False)
def task(digest: str, target: str | None, columns: Columns) -> NumberTask:
    """The number to be explained; a DataError says what does not fit."""
    return number_task(services.table(digest, sheet=columns.sheet), target, columns)


def start(state: Session) -> None:
    """Starts to explain the number that the session's settings ask for."""
    shown_task = task(state.digest, state.settings.target, state.settings.columns)
    state.change(target=shown_task.target, positive=())
    services.begin(state, "number", state.settings)


@st.cache_resource(max_entries=8, show_spinner=False)
def rows_of(version: str, _e: NumberExplanation) -> tuple[Table, Table, np.ndarray]:  # noqa: ARG001
    """The task's rows as in the file and as read, and which terms hold for each."""
    in_file = services.table(_e.digest, _e.table, _e.settings.sheet)
    as_read = rows_as_read(_e, in_file).table
    explained = _e.preparation.training(as_read, _e.target, _e.rows["train"])
    return as_read, explained, holds_of(_e, explained)


def answer(e: NumberExplanation) -> None:
    """The card."""
    judged, mean = e.judged[e.judged_on], e.mean_judged[e.judged_on]
    with st.container(border=True):
        st.subheader(plain(words.headline(e)), anchor=False)
        st.markdown(_sum(e))
        one, two, three = st.columns(3)
        one.metric(
            "Variation explained",
            percent(judged.explained.value),
            help="R² compared with always saying the mean of the training rows. The 95 % interval "
            "comes from resampling the rows, and allows for rows farther out than any of these.",
        )
        low, high = judged.explained.low, judged.explained.high
        between = "–" if low is None or high is None else f"{100 * low:.1f} to {percent(high)}"
        one.caption(f"{between} on {words.rows_words(e)}")
        two.metric(
            "Typical error",
            words.amount(judged.error.value, e.spread),
            help="The mean distance between what is predicted and what is observed.",
        )
        two.caption(
            f"{words.between_words(judged.error, e)}; always the mean: "
            f"{words.amount(mean.error.value, e.spread)}"
        )
        three.metric("Conditions", f"{len(e.terms)}")
        three.caption(f"{e.tests} tests in all")
        if scale := words.scale_words(e):
            st.info(plain(scale), icon=":material/stacked_line_chart:")
        if e.terms:
            st.caption(plain(words.folds_words(e)))
        st.caption(plain(words.source_words(e)))


def _sum(e: NumberExplanation) -> str:
    """The sentence as a list, which is easier to read."""
    if not e.terms:
        return plain(words.sentence(e))
    lines = [
        f"{plain(words.average_words(e))} The sum begins with "
        f"**{plain(words.amount(e.base, e.spread))}** and"
    ]
    for term in e.terms:
        does, _, when = words.effect_words(term, e).partition(" when ")
        lines.append(f"- **{plain(does)}** when {plain(when)}")
    return "\n".join(lines)


def terms(e: NumberExplanation) -> None:
    """Each condition as a bar, and as a row with what is known of it."""
    if not e.terms:
        return
    st.header("What each condition does", anchor=False)
    chart("terms", figures.terms, figures.terms_text, e, of=e)
    rows = (
        {
            "condition": clause_words(term.clause),
            "adds": words.amount(term.effect, e.spread),
            f"95 % on {words.rows_words(e)}": words.between_words(term, e),
            "training rows": term.rows["train"],
            "unseen rows": term.rows["test"],
            "in the machine": words.term_words(term),
        }
        for term in e.terms
    )
    table(rows, "The conditions and what is known of each")
    st.caption(plain(words.interval_words(e)))
    for said in words.carried_words(e):
        st.caption(plain(said))


def predictions(e: NumberExplanation, held: np.ndarray) -> None:
    """Predicted against observed, and the residuals by condition."""
    left, right = st.columns(2, gap="medium")
    with left:
        st.header("Predicted and observed", anchor=False)
        chart("observed", figures.observed, figures.observed_text, e, of=e)
    with right:
        st.header("What is left, by condition", anchor=False)
        if e.terms:
            chart("residuals", figures.residuals, figures.residuals_text, e, held, of=e)
        else:
            st.caption("The sum has no conditions.")


def beside(e: NumberExplanation) -> None:
    """What simple ways reach on the same rows."""
    st.header("What simple ways reach", anchor=False)
    judged = e.judged[e.judged_on]
    rows = [("this sum", words.share_words(judged.explained), words.size_words(e))]
    rows += [(b.name, words.share_words(b.judged.explained), b.size) for b in e.beside]
    frame = pd.DataFrame(rows, columns=["way", "variation explained", "size"])
    table(frame, "Simple ways and what each explains")


def length(e: NumberExplanation) -> None:
    st.header("How long it must be", anchor=False)
    chart("lengths", figures.lengths, figures.lengths_text, e, of=e)
    st.caption(
        "This is the error on rows left out of the fit, as the least useful condition is dropped, "
        "then the next one, and so on."
    )
    if searched := words.searched_words(e):
        st.caption(plain(searched))


def machine(e: NumberExplanation) -> None:
    """The machine over γ, and how it was learnt."""
    st.header("What the machine weighs", anchor=False)
    chart("gamma_path", figures.gamma_path, figures.gamma_text, e, of=e)
    frame = pd.DataFrame(words.heaviest_words(e), columns=["heaviest in the machine", "weight"])
    table(frame, "The machine's heaviest conjunctions")
    st.caption(plain(words.proof_words(e)))
    st.caption(plain(f"{words.machine_words(e)}."))
    if fewer := words.fewer_words(e):
        st.caption(plain(fewer))


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
