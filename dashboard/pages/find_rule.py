"""Find the rule: start, watch and cancel a search; then the answer and all that lies behind it."""

import streamlit as st

from dashboard import results, services
from dashboard.panels.find.answer import forms
from dashboard.panels.find.change import change_rule, move_cut, which_version
from dashboard.panels.find.errs import (
    beside_truth,
    confusions,
    disagreements,
    operating,
    who_is_wronged,
)
from dashboard.panels.find.evolution import evolution, live_race, progress, race
from dashboard.panels.find.full import downloads, full_rule, overlap, report_button
from dashboard.panels.find.inside import beside_others, relevance, researchers, studied
from dashboard.panels.find.length import how_long, said_of_the_other_class, said_shorter
from dashboard.panels.find.question import about_data, facts, known_beforehand, question
from dashboard.panels.find.rows import every_rule, try_row, which_of
from dashboard.panels.find.settings import more_settings
from dashboard.panels.run_state import how_it_ended, of_page, say_complaint, start_button
from dashboard.session import session
from dashboard.text import plain
from interpret.tell.rule.words import many_looks_words

ERRS, ROWS, OTHERS, INSIDE, FULL = (
    "Where it errs",
    "Rows",
    "Alternatives",
    "Inside the machine",
    "In full",
)

state = session()
of = of_page(state, "explain", results.answers)
run, shown, found = of.run, of.shown, of.found

with st.container(horizontal=True, vertical_alignment="bottom"):
    st.title(plain(question(state)), anchor=False, width="stretch")
    studies = results.studies(shown) if found and shown else ()
    if found:
        report_button(found, studies)
    start_button(st.container(width="content"), of, "find", False, services.start, state)
chosen = which_of(found)
a = found[chosen] if found else None
e = a.explanation if a else None
with st.container(key="facts"):
    st.caption(facts(state, e))
say_complaint(state)
is_as_set = run is None or run.spec["settings"] == state.settings.to_dict()
how_it_ended(of, is_as_set)
drawn = (state.settings, state.complaint)
if not found:
    more_settings(state, e, drawn)
if run and of.is_active:
    progress(run)
if a and e and shown:
    study = None if e.rule_version else studies[chosen]
    which_version(shown, a)
    known_beforehand(state, e)
    forms(state, a, shown, study, results.draft_of(shown, e))
    about_data(e)
    more_settings(state, e, drawn)
    tabs = st.tabs((ERRS, ROWS, OTHERS, INSIDE, FULL), key="tab", on_change="rerun")
    errs, rows, others, inside, full = tabs
    if errs.open:
        with errs:
            beside_truth(a)
            confusions(e)
            operating(a)
            who_is_wronged(a, shown.id + shown.version)
            if study:
                beside_others(e, study)
    if rows.open:
        with rows:
            try_row(a)
            disagreements(a)
            if len(found) > 1:
                every_rule(found)
    if others.open:
        with others:
            st.caption(plain(many_looks_words(e)))
            change_rule(a, shown)
            move_cut(a)
            how_long(state, a, study)
            if study:
                said_shorter(a, study)
                said_of_the_other_class(a, study)
    if inside.open:
        with inside:
            relevance(a)
            if of.is_active:
                live_race(shown.id)
            elif not e.rule.is_draft:
                race(e)
            evolution(state, e, shown)
            if study:
                studied(study)
            researchers(a, study)
    if full.open:
        with full:
            full_rule(a)
            overlap(a)
            downloads(e, shown, found, studies)
