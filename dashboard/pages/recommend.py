"""Recommend: items ranked for every user by a kernel machine, with the reasons for every place."""

import streamlit as st

from dashboard import recommending, services
from dashboard.panels import recommend
from dashboard.panels.run_state import at_work, how_it_ended, of_page, say_complaint, start_button
from dashboard.panels.widgets import saying_why
from dashboard.session import session
from dashboard.text import plain
from interpret.data.complaints import DataError

state = session()
of = of_page(state, "recommend")
run, shown, found = of.run, of.shown, of.found
choice = recommending.choice(state, run)
table = services.loaded(state)
has_choices = found is not None or recommending.holds_choices(state)

title, action = st.columns([4, 1], vertical_alignment="bottom")
title.title("What would each user choose next?", anchor=False)
below = st.container()
start_button(action, of, "recommend", not has_choices, recommending.start, state, choice)
say_complaint(state)
read, roles = None, None
if has_choices:
    with saying_why():
        read = recommending.who_chose(state.digest, state.settings.sheet, choice.settings)
if read:
    roles, choices, notices = read
    below.caption(
        f"{plain(table.name)} · {len(choices.users):,} users · {len(choices.items):,} items · "
        f"{choices.R.nnz:,} choices"
    )
    least = choice.settings.at_least
    counts = "" if least is None else f" A rating of at least {least:g} is a choice."
    st.markdown(f"{plain(roles.sentence)}{counts}")
    for notice in notices:
        st.caption(plain(notice))
else:
    below.caption(f"{plain(table.name)} · {table.n_rows:,} rows")
    if not has_choices:
        st.info(
            "No columns are named as users and items are. Load a table of who chose what, try the "
            "sample, or say which they are.",
            icon=":material/thumb_up:",
        )
with st.expander("Data and settings", icon=":material/tune:", expanded=not read):
    recommend.data_and_settings(state, choice, roles)
if run or read:
    how_it_ended(of, recommend.as_set(run, choice))
if run and of.is_active:
    at_work(run, recommend.doing)
if shown and found:
    made = recommending.recommender(found)
    try:
        made = recommending.with_items(made, choice)
    except DataError as error:
        st.warning(plain(error), icon=":material/warning:")
    for notice in made.items.notices if made.items else ():
        st.caption(plain(notice))
    recommend.side_by_side(found)
    recommend.for_user(made)
    recommend.take_away(made)
