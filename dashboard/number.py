"""What the pages about a number need: its task, its run and the rows of its answer."""

import numpy as np
import streamlit as st

from dashboard import services
from dashboard.session import Session
from interpret.answers.number.explanation import NumberExplanation, holds_of, rows_as_read
from interpret.data.attributes import Columns
from interpret.data.table import Table
from interpret.data.task import NumberTask, number_task
from interpret.registry import name_asked


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
