"""Find the rule: start, watch and cancel a search; then the answer and all that lies behind it."""

import streamlit as st

from dashboard import services, stored_runs
from dashboard.panels import lab
from dashboard.panels.find.alternatives import how_long, others, without
from dashboard.panels.find.answer import forms, how_sure, progress, squares_open_rows
from dashboard.panels.find.errs import (
    disagreements,
    how_right,
    who_is_wronged,
)
from dashboard.panels.find.full import (
    beside_others,
    downloads,
    relevance,
    researchers,
)
from dashboard.panels.find.live_card import live_card
from dashboard.panels.find.rows import every_rule, rows_of_line, try_row, which_of
from dashboard.panels.find.settings import (
    about_data,
    facts,
    known_beforehand,
    on_all_rows,
    question,
    settings,
)
from dashboard.panels.run_state import how_it_ended, of_page, say_complaint, start_button
from dashboard.panels.widgets import bad_news, colours
from dashboard.session import session
from dashboard.text import plain
from interpret.present.wording import one_of
from interpret.tell.rule.words import many_looks_words

RAIL = {  # what stands behind the answer, one part of which is open
    "How sure": ":material/verified:",
    "Where it errs": ":material/error:",
    "Rows": ":material/table_rows:",
    "Alternatives": ":material/alt_route:",
    "Inside the machine": ":material/memory:",
    "Settings": ":material/tune:",
}
SURE, ERRS, ROWS, OTHERS, INSIDE, SETTINGS = RAIL

state = session()
of = of_page(state, "explain", stored_runs.answers)
run, shown, found = of.run, of.shown, of.found

top = st.container(gap=None)
head = top.container(horizontal=True, vertical_alignment="bottom", key="head")
head.title(plain(question(state)), anchor=False, width="stretch")
studies = stored_runs.studies(shown) if found and shown else ()
classes = st.container(horizontal=True, vertical_alignment="center")
with classes:
    chosen = which_of(found)
a = found[chosen] if found else None
e = a.explanation if a else None
if e:
    yes, no = one_of(e.positive), one_of(e.negative)
    colours(state, yes, no)
    if len(found) > 1:
        with classes:
            bad_news(state, yes)
with head:
    start_button(st.container(width="content"), of, "find", False, services.start, state)
    if e and shown:
        with st.container(width="content"):
            lab.way_in(state, False, e.positive)
        with st.container(width="content"):
            downloads(e, shown, found, studies)
with top.container(key="facts"):
    st.caption(facts(state, e))
say_complaint(state)
is_as_set = run is None or run.spec["settings"] == state.settings.to_dict()
how_it_ended(of, is_as_set)
if run and of.is_active:
    progress(run)
if a and e and shown:
    study = studies[chosen]
    on_all_rows(e)
    known_beforehand(state, e)
    forms(state, a)
    about_data(e)
    tab = st.segmented_control(
        "More of this answer",
        list(RAIL),
        key="tab",
        format_func=lambda name: f"{RAIL[name]} {name}",
        label_visibility="collapsed",
        wrap=True,
    )
else:
    tab, study = SETTINGS, None
with st.container(key="opened"):
    if tab == SETTINGS:
        settings(state, e)
    elif a is None or e is None or shown is None:
        pass
    elif tab == SURE:
        how_sure(a, study)
    elif tab == ERRS:
        left, right = st.columns(2, gap="large")
        with left:
            how_right(e)
        if study:
            with right:
                beside_others(e, study)
        who_is_wronged(a)
    elif tab == ROWS:
        try_row(a)
        rows_of_line(a)
        disagreements(a)
        if len(found) > 1:
            every_rule(found)
    elif tab == OTHERS:
        for sentence in many_looks_words(e):
            st.caption(plain(sentence))
        without(state, a)
        others(e)
        how_long(state, a)
        if e.points:
            st.header("Change the card", anchor=False)
            live_card(state, a, shown, e.points)
    elif tab == INSIDE:
        relevance(a)
        researchers(a)
if a:
    squares_open_rows(a, ROWS)
