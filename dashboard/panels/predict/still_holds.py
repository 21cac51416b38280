"""Whether rule and card still hold on the rows of the file: a verdict, and what changed."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from dashboard.panels.picture import picture
from dashboard.text import plain
from interpret.answers.points.credit import stability
from interpret.answers.points.scored import NAMES, RULE
from interpret.answers.points.shown.drift import then_and_now
from interpret.answers.rule.answer.drift import HOLDS, WEAKER, Still
from interpret.answers.rule.answer.predictor import Scores
from interpret.answers.rule.sentences.beside_truth import CASE_HEAD, now_beside
from interpret.answers.rule.sentences.stability_words import stability_lines
from interpret.answers.rule.sentences.still_words import (
    clause_rows,
    lacks_words,
    still_words,
    value_rows,
)
from interpret.present import wording

ICONS = {HOLDS: ":primary[:material/verified:]", WEAKER: ":orange[:material/trending_down:]"}


def still_holds(scores: Sequence[Scores], found: Sequence[Sequence[Still]]) -> None:
    """For each class, in the order of the scores, of the form that comes first and of the other."""
    st.header(f"Does the {NAMES[found[0][0].form]} still hold?", anchor=False)
    for s, both in zip(scores, found, strict=True):
        if len(found) > 1:
            st.subheader(plain(wording.class_name(s.target, s.positive)), anchor=False)
        for still in both:
            icon = ICONS.get(still.verdict, ":material/help:")
            st.markdown(f"{icon} {plain(still_words(still))}")
        _points(s)
        of_rule = next(one for one in both if one.form == RULE)
        if lacks_words(of_rule):
            st.caption(plain(lacks_words(of_rule)))
        if of_rule.clauses and of_rule.right.n:
            st.dataframe(
                pd.DataFrame(clause_rows(of_rule)),
                hide_index=True,
                alt="Each clause with its coverage and precision then and now",
            )
            st.caption(
                "Then: the rows held out when the rule was found. Now: the rows of this file whose "
                "class is known. With 95 % confidence chance made none of the changes called sure."
            )
        changed = value_rows(of_rule)
        if changed:
            st.dataframe(
                pd.DataFrame(changed),
                hide_index=True,
                alt="The values whose shares changed most, then and now",
            )
            st.caption("The values whose shares of the rows changed most.")
        _beside(s)


def _points(s: Scores) -> None:
    """How the totals of a card lie beside those that it was made from, and how far they tell."""
    lines = stability_lines(s)
    if s.points is None or not lines:
        return
    found = stability(s.points.scored.chances.bands, s.points.totals)
    if found is not None:
        picture("then_and_now", then_and_now, found, of=s)
    st.caption(plain(" ".join(lines)))


def _beside(s: Scores) -> None:
    """The rule of a model's answers and the model against the truth, where the file has it."""
    rates, cases = now_beside(s)
    if not rates:
        return
    st.subheader("The rule, the model and the truth", anchor=False)
    st.dataframe(
        pd.DataFrame(rates, columns=["on the rows of this file", "model", "rule"]),
        hide_index=True,
        alt="How rule and model do on this file, with 95 % intervals",
    )
    if cases:
        st.dataframe(
            pd.DataFrame(cases, columns=[f"{i}" for i in range(len(CASE_HEAD))]),
            hide_index=True,
            column_config={f"{i}": name for i, name in enumerate(CASE_HEAD)},
            alt="The eight combinations of what model, rule and truth say on this file",
        )
    else:
        st.caption("The file does not say what the model answers, so the rule stands alone.")
