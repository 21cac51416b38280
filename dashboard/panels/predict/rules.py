"""Rules and cards on rows of another file: what they say of each, and whether they still hold."""

from collections.abc import Sequence

import streamlit as st

from dashboard import predictions
from dashboard.panels.predict.scored_rows import scored_rows
from dashboard.panels.predict.still_holds import still_holds
from dashboard.text import plain
from interpret.answers.points.scored import POINTS
from interpret.answers.points.shown.words import size_words
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.answer.one_class import one_class
from interpret.answers.rule.answer.version import version_words
from interpret.data.complaints import DataError
from interpret.present import wording
from jobs.store import Run


def of_rules(run: Run, found: Sequence[Answer]) -> None:
    """What the answers of a run say of the rows of a file, which is not kept."""
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
