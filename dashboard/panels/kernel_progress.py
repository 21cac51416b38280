"""A comparison at work: which kernel is judged now, those that are done, and how to stop it."""

import streamlit as st

from dashboard import services
from dashboard.panels.progress import PERIOD
from dashboard.session import Session
from dashboard.text import plain
from interpret.compare import Comparison
from jobs.database import StoreError
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
            says.markdown("Waiting for a free place." if run.status == "queued" else "Starting.")
        else:
            now = steps[-1][1]
            place = names.index(now["kernel"]) + 1
            says.markdown(
                f"Judging kernel {place} of {len(names)}: "
                f"**{plain(now['kernel'])}**, {plain(reads(now['kernel']))}."
            )
        stop.button(
            "Stopping …" if run.cancel else "Cancel",
            key="cancel_comparison",
            icon=":material/stop_circle:",
            disabled=run.cancel,
            width="stretch",
            help="Stops the comparison and keeps the kernels that are done.",
            on_click=services.attempt,
            args=(state, services.store().cancel, run_id),
        )
        if steps:
            seconds = steps[-1][1]["seconds"]
            st.progress(min(1.0, steps[-1][1]["fraction"]), text=f"{seconds:.0f} s")


def how_it_ended(state: Session, run, comparison: Comparison | None) -> None:
    """Where a comparison ended otherwise than well, or is not of the settings now."""
    if run is None:
        st.info(
            "Nothing is compared yet. Press “Compare”: every kernel is judged on rows it was not "
            "trained on, within a minute on most tables.",
            icon=":material/compare_arrows:",
        )
    elif run.status == "failed":
        st.error(
            plain(run.error or "The comparison failed."),
            title="This comparison could not be finished",
            icon=":material/error:",
        )
    elif run.status == "interrupted":
        st.warning(
            plain(run.error or "The server stopped before this comparison ended."),
            title="This comparison was interrupted",
            icon=":material/power_off:",
        )
    elif run.status == "cancelled":
        kept = "The kernels that were done are below." if comparison else "No kernel was done yet."
        st.info(f"You stopped the comparison. {kept}", icon=":material/stop_circle:")
    elif run.status == "done" and (
        run.spec["settings"] != state.settings.to_dict()
        or set(run.spec["kernels"]) != set(state.kernels)
    ):
        st.info(
            "Kernels or settings have changed since this comparison. Press “Compare again” to "
            "use them.",
            icon=":material/tune:",
        )
