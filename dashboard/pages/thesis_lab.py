"""The thesis lab: the genetic search for the heaviest rule inside a machine, on stage."""

import streamlit as st

from dashboard import services
from dashboard.panels import lab
from dashboard.panels.run_state import at_work, how_it_ended, of_page, say_complaint, start_button
from dashboard.panels.widgets import which_class
from dashboard.session import session
from dashboard.text import plain
from interpret.present.wording import class_name

state = session()
of = of_page(state, lab.KIND)
run, evolved = of.run, of.found
chosen = lab.lab_settings(state, run)

head = st.container(horizontal=True, vertical_alignment="bottom")
head.title("Evolution of the heaviest rule", anchor=False, width="content")
lab.at_hand(chosen)
of_run = tuple(run.spec["settings"]["positive"]) if run else ()
settings = lab.on_table(which_class(state, of_run, "lab"), chosen.settings)
asked = class_name(settings.target or "", settings.positive)
head.caption(plain(f"{state.name} · {asked}"), width="stretch")
place = head.container(width="content")
start_button(place, of, "evolve", False, services.begin, state, lab.KIND, settings)
say_complaint(state)
is_as_set = run is None or run.spec["settings"] == settings.to_dict()
how_it_ended(of, is_as_set)
if run and of.is_active:
    at_work(run, lab.says)
if run and evolved:
    lab.told(evolved, run.id)
