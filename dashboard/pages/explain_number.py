"""Explain the number: which conditions add to it, which take off, by how much, and how sure."""

import streamlit as st

from dashboard import services
from dashboard.pages import PAGES, path
from dashboard.panels import number
from dashboard.panels.display import kept, poster_of, show
from dashboard.panels.number import downloads, predict, try_row
from dashboard.panels.run_state import at_work, how_it_ended, of_page, say_complaint, start_button
from dashboard.session import session
from dashboard.text import plain, table_facts
from interpret.data.complaints import quoted
from interpret.tell.number.answer import figures, poster
from interpret.tell.number.words import name_and_unit

STAGES = {
    "choosing": "Machines are being compared on rows left out",
    "training": "The machine is being trained, and its heaviest conjunctions are being proven",
    "lasso": "The lasso over conjunctions is being fitted",
    "fitting": "Sums of conditions are being compared on rows left out",
    "fewer": "How much more rows could still help is being measured",
}

state = session()
of = of_page(state, "number")
run, shown, e = of.run, of.shown, of.found
table = services.loaded(state)
target = e.target if e else state.settings.target or table.names[-1]

can_explain = number.asks_a_number(state)
name = name_and_unit(target)[0] if e or can_explain else "a number"
head = st.container(horizontal=True, vertical_alignment="bottom", key="head")
head.title(plain(f"What moves {name}?"), anchor=False, width="stretch")
with head:
    for_start = st.container(width="content")
    start_button(for_start, of, "explain_number", not can_explain, number.start, state)
    if e and shown:
        with st.container(width="content"):
            downloads(e, shown)
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
    how_it_ended(of, is_as_set)
else:
    st.info(
        f"{plain(quoted(target))} is not a column of numbers with more than twelve values. Choose "
        "one on Load data.",
        icon=":material/info:",
    )
    st.page_link(path("load_data"), label="Load data", icon=PAGES["load_data"].icon)
if run and of.is_active:
    at_work(run, lambda _, steps: f"{STAGES[steps[-1]['stage']]}.")
if e and shown:
    poster_of(kept(e, "poster", lambda: poster(e)))
    try_row(e, *number.rows_of(shown.version, e))
    predict(shown)
    show(kept(e, "figures", lambda: figures(e)))
    for notice in e.notices:
        st.caption(plain(notice))
