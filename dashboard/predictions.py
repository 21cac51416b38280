"""What the page that predicts needs: the answer at hand, and other rows scored with it."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from dashboard.session import Session
from dashboard.versions import document
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.answer.drift import Still, stills
from interpret.answers.rule.answer.predict import predictors
from interpret.answers.rule.answer.predictor import Scores
from interpret.data.sandbox.read_apart import read_apart
from interpret.data.table import Table
from interpret.registry import KINDS
from jobs.store import Run


def kind_at_hand(state: Session) -> str:
    """The kind of run that the tab predicts with: that of the latest it shows that can predict."""
    predicting = [kind for kind, line in KINDS.items() if line.is_in]
    shown = [kind for kind in state.runs if kind in predicting]
    return (shown or predicting)[-1]


def scored(
    run: Run, answers: Sequence[Answer], raw: bytes, name: str
) -> tuple[Table, tuple[Scores, ...], tuple[tuple[Still, ...], ...]]:
    """A file, what a run's answers say of its rows, and whether rules and cards still hold there.

    A DataError where the file does not fit.
    """
    key = (run.id, run.version, *(str(a.explanation.version) for a in answers))
    return _scored(key, hashlib.sha256(raw).hexdigest(), name, document(run, answers), raw)


@st.cache_resource(max_entries=4, show_spinner="Scoring the rows …")
def _scored(
    key: tuple[str, ...],  # noqa: ARG001  what was asked and of which rows is the key of the cache
    digest: str,  # noqa: ARG001
    name: str,
    _document: Mapping[str, Any],
    _raw: bytes,
) -> tuple[Table, tuple[Scores, ...], tuple[tuple[Still, ...], ...]]:
    table, by_class = read_apart(_raw, name), predictors(_document)
    scores = tuple(one.scores(table) for one in by_class)
    found = (stills(said, table) for said in scores)
    return table, scores, tuple(found)
