"""Rules and cards on rows of another file: what they say of each, and whether they still hold."""

from collections.abc import Sequence

import streamlit as st

from dashboard import predictions
from dashboard.panels.download_row import download
from dashboard.panels.predict.still_holds import still_holds
from dashboard.panels.rows import said_rows
from dashboard.panels.widgets import saying_why
from dashboard.text import plain, stem
from interpret.answers.points.card_figures import POINTS
from interpret.answers.points.shown.words import size_words
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.answer.one_class import OneClass, one_class
from interpret.answers.rule.answer.predictor import Scores
from interpret.answers.rule.answer.version import version_words
from interpret.answers.rule.sentences import row_verdicts
from interpret.data.complaints import counted
from interpret.data.table import Table
from interpret.present.csv_file import as_csv
from jobs.store import Run

EACH = "What each class's rule and machine say"
OF_CLASS, OF_CELLS = 3, 2  # columns about the one class, and about cells that are noted
ABOUT = {  # columns, by their names or the ends of them
    "chance": "Each class's machine gives a probability, by a logistic curve through its training "
    "rows. The probabilities of a row are divided by their sum.",
    ": score": "The machine's decision value: above 0 it says positive, and the farther from 0, "
    "the surer it is.",
    ": chance": "The chance of the class at the row's total, by the card's logistic curve.",
}


def of_rules(run: Run, found: Sequence[Answer]) -> None:
    """What the answers of a run say of the rows of a file, which is not kept."""
    explained = [a.explanation for a in found]
    rules = " · ".join(f"{e.yes_words} ({size_words(e)})" for e in explained)
    kind = "draft of a rule" if any(e.rule.is_draft for e in explained) else "rule"
    if all(e.first == POINTS for e in explained):
        kind = "points"
    st.caption(
        f"With the {kind} learnt from {plain(explained[0].table)}: {plain(rules)}. "
        "You can open another one under Runs."
    )
    for e in explained:
        if e.version is not None:
            st.caption(f"{plain(version_words(e.version))}.")
    file = st.file_uploader(
        "Rows to score",
        key="rows_to_score",
        help="A table with the columns that the machine was trained on, in any order. The class "
        "may be missing. The file is not kept.",
    )
    if file is None:
        names = dict.fromkeys(name for e in explained for name in e.columns)
        st.caption(f"Needed columns: {plain(', '.join(names))}.")
        return
    with saying_why():
        table, scores, holding = predictions.scored(run, found, file.getvalue(), file.name)
        _scored_rows(table, scores, one_class(found, scores))
        still_holds(scores, holding)


def _scored_rows(table: Table, scores: Sequence[Scores], one: OneClass | None) -> None:
    """Scored rows: in a sentence for each class, as a table, and to take away.

    one: the class of each row, where the answers are about several classes.
    """
    with st.container(border=True):
        st.header(f"{counted(table.n_rows, 'row')} scored", anchor=False)
        if one:
            words = row_verdicts.class_words(scores[0].predictor.target, one)
            st.markdown(plain(words), help=ABOUT["chance"])
        said = st.expander(EACH, icon=":material/rule:") if one else st.container()
        for s in scores:
            said.markdown(plain(row_verdicts.verdict_words(s)))
        for sentence in row_verdicts.version_words_of(scores):
            st.info(plain(sentence), icon=":material/edit:")
        for sentence in row_verdicts.unread_words(scores):
            st.warning(plain(sentence), icon=":material/help:")
        for sentence in row_verdicts.unseen_words(scores):
            st.warning(plain(sentence), icon=":material/visibility_off:")
        for sentence in row_verdicts.denied_words(scores):
            st.caption(plain(sentence))
        columns = row_verdicts.scored_columns(table, scores, one)
        download(
            "Download the scored rows",
            lambda: as_csv(columns).encode("utf-8-sig"),  # so that spreadsheets read it
            f"{stem(table.name, 'rows')}-scored.csv",
            "text/csv",
            "download_scored",
            type="primary",
        )
    if one and not st.toggle(f"Show in the table: {EACH[:1].lower()}{EACH[1:]}"):
        # the class with its chance alone, and the cells that are noted
        columns = [*columns[: len(table.names) + OF_CLASS], *columns[-OF_CELLS:]]
    alt = "The rows with what rule and machine say of each"
    said_rows(columns, len(table.names), "%.3f", alt, ABOUT)
