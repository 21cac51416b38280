"""Predict: what an answer says of the rows of another file."""

import streamlit as st

from dashboard import services, stored_runs
from dashboard.pages import path
from dashboard.panels.predict import kind_at_hand, predicted
from dashboard.panels.run_state import say_complaint
from dashboard.session import session

state = session()
run = services.answered(state, kind_at_hand(state))
found = stored_runs.result_of(state, run)

st.title("What would it say of other rows?", anchor=False)
say_complaint(state)
if run and found:
    predicted(run, found)
else:
    st.info(
        "There is no rule to predict with yet. Find one, or open an earlier run.",
        icon=":material/batch_prediction:",
    )
    with st.container(horizontal=True):
        st.page_link(path("load_data"), label="Load data", icon=":material/table:")
        st.page_link(path("runs"), label="Runs", icon=":material/history:")
