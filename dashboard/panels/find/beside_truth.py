"""The rule of another model's answers: beside that model, and both beside the truth."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from dashboard.panels.rows import rows_table
from dashboard.panels.tables import named_table, table
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.answer.truth import cases, rows_of_case
from interpret.answers.rule.sentences import words
from interpret.answers.rule.sentences.beside_truth import (
    CASE_HEAD,
    case_rows,
    case_words,
    rows_beside,
)


@st.fragment
def beside_truth(a: Answer) -> None:
    """How often the rule says what the model says, both against the truth, and where they differ.

    Nothing where the class is no model's answer.
    """
    e = a.explanation
    if not e.of_model:
        return
    st.header("The rule, the model and the truth", anchor=False)
    truth_tables(f"on {words.counted_rows(e)}", rows_beside(e), case_rows(e) if e.truth else ())
    if e.truth is None:
        st.caption("No column is named as the true class. You can name one on Load data.")
        return
    every_case = cases(e.truth.cases[e.judged_on])
    chosen = st.selectbox(
        "Rows of a combination",
        range(len(every_case)),
        index=None,
        format_func=lambda i: f"{i + 1}: {case_words(every_case[i])} ({every_case[i].rows:,} rows)",
        placeholder="Choose a combination to see its rows",
        key="case",
    )
    if chosen is not None:
        rows_table(a, a.judged.places[rows_of_case(a.judged, e.rule.formula, every_case[chosen])])


def truth_tables(
    on: str, rates: Sequence[tuple[str, str, str]], combinations: Sequence[Sequence[str]]
) -> None:
    """How model and rule do, and what model, rule and truth say in combination. on: which rows."""
    frame = pd.DataFrame(rates, columns=[on, "model", "rule"])
    table(frame, "How rule and model do, with 95 % intervals")
    if combinations:
        cells = map(list, zip(*combinations, strict=True))
        columns = list(zip(CASE_HEAD, cells, strict=True))
        named_table(columns, "The eight combinations of what model, rule and truth say")
