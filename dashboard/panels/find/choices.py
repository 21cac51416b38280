"""How the machine and the kind of rule were chosen: what was tried, and what it was worth."""

from math import inf

import pandas as pd
import streamlit as st

from dashboard.panels.chart import chart
from dashboard.text import plain
from interpret.answers.points.shown.words import outer_words
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.figures import choice_figures
from interpret.answers.rule.sentences import words
from interpret.answers.rule.sentences.choices import DRAFTED

RIGHT = "right on left-out rows"
BAR = st.column_config.ProgressColumn(min_value=0, max_value=100, format="%.1f %%")


def machines(e: Explanation) -> None:
    """The cross-validation table of kernel and C."""
    choice = e.machine_choice
    if not choice.candidates:
        st.markdown(_not_chosen(e, "Kernel and C were given, not chosen."))
        return
    st.markdown(
        f"Kernel and C were chosen together by {choice.folds}-fold cross-validation on the "
        f"training rows; {choice.kernel} with {_cost(choice.C)} was taken.{_alike(e)}"
    )
    chart(
        "machines",
        choice_figures.machines,
        choice_figures.machines_text,
        choice.candidates,
        choice.kernel,
        choice.C,
        of=e,
    )
    st.dataframe(
        pd.DataFrame(
            {
                "kernel": candidate.kernel,
                "C": _cost(candidate.C).removeprefix("C = "),
                RIGHT: 100 * candidate.accuracy,
                "rows": candidate.n,
            }
            for candidate in choice.candidates
        ),
        hide_index=True,
        column_config={RIGHT: BAR},
        alt="Kernels and values of C compared by cross-validation",
    )


def ways(e: Explanation) -> None:
    """How the rule was fitted, and what else was tried."""
    choice = e.rule_choice
    st.markdown(plain(f"The rule was {words.choice_words(e)}."))
    if not choice.candidates:
        st.markdown(_not_chosen(e, "This was given, not chosen."))
        return
    st.markdown(
        f"Each way was tried in {choice.folds} folds of the training rows, and the one whose rules "
        "are right most often on the rows left out was taken. Where ways are about equally right, "
        "the one with shorter rules goes first, then the one fitted to the machine's weights."
        + _alike(e)
    )
    if len(choice.path) > 1:
        shown = (choice.path, choice.price)
        chart("prices", choice_figures.prices, choice_figures.prices_text, *shown, of=e)
    st.dataframe(
        pd.DataFrame(
            {
                "fitted to": candidate.fit_to,
                "side": candidate.side,
                "language": candidate.language,
                "price": candidate.price,
                RIGHT: 100 * candidate.accuracy,
                "clauses": candidate.clauses,
                "tests": candidate.tests,
            }
            for candidate in choice.candidates
        ),
        hide_index=True,
        column_config={
            RIGHT: BAR,
            "clauses": st.column_config.NumberColumn(format="%.1f"),
            "tests": st.column_config.NumberColumn(format="%.1f"),
        },
        alt="Ways to fit a rule compared on left-out rows",
    )
    if told := outer_words(e):
        st.caption(plain(told))


def _cost(C: float) -> str:
    return "hard margin" if C == inf else f"C = {C:g}"


def _not_chosen(e: Explanation, given: str) -> str:
    return f"For this, {DRAFTED}." if e.rule.is_draft else given


def _alike(e: Explanation) -> str:
    balanced = e.settings.class_weight == "balanced"
    return " Both classes count alike: it is the balanced accuracy." if balanced else ""
