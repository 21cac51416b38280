"""All runs as a table to choose from, drawn anew while some of them go on."""

import hashlib

import pandas as pd
import streamlit as st

from dashboard import services, stored_runs
from dashboard.panels.runs.recent import STATUS
from dashboard.session import Session
from dashboard.text import plain
from interpret.present.duration_words import duration_words
from interpret.registry import kind_of
from jobs.database import StoreError
from jobs.store import Run

PERIOD = 1.0  # seconds between two looks
TALL = 15  # rows of the table that are seen at once


def run_list(state: Session, runs: list[Run]) -> None:
    """One row a run; the rows that are ticked become the session's ticked runs."""
    ids = [run.id for run in runs]
    ticked = [place for place, run_id in enumerate(ids) if run_id in state.ticked]
    identity = hashlib.sha256("".join(ids).encode()).hexdigest()[:12]
    chosen = st.dataframe(
        pd.DataFrame(map(_line, runs)),
        key=f"runs_{identity}",
        hide_index=True,
        on_select="rerun",
        selection_mode="multi-row",
        selection_default={"selection": {"rows": ticked}},
        height="content" if len(runs) <= TALL else 36 * TALL,
        column_config={
            "data": st.column_config.TextColumn("data", width=112),
            "asked": st.column_config.TextColumn("what was asked", width=228),
            "result": st.column_config.TextColumn("result", width=250),
            "status": st.column_config.TextColumn("status", width=105),
            "when": st.column_config.DatetimeColumn("when", format="distance", width=110),
            "took": st.column_config.TextColumn("took", width=88),
        },
        alt="All runs: data, what was asked, result, status, when and how long it took",
    )
    state.ticked = tuple(ids[place] for place in chosen.selection.rows if place < len(ids))


def _line(run: Run) -> dict[str, object]:
    return {
        "data": run.name,
        "asked": kind_of(run.kind).asked(run.spec),
        "result": stored_runs.result(run),
        "status": "stopping" if run.active and run.cancel else STATUS[run.status],
        "when": run.created,
        "took": duration_words(run.duration) if run.duration else "",
    }


@st.fragment(run_every=PERIOD)
def watch(run_ids: tuple[str, ...], statuses: tuple[str, ...]) -> None:
    """Draws the page anew when one of these runs is not as it was."""
    try:
        now = {run.id: run.status for run in services.store().recent(None, run_ids)}
    except StoreError as error:
        st.warning(plain(error))
        return
    if tuple(now.get(run_id, "") for run_id in run_ids) != statuses:
        st.rerun()
