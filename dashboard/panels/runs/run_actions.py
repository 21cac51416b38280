"""What can be done with the runs that are ticked: open, predict, repeat, take away, delete."""

import streamlit as st

from dashboard import people, services, stored_runs
from dashboard.pages import PAGES, path
from dashboard.panels.download_row import download
from dashboard.panels.widgets import on_click
from dashboard.session import Session
from dashboard.text import plain
from interpret.registry import kind_of
from jobs.store import Run


def run_actions(state: Session, ticked: list[Run], runs: list[Run]) -> None:
    """Buttons for one ticked run, or to delete several."""
    if len(ticked) == 1:
        _sharing(ticked[0])
    with st.container(horizontal=True, vertical_alignment="center"):
        if len(ticked) == 1:
            _for_one(state, ticked[0], runs)
        many = f"{len(ticked)} runs" if len(ticked) > 1 else "the run"
        with st.popover("Delete …", icon=":material/delete:"):
            st.markdown(
                f"{_what(ticked)} A table is deleted along with its last run, unless you have it "
                "open or somebody else brought it too."
            )
            st.button(
                f"Delete {many}",
                key="delete",
                type="primary",
                **on_click(stored_runs.delete, state, [run.id for run in ticked]),
            )


def _for_one(state: Session, run: Run, runs: list[Run]) -> None:
    query, kind = {"run": run.id}, kind_of(run.kind)
    st.page_link(path(kind.page), label="Open", icon=":material/open_in_new:", query_params=query)
    for name in kind.also:
        page = PAGES[name]
        st.page_link(path(name), label=page.title, icon=page.icon, query_params=query)
    seed = stored_runs.other_seed(run, runs)
    st.button(
        f"Repeat with seed {seed}",
        key="repeat",
        icon=":material/replay:",
        help="Runs the same again on the same data. The seed decides the split into training and "
        "held-out rows, and the genetic search.",
        **on_click(stored_runs.repeat, state, run, seed),
    )
    download(
        "Download",
        lambda: stored_runs.document(run.id),
        f"run-{run.id}.json",
        "application/json",
        "download_run",
        help="The whole answer, with everything that is needed to repeat it, as one JSON file.",
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
        help="They can see the run, its table and its answer, but cannot stop or delete it.",
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
