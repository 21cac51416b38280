"""Predict: what an answer's rule and machine say of the rows of another file."""

from typing import Any

import streamlit as st

from dashboard import predictions, recommending, results, services
from dashboard.pages import path
from dashboard.panels.numbers.take import other_rows
from dashboard.panels.predict.scored_rows import scored_rows
from dashboard.panels.predict.still_holds import still_holds
from dashboard.panels.recommend.whole import new_users
from dashboard.panels.run_state import say_complaint
from dashboard.session import session
from dashboard.text import plain
from interpret.answers.points.scored import POINTS
from interpret.answers.points.shown.words import size_words
from interpret.answers.rule.answer.one_class import one_class
from interpret.answers.rule.answer.version import version_words
from interpret.data.complaints import DataError
from interpret.present import wording

state = session()
kind = predictions.kind_at_hand(state)
run = services.answered(state, kind)
found: Any = results.answers(state, run) if kind == "explain" else results.found(state, run)

st.title("What would it say of other rows?", anchor=False)
say_complaint(state)
if run and found and kind == "number":
    st.caption(
        f"With the sum for **{plain(found.target)}** learnt from {plain(found.table)}. "
        "You can open another one under Runs."
    )
    other_rows(found)
elif run and found and kind == "recommend":
    st.caption(
        f"With the rankings learnt from {plain(found.name)}. You can open another one under Runs."
    )
    new_users(run, found, recommending.rankings(run.id, run.version, found))
elif run and found:
    explained = [a.explanation for a in found]
    rules = " · ".join(
        f"{wording.class_name(e.target, e.positive)} ({size_words(e)})" for e in explained
    )
    kind = "draft of a rule" if any(e.rule.is_draft for e in explained) else "rule"
    if all(e.first == POINTS for e in explained):
        kind = "points"
    st.caption(
        f"With the {kind} learnt from {plain(explained[0].table)}: {plain(rules)}. "
        "You can open another one under Runs."
    )
    for e in explained:
        if e.version is not None:
            st.caption(f"{plain(version_words(e.version))}.")
    file = st.file_uploader(
        "Rows to score",
        key="rows_to_score",
        help="A table with the columns that the machine was trained on, in any order; its class "
        "may be missing. It is not kept.",
    )
    if file is None:
        names = dict.fromkeys(name for e in explained for name in e.columns)
        st.caption(f"Needed columns: {plain(', '.join(names))}.")
    else:
        try:
            table, scores, holding = predictions.scored(run, found, file.getvalue(), file.name)
        except DataError as error:
            st.error(plain(error), icon=":material/error:")
        else:
            scored_rows(table, scores, one_class(found, scores))
            still_holds(scores, holding)
else:
    st.info(
        "There is no rule to predict with yet. Find one, explain a number or learn who chooses "
        "what, or open an earlier run.",
        icon=":material/batch_prediction:",
    )
    with st.container(horizontal=True):
        st.page_link(path("load_data"), label="Load data", icon=":material/table:")
        st.page_link(path("runs"), label="Runs", icon=":material/history:")
