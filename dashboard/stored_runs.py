"""The runs that this session may see: answers, and actions on them.

Answers are restored with the rows of their tables once for each result.
"""

import json
from collections.abc import Collection, Mapping
from typing import Any
from urllib.parse import urlsplit

import streamlit as st

from dashboard import people, recommending, services
from dashboard.kept import of_tables
from dashboard.session import Session
from interpret.data.complaints import DataError
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.answer import answers as with_rows
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.proof import is_shared
from interpret.forms.study.study import Study, restore_studies
from interpret.forms.whatif.by_hand import changed_document
from interpret.registry import kind_of, kinds
from interpret.rules.card import Card
from jobs.database import Run


def result_of(state: Session, run: Run | None) -> Any:
    """The result of a run; None before there is any, or if it can no longer be read."""
    if run is None or not run.version:
        return None
    try:
        return restored(run.id, run.version, run)
    except DataError as error:
        state.complaint = str(error)
        return None


@of_tables(max_entries=32, show_spinner=False)
def restored(run_id: str, version: str, _run: Run) -> Any:  # noqa: ARG001
    """The result of a run, restored once; a DataError if it cannot be restored."""
    return kind_of(_run.kind).restore(_run.result or {})


def answers(state: Session, run: Run | None) -> tuple[Answer, ...]:
    """The answers of a run; none before the first, or if they can no longer be read."""
    explanations = result_of(state, run)
    if run is None or not explanations:
        return ()
    try:
        return _answers(run.id, run.version, explanations)
    except DataError as error:
        state.complaint = str(error)
        return ()


@of_tables(max_entries=8, show_spinner=False)
def _answers(
    run_id: str,  # noqa: ARG001  with its result the key of the cache
    version: str,  # noqa: ARG001
    _explanations: tuple[Explanation, ...],
) -> tuple[Answer, ...]:
    """The answers with their rows; a DataError where a document is not of this table."""
    explanation = _explanations[0]
    in_file = services.table(explanation.digest, explanation.table, explanation.settings.sheet)
    with_them = with_rows(_explanations, in_file)
    for answer in with_them:
        answer.check()
    return with_them


def studies(run: Run) -> tuple[Study | None, ...]:
    """The study of each of a run's answers; None while it is not done."""
    return _studies(run.id, run.version, run)


@of_tables(max_entries=16, show_spinner=False)
def _studies(run_id: str, version: str, _run: Run) -> tuple[Study | None, ...]:  # noqa: ARG001
    return restore_studies(_run.result or {})


def keep_changed(state: Session, run: Run, a: Answer, card: Card) -> None:
    """Keeps a run's answer with a card changed by hand as a run of its own, and shows that."""
    services.keep_run(state, run, changed_document(run.result or {}, a, card))


def whose() -> str:
    """Whose runs are listed, in words."""
    if people.person():
        return "of yours, or opened by their link"
    return "of yours in this session" if is_shared() else "in the store"


def recent(state: Session) -> list[Run]:
    """The runs that this session may see, newest first."""
    person = people.person()
    among: tuple[str, ...] | None = state.opened if is_shared() else None
    if person:
        opened = tuple(run_id for run_id in state.opened if services.may_open(run_id))
        among = (*services.owners().runs_of(person), *opened)
    return [run for run in services.store().recent(among) if run.kind in kinds()]


def title(run: Run) -> str:
    """A run's table and what was asked of it."""
    return f"{run.name} · {kind_of(run.kind).question(run.spec)}"


def result_words(run: Run) -> str:
    """The result of a run in a few words."""
    return _result_words(run.id) if run.finished else ""


@st.cache_resource(max_entries=10_000, show_spinner=False)
def _result_words(run_id: str) -> str:
    run = services.store().get(run_id)
    return kind_of(run.kind).result_words(run.result) if run else ""


def link(run: Run) -> str:
    """The address at which a run opens."""
    here = urlsplit(st.context.url or "")
    return f"{here.scheme}://{here.netloc}/?run={run.id}" if here.netloc else f"/?run={run.id}"


def share(run_id: str, shared: bool) -> None:
    """Lets everybody who is signed in open a run by its link, or withdraws that."""
    person = people.person()
    if person:
        services.owners().share(person, run_id, shared)


def document(run_id: str) -> str:
    """The run as a JSON file."""
    run = services.seen(run_id)
    return as_file(run.document() if run else {})


def as_file(document: Mapping[str, Any]) -> str:
    """A document as a JSON file."""
    return json.dumps(document, allow_nan=False, ensure_ascii=False, indent=1)


def delete(state: Session, run_ids: Collection[str]) -> None:
    """Deletes those of the runs that this session may see; an active one is stopped first."""
    open_now = (state.digest, recommending.items_of_tab())
    for run in recent(state):
        if run.id in run_ids and services.owns(run.id):
            if run.active:
                services.store().cancel(run.id)
            services.store().delete(run.id, keeping=open_now)
            state.forget(run.id)
