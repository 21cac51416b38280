"""What stands behind a number's sum: its conditions, predictions, the machine, simple ways."""

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.panels.chart import chart
from dashboard.panels.tables import table
from dashboard.text import plain
from interpret.answers.number import sum_figures as figures
from interpret.answers.number import words
from interpret.answers.number.explanation import NumberExplanation
from interpret.present.wording import clause_words


def terms(e: NumberExplanation) -> None:
    """Each condition as a bar, and as a row with what is known of it."""
    if not e.terms:
        return
    st.header("What each condition does", anchor=False)
    chart("terms", figures.terms, figures.terms_text, e, of=e)
    rows = (
        {
            "condition": clause_words(term.clause),
            "adds": words.amount(term.effect, e.spread),
            f"95 % on {words.rows_words(e)}": words.between_words(term, e),
            "training rows": term.rows["train"],
            "unseen rows": term.rows["test"],
            "in the machine": words.term_words(term),
        }
        for term in e.terms
    )
    table(rows, "The conditions and what is known of each")
    st.caption(plain(words.interval_words(e)))
    for said in words.carried_words(e):
        st.caption(plain(said))


def predictions(e: NumberExplanation, held: np.ndarray) -> None:
    """Predicted against observed, and the residuals by condition."""
    left, right = st.columns(2, gap="medium")
    with left:
        st.header("Predicted and observed", anchor=False)
        chart("observed", figures.observed, figures.observed_text, e, of=e)
    with right:
        st.header("What is left, by condition", anchor=False)
        if e.terms:
            chart("residuals", figures.residuals, figures.residuals_text, e, held, of=e)
        else:
            st.caption("The sum has no conditions.")


def beside(e: NumberExplanation) -> None:
    """What simple ways reach on the same rows."""
    st.header("What simple ways reach", anchor=False)
    judged = e.judged[e.judged_on]
    rows = [("this sum", words.share_words(judged.explained), words.size_words(e))]
    rows += [(b.name, words.share_words(b.judged.explained), b.size) for b in e.beside]
    frame = pd.DataFrame(rows, columns=["way", "variation explained", "size"])
    table(frame, "Simple ways and what each explains")


def length(e: NumberExplanation) -> None:
    st.header("How long it must be", anchor=False)
    chart("lengths", figures.lengths, figures.lengths_text, e, of=e)
    st.caption(
        "This is the error on rows left out of the fit, as the least useful condition is dropped, "
        "then the next one, and so on."
    )
    if searched := words.searched_words(e):
        st.caption(plain(searched))


def machine(e: NumberExplanation) -> None:
    """The machine over γ, and how it was learnt."""
    st.header("What the machine weighs", anchor=False)
    chart("gamma_path", figures.gamma_path, figures.gamma_text, e, of=e)
    frame = pd.DataFrame(words.heaviest_words(e), columns=["heaviest in the machine", "weight"])
    table(frame, "The machine's heaviest conjunctions")
    st.caption(plain(words.proof_words(e)))
    st.caption(plain(f"{words.machine_words(e)}."))
    if fewer := words.fewer_words(e):
        st.caption(plain(fewer))
