"""A comparison at work: which kernel is judged now, those that are done, and how to stop it."""

import streamlit as st

from dashboard import services
from dashboard.panels.find.progress import PERIOD
from dashboard.panels.run_state import broken_off, cancel, waiting
from dashboard.session import Session
from dashboard.text import plain
from interpret.lab.compare import Comparison
from interpret.settings import Settings
from jobs.database import StoreError
from jobs.store import Run
from kernels.catalog import reads


@st.fragment(run_every=PERIOD)
def kernel_progress(state: Session, run_id: str, answered: int) -> None:
    """Watches a run; the page is drawn anew when it has ended or has judged more kernels."""
    try:
        run = services.store().get(run_id)
        steps = services.store().steps(run_id)
    except StoreError as error:
        st.warning(plain(error))
        return
    done = run.result["comparison"]["kernels"] if run and run.result else []
    if run is None or not run.active or len(done) != answered:
        st.rerun()
    names = run.spec["kernels"]
    with st.container(border=True):
        says, stop = st.columns([5, 1], vertical_alignment="center")
        if not steps:
            says.markdown(waiting(run))
        else:
            now = steps[-1][1]
            place = names.index(now["kernel"]) + 1
            says.markdown(
                f"Judging kernel {place} of {len(names)}: "
                f"**{plain(now['kernel'])}**, {plain(reads(now['kernel']))}."
            )
        cancel(
            stop,
            state,
            run,
            "cancel_comparison",
            "Stops the comparison and keeps the kernels that are done.",
        )
        if steps:
            seconds = steps[-1][1]["seconds"]
            st.progress(min(1.0, steps[-1][1]["fraction"]), text=f"{seconds:.0f} s")


def how_it_ended(
    state: Session, settings: Settings, run: Run | None, comparison: Comparison | None
) -> None:
    """Where a comparison ended otherwise than well, or is not of the settings now."""
    if run is None:
        st.info(
            "Nothing is compared yet. Press “Compare”: every kernel is judged on rows it was not "
            "trained on, within a minute on most tables.",
            icon=":material/compare_arrows:",
        )
    elif broken_off(run, "comparison"):
        return
    elif run.status == "cancelled":
        kept = "The kernels that were done are below." if comparison else "No kernel was done yet."
        st.info(f"You stopped the comparison. {kept}", icon=":material/stop_circle:")
    elif run.status == "done" and (
        not services.is_of(run, comparison, settings, "test_size")
        or set(run.spec["kernels"]) != set(state.kernels)
    ):
        st.info(
            "Kernels or settings have changed since this comparison. Press “Compare again” to "
            "use them.",
            icon=":material/tune:",
        )
