"""Learn a kernel: the mixture with the smallest radius-margin ratio, and formulas as kernels."""

import streamlit as st

from dashboard import services
from dashboard.panels import learn
from dashboard.panels.learn import (
    charts,
    formulas,
    go_on,
    learning_choice,
    learning_now,
    so_far,
    verdict,
    ways,
)
from dashboard.panels.run_state import at_work, how_it_ended, of_page, say_complaint, start_button
from dashboard.panels.widgets import which_class
from dashboard.session import session
from dashboard.text import plain, table_facts
from interpret.present.wording import class_name

state = session()
of = of_page(state, "learn")
run, learnt = of.run, of.found
choice = learn.choice(state, run)

title, action = st.columns([4, 1], vertical_alignment="bottom")
title.title("Which mix of kernels suits this table?", anchor=False)
below = st.container()
settings = which_class(state, learnt.positive if learnt else (), "learnt_class")
is_nothing = not (choice.settings.ways or choice.settings.formulas)
start_button(action, of, "learn", is_nothing, learn.start, state, choice, settings)
if learnt:
    name = class_name(learnt.target, learnt.positive)
    below.caption(
        f"{plain(learnt.table)} · predicts **{plain(name)}** · learnt from {learnt.n_train:,} "
        f"rows, judged on {learnt.n_test:,} · kernels of degree 1 to {learnt.degrees} and the "
        "identity"
    )
else:
    below.caption(table_facts(services.loaded(state)))
learning_choice(state, choice)
say_complaint(state)
is_as_set = run is None or (
    services.is_of(run, learnt, settings) and run.spec["asked"] == learn.spec(state, choice)
)
how_it_ended(of, is_as_set)
if run and of.is_active:
    at_work(run, learning_now, below=so_far)
if learnt and learnt.ways:
    verdict(learnt)
    charts(learnt)
    ways(learnt)
    go_on(state, learnt)
if learnt and learnt.formulas:
    formulas(state, learnt)
