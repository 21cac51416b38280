"""What carries the decision, and how the search got there."""

import streamlit as st

from interpret.answer.answer import Answer
from interpret.answer.explanation import Explanation
from interpret.answer.relevance import literal_weights
from interpret.present import figures, words
from interpret.rules.searches import SEARCHES

PLAIN = {"displayModeBar": False}


def relevance(a: Answer) -> None:
    """The weight of every single `attribute = value`, by attribute."""
    st.header("What carries the decision", anchor=False)
    e = a.explanation
    weights = literal_weights(a.train.table, e.attributes, e.machine.weights)
    st.plotly_chart(
        figures.relevance(weights),
        key="relevance",
        config=PLAIN,
        alt=figures.relevance_text(weights),
    )


def race(e: Explanation) -> None:
    """The best objective of each search as time went by, and the bound."""
    st.header("How the search got there", anchor=False)
    curves = {SEARCHES[found.search].curve: found.curve for found in e.found}
    shown = (curves, e.best.rule.bound, words.measure(e))
    st.plotly_chart(
        figures.race(*shown),
        key="race",
        config=PLAIN,
        alt=figures.race_text(*shown),
    )
