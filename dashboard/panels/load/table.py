"""Where the table comes from, a file, a sample or a database, and what to predict of it."""

import os
from dataclasses import dataclass, field, replace
from functools import partial

import streamlit as st

from dashboard import services
from dashboard.panels.widgets import bad_news, bound, on_click, uploaded
from dashboard.session import Session
from dashboard.text import plain
from interpret.data.complaints import EMPTY, counted
from interpret.data.cuts import is_amount
from interpret.data.table import Table
from interpret.data.task import Task
from interpret.large.source import SAMPLE
from interpret.present.wording import one_of
from jobs import sources
from jobs.sources import Look
from sample_data import SAMPLES, SampleTable

KEY = "_database"
NO_KEY = "none: other rows each time"


def drop_zone(state: Session) -> None:
    st.file_uploader(
        "Your table",
        help="CSV, TSV, Excel, OpenDocument or Parquet, also gzipped, with the column names in "
        "the first line. The file stays on this machine.",
        **uploaded("upload", partial(services.load, state)),
    )


def sample_line(state: Session) -> None:
    """The samples behind one line, beside a table of the user's own."""
    with st.popover("Or try a sample", icon=":material/table_view:", width="stretch"):
        for sample in SAMPLES:
            st.button(
                plain(sample.question),
                key=f"sample_{sample.file}",
                width="stretch",
                **on_click(services.load_sample, state, sample),
            )


def cards(state: Session, loaded: SampleTable | None) -> None:
    st.caption("Or try one of these")
    columns = st.container(key="samples").columns(len(SAMPLES))
    for column, sample in zip(columns, SAMPLES, strict=True):
        with column.container(border=True, height="stretch", gap="xsmall"):
            st.markdown(f"**{plain(sample.question)}**")
            st.caption(plain(sample.size))
            st.space("stretch")
            is_loaded = sample == loaded
            st.button(
                "Loaded" if is_loaded else "Load",
                key=f"sample_{sample.file}",
                disabled=is_loaded,
                width="stretch",
                **on_click(services.load_sample, state, sample),
            )


def predict(state: Session, table: Table, target: str, tasks: tuple[Task, ...]) -> None:
    """Predict … positive when …: the class column and the values that count as positive."""
    labels = table.column(target)
    values = [
        value
        for value, count in zip(labels.values, labels.counts, strict=True)
        if value is not None and count
    ]

    def take_target(chosen: str) -> None:
        drop = tuple(name for name in state.settings.drop if name != chosen)
        state.change(target=chosen, positive=(), drop=drop)

    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown("Predict", width="content")
        st.selectbox(
            "Predict",
            table.names,
            label_visibility="collapsed",
            width=260,
            **bound("target", target, take_target),
        )
        if is_amount(labels):
            return
        st.markdown("positive when", width="content")
        if len(values) == 2 and len(tasks) == 1:
            st.segmented_control(
                "Positive when",
                values,
                format_func=plain,
                required=True,
                label_visibility="collapsed",
                **bound(
                    "positive", tasks[0].positive[0], lambda one: state.change(positive=(one,))
                ),
            )
        else:
            asked = list(state.settings.positive)
            st.multiselect(
                "Positive when",
                values,
                placeholder="each class: one rule for each",
                label_visibility="collapsed",
                width=320,
                **bound("positive", asked, lambda several: state.change(positive=tuple(several))),
            )
        if len(tasks) == 1:
            bad_news(state, one_of(tasks[0].positive))


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
