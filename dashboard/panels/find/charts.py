"""What carries the decision, and how the search got there."""

import streamlit as st

from dashboard.panels.chart import chart, kept
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.answer.relevance import LiteralWeight, literal_weights
from interpret.answers.rule.figures import figures
from interpret.answers.rule.sentences import words
from interpret.rules.searches import SEARCHES


def relevance(a: Answer) -> None:
    """The weight of every single `attribute = value`, by attribute."""
    st.header("What carries the decision", anchor=False)
    chart("relevance", figures.relevance, figures.relevance_text, _weights(a), of=a)


def _weights(a: Answer) -> list[LiteralWeight]:
    e = a.explanation
    return kept(
        a, "weights", lambda: literal_weights(a.train.table, e.attributes, e.machine.weights)
    )


def race(e: Explanation) -> None:
    """The best objective of each search over time, and the bound."""
    st.header("How the search got there", anchor=False)
    curves = {SEARCHES[found.search].curve: found.curve for found in e.found}
    bound, measure = e.best.rule.bound, words.measure(e)
    chart("race", figures.race, figures.race_text, curves, bound, measure, of=e)
