"""Which lines of the rule cover the same rows, on demand."""

import streamlit as st

from dashboard.panels.chart import kept
from dashboard.panels.on_demand import on_demand
from dashboard.panels.picture import picture
from dashboard.text import plain
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.figures.clause_overlap import (
    clause_overlap,
    drawn_overlap,
    overlap_words,
)
from interpret.answers.rule.sentences import words


@st.fragment
def overlap(a: Answer) -> None:
    """Nothing where the rule has one line."""
    if len(a.explanation.rule.formula.clauses) < 2:
        return
    if panel := on_demand("Which lines overlap", "overlap_lines", ":material/join_inner:"):
        shown = kept(a, "overlap", lambda: clause_overlap(a))
        with panel:
            picture("drawn_overlap", drawn_overlap, shown, of=a)
            on = words.counted_rows(a.explanation)
            st.caption(plain(f"{overlap_words(shown)} Counted on {on}."))
