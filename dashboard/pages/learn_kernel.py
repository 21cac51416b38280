"""Learn a kernel: the mixture with the smallest radius-margin ratio, and formulas as kernels."""

import streamlit as st

from dashboard import learning, results, services
from dashboard.pages import path
from dashboard.panels.learn.formulas import formulas
from dashboard.panels.learn.learning_choice import learning_choice, learning_now, so_far
from dashboard.panels.learn.learnt import charts, go_on, verdict, ways
from dashboard.panels.run_state import at_work, how_it_ended, say_complaint, start_button
from dashboard.panels.which_class import which_class
from dashboard.session import session
from dashboard.text import plain, table_facts
from interpret.present.wording import class_name

state = session()
run = services.current(state, "learn")
is_active = run is not None and run.active
shown = run if is_active else services.answered(state, "learn")
learnt = results.found(state, shown)
choice = learning.learning(state, run)

title, action = st.columns([4, 1], vertical_alignment="bottom")
title.title("Which mix of kernels suits this table?", anchor=False)
below = st.container()
settings = which_class(state, learnt.positive if learnt else (), "learnt_class")
closed = is_active or not (choice.ways or choice.formulas)
begin = (state, learning.start, state, choice, settings)
start_button(action, "learn", "learn", bool(learnt), closed, *begin)
table = services.loaded(state)
if learnt:
    told = class_name(learnt.target, learnt.positive)
    below.caption(
        f"{plain(learnt.table)} · predicts **{plain(told)}** · learnt from {learnt.n_train:,} "
        f"rows, judged on {learnt.n_test:,} · kernels of degree 1 to {learnt.degrees} and the "
        "identity"
    )
else:
    below.caption(table_facts(table))
learning_choice(state, choice)
say_complaint(state)
is_as_set = run is None or (
    services.is_of(run, learnt, settings)
    and run.spec["asked"] == learning.spec(state, choice, settings)["asked"]
)
how_it_ended("learn", run, shown, has_answer=bool(learnt), is_as_set=is_as_set)
if run and is_active:
    at_work(state, run, learning_now, below=so_far)
found, compared = False, False
if learnt and learnt.ways:
    verdict(learnt)
    charts(learnt)
    ways(learnt)
    found, compared = go_on(state, learnt)
if learnt and learnt.formulas:
    one_found, one_compared = formulas(state, learnt)
    found, compared = found or one_found, compared or one_compared
if found and not state.complaint:
    st.switch_page(path("find_rule"), query_params={"data": state.digest})
if compared and not state.complaint:
    st.switch_page(path("compare_kernels"), query_params={"data": state.digest})
