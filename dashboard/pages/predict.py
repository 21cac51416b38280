"""Predict: what an answer says of the rows of another file."""

import streamlit as st

from dashboard import predictions, services
from dashboard.pages import path
from dashboard.panels.predict.by_kind import shows
from dashboard.panels.run_state import say_complaint
from dashboard.session import session

state = session()
kind = predictions.kind_at_hand(state)
run = services.answered(state, kind)
shown = shows(kind)
found = shown.found(state, run)

st.title("What would it say of other rows?", anchor=False)
say_complaint(state)
if run and found:
    shown.show(run, found)
else:
    st.info(
        "There is no rule to predict with yet. Find one, explain a number or learn who chooses "
        "what, or open an earlier run.",
        icon=":material/batch_prediction:",
    )
    with st.container(horizontal=True):
        st.page_link(path("load_data"), label="Load data", icon=":material/table:")
        st.page_link(path("runs"), label="Runs", icon=":material/history:")
