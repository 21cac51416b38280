"""The runs that this session may see, and actions on them."""

import json
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import streamlit as st

from dashboard import people, recommending, results, services
from dashboard.session import Session
from interpret.data.complaints import DataError
from interpret.forms.answer.proof import is_shared
from interpret.registry import kind_of, kinds
from interpret.tell.rule.side_by_side import ComparedRun
from jobs.store import Run

LARGEST_SEED = 2**31 - 1


def whose() -> str:
    """Whose runs are listed, in words."""
    if people.person():
        return "of yours, or opened by their link"
    return "of yours in this session" if is_shared() else "in the store"


def recent(state: Session, limit: int | None = None) -> list[Run]:
    """The runs that this session may see, newest first."""
    person = people.person()
    among: tuple[str, ...] | None = state.opened if is_shared() else None
    if person:
        opened = tuple(run_id for run_id in state.opened if services.may_open(run_id))
        among = (*services.owners().runs_of(person), *opened)
    return [run for run in services.store().recent(limit, among) if run.kind in kinds()]


def title(run: Run) -> str:
    """A run's table and what was asked of it."""
    return f"{run.name} · {kind_of(run.kind).question(run.spec)}"


def result(run: Run) -> str:
    """The result of a run in a few words."""
    return _result(run.id) if run.finished else ""


@st.cache_resource(max_entries=10_000, show_spinner=False)
def _result(run_id: str) -> str:
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
    """The run as a JSON file, with the chosen versions of its rules."""
    run = services.seen(run_id)
    stored = run.document() if run else {}
    if run:
        with suppress(DataError):  # an altered version: the file then holds the rule found
            if chosen := results.chosen(run):
                stored |= results.versioned(run, chosen)
    return as_file(stored)


def as_file(document: Mapping[str, Any]) -> str:
    """A document as a JSON file."""
    return json.dumps(document, allow_nan=False, ensure_ascii=False, indent=1)


def other_seed(run: Run, runs: Collection[Run]) -> int:
    """The seed after the largest one of runs that are the same but for the seed."""
    same = [_seed(other) for other in (run, *runs) if _but_seed(other) == _but_seed(run)]
    return (max(same) + 1) % LARGEST_SEED


def repeat(state: Session, run: Run, seed: int) -> None:
    """Starts the same run with another seed; nothing else in the spec changes."""
    spec = run.spec | {"settings": run.spec["settings"] | {"seed": seed}}
    state.ticked = (services.start_run(state, run.kind, spec, run.digest),)


def delete(state: Session, run_ids: Collection[str]) -> None:
    """Deletes those of the runs that this session may see; an active one is stopped first."""
    open_now = (state.digest, recommending.items_of_tab())
    for run in recent(state):
        if run.id in run_ids and services.owns(run.id):
            if run.active:
                services.store().cancel(run.id)
            services.store().delete(run.id, keeping=open_now)
            state.forget(run.id)


def asked_run(run: Run) -> ComparedRun:
    """What was asked of a run."""
    return ComparedRun(run.kind, run.name, run.digest, run.spec)


def answered(run: Run) -> ComparedRun:
    """A run with its result, by the chosen versions; a DataError if it cannot be read."""
    if not run.result:
        return asked_run(run)
    kind = kind_of(run.kind)
    value = kind.restore(run.result)
    rules = tuple(a.explanation for a in results.chosen(run)) or kind.rules(value)
    return replace(asked_run(run), rules=rules, figures=kind.figures(value))


def _seed(run: Run) -> int:
    """The seed that a run was asked with."""
    seed: int = run.spec["settings"]["seed"]
    return seed


def _but_seed(run: Run) -> str:
    spec = {name: value for name, value in run.spec.items() if name != "versions"}
    settings = spec["settings"] | {"seed": None}
    return json.dumps([run.kind, run.digest, spec | {"settings": settings}], sort_keys=True)
