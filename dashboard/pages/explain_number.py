"""Explain the number: which conditions add to it, which take off, by how much, and how sure."""

import streamlit as st

from dashboard import number, results, services
from dashboard.pages import PAGES, path
from dashboard.panels.number.answer import answer
from dashboard.panels.number.charts import beside, length, machine, predictions, terms
from dashboard.panels.number.take import downloads, predict
from dashboard.panels.number.try_row import try_row
from dashboard.panels.run_state import at_work, how_it_ended, say_complaint, start_button
from dashboard.session import session
from dashboard.text import plain, table_facts
from interpret.data.complaints import quoted

STAGES = {
    "choosing": "Machines are compared on rows left out",
    "training": "The machine is learnt and its heaviest conjunctions are proven",
    "lasso": "The lasso over conjunctions is learnt",
    "fitting": "Sums of conditions are compared on rows left out",
    "fewer": "What more rows could still help is measured",
    "scales": "Other scales of the number are tried on rows left out",
}

state = session()
run = services.current(state, "number")
is_active = run is not None and run.active
shown = run if is_active else services.answered(state, "number")
e = results.found(state, shown)
table = services.loaded(state)
target = e.target if e else state.settings.target or table.names[-1]

title, action = st.columns([3, 1], vertical_alignment="bottom")
can_explain = number.asks_a_number(state)
title.title(plain(f"What moves {target if e or can_explain else 'a number'}?"), anchor=False)
closed = is_active or not can_explain
begin = (state, number.start, state)
start_button(action, "number", "explain_number", bool(e), closed, *begin)
if e:
    n_train, n_test = (len(e.rows[part]) for part in ("train", "test"))
    unseen = f", judged on {n_test:,}" if n_test else ""
    st.caption(
        f"{plain(e.table)} · {n_train + n_test:,} rows · {len(e.attributes)} attributes · explains "
        f"**{plain(e.target)}** · learnt from {n_train:,} rows{unseen}"
    )
else:
    st.caption(table_facts(table))
say_complaint(state)
is_as_set = run is None or run.spec["settings"] == state.settings.to_dict()
if can_explain or run:
    how_it_ended("number", run, shown, has_answer=bool(e), is_as_set=is_as_set)
else:
    st.info(
        f"{plain(quoted(target))} is not a column of numbers with more than twelve values. Choose "
        "one to predict on the page that loads data.",
        icon=":material/info:",
    )
    st.page_link(path("load_data"), label="Load data", icon=PAGES["load_data"].icon)
if run and is_active:
    at_work(state, run, lambda _, steps: f"{STAGES[steps[-1]['stage']]}.")
if e and shown:
    as_read, explained, held = number.rows_of(shown.version, e)
    answer(e)
    terms(e)
    try_row(e, as_read, explained)
    predict(shown)
    predictions(e, held)
    beside(e)
    left, right = st.columns(2, gap="medium")
    with left:
        length(e)
    with right:
        machine(e)
    for notice in e.notices:
        st.caption(plain(notice))
    downloads(e, shown, table)
