"""The panels of the page that predicts: the rows of another file with their predictions.

Most kinds of answers have no panel of their own.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from dashboard import stored_runs
from dashboard.kept import of_tables, use
from dashboard.panels.display import show
from dashboard.panels.rows import said_rows
from dashboard.panels.widgets import download, on_demand, saying_why, table_uploaded
from dashboard.session import Session
from dashboard.text import plain, stem
from interpret.answers.rows import distinct_names
from interpret.data.complaints import counted
from interpret.data.table import Table
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.drift import Still, stills
from interpret.forms.answer.form import POINTS
from interpret.forms.answer.predictor import Scores, predictors
from interpret.forms.answer.scored import scored_columns
from interpret.forms.answer.several import OneClass, one_class
from interpret.present.csv_file import as_csv
from interpret.registry import AnswerOutput, OutputOptions, kind_of
from interpret.tell.blocks import Fold
from interpret.tell.rule.card import size_words
from interpret.tell.rule.scored import (
    class_words,
    holding_blocks,
    scored_blocks,
)
from jobs.database import Run

ANOTHER = "You can open another one under Runs."
BEHIND = "What has changed, and how surely"
EACH = "What each class's rule and machine say"
OF_CLASS, OF_CELLS = 5, 2  # columns about the one class, and about cells that are noted
ABOUT = {  # columns, by their names or the ends of them
    "chance": "Each class gets a chance by its own rule or card, the one that comes first; the "
    "chances of a row are divided by their sum.",
    "chance from": "From here to the next column the chance lies, at 95 %: few rows leave a range.",
    ": score": "The machine's decision value: above 0 it says positive, and the farther from 0, "
    "the surer it is.",
    ": chance": "The chance of the class at the row's total, by the card's logistic curve.",
    ": chance from": "From here to the next column it lies, at 95 %: few rows leave a range.",
}


def kind_at_hand(state: Session) -> str:
    """The kind of run with which the tab predicts: that of the latest shown run that can."""
    return [*OF_KIND, *(kind for kind in state.runs if "predict" in kind_of(kind).pages)][-1]


def scored(
    run: Run, rows: Table
) -> tuple[Table, tuple[Scores, ...], tuple[tuple[Still, ...], ...]]:
    """Rows, their scores by a run's answers, and whether rules and cards still hold there.

    A DataError where the rows do not fit.
    """
    answers_key = (run.id, run.version)
    key = (rows.digest, rows.sheet or "")
    scored_rows = _scored(answers_key, key, rows.name, run.result or {}, rows)
    # it goes with all that follows from tables
    use((answers_key, key), scored_rows[0], lambda: None)
    return scored_rows


@of_tables(max_entries=4, show_spinner="Scoring the rows …")
def _scored(
    answers_key: tuple[Any, ...],  # noqa: ARG001  these are the key of the cache
    key: tuple[str, str],  # noqa: ARG001
    name: str,  # noqa: ARG001
    _document: Mapping[str, Any],
    _rows: Table,
) -> tuple[Table, tuple[Scores, ...], tuple[tuple[Still, ...], ...]]:
    scores = tuple(one.scores(_rows) for one in predictors(_document))
    holding = (stills(said, _rows) for said in scores)
    return _rows, scores, tuple(holding)


def answer_of(state: Session, run: Run | None) -> Any:
    """The answer of a run, or nothing without one."""
    return OF_KIND.get(run.kind if run else "", ANY)[0](state, run)


def show_answer(run: Run, value: Any) -> None:
    """A run's answer, and its predictions for the rows of another file."""
    OF_KIND.get(run.kind, ANY)[1](run, value)


def _of_any(run: Run, value: Any) -> None:  # noqa: ARG001  what is shown follows from the document
    """An answer in words, with its report, and the rows of another file."""
    question = kind_of(run.kind).question(run.spec)
    st.caption(
        f"With the answer to **{plain(question)}**, learnt from {plain(run.name)}. {ANOTHER}"
    )
    _in_words(run, kind_of(run.kind).present(run.result or {}, OutputOptions()))
    other_rows(run.kind, run.result or {})


@on_demand("The answer in words", "answer_in_words", ":material/notes:")
def _in_words(run: Run, output: AnswerOutput) -> None:
    show(output.at_length())
    name = f"{stem(run.name, 'answer')}-report.html"
    download("Report", output.report, name, "text/html", "download_report")


def other_rows(kind: str, document: Mapping[str, Any]) -> None:
    """A file's rows with the predictions of a document's answer; the file is not kept."""
    entry = kind_of(kind)
    help = "A file with the columns that are named below."
    file = st.file_uploader("Rows to predict", key="other_rows", help=help)
    with saying_why():
        if file is None:
            needed = ", ".join(entry.needs(document))
            st.caption(f"Needed columns: {plain(needed)}." if needed else "No column is needed.")
            return
        rows = table_uploaded(file)
        scored_rows = entry.score(document, rows)
        columns = scored_rows.columns()
        show(scored_rows.brief)
        said_rows(columns, scored_rows.of_file, "%.6g", "The rows with what is predicted for each")
        name = f"{stem(rows.name, 'rows')}-predicted.csv"
        download("CSV", lambda: as_csv(columns), name, "text/csv", "download_predicted")


def of_rules(run: Run, answers: Sequence[Answer]) -> None:
    """The verdicts of a run's answers on the rows of a file, which is not kept."""
    explained = [a.explanation for a in answers]
    rules = " · ".join(f"{e.yes_words} ({size_words(e)})" for e in explained)
    kind = "draft of a rule" if any(e.rule.is_draft for e in explained) else "rule"
    if all(e.first == POINTS for e in explained):
        kind = "points"
    st.caption(
        f"With the {kind} learnt from {plain(explained[0].table)}: {plain(rules)}. "
        "You can open another one under Runs."
    )
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
        rows = table_uploaded(file)
        table, scores, holding = scored(run, rows)
        _scored_rows(table, scores, one_class(scores))
        still_holds(scores, holding)


def _scored_rows(table: Table, scores: Sequence[Scores], one: OneClass | None) -> None:
    """Scored rows: in a sentence for each class, as a table, and to take away.

    one: the class of each row, where the answers are about several classes.
    """
    with st.container(border=True):
        st.header(f"{counted(table.n_rows, 'row')} scored", anchor=False)
        if one:
            words = class_words(scores[0].predictor.e.target, one)
            st.markdown(plain(words), help=ABOUT["chance"])
        blocks = scored_blocks(scores)
        show([Fold(EACH, tuple(blocks))] if one else blocks)
        columns = scored_columns(table, scores, one)
        download(
            "Download the scored rows",
            lambda: as_csv(columns).encode("utf-8-sig"),  # so that spreadsheets read it
            f"{stem(table.name, 'rows')}-scored.csv",
            "text/csv",
            "download_scored",
            type="primary",
        )
    shown, about = columns, ABOUT
    if one and not st.toggle(f"Show in the table: {EACH[:1].lower()}{EACH[1:]}"):
        # the class with its chance alone, and the cells that are noted
        shown = [*columns[: len(table.names) + OF_CLASS], *columns[-OF_CELLS:]]
    if len(scores) == 1:  # nothing to tell apart, so that the verdicts fit beside each other
        of_class = f"{scores[0].predictor.e.yes_words}: "
        short = [(name.removeprefix(of_class), cells) for name, cells in columns]
        shown = [
            (name, cells) for name, (_, cells) in zip(distinct_names(short), short, strict=True)
        ]
        about = {name.removeprefix(": "): text for name, text in ABOUT.items() if ": " in name}
    alt = "The rows with what rule and machine say of each"
    read = {name for s in scores for name in s.predictor.e.columns}
    names = {c.name for c in table.columns if c.kind == "identifier" and c.name not in read}
    said_rows(shown, len(table.names), "%.3f", alt, about, names)


def still_holds(scores: Sequence[Scores], by_class: Sequence[Sequence[Still]]) -> None:
    """For each class one verdict, on the form that comes first; the rest stands behind it."""
    st.header(f"Does the {by_class[0][0].form.called} still hold?", anchor=False)
    for s, both in zip(scores, by_class, strict=True):
        if len(by_class) > 1:
            st.subheader(plain(s.predictor.e.yes_words), anchor=False)
        verdict, *behind = holding_blocks(s, both)
        show([verdict, Fold(BEHIND, tuple(behind))])


ReadsAndShows = tuple[Callable[[Session, Run | None], Any], Callable[[Run, Any], None]]
ANY: ReadsAndShows = stored_runs.result_of, _of_any
OF_KIND: dict[str, ReadsAndShows] = {
    "explain": (stored_runs.answers, of_rules),
}
