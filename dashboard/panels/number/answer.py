"""The answer to what moves a number: the sum as a sentence, and three figures of it."""

import streamlit as st

from dashboard.text import plain
from interpret.answers.number import words
from interpret.answers.number.explanation import NumberExplanation
from interpret.present.wording import percent


def answer(e: NumberExplanation) -> None:
    """The card."""
    judged, mean = e.judged[e.judged_on], e.mean_judged[e.judged_on]
    with st.container(border=True):
        st.subheader(plain(words.headline(e)), anchor=False)
        st.markdown(_sum(e))
        one, two, three = st.columns(3)
        one.metric(
            "Variation explained",
            percent(judged.explained.value),
            help="R² compared with always saying the mean of the training rows. The 95 % interval "
            "comes from resampling the rows, and allows for rows farther out than any of these.",
        )
        low, high = judged.explained.low, judged.explained.high
        between = "–" if low is None or high is None else f"{100 * low:.1f} to {percent(high)}"
        one.caption(f"{between} on {words.rows_words(e)}")
        two.metric(
            "Typical error",
            words.amount(judged.error.value, e.spread),
            help="The mean distance between what is predicted and what is observed.",
        )
        two.caption(
            f"{words.between_words(judged.error, e)}; always the mean: "
            f"{words.amount(mean.error.value, e.spread)}"
        )
        three.metric("Conditions", f"{len(e.terms)}")
        three.caption(f"{e.tests} tests in all")
        if scale := words.scale_words(e):
            st.info(plain(scale), icon=":material/stacked_line_chart:")
        if e.terms:
            st.caption(plain(words.folds_words(e)))
        st.caption(plain(words.source_words(e)))


def _sum(e: NumberExplanation) -> str:
    """The sentence as a list, which is easier to read."""
    if not e.terms:
        return plain(words.sentence(e))
    lines = [
        f"{plain(words.average_words(e))} The sum begins with "
        f"**{plain(words.amount(e.base, e.spread))}** and"
    ]
    for term in e.terms:
        does, _, when = words.effect_words(term, e).partition(" when ")
        lines.append(f"- **{plain(does)}** when {plain(when)}")
    return "\n".join(lines)
