"""How short the rule can be: agreement against length, and the rule said shorter."""

import numpy as np
import streamlit as st

from dashboard.panels.find.charts import PLAIN
from dashboard.text import plain
from interpret.answer.explanation import Explanation
from interpret.data.table import Table
from interpret.measures import agreement, confusion
from interpret.present import front_figures, words
from interpret.rules.logic import Formula
from interpret.study.study import Study

MODES = {
    "exact": "With the same verdict on every training row",
    "penalised": "At a price for each test, chosen on a third of the training rows",
    "values": "Where tests may also ask for several values, for what a column is not and for "
    "ranges, with the same verdict on every training row",
}
SHORTEST = "; no rule over the same columns and in the same language says the same in fewer tests"


@st.fragment
def how_short(e: Explanation, table: Table, study: Study) -> None:
    """A slider along the best rules of each length; moving it fits nothing."""
    points = study.front
    if len(points) < 2:
        return
    st.header("How short can it be?", anchor=False)
    knee = next((i for i, point in enumerate(points) if point.knee), len(points) - 1)
    chosen = st.select_slider(
        "Length of the rule, in tests",
        range(len(points)),
        knee,
        format_func=lambda i: str(points[i].tests),
        key=f"front_{e.digest[:12]}_{len(points)}_{hash(e.rule.formula)}",
    )
    st.plotly_chart(
        front_figures.front(points, chosen),
        key="front",
        config=PLAIN,
        alt=front_figures.front_text(points, chosen),
    )
    st.caption(
        f"On {points[0].rows:,} training rows; each point is the best rule of its length that "
        "was found. The knee is where further tests begin to gain little."
    )
    _said(e, table, points[chosen].formula)
    st.caption(words.many_looks_words(e))


def said_shorter(e: Explanation, table: Table, study: Study) -> None:
    """The rule simplified, before and after, in both modes where they make it shorter."""
    shorter = [s for s in study.shorter if len(s.after) < len(s.before)]
    if not shorter:
        return
    st.header("Said shorter", anchor=False)
    for simplified in shorter:
        shortest = SHORTEST if simplified.shortest else ""
        st.markdown(
            f"{MODES[simplified.mode]}: {words.length_words(simplified.before)} become "
            f"{words.length_words(simplified.after)}{shortest}."
        )
        _said(e, table, simplified.after)
    st.caption(words.many_looks_words(e))


def said_of_the_other_class(e: Explanation, table: Table, study: Study) -> None:
    """The rule by the other class, where validation found that much shorter."""
    if study.other_side is None:
        return
    described = e.negative if e.rule_choice.side == "for" else e.positive
    st.header(plain(f"The same by {words.class_name(e.target, described)}"), anchor=False)
    st.markdown("A rule that describes the other class, found anew on the training rows.")
    _said(e, table, study.other_side)
    st.caption(words.many_looks_words(e))


def _said(e: Explanation, table: Table, formula: Formula) -> None:
    """A rule and its two figures on the rows the answer is judged on."""
    part = words.judged_on(e)
    rows = np.array(e.rows[part])
    judged = table.rows(rows)
    said = formula.holds(judged)
    agrees = agreement(said, np.array(e.machine.scores)[rows] > 0)
    right = confusion(said, e.positive_rows(judged)).accuracy
    joined = "unless" if formula.denied else "when"
    st.text(
        "\n".join(
            [f"{words.class_name(e.target, e.positive)} {joined}"]
            + [f"    {line}" for line in words.rule_lines(formula)]
        )
    )
    st.markdown(
        f"{words.length_words(formula)}; on {words.rows_words(e)} it agrees with the machine on "
        f"**{words.share_words(agrees)}** and is right on **{words.share_words(right)}**."
    )
