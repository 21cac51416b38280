"""Where things stand: the question, the facts it is asked of, and how a run ended."""

import streamlit as st

from dashboard import services
from dashboard.panels.run_state import broken_off
from dashboard.session import Session
from dashboard.text import plain
from interpret.answer.explanation import Explanation
from interpret.present.words import class_name
from jobs.store import Run

AGAIN = "Press “Find the rule” to start again."


def question(state: Session) -> str:
    """What the user wants to know."""
    table = services.table(state.digest)
    target = state.settings.target or table.names[-1]
    sample = services.sample_of(table.name, target)
    if sample and state.settings.positive in ((), (sample.positive,)):
        return sample.question
    if state.settings.positive:
        return f"When is {class_name(target, state.settings.positive)}?"
    return f"What decides {target}?"


def facts(state: Session, e: Explanation | None) -> str:
    """Markdown: file, rows, what is predicted, what was held out."""
    table = services.table(state.digest)
    if e is None:
        return f"{plain(table.name)} · {table.n_rows:,} rows · {len(table.names)} columns"
    n_train, n_test = len(e.rows["train"]), len(e.rows["test"])
    judged = f", judged on {n_test:,}" if n_test else ""
    return (
        f"{plain(e.table)} · {n_train + n_test:,} rows · {len(e.attributes)} attributes · "
        f"predicts **{plain(class_name(e.target, e.positive))}** · "
        f"trained on {n_train:,} rows{judged}"
    )


def ended(state: Session, run: Run | None, shown: Run | None) -> None:
    """Where there is no run, or one that ended otherwise than well: what happened, what to do."""
    below = " Below is the last answer." if shown and run and shown.id != run.id else ""
    if run is None:
        st.info(
            "There is no rule yet. Press “Find the rule”: the machine is trained, and the first "
            "rule stands here within seconds.",
            icon=":material/frame_inspect:",
        )
    elif broken_off(run, below=below):
        return
    elif run.status == "cancelled" and run.result:
        st.info(
            f"You stopped the search. This is the best rule it had by then. {AGAIN}",
            icon=":material/stop_circle:",
        )
    elif run.status == "cancelled":
        st.info(
            f"You stopped the run before it had an answer.{below} {AGAIN}",
            icon=":material/stop_circle:",
        )
    elif run.status == "done" and run.spec["settings"] != state.settings.to_dict():
        st.info(
            "The settings have changed since this answer. Press “Find the rule again” to use them.",
            icon=":material/tune:",
        )
