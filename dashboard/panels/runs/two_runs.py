"""One run's settings and versions; two runs beside each other."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from dashboard import stored_runs
from dashboard.panels.runs.recent import STATUS, ago
from dashboard.panels.tables import table
from dashboard.text import plain
from interpret.answers.points.card_figures import POINTS
from interpret.answers.rule.report.side_by_side import Beside, Line, beside, everything
from interpret.data.complaints import DataError
from jobs.store import Run

OTHER_VERSION = "One of these runs was stored by another version of Rulescope. Repeat it first."


def one_run(run: Run) -> None:
    """What a run needs to be repeated."""
    if run.error:
        st.warning(plain(run.error), icon=":material/error:")
    with st.expander("What it needs to be repeated", icon=":material/fingerprint:"):
        needed = everything(stored_runs.asked_run(run)).items()
        text = st.column_config.TextColumn
        table(
            pd.DataFrame(needed, columns=["what", "asked"]),
            "Data, settings and versions of the run",
            {"what": text("", width=190), "asked": text("was", width=560)},
        )
        st.caption(
            "The same data, settings, seed and versions give the same rule, unless a search "
            "reaches its time limit."
        )


def two_runs(first: Run, second: Run) -> None:
    """What differs between two runs, the result of each, and the clauses of their rules."""
    try:
        shown = beside(stored_runs.answered(first), stored_runs.answered(second))
    except DataError:
        st.info(OTHER_VERSION, icon=":material/info:")
        return
    st.header("Side by side", anchor=False)
    names = [f"{number}: {_title(run)}" for number, run in (("First", first), ("Second", second))]
    st.caption("  \n".join(map(plain, names)))
    st.subheader("What was asked differently", anchor=False)
    if shown.settings:
        _lines(shown.settings)
    else:
        st.caption("Nothing. Data, settings, seed and versions are the same.")
    if shown.figures:
        st.subheader("What each came to", anchor=False)
        _lines(shown.figures)
    _rules(shown)


def _title(run: Run) -> str:
    return f"{stored_runs.title(run)} · {STATUS[run.status]}, {ago(run.created)}" + (
        "" if run.version else ", no answer"
    )


def _rules(shown: Beside) -> None:
    for rules in shown.rules:
        is_card = rules.kind == POINTS
        name, both = ("points", "cards") if is_card else ("rules", "rules")
        st.subheader(f"The {name} for {plain(rules.title)}", anchor=False)
        if rules.note:
            st.caption(plain(rules.note))
        where, clauses = ([line[at] for line in rules.lines] for at in (0, 1))
        _table(
            f"The clauses of both {both}, and in which of them each stands",
            {"stands": where, "condition" if is_card else "clause": clauses},
        )


def _lines(lines: Sequence[Line]) -> None:
    _table(
        "Both runs, line by line",
        {
            "what": [line.what for line in lines],
            "first": [line.first for line in lines],
            "second": [line.second for line in lines],
        },
    )


def _table(alt: str, columns: dict[str, list[str]]) -> None:
    """Texts of any length, each in full."""
    st.table(pd.DataFrame(columns).map(plain), border="horizontal", hide_index=True, alt=alt)
