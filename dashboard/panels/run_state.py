"""What is said of a run on its page, of whatever kind: that it is at work, and how it ended."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard import services
from dashboard.pages import PAGES
from dashboard.panels.runs.recent import ICON
from dashboard.session import Session
from dashboard.text import plain
from jobs.kinds import kind_of
from jobs.store import SERVER_STOPPED, Run


def waiting(run: Run) -> str:
    """What is said of a run before its first step."""
    return "Waiting for a free place." if run.status == "queued" else "Starting."


def cancel(place: DeltaGenerator, state: Session, run: Run, key: str, kept: str) -> None:
    """The button that stops a run; kept: what stopping does, and what is kept."""
    place.button(
        "Stopping …" if run.cancel else "Cancel",
        key=key,
        icon=":material/stop_circle:",
        disabled=run.cancel,
        width="stretch",
        help=kept,
        on_click=services.attempt,
        args=(state, services.store().cancel, run.id),
    )


def pause(place: DeltaGenerator, state: Session, run: Run, key: str) -> None:
    """The button that lets a run rest, and go on from where it was."""
    rests = run.status == "paused"
    place.button(
        "Continue" if rests else "Pause",
        key=key,
        icon=":material/play_circle:" if rests else ":material/pause_circle:",
        disabled=run.cancel or run.status == "queued",
        width="stretch",
        help="Goes on from where the run was, as soon as no other is at work."
        if rests
        else "The run rests, its place is free for others, and it goes on from where it was when "
        "you like. It does not outlive the server.",
        on_click=services.attempt,
        args=(state, services.store().go_on if rests else services.store().pause, run.id),
    )


def how_it_ended(
    kind: str, run: Run | None, shown: Run | None, *, has_answer: bool, is_as_set: bool
) -> None:
    """Where there is no run, or one that did not end well, or the settings have changed since.

    shown: the run whose answer stands below; has_answer: whether one does; is_as_set: whether the
    run was asked with the settings as they are now.
    """
    entry = kind_of(kind)
    button = f"{entry.button} again" if has_answer else entry.button
    other = bool(shown and run and shown.id != run.id)
    below = " Below is the last answer." if other and has_answer else ""
    if run is None:
        st.info(entry.nothing_yet, icon=PAGES[entry.page].icon)
    elif run.status == "failed":
        st.error(
            f"{plain(run.error or 'The run failed.')}{below}",
            title="This run could not be finished",
            icon=ICON["failed"],
        )
    elif run.status == "interrupted":
        st.warning(
            f"{plain(run.error or SERVER_STOPPED)}{below}",
            title="This run was interrupted",
            icon=ICON["interrupted"],
        )
    elif run.status == "cancelled":
        kept = entry.kept if has_answer and not other else f"It had no answer yet.{below}"
        st.info(
            f"You stopped the {entry.thing}. {kept} Press “{button}” to start again.",
            icon=ICON["cancelled"],
        )
    elif run.status == "done" and not is_as_set:
        st.info(
            f"The settings have changed since this answer. Press “{button}” to use them.",
            icon=":material/tune:",
        )
