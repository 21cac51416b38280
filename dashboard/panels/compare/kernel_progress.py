"""A comparison at work: which kernel is judged now, and how to stop it."""

import streamlit as st

from dashboard import services
from dashboard.panels.find.progress import PERIOD
from dashboard.panels.run_state import cancel, waiting
from dashboard.session import Session
from dashboard.text import plain
from jobs.database import StoreError
from kernels.catalog import reads


@st.fragment(run_every=PERIOD)
def kernel_progress(state: Session, run_id: str, version: str) -> None:
    """Watches a run; the page is drawn anew when it has ended, or has another result than that."""
    try:
        run = services.store().get(run_id)
        steps = services.store().steps(run_id)
    except StoreError as error:
        st.warning(plain(error))
        return
    if run is None or not run.active or run.version != version:
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
