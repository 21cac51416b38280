"""What is said of a run on its page, of whatever kind: that it is at work, and how it ended."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from math import ceil
from statistics import median
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard import services
from dashboard.pages import PAGES
from dashboard.panels.runs.recent import ICON
from dashboard.session import Session
from dashboard.text import plain
from interpret.data.complaints import counted
from interpret.present.duration_words import duration_words
from jobs.database import StoreError
from jobs.kinds import kind_of
from jobs.runner import SLOTS
from jobs.schema import ASIDE
from jobs.store import SERVER_STOPPED, Run

PERIOD = 1.0  # seconds between two looks
SOON, YOUNG = 0.25, timedelta(seconds=10)  # between looks at a new run, until it has an answer
Step = dict[str, Any]
Says = Callable[[Run, list[Step]], str]


def say_complaint(state: Session) -> None:
    """Says why the last action had no effect, where it had none."""
    complaint = state.complain()
    if complaint:
        st.error(plain(complaint), icon=":material/error:")


def ignore(run: Run, steps: list[Step]) -> None:
    """Draws nothing."""


def at_work(
    state: Session,
    run: Run,
    says: Says,
    detail: Says = lambda run, steps: f"{steps[-1]['seconds']:.0f} s",
    below: Callable[[Run, list[Step]], None] = ignore,
) -> None:
    """Watches a run; the page is drawn anew when it has ended, or has another result than this.

    says: what it does now, as Markdown; detail: what stands at the bar, both asked once there is a
    step; below: draws more.
    """
    soon = _is_young(run)
    watched = st.fragment(_watched, run_every=SOON if soon else PERIOD)
    watched(state, run, says, detail, below, soon)


def _is_young(run: Run) -> bool:
    """Whether a run may have its first answer at any moment."""
    return not run.version and datetime.now(UTC) - run.created < YOUNG


def _watched(
    state: Session,
    run: Run,
    says: Says,
    detail: Says,
    below: Callable[[Run, list[Step]], None],
    soon: bool,
) -> None:
    try:
        now, steps = look(run.id)
        others = [other for other in services.store().recent() if other.id != run.id]
    except StoreError as error:
        st.warning(plain(error))
        return
    if now is None or not now.active or now.version != run.version or soon != _is_young(now):
        st.rerun()
    with st.container(border=True):
        words, stop = st.columns([5, 1.2], vertical_alignment="center")
        ahead = _ahead(now, others)
        if now.status == "queued" and ahead:
            words.markdown(_waiting(ahead, others))
        else:
            words.markdown(says(now, steps) if steps else "Starting.")
        stop.button(
            "Stopping …" if now.cancel else "Cancel",
            key=_key("cancel", now),
            icon=":material/stop_circle:",
            disabled=now.cancel,
            width="stretch",
            help=f"Stops the {kind_of(now.kind).thing} and keeps what was found so far.",
            on_click=services.attempt,
            args=(state, services.cancel, now.id),
        )
        if steps:
            st.progress(min(1.0, steps[-1]["fraction"]), text=detail(now, steps))
        below(now, steps)


def _key(name: str, run: Run) -> str:
    """The key of a button: a run that gives way may stand on the page of another."""
    return f"{name}_{run.kind}" if run.kind in ASIDE else name


def _ahead(run: Run, others: Sequence[Run]) -> list[Run]:
    """The runs that have a place already or get one before this one; none of one that gives way."""
    if run.kind in ASIDE:
        return []
    before = [
        earlier
        for earlier in others
        if earlier.status == "queued" and earlier.created < run.created
    ]
    return [earlier for earlier in others if earlier.status == "running"] + before


def _waiting(ahead: Sequence[Run], others: Sequence[Run]) -> str:
    """How many runs come before one that waits, and how long that takes where runs have ended."""
    n = len(ahead)
    told = f"Waiting for a free place: {counted(n, 'run')} {'is' if n == 1 else 'are'} ahead."
    took = [run.duration.total_seconds() for run in others if run.status == "done" and run.duration]
    if not took:
        return told
    been = [run.duration.total_seconds() if run.duration else 0.0 for run in ahead]
    left = sum(max(0.0, median(took) - seconds) for seconds in been) / SLOTS
    tens = timedelta(seconds=10 * max(1, ceil(left / 10)))
    return f"{told} That takes about {duration_words(tens)}, as long as the last ones took."


def look(run_id: str) -> tuple[Run | None, list[Step]]:
    """A run as it is now, with its steps."""
    store = services.store()
    return store.get(run_id), [data for _, data in store.steps(run_id)]


def start_button(
    place: DeltaGenerator, kind: str, key: str, again: bool, disabled: bool, *action: Any
) -> None:
    """A page's primary button, which starts a run of its kind. action: for services.attempt."""
    place.button(
        _label(kind, again),
        key=key,
        type="primary",
        icon=PAGES[kind_of(kind).page].icon,
        width="stretch",
        disabled=disabled,
        on_click=services.attempt,
        args=action,
    )


def _label(kind: str, again: bool) -> str:
    return f"{kind_of(kind).button}{' again' * again}"


def how_it_ended(
    kind: str, run: Run | None, shown: Run | None, *, has_answer: bool, is_as_set: bool
) -> None:
    """Says that there is no run, that one did not end well, or that the settings have changed.

    shown: the run whose answer stands below; has_answer: whether one does; is_as_set: whether the
    run was asked with the settings as they are now.
    """
    entry = kind_of(kind)
    button = _label(kind, has_answer)
    other = bool(shown and run and shown.id != run.id)
    below = " Below is the last answer." if other and has_answer else ""
    kept = f" {entry.kept}" if has_answer and not other else below
    if run is None:
        st.info(entry.nothing_yet, icon=PAGES[entry.page].icon)
    elif run.status == "failed":
        st.error(
            f"{plain(run.error or 'The run failed.')}{kept}",
            title="This run could not be finished",
            icon=ICON["failed"],
        )
    elif run.status == "interrupted":
        st.warning(
            f"{plain(run.error or SERVER_STOPPED)}{kept}",
            title="This run was interrupted",
            icon=ICON["interrupted"],
        )
    elif run.status == "cancelled":
        kept = kept if has_answer and not other else f" It had no answer yet.{below}"
        st.info(
            f"You stopped the {entry.thing}.{kept} Press “{button}” to start again.",
            icon=ICON["cancelled"],
        )
    elif run.status == "done" and not is_as_set:
        st.info(
            f"The settings have changed since this answer. Press “{button}” to use them.",
            icon=":material/tune:",
        )
