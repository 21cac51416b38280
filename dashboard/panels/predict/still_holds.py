"""Whether rule and card still hold on the rows of the file: a verdict, and what has changed."""

from collections.abc import Sequence

import streamlit as st

from dashboard.panels.find.beside_truth import truth_tables
from dashboard.panels.picture import picture
from dashboard.panels.tables import table
from dashboard.text import plain
from interpret.answers.points.card_figures import NAMES, RULE
from interpret.answers.points.credit import stability
from interpret.answers.points.shown.drift import then_and_now
from interpret.answers.rule.answer.drift import HOLDS, WEAKER, Still
from interpret.answers.rule.answer.predictor import Scores
from interpret.answers.rule.sentences.beside_truth import now_beside
from interpret.answers.rule.sentences.still_words import (
    clause_rows,
    lacks_words,
    stability_lines,
    still_words,
    value_rows,
)

ICONS = {HOLDS: ":primary[:material/verified:]", WEAKER: ":orange[:material/trending_down:]"}


def still_holds(scores: Sequence[Scores], found: Sequence[Sequence[Still]]) -> None:
    """For each class, in the order of the scores: the form that comes first, then the other."""
    st.header(f"Does the {NAMES[found[0][0].form]} still hold?", anchor=False)
    for s, both in zip(scores, found, strict=True):
        if len(found) > 1:
            st.subheader(plain(s.predictor.yes_words), anchor=False)
        for still in both:
            icon = ICONS.get(still.verdict, ":material/help:")
            st.markdown(f"{icon} {plain(still_words(still))}")
        _points(s)
        of_rule = next(one for one in both if one.form == RULE)
        if lacks_words(of_rule):
            st.caption(plain(lacks_words(of_rule)))
        if of_rule.clauses and of_rule.right.n:
            table(clause_rows(of_rule), "Each clause with its coverage and precision then and now")
            st.caption(
                "Then: the rows held out when the rule was found. Now: the rows of this file whose "
                "class is known. With 95 % confidence, no change called sure is due to chance."
            )
        if changed := value_rows(of_rule):
            table(changed, "The values whose shares changed most, then and now")
            st.caption("These are the values whose shares of the rows changed most.")
        rates, cases = now_beside(s)
        if rates:
            st.subheader("The rule, the model and the truth", anchor=False)
            truth_tables("on the rows of this file", rates, cases)
            if not cases:
                st.caption("The file has no answers of the model, so the rule stands alone.")


def _points(s: Scores) -> None:
    """How a card's totals compare with those it was made from, and how well they separate."""
    lines = stability_lines(s)
    if s.points is None or not lines:
        return
    found = stability(s.points.scored.chances.bands, s.points.totals[~s.points.is_open])
    if found is not None:
        picture("then_and_now", then_and_now, found, of=s)
    st.caption(plain(" ".join(lines)))
