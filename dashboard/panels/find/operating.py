"""Where the machine says yes: a slider over its probabilities, and what each cut is worth."""

import numpy as np
import streamlit as st

from dashboard.panels.chart import chart
from dashboard.panels.widgets import on_demand
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.answer.operating import (
    at_cut,
    benefits,
    cuts_of,
    probabilities,
    reliability,
)
from interpret.answers.rule.figures import operating_figures as figures
from interpret.answers.rule.sentences import words
from interpret.measures import EVEN
from interpret.present import wording


@on_demand("Where the machine says yes", "operating", ":material/tune:")
def operating(a: Answer) -> None:
    """The machine's confusion at any cut, how its probabilities hold, and net benefit."""
    e, judged = a.explanation, a.judged
    if len(np.unique(judged.y)) < 2:
        st.caption("This needs rows of both classes to judge on.")
        return
    probability = probabilities(a.train.scores, a.train.y, judged.scores)
    cuts, pays = cuts_of(probability), e.settings.costs.worthwhile
    costs = "With all errors costing alike" if e.settings.costs == EVEN else "At the costs set"
    st.caption(
        "A logistic curve through the training rows turns the machine's score into a probability, "
        f"which is judged here on {words.counted_rows(e)}. {costs}, it pays to say yes from "
        f"{wording.percent(pays)} on."
    )
    cut = st.select_slider(
        "Say yes from this probability on",
        cuts,
        min(cuts, key=lambda cut: abs(cut - pays)),
        format_func=lambda threshold: wording.percent(threshold),
        key=f"cut_{e.digest[:12]}_{len(cuts)}",
    )
    counts = at_cut(probability, judged.y, judged.groups, cut)
    found, alarms, right = st.columns(3)
    found.metric("Positives found", wording.percent(counts.sensitivity.value))
    found.caption(f"{counts.false_negative:,} missed")
    precision = counts.positive_predictive_value.value
    alarms.metric("Right when it says yes", wording.percent(precision))
    alarms.caption(f"{counts.false_positive:,} false alarms")
    right.metric("Right", wording.percent(counts.accuracy.value))
    right.caption(f"errors cost {e.settings.costs.of(counts) / max(1, counts.n):.3g} a row")
    left, other = st.columns(2, gap="medium")
    bins = reliability(probability, judged.y, judged.groups)
    with left:
        st.subheader("Do its probabilities hold?", anchor=False)
        chart("reliability", figures.reliability, figures.reliability_text, bins, of=a)
    curve = benefits(probability, e.rule.formula.holds(judged.table), judged.y)
    with other:
        st.subheader("What is it worth?", anchor=False)
        shown = (curve, cut)
        chart("decision_curve", figures.decision_curve, figures.decision_text, *shown, of=a)
