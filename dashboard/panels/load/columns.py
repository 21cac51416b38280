"""The columns of a table, each with a tick to leave it out; its first rows; its classes."""

import pandas as pd
import streamlit as st

from dashboard.panels.tables import height_of, numbers, share_bar, table
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


def columns(state: Session, of: Table, target: str, is_number: bool) -> None:
    """Each column's use, values, empty cells and most frequent value.

    is_number: whether the target is explained as a number, without classes.
    """
    asked = state.settings.columns
    kinds: dict[str, str] = {c.name: kind_of(c, of.column(target), asked) for c in of.columns}
    kinds |= {name: NAMED[role] for name, role in asked.roles.named.items() if name in kinds}
    kinds[target] = "class"
    rows = [
        {
            "use": kinds[column.name] not in NOT_USED and column.name not in asked.drop,
            "column": column.name,
            "used as": TO_EXPLAIN if is_number and column.name == target else kinds[column.name],
            "values": listed(EMPTY if value is None else value for value in column.values),
            "empty": column.missing,
            "most frequent": 100 * float(column.counts.max()) / of.n_rows,
        }
        for column in of.columns
    ]
    text = st.column_config.TextColumn
    edited = st.data_editor(
        pd.DataFrame(rows),
        key=f"columns_{state.edition}",
        hide_index=True,
        disabled=["column", "used as", "values", "empty", "most frequent"],
        column_config={
            "use": st.column_config.CheckboxColumn(
                "use",
                width=70,
                help="Untick a column to leave it out of training. Tick one that was left out to "
                "take it back: one that names rows, is always the same, or is the class under "
                "another name.",
            ),
            "column": text("column", width=170),
            "used as": text("used as", width=120),
            "values": text("values", width=300),
            "empty": numbers("%,d", "empty", width=70),
            "most frequent": share_bar(
                "most frequent value",
                help="The share of the rows that have the column's most frequent value.",
            ),
        },
        height=height_of(rows),
        alt="The columns of the table: use, kind, values, empty cells, most frequent value",
    )
    if list(edited["use"]) != [row["use"] for row in rows]:
        _take(state, kinds, dict(zip(kinds, edited["use"], strict=True)))
        st.rerun()


def first_rows(shown: Table) -> None:
    some = shown.rows(range(min(FIRST, shown.n_rows)))
    alt = f"The first {some.n_rows} rows of the table"
    st.dataframe(some.frame(), hide_index=True, placeholder=EMPTY, alt=alt)
    if shown.n_rows > FIRST:
        st.caption(f"The first {FIRST} of {shown.n_rows:,} rows are shown.")


def classes(of: Table, target: str, positive: tuple[str, ...]) -> None:
    """How often each class occurs."""
    column = of.column(target)
    counted = sorted(zip(column.values, column.counts, strict=True), key=lambda pair: -pair[1])
    rows = (
        {
            "class": EMPTY if value is None else value,
            "counts as": _side(value, positive),
            "rows": int(count),
            "share": 100 * float(count) / of.n_rows,
        }
        for value, count in counted
    )
    config = {"rows": numbers("%,d"), "share": share_bar()}
    table(rows, "The classes and how many rows each has", config)


def _side(value: str | None, positive: tuple[str, ...]) -> str:
    if value is None:
        return "left out"
    if not positive:
        return "a rule of its own"
    return "positive" if value in positive else "negative"


def _take(state: Session, kinds: dict[str, str], used: dict[str, bool]) -> None:
    """Takes over the ticks; one that is impossible is taken back and explained."""
    keep, drop = list(state.settings.keep), []
    for name, use in used.items():
        if kinds[name] == "class":
            if not use:
                state.edition += 1
                state.complaint = (
                    f"{quoted(name)} cannot be left out, because it is what is predicted. Choose "
                    "another column to predict first."
                )
        elif use and kinds[name] in LEFT_OUT:
            keep.append(name)
        elif not use and name in keep:
            keep.remove(name)
        elif not use and kinds[name] not in NOT_USED:
            drop.append(name)
    state.change(keep=tuple(keep), drop=tuple(drop))
