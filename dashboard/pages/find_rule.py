"""Find the rule: start, watch and cancel a search; then the answer and all that lies behind it."""

import streamlit as st

from dashboard import results, services
from dashboard.panels.find.beside_truth import beside_truth
from dashboard.panels.find.card import forms
from dashboard.panels.find.change_rule import change_rule
from dashboard.panels.find.downloads import downloads, report_button
from dashboard.panels.find.evolution import evolution
from dashboard.panels.find.full_rule import full_rule, overlap
from dashboard.panels.find.length import how_long
from dashboard.panels.find.move_cut import move_cut
from dashboard.panels.find.operating import operating
from dashboard.panels.find.progress import live_race, progress, race
from dashboard.panels.find.quality import confusions, disagreements
from dashboard.panels.find.question import about_data, facts, question
from dashboard.panels.find.researchers import researchers
from dashboard.panels.find.settings import more_settings
from dashboard.panels.find.several import every_rule, which_of
from dashboard.panels.find.shorter import said_of_the_other_class, said_shorter
from dashboard.panels.find.try_row import try_row
from dashboard.panels.find.versions import which_version
from dashboard.panels.find.worth import beside_others, elsewhere, relevance, stable
from dashboard.panels.find.wronged import who_is_wronged
from dashboard.panels.run_state import how_it_ended, of_page, say_complaint, start_button
from dashboard.session import session
from dashboard.text import plain
from interpret.answers.rule.sentences.words import many_looks_words

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
                elsewhere(study)
                stable(study)
            researchers(a, study)
    if full.open:
        with full:
            full_rule(a)
            overlap(a)
            downloads(e, shown, found, studies)
