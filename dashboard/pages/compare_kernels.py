"""Compare kernels: which similarity suits the table and why, and which mix of kernels does."""

import streamlit as st

from dashboard import services
from dashboard.panels import learn
from dashboard.panels.compare import (
    every_kernel,
    judging,
    kernel_choice,
    ranking,
    start,
    take_kernels,
    verdict,
)
from dashboard.panels.compared_rows import expressiveness, is_dense, side_by_side
from dashboard.panels.run_state import at_work, how_it_ended, of_page, say_complaint, start_button
from dashboard.panels.widgets import which_class
from dashboard.session import session
from dashboard.text import plain, table_facts
from interpret.present.wording import class_name

state = session()
of, learning = of_page(state, "compare"), of_page(state, "learn")
run, compared, learnt = of.run, of.found, learning.found
take_kernels(state, run)

title, action = st.columns([4, 1], vertical_alignment="bottom")
title.title("Which similarity suits this table?", anchor=False)
below = st.container()
found = compared or learnt
settings = which_class(state, found.positive if found else (), "compared_class")
start_button(action, of, "compare", not state.kernels, start, state, settings)
if compared:
    part = f"{compared.n_rows:,} rows"
    if len(compared.rows) < compared.n_rows:
        dense = " (the rarer class more densely)" if is_dense(compared) else ""
        part = f"{len(compared.rows):,} of {part}, sampled{dense}"
    folds = len(compared.kernels[0].folds)
    of_class = class_name(compared.target, compared.positive)
    facts = f"{plain(compared.table)} · {part} · predicts **{plain(of_class)}** · {folds} folds, C \
chosen inside each"
    if compared.conflicts:
        facts += f" · {compared.conflicts:,} rows contradict each other"
    below.caption(facts)
else:
    below.caption(table_facts(services.loaded(state)))
kernel_choice(state)
every_kernel()
say_complaint(state)
is_as_set = run is None or (
    services.is_of(run, compared, settings, any_share=True)
    and set(run.spec["kernels"]) == set(state.kernels)
)
how_it_ended(of, is_as_set)
if run and of.is_active:
    at_work(run, judging)
if compared:
    verdict(state, compared)
    ranking(compared)
    side_by_side(compared)
    expressiveness(compared)
learn.second_half(state, learning, settings)
