"""A table of a database that whoever runs the server named: chosen, looked at, and sampled."""

import os
from dataclasses import dataclass, field, replace

import streamlit as st

from dashboard import services
from dashboard.panels.widgets import bound, on_click
from dashboard.session import Session
from dashboard.text import plain
from interpret.data.complaints import EMPTY, counted
from interpret.large.source import SAMPLE
from jobs import sources
from jobs.sources import Look

KEY = "_database"
NO_KEY = "none: other rows each time"


@dataclass(frozen=True, eq=False)
class Chosen:
    """What is chosen in this tab; seen: the table as it was when it was chosen."""

    source: str = ""
    tables: list[str] = field(default_factory=list)
    table: str = ""
    seen: Look | None = None
    target: str = ""
    key: str | None = None


def from_database(state: Session) -> None:
    """A database, one of its tables, a look at it, and what is to be predicted."""
    named = list(sources.sources(os.environ))
    if not named:
        return
    chosen: Chosen = st.session_state.get(KEY, Chosen())
    with st.expander("From a database", icon=":material/database:", key="database"):
        first, second = st.columns(2)
        first.selectbox(
            "Database",
            named,
            index=None,
            format_func=plain,
            placeholder="those that this server names",
            **bound("database_name", chosen.source or None, _take_source),
        )
        second.selectbox(
            "Its table",
            chosen.tables,
            index=None,
            format_func=plain,
            disabled=not chosen.tables,
            placeholder="a table or a view",
            **bound("database_table", chosen.table or None, _take_table),
        )
        if chosen.seen is not None:
            _look(state, chosen, chosen.seen)


def _look(state: Session, chosen: Chosen, seen: Look) -> None:
    names = seen.first.column_names
    st.dataframe(
        seen.first,
        hide_index=True,
        height=220,
        placeholder=EMPTY,
        alt=f"The first {seen.first.num_rows} rows of the table",
    )
    st.caption(
        f"{counted(seen.rows, 'row')} · {counted(len(names), 'column')}. The table stays where it "
        f"is. To draw a sample of at most {SAMPLE:,} rows, which is kept here, its classes are "
        "counted and its rows read once. After a run, the columns of class, rule and card are read "
        "up to three times more, to count on every row what rule and card say."
    )
    first, second, action = st.columns(3, vertical_alignment="bottom")
    first.selectbox(
        "Predict", names, format_func=plain, **bound("database_target", chosen.target, _take_target)
    )
    if not seen.repeats:
        second.selectbox(
            "Key",
            [NO_KEY, *names],
            format_func=plain,
            help="A column that is another one in every row. By it the same rows are drawn again.",
            **bound("database_key", chosen.key or NO_KEY, _take_key),
        )
    action.button(
        "Draw a sample",
        key="database_draw",
        icon=":material/download:",
        width="stretch",
        **on_click(_draw, state, chosen),
    )


def _take(chosen: Chosen) -> None:
    st.session_state[KEY] = chosen


def _take_source(source: str | None) -> None:
    _take(Chosen())
    if source is not None:
        _take(Chosen(source, sources.tables(source)))


def _take_table(table: str | None) -> None:
    before: Chosen = st.session_state[KEY]
    _take(Chosen(before.source, before.tables))
    if table is not None:
        seen = sources.look(before.source, table)
        last = seen.first.column_names[-1]
        _take(Chosen(before.source, before.tables, table, seen, last))


def _take_target(target: str) -> None:
    _take(replace(st.session_state[KEY], target=target))


def _take_key(key: str) -> None:
    _take(replace(st.session_state[KEY], key=None if key == NO_KEY else key))


def _draw(state: Session, chosen: Chosen) -> None:
    drawn = (chosen.source, chosen.table, chosen.key, chosen.target, state.settings.seed)
    services.load(state, sources.sample(*drawn), chosen.table)
    state.change(target=chosen.target)
    _take(Chosen())
