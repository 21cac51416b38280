"""The state of a page's run: its progress, and how it ended."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard import services, stored_runs
from dashboard.pages import PAGES
from dashboard.panels.runs import ICON
from dashboard.panels.widgets import on_click
from dashboard.session import Session
from dashboard.text import plain
from interpret.registry import kind_of
from jobs.database import Run, StoreError
from jobs.runner import waiting_words
from jobs.store import SERVER_STOPPED

PERIOD = 1.0  # seconds between two looks at a run
SOON, YOUNG = 0.25, timedelta(seconds=10)  # between looks at a run this young without an answer
Step = dict[str, Any]
Says = Callable[[Run, list[Step]], str]
Draws = Callable[[Run, list[Step]], None]


def say_complaint(state: Session) -> None:
    """Says why the last action had no effect, where it had none."""
    complaint = state.complain()
    if complaint:
        st.error(plain(complaint), icon=":material/error:")


def at_work(
    run: Run,
    says: Says,
    detail: Says = lambda run, steps: f"{steps[-1]['seconds']:.0f} s",
    below: Draws = lambda run, steps: None,
) -> None:
    """Watches a run; the page is drawn anew when it has ended or has a new result.

    says: the current step, as Markdown; detail: the text of the bar; both are called once there is
    a step. below: draws more.
    """
    soon = _is_young(run)
    watched = st.fragment(_watched, run_every=SOON if soon else PERIOD)
    watched(run, says, detail, below, soon)


def _is_young(run: Run) -> bool:
    """Whether a run may have its first answer at any moment."""
    return not run.version and datetime.now(UTC) - run.created < YOUNG


def _watched(run: Run, says: Says, detail: Says, below: Draws, soon: bool) -> None:
    try:
        now, steps = look(run.id)
        queue = services.store().queue() if now and now.status == "queued" else []
    except StoreError as error:
        st.warning(plain(error))
        return
    if now is None or not now.active or now.version != run.version or soon != _is_young(now):
        st.rerun()
    with st.container(border=True):
        words, stop = st.columns([5, 1.2], vertical_alignment="center")
        now_told = says(now, steps) if steps else "The run is starting."
        words.markdown(waiting_words(now, queue) or now_told)
        stop.button(
            "Stopping …" if now.cancel else "Cancel",
            key=f"cancel_{now.kind}",  # the page may also show a run of another kind
            icon=":material/stop_circle:",
            disabled=now.cancel,
            width="stretch",
            help=f"Stops the {kind_of(now.kind).thing} and keeps what it has found so far.",
            **on_click(services.cancel, now.id),
        )
        if steps:
            st.progress(min(1.0, steps[-1]["fraction"]), text=detail(now, steps))
        below(now, steps)


def look(run_id: str) -> tuple[Run | None, list[Step]]:
    """A run as it is now, with its steps."""
    store = services.store()
    return store.get(run_id), [data for _, data in store.steps(run_id)]


@dataclass(frozen=True)
class RunOfPage:
    """The runs of a page. run: the last of its kind that was started or opened; shown: the one
    whose answer is on the page; found: that answer, or nothing without one.
    """

    kind: str
    run: Run | None
    shown: Run | None
    found: Any

    @property
    def is_active(self) -> bool:
        return self.run is not None and self.run.active

    @property
    def button(self) -> str:
        """The label of the button that starts another one."""
        return f"{kind_of(self.kind).button}{' again' * bool(self.found)}"


def of_page(
    state: Session, kind: str, find: Callable[[Session, Run | None], Any] = stored_runs.result_of
) -> RunOfPage:
    """The session's run of a kind; find: reads its answer."""
    run = services.current(state, kind)
    shown = run if run and run.active else services.answered(state, kind)
    return RunOfPage(kind, run, shown, find(state, shown))


def start_button(
    place: DeltaGenerator, of: RunOfPage, key: str, disabled: bool, *action: Any
) -> None:
    """A button that starts a run, quiet once there is an answer. action: a function and its
    arguments.
    """
    place.button(
        of.button,
        key=key,
        type="tertiary" if of.found else "primary",
        icon=PAGES[kind_of(of.kind).page].icon,
        width="stretch",
        disabled=disabled or of.is_active,
        **on_click(*action),
    )


def how_it_ended(of: RunOfPage, is_as_set: bool) -> None:
    """Says that there is no run, that one did not end well, or that the settings have changed.

    is_as_set: whether the run has the present settings.
    """
    entry, run, has_answer = kind_of(of.kind), of.run, bool(of.found)
    other = bool(of.shown and run and of.shown.id != run.id)
    below = " The last answer stands below." if other and has_answer else ""
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
            f"You stopped the {entry.thing}.{kept} Press “{of.button}” to start again.",
            icon=ICON["cancelled"],
        )
    elif run.status == "done" and not is_as_set:
        st.info(
            f"The settings have changed since this answer. Press “{of.button}” to use them.",
            icon=":material/tune:",
        )
