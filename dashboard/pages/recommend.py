"""Recommend: items ranked for every user by a kernel machine, with the reasons for every place."""

import streamlit as st

from dashboard import recommending, results, services
from dashboard.panels.recommend import data, overview, user, whole
from dashboard.panels.run_state import at_work, how_it_ended, say_complaint, start_button
from dashboard.session import session
from dashboard.text import plain
from interpret.answers.ranking.columns import are_named
from interpret.data.complaints import DataError

state = session()
run = services.current(state, "recommend")
is_active = run is not None and run.active
shown = run if is_active else services.answered(state, "recommend")
found = results.found(state, shown)
asking = recommending.asking(state, run)
table = services.loaded(state)
has_choices = found is not None or are_named(table) or asking.asked.user_column is not None

title, action = st.columns([4, 1], vertical_alignment="bottom")
title.title("What would each user choose next?", anchor=False)
below = st.container()
closed = is_active or not has_choices
begin = (state, recommending.start, state, asking)
start_button(action, "recommend", "recommend", bool(found), closed, *begin)
say_complaint(state)
read = None
if has_choices:
    try:
        read = recommending.who_chose(state.digest, asking.asked)
    except DataError as error:
        st.error(plain(error), icon=":material/error:")
if read:
    roles, choices, notices, spread = read
    below.caption(
        f"{plain(table.name)} · {len(choices.users):,} users · {len(choices.items):,} items · "
        f"{choices.R.nnz:,} choices"
    )
    data.roles(state, asking, roles)
    for notice in notices:
        st.caption(plain(notice))
else:
    below.caption(f"{plain(table.name)} · {table.n_rows:,} rows")
    if not has_choices:
        st.info(
            "This table has no columns of users and items by their names. Load one of who chose "
            "what, try the sample, or say which columns they are.",
            icon=":material/thumb_up:",
        )
    with st.expander("Which columns hold users and items", icon=":material/edit:"):
        data.columns(state, asking, None)
with st.expander("Data", icon=":material/upload_file:", expanded=not read):
    data.files(state, asking)
data.settings(state, asking)
if run or read:
    is_as_set = data.as_set(run, asking)
    how_it_ended("recommend", run, shown, has_answer=found is not None, is_as_set=is_as_set)
if run and is_active:
    at_work(state, run, data.doing)
if shown and found:
    rankings = recommending.rankings(shown.id, shown.version, found)
    items, why_not = recommending.items_of(asking, shown, found)
    if why_not:
        st.warning(plain(why_not), icon=":material/warning:")
    for notice in items.notices if items else ():
        st.caption(plain(notice))
    overview.side_by_side(found)
    user.for_user(shown, found, asking, rankings, items)
    user.typed(shown, found, asking, rankings, items)
    user.near_item(found, rankings)
    if items:
        whole.attributes(shown, asking, rankings, items)
if read:
    overview.tails(spread)
if shown and found:
    overview.researchers(found)
    whole.take_away(shown, found, rankings)
    whole.new_users(shown, found, rankings)
