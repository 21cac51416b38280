"""What every run at work and every run that did not end well has in common on its page."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard import services
from dashboard.session import Session
from dashboard.text import plain
from jobs.store import Run


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


def broken_off(run: Run, thing: str = "run", below: str = "") -> bool:
    """Whether a run failed or was interrupted; then it is said, with what stands below."""
    if run.status == "failed":
        st.error(
            f"{plain(run.error or f'The {thing} failed.')}{below}",
            title=f"This {thing} could not be finished",
            icon=":material/error:",
        )
    elif run.status == "interrupted":
        st.warning(
            f"{plain(run.error or f'The server stopped before this {thing} ended.')}{below}",
            title=f"This {thing} was interrupted",
            icon=":material/power_off:",
        )
    return run.status in ("failed", "interrupted")
