"""Find the rule: start, watch and cancel a search; then the answer and all that lies behind it."""

import streamlit as st

from dashboard import results, services
from dashboard.panels.find.answer import answer
from dashboard.panels.find.beside_truth import beside_truth
from dashboard.panels.find.change_rule import change_rule
from dashboard.panels.find.charts import race, relevance
from dashboard.panels.find.curve import curve
from dashboard.panels.find.downloads import downloads
from dashboard.panels.find.evolution import evolution
from dashboard.panels.find.operating import operating
from dashboard.panels.find.progress import live_race, progress
from dashboard.panels.find.quality import confusions, disagreements
from dashboard.panels.find.question import facts, question
from dashboard.panels.find.researchers import researchers
from dashboard.panels.find.rule import rows_of_a_clause, rule
from dashboard.panels.find.settings import more_settings, search_choice
from dashboard.panels.find.several import every_rule, which_of
from dashboard.panels.find.shorter import how_short, said_of_the_other_class, said_shorter
from dashboard.panels.find.try_row import try_row
from dashboard.panels.find.versions import which_version
from dashboard.panels.find.worth import beside_others, elsewhere, stable
from dashboard.panels.find.wronged import who_is_wronged
from dashboard.panels.run_state import how_it_ended, say_complaint, start_button
from dashboard.session import session
from dashboard.text import plain

state = session()
run = services.current(state, "explain")
is_active = run is not None and run.active
shown = run if is_active else services.answered(state, "explain")
found = results.answers(state, shown)

title, action = st.columns([4, 1], vertical_alignment="bottom")
title.title(plain(question(state)), anchor=False)
begin = (state, services.start, state)
start_button(action, "explain", "find", bool(found), is_active, *begin)
chosen = which_of(found)
a = found[chosen] if found else None
e = a.explanation if a else None
st.caption(facts(state, e))
search_choice(state)
more_settings(state, e, (state.settings, state.complaint))
say_complaint(state)
is_as_set = run is None or run.spec["settings"] == state.settings.to_dict()
how_it_ended("explain", run, shown, has_answer=bool(found), is_as_set=is_as_set)

if run and is_active:
    progress(state, run)
if a and e and shown:
    study = None if e.version else results.studies(shown)[chosen]
    if len(found) > 1:
        every_rule(found)
    which_version(state, shown, a)
    with st.container(border=True):
        answer(e, study, results.draft_of(shown, e))
        rule(a)
        for notice in e.notices:
            st.caption(plain(notice))
    beside_truth(a)
    rows_of_a_clause(a)
    change_rule(a, shown)
    try_row(a)
    who_is_wronged(a, shown.id + shown.version)
    if study:
        beside_others(e, study)
    left, right = st.columns(2, gap="medium")
    with left:
        relevance(a)
    with right:
        if is_active:
            live_race(shown.id)
        elif not e.rule.is_draft:
            race(e)
    if not e.rule.is_draft:
        curve(state, e)
    evolution(e)
    confusions(e)
    operating(a)
    disagreements(a)
    if study:
        how_short(a, study)
        said_shorter(a, study)
        said_of_the_other_class(a, study)
        elsewhere(study)
        stable(study)
    downloads(e, shown, found)
    researchers(a, study)
