"""Runs of before, each a link that brings back its data and its rule."""

from datetime import UTC, datetime

import streamlit as st

from dashboard import stored_runs
from dashboard.pages import path
from dashboard.text import plain
from interpret.data.complaints import counted
from interpret.registry import kind_of
from jobs.store import Run

STATUS = {
    "queued": "waiting",
    "running": "running",
    "done": "done",
    "cancelled": "stopped by you",
    "failed": "failed",
    "interrupted": "interrupted",
}
ICON = {
    "queued": ":material/hourglass_empty:",
    "running": ":material/progress_activity:",
    "done": ":material/check_circle:",
    "cancelled": ":material/stop_circle:",
    "failed": ":material/error:",
    "interrupted": ":material/power_off:",
}


def recent(runs: list[Run]) -> None:
    """One line a run: its table, what it predicts, how it ended and when it began."""
    with st.container(gap=None):
        for run in runs:
            words = f"{stored_runs.title(run)} · {STATUS[run.status]} · {ago(run.created)}"
            st.page_link(
                path(kind_of(run.kind).page),
                label=plain(words),
                icon=ICON[run.status],
                query_params={"run": run.id},
            )


def ago(moment: datetime) -> str:
    """How long ago: "just now", "5 minutes ago", or the day."""
    seconds = (datetime.now(UTC) - moment).total_seconds()
    for size, unit in ((86400, "day"), (3600, "hour"), (60, "minute")):
        n = int(seconds // size)
        if n:
            return f"{counted(n, unit)} ago"
    return "just now"
