"""What the page that predicts shows of each kind of answer; most have no panel of their own."""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from dashboard import recommending, results
from dashboard.panels.download_row import download
from dashboard.panels.predict.rules import of_rules
from dashboard.panels.recommend.all_users import new_users
from dashboard.panels.rows import said_rows
from dashboard.panels.widgets import on_demand, saying_why
from dashboard.session import Session
from dashboard.text import plain, stem
from interpret.answers.unread import NONE
from interpret.data.sandbox.read_apart import read_apart
from interpret.present.csv_file import as_csv
from interpret.registry import Telling, Told, kind_of
from jobs.store import Run

ANOTHER = "You can open another one under Runs."


def answer_of(state: Session, run: Run | None) -> Any:
    """What a run has found, nothing where there is none."""
    return OF_KIND.get(run.kind if run else "", ANY)[0](state, run)


def show_answer(run: Run, found: Any) -> None:
    """A run's answer, and what it says of the rows of another file."""
    OF_KIND.get(run.kind, ANY)[1](run, found)


def _of_any(run: Run, found: Any) -> None:  # noqa: ARG001  what is shown follows from the document
    """An answer in words, with its report, and the rows of another file."""
    asked = kind_of(run.kind).asked(run.spec)
    st.caption(f"With the answer to **{plain(asked)}**, learnt from {plain(run.name)}. {ANOTHER}")
    _in_words(run, kind_of(run.kind).told(run.result or {}, Telling()))
    other_rows(run.kind, run.result or {})


@on_demand("The answer in words", "answer_in_words", ":material/notes:")
def _in_words(run: Run, told: Told) -> None:
    st.text("\n\n".join(told.words()))
    name = f"{stem(run.name, 'answer')}-report.html"
    download("Report", lambda: told.report(False), name, "text/html", "download_report")


def other_rows(kind: str, document: Mapping[str, Any]) -> None:
    """A file's rows with what the answer of a document says of each; the file is not kept."""
    entry = kind_of(kind)
    help = "A file with the columns that are named below."
    file = st.file_uploader("Rows to predict", key="other_rows", help=help)
    with saying_why():
        if file is None:
            needed = ", ".join(entry.needs(document))
            st.caption(f"Needed columns: {plain(needed)}." if needed else "No column is needed.")
            return
        rows = read_apart(file.getvalue(), file.name)
        scored_rows = entry.scored(document, rows, NONE)
        columns = scored_rows.columns()
        for line in scored_rows.words:
            st.markdown(plain(line))
        said_rows(columns, scored_rows.of_file, "%.6g", "The rows with what is predicted for each")
        name = f"{stem(rows.name, 'rows')}-predicted.csv"
        download("CSV", lambda: as_csv(columns), name, "text/csv", "download_predicted")


def _of_rankings(run: Run, found: Any) -> None:  # noqa: ARG001  as the others
    """The rankings, and users of another file."""
    st.caption(f"With the rankings learnt from {plain(found.name)}. {ANOTHER}")
    new_users(recommending.recommender(found))


ReadsAndShows = tuple[Callable[[Session, Run | None], Any], Callable[[Run, Any], None]]
ANY: ReadsAndShows = results.result_of, _of_any
OF_KIND: dict[str, ReadsAndShows] = {
    "explain": (results.answers, of_rules),
    "recommend": (results.result_of, _of_rankings),
}
