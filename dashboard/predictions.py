"""What the page that predicts asks for: the answer at hand, and other rows scored with it."""

import hashlib

import streamlit as st

from interpret.answer.predict import Scores, predictors
from interpret.data.reading import read_table
from interpret.data.table import Table
from jobs.store import Run


def scored(run: Run, raw: bytes, name: str) -> tuple[Table, tuple[Scores, ...]]:
    """A file and what a run says of its rows; DataError where it does not fit."""
    return _scored(run.id, run.version, hashlib.sha256(raw).hexdigest(), name, run, raw)


@st.cache_resource(max_entries=4, show_spinner="Scoring the rows …")
def _scored(
    run_id: str,  # noqa: ARG001  what was asked and of which rows is the key of the cache
    version: str,  # noqa: ARG001
    digest: str,  # noqa: ARG001
    name: str,
    _run: Run,
    _raw: bytes,
) -> tuple[Table, tuple[Scores, ...]]:
    table = read_table(_raw, name)
    return table, tuple(one.scores(table) for one in predictors(_run.result or {}))
