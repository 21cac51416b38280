"""Scored rows: in a sentence for each class, as a table, and to take away."""

from collections.abc import Sequence

import streamlit as st

from dashboard.panels.download_row import download
from dashboard.panels.rows import said_rows
from dashboard.text import plain, stem
from interpret.answers.rule.answer.one_class import OneClass
from interpret.answers.rule.answer.predictor import Scores
from interpret.answers.rule.sentences import scored
from interpret.data.complaints import counted
from interpret.data.table import Table
from interpret.present.csv_file import as_csv

EACH = "What each class's rule and machine say"
OF_CLASS = 3  # columns that tell the one class
OF_POINTS = "The chance of the class at the row's total, by the card's logistic curve."
SCORE = "The machine's decision value: positive above 0, and surer the farther from it."


CHANCE = (
    "Each class's machine gives a probability, by a logistic curve through its training rows; "
    "those of a row are divided by their sum."
)


def scored_rows(table: Table, scores: Sequence[Scores], one: OneClass | None) -> None:
    """one: the class of each row, of the answers of several classes."""
    with st.container(border=True):
        st.header(f"{counted(table.n_rows, 'row')} scored", anchor=False)
        if one:
            st.markdown(plain(scored.class_words(scores[0].target, one)), help=CHANCE)
        said = st.expander(EACH, icon=":material/rule:") if one else st.container()
        for s in scores:
            said.markdown(plain(scored.verdict_words(s)))
        for sentence in scored.version_words_of(scores):
            st.info(plain(sentence), icon=":material/edit:")
        for sentence in scored.unseen_words(scores):
            st.warning(plain(sentence), icon=":material/visibility_off:")
        for sentence in scored.denied_words(scores):
            st.caption(plain(sentence))
        columns = scored.scored_columns(table, scores, one)
        download(
            "Download the scored rows",
            lambda: as_csv(columns).encode("utf-8-sig"),  # so that spreadsheets read it
            f"{stem(table.name, 'rows')}-scored.csv",
            "text/csv",
            "download_scored",
            type="primary",
        )
    alt = "The rows with what rule and machine say of each"
    behind = one is not None and not st.toggle(f"Show in the table: {EACH[:1].lower()}{EACH[1:]}")
    if behind:  # the class with its chance alone, and what was not seen in training
        columns = [*columns[: len(table.names) + OF_CLASS], columns[-1]]
    about = {"chance": CHANCE, ": score": SCORE, ": chance": OF_POINTS}
    said_rows(columns, len(table.names), "%.3f", alt, about)
