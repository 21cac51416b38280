"""Compare kernels: which similarity suits the table and why, and which mix of kernels does."""

import streamlit as st

from dashboard import services
from dashboard.panels import learn
from dashboard.panels.compare import (
    every_kernel,
    facts,
    go_on,
    judging,
    kernel_choice,
    notes,
    start,
    take_kernels,
    verdict,
)
from dashboard.panels.maps import expressiveness, heat_maps, row_maps
from dashboard.panels.run_state import at_work, how_it_ended, of_page, say_complaint, start_button
from dashboard.panels.widgets import which_class
from dashboard.session import session
from dashboard.text import table_facts

state = session()
of, learning = of_page(state, "compare"), of_page(state, "learn")
run, compared, learnt = of.run, of.found, learning.found
take_kernels(state, run)

head = st.container(horizontal=True, vertical_alignment="bottom")
head.title("Which similarity suits this table?", anchor=False, width="stretch")
choice = head.popover("What is compared", icon=":material/tune:", key="what_is_compared")
found = compared or learnt
with choice:
    settings = which_class(state, found.positive if found else (), "compared_class")
    kernel_choice(state)
place = choice if compared else head.container(width="content")
start_button(place, of, "compare", not state.kernels, start, state, settings)
if compared and of.shown:
    asked = of.shown.spec["kernels"]
    names = [name for name in asked if of.is_active or name in compared.names]
    with head.container(width="content"):
        go_on(state, compared, of.shown.id)
st.caption(facts(compared) if compared else table_facts(services.loaded(state)))
say_complaint(state)
is_as_set = run is None or (
    services.is_of(run, compared, settings, any_share=True)
    and set(run.spec["kernels"]) == set(state.kernels)
)
how_it_ended(of, is_as_set)
if run and of.is_active:
    at_work(run, judging)
if compared and of.shown:
    verdict(state, compared, of.is_active)
    row_maps(compared, names, of.shown.id)
    notes(compared)
    heat_maps(compared, names)
    expressiveness(compared)
every_kernel()
learn.second_half(state, learning, settings)
