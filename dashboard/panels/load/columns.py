"""The columns of a table, each with a tick to leave it out; its first rows; its classes."""

import pandas as pd
import streamlit as st

from dashboard.session import Session
from interpret.data.attributes import LEFT_OUT, kind_of
from interpret.data.complaints import EMPTY, listed, quoted
from interpret.data.table import Table

FIRST = 50
NAMED = {
    "explain": "class",
    "truth": "true class",
    "weight": "weight",
    "group": "group",
    "time": "time",
    "held_out": "held out",
}
TO_EXPLAIN = "number to explain"
NOT_USED = {*LEFT_OUT, *NAMED.values()} - {"class"}


def columns(state: Session, table: Table, target: str, is_number: bool) -> None:
    """Each column's use, values, empty cells and most frequent value.

    is_number: whether the target is explained as a number, without classes.
    """
    asked = state.settings.columns
    kinds: dict[str, str] = {c.name: kind_of(c, table.column(target), asked) for c in table.columns}
    kinds |= {name: NAMED[role] for name, role in asked.roles.named.items() if name in kinds}
    kinds[target] = "class"
    rows = [
        {
            "use": kinds[column.name] not in NOT_USED and column.name not in asked.drop,
            "column": column.name,
            "used as": TO_EXPLAIN if is_number and column.name == target else kinds[column.name],
            "values": listed(EMPTY if value is None else value for value in column.values),
            "empty": column.missing,
            "most frequent": 100 * float(column.counts.max()) / table.n_rows,
        }
        for column in table.columns
    ]
    edited = st.data_editor(
        pd.DataFrame(rows),
        key=f"columns_{state.edition}",
        hide_index=True,
        disabled=["column", "used as", "values", "empty", "most frequent"],
        column_config={
            "use": st.column_config.CheckboxColumn(
                "use",
                width=70,
                help="Untick to leave the column out before training; tick to take back what "
                "was left out: identifiers, constants, the class under other names.",
            ),
            "column": st.column_config.TextColumn("column", width=170),
            "used as": st.column_config.TextColumn("used as", width=120),
            "values": st.column_config.TextColumn("values", width=300),
            "empty": st.column_config.NumberColumn("empty", width=70, format="%,d"),
            "most frequent": st.column_config.ProgressColumn(
                "most frequent value",
                min_value=0,
                max_value=100,
                format="%.1f %%",
                help="The share of rows that the most frequent value of the column has.",
            ),
        },
        height="content" if len(rows) <= 20 else 740,
        alt="The columns of the table: use, kind, values, empty cells, most frequent value",
    )
    if list(edited["use"]) != [row["use"] for row in rows]:
        _take(state, kinds, dict(zip(kinds, edited["use"], strict=True)))
        st.rerun()


def first_rows(table: Table) -> None:
    shown = table.rows(range(min(FIRST, table.n_rows)))
    st.dataframe(
        shown.frame(),
        hide_index=True,
        placeholder=EMPTY,
        alt=f"The first {shown.n_rows} rows of the table",
    )
    if table.n_rows > FIRST:
        st.caption(f"The first {FIRST} of {table.n_rows:,} rows.")


def classes(table: Table, target: str, positive: tuple[str, ...]) -> None:
    """How often each class occurs."""
    column = table.column(target)
    counted = sorted(zip(column.values, column.counts, strict=True), key=lambda pair: -pair[1])
    rows = [
        {
            "class": value,
            "counts as": _side(value, positive),
            "rows": int(count),
            "share": 100 * float(count) / table.n_rows,
        }
        for value, count in counted
    ]
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        placeholder=EMPTY,
        column_config={
            "rows": st.column_config.NumberColumn("rows", format="%,d"),
            "share": st.column_config.ProgressColumn(
                "share", min_value=0, max_value=100, format="%.1f %%"
            ),
        },
        alt="The classes and how many rows each has",
    )


def _side(value: str | None, positive: tuple[str, ...]) -> str:
    if value is None:
        return "left out"
    if not positive:
        return "a rule of its own"
    return "positive" if value in positive else "negative"


def _take(state: Session, kinds: dict[str, str], used: dict[str, bool]) -> None:
    """Takes over the ticks; an impossible one is explained and taken back."""
    keep, drop = list(state.settings.keep), []
    for name, use in used.items():
        if kinds[name] == "class":
            if not use:
                state.edition += 1
                state.complaint = (
                    f"What is predicted must stay in the table, and {quoted(name)} was to be left "
                    "out. Choose another column to predict first."
                )
        elif use and kinds[name] in LEFT_OUT:
            keep.append(name)
        elif not use and name in keep:
            keep.remove(name)
        elif not use and kinds[name] not in NOT_USED:
            drop.append(name)
    state.change(keep=tuple(keep), drop=tuple(drop))
