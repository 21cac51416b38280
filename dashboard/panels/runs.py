"""The panels of the page of runs: the list, the actions, and all that a run needs."""

import hashlib

import pandas as pd
import streamlit as st

from dashboard import people, services, stored_runs
from dashboard.pages import PAGES, path
from dashboard.panels.display import table
from dashboard.panels.widgets import download, on_click
from dashboard.session import Session
from dashboard.text import plain
from interpret.registry import kind_of
from jobs.database import Run, StoreError
from jobs.runner import duration_words

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
        "asked": kind_of(run.kind).question(run.spec),
        "result": stored_runs.result_words(run),
        "status": "stopping" if run.active and run.cancel else STATUS[run.status],
        "when": run.created,
        "took": duration_words(run.duration) if run.duration else "",
    }


@st.fragment(run_every=PERIOD)
def watch(run_ids: tuple[str, ...], statuses: tuple[str, ...]) -> None:
    """Draws the page anew when one of these runs has changed."""
    try:
        now = {run.id: run.status for run in services.store().recent(run_ids)}
    except StoreError as error:
        st.warning(plain(error))
        return
    if tuple(now.get(run_id, "") for run_id in run_ids) != statuses:
        st.rerun()


def run_actions(state: Session, ticked: list[Run]) -> None:
    """Buttons for one ticked run, or to delete several."""
    if len(ticked) == 1:
        _sharing(ticked[0])
    with st.container(horizontal=True, vertical_alignment="center"):
        if len(ticked) == 1:
            _for_one(ticked[0])
        many = f"{len(ticked)} runs" if len(ticked) > 1 else "the run"
        with st.popover("Delete …", icon=":material/delete:"):
            st.markdown(
                f"{_what(ticked)} A table goes with its last run, unless it is open or somebody "
                "else brought it too."
            )
            st.button(
                f"Delete {many}",
                key="delete",
                type="primary",
                **on_click(stored_runs.delete, state, [run.id for run in ticked]),
            )


def _for_one(run: Run) -> None:
    query, kind = {"run": run.id}, kind_of(run.kind)
    st.page_link(path(kind.page), label="Open", icon=":material/open_in_new:", query_params=query)
    for name in kind.also:
        page = PAGES[name]
        st.page_link(path(name), label=page.title, icon=page.icon, query_params=query)
    download(
        "Download",
        lambda: stored_runs.document(run.id),
        f"run-{run.id}.json",
        "application/json",
        "download_run",
        help="The whole answer, and what repeats it, as one JSON file.",
    )


def _sharing(run: Run) -> None:
    """A switch: whether everybody who is signed in may open the person's run by its link."""
    if people.person() is None or not services.owns(run.id):
        return
    shared = services.owners().is_shared(run.id)
    wanted = st.toggle(
        "Everybody who is signed in may open this run by its link",
        shared,
        key=f"share_{run.id}",
        help="They see it and its table, but cannot stop or delete it.",
    )
    if wanted != shared:
        stored_runs.share(run.id, wanted)
    if wanted:
        st.code(stored_runs.link(run), language=None)


def _what(ticked: list[Run]) -> str:
    active = sum(run.active for run in ticked)
    stopped = " A run that is still at work is stopped first." if active else ""
    if len(ticked) > 1:
        return f"Delete {len(ticked)} runs and their results?{stopped}"
    (run,) = ticked
    return f"Delete the run “{plain(stored_runs.title(run))}” and its result?{stopped}"


def one_run(run: Run) -> None:
    """All that is needed to repeat a run."""
    if run.error:
        st.warning(plain(run.error), icon=":material/error:")
    with st.expander("What it needs to be repeated", icon=":material/fingerprint:"):
        text = st.column_config.TextColumn
        table(
            pd.DataFrame(_needs(run).items(), columns=["what", "asked"]),
            "Data, settings and versions of the run",
            {"what": text("", width=190), "asked": text("was", width=560)},
        )
        st.caption(
            "The same data, settings, seed and versions give the same rule, unless a search "
            "reaches its time limit."
        )


def _needs(run: Run) -> dict[str, str]:
    """Every setting of a run and what it was worked on with, by name."""
    spec = run.spec
    facts = {"kind": run.kind, "data": run.name, "digest of the data": run.digest or "–"}
    facts |= {name.replace("_", " "): _value(value) for name, value in spec["settings"].items()}
    if spec["settings"]["C"] is None:
        facts["C"] = "hard margin"
    if "kernels" in spec:
        facts["kernels"] = _value(spec["kernels"])
    facts |= {f"learn: {name}": _value(value) for name, value in spec.get("asked", {}).items()}
    return facts | {f"version of {n}": v for n, v in spec.get("versions", {}).items()}


def _value(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return f"{value:g}" if isinstance(value, float) else str(value)
