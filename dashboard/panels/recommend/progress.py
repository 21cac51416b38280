"""A recommendation at work: what is judged now, and how to stop it."""

import streamlit as st

from dashboard import services
from dashboard.panels.find.progress import PERIOD
from dashboard.panels.run_state import cancel, waiting
from dashboard.session import Session
from dashboard.text import plain
from jobs.database import StoreError

STAGES = {
    "reading": "Reading who chose what.",
    "choosing": "Choosing kernel, λ and the rest on choices that are not judged.",
    "degrees": "Measuring kernels of rising degree.",
}


@st.fragment(run_every=PERIOD)
def progress(state: Session, run_id: str) -> None:
    """Watches a run; the page is drawn anew when it has ended."""
    try:
        run = services.store().get(run_id)
        steps = services.store().steps(run_id)
    except StoreError as error:
        st.warning(plain(error))
        return
    if run is None or not run.active:
        st.rerun()
    with st.container(border=True):
        says, stop = st.columns([5, 1], vertical_alignment="center")
        if steps:
            now = steps[-1][1]
            says.markdown(STAGES.get(now["doing"], f"Judging **{plain(now['doing'])}**."))
        else:
            says.markdown(waiting(run))
        cancel(stop, state, run, "cancel_recommend", "Stops, and keeps the ways that are judged.")
        if steps:
            st.progress(min(1.0, now["fraction"]), text=f"{now['seconds']:.0f} s")
