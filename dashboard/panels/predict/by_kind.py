"""What the page that predicts shows of each kind of answer; most have no panel of their own."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import streamlit as st

from dashboard import recommending, results
from dashboard.panels.download_row import download
from dashboard.panels.on_demand import on_demand
from dashboard.panels.predict.any_answer import other_rows
from dashboard.panels.predict.rules import of_rules
from dashboard.panels.recommend.whole import new_users
from dashboard.session import Session
from dashboard.text import plain, stem
from interpret.answers import kinds
from interpret.answers.kinds import Telling
from jobs.kinds import kind_of
from jobs.store import Run

ANOTHER = "You can open another one under Runs."


@dataclass(frozen=True)
class Shows:
    """found: what a run has found, nothing where there is none; show: draws it and its rows."""

    found: Callable[[Session, Run | None], Any]
    show: Callable[[Run, Any], None]


def shows(kind: str) -> Shows:
    """How the page shows a kind of answer."""
    return SHOWS.get(kind, ANY)


def _of_any(run: Run, found: Any) -> None:  # noqa: ARG001  what is shown follows from the document
    """An answer in words, with its report, and the rows of another file."""
    asked = kind_of(run.kind).asked(run.spec)
    st.caption(f"With the answer to **{plain(asked)}**, learnt from {plain(run.name)}. {ANOTHER}")
    told = kinds.kind_of(run.kind).told(run.result or {}, Telling())
    panel = on_demand("The answer in words", "answer_in_words", ":material/notes:")
    if panel:
        panel.text("\n\n".join(told.words()))
        with panel:
            name = f"{stem(run.name, 'answer')}-report.html"
            download("Report", lambda: told.report(False), name, "text/html", "download_report")
    other_rows(run.kind, run.result or {})


def _of_rankings(run: Run, found: Any) -> None:
    """The rankings, and users of another file."""
    st.caption(f"With the rankings learnt from {plain(found.name)}. {ANOTHER}")
    new_users(run, found, recommending.rankings(run.id, run.version, found))


ANY = Shows(results.found, _of_any)
SHOWS = {
    "explain": Shows(results.answers, of_rules),
    "recommend": Shows(results.found, _of_rankings),
}
