"""The frame: the pages, and what the URL and the session share."""

import logging

import streamlit as st

from dashboard import services
from dashboard.panels.runs.recent import COMPARE, FIND, LEARN, PAGES, PREDICT, RUNS
from dashboard.session import session
from dashboard.text import plain
from interpret.data.complaints import DataError
from jobs.database import StoreError

SHOWS = {  # the pages that show a run of a kind; the first is where its link leads
    "explain": ("Find the rule", "Predict"),
    "compare": ("Compare kernels",),
    "learn": ("Learn a kernel",),
}
GONE = "The table is not in the store: it goes with its last run. Load it again."

st.set_page_config("Rulescope", "dashboard/logo.png", layout="wide")
page = st.navigation(
    [
        st.Page(
            "dashboard/pages/load_data.py",
            title="Load data",
            icon=":material/table:",
            help="A table of your own or a sample, what to predict from it, and earlier runs.",
            default=True,
        ),
        st.Page(
            FIND,
            title="Find the rule",
            icon=":material/frame_inspect:",
            help="Train a machine on the table, find the rule inside it and see how good it is.",
        ),
        st.Page(
            COMPARE,
            title="Compare kernels",
            icon=":material/compare_arrows:",
            help="Judge kernels on rows they were not trained on, and see what each sees.",
        ),
        st.Page(
            LEARN,
            title="Learn a kernel",
            icon=":material/balance:",
            help="Weigh kernels into the one with the smallest radius-margin ratio, proven.",
        ),
        st.Page(
            PREDICT,
            title="Predict",
            icon=":material/batch_prediction:",
            help="What the rule and its machine say of the rows of another file.",
        ),
        st.Page(
            RUNS,
            title="Runs",
            icon=":material/history:",
            help="Every run: open it, compare two, repeat it, delete it, take it away.",
        ),
    ],
    position="top",
)
st.logo("dashboard/logo.svg", size="medium")
state = session()


def follow_url() -> None:
    """The run or the table that the URL names, and if it names none the first sample."""
    run_id, digest = st.query_params.get("run"), st.query_params.get("data")
    if run_id and run_id not in (state.run_id, state.compared, state.learnt):
        kind = services.open_run(state, run_id)
        if kind:
            if page.title not in SHOWS[kind]:
                st.switch_page(PAGES[kind], query_params={"run": run_id})
        else:
            state.complaint = f"There is no run {run_id} here. Start one, or open a recent one."
    elif not state.digest and digest and not services.open_table(state, digest):
        state.complaint = GONE
    if state.digest and not services.store().has_table(state.digest):
        state.complaint = GONE
        state.digest = ""
    if not state.digest:
        services.load_sample(state, services.SAMPLES[0])


def say_url() -> None:
    """Writes what is shown into the URL: menu clicks drop it."""
    shown = {"data": state.digest}
    if page.title in SHOWS["explain"] and state.run_id:
        shown = {"run": state.run_id}
    if page.title == "Compare kernels" and state.compared:
        shown = {"run": state.compared}
    if page.title == "Learn a kernel" and state.learnt:
        shown = {"run": state.learnt}
    if st.query_params.to_dict() != shown:
        st.query_params.from_dict(shown)


with st.container(horizontal_alignment="center"), st.container(width=1000):
    try:
        services.runner()
        follow_url()
        say_url()
        page.run()
    except (DataError, StoreError) as error:
        st.error(plain(error))
    except Exception:
        logging.getLogger("rulescope").exception("A page could not be shown.")
        st.error("This page could not be shown, and the server's log says why. Reload the page.")
