"""Runs: every run, to open, take away or delete."""

import streamlit as st

from dashboard import services, stored_runs
from dashboard.pages import path
from dashboard.panels.run_state import say_complaint
from dashboard.panels.runs import one_run, run_actions, run_list, watch
from dashboard.session import session
from interpret.data.complaints import counted

state = session()
runs = stored_runs.recent(state)
active = [run for run in runs if run.active]

st.title("What has been found so far?", anchor=False)
say_complaint(state)
if runs:
    owned = stored_runs.whose()
    going = f" · {len(active)} going on" if active else ""
    st.caption(f"{counted(len(runs), 'run')} {owned}{going}")
    run_list(state, runs)
    ticked = [run for run in runs if run.id in state.ticked]
    if not ticked:
        st.caption("Tick a run to open or delete it.")
    else:
        run_actions(state, ticked)
    if len(ticked) == 1 and (whole := services.seen(ticked[0].id)):
        one_run(whole)
    if active:
        watch(tuple(run.id for run in active), tuple(run.status for run in active))
else:
    st.info(
        "There are no runs yet. Load a table and press “Find the rule”.",
        icon=":material/history:",
    )
    st.page_link(path("load_data"), label="Load data", icon=":material/table:")
