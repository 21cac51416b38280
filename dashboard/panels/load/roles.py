"""Columns that are no attributes: a model's answer, a weight, a group, a time; and a test file."""

from functools import partial

import streamlit as st

from dashboard import services
from dashboard.panels.widgets import bound, uploaded
from dashboard.session import Session
from interpret.data.amounts import is_amount, middle
from interpret.data.table import Table

NONE = "none"
LABELS = {
    "explain": "Another model's answer",
    "target": "The true class beside it",
    "weight": "Weight",
    "group": "Group",
    "time": "Time",
    "held_out": "Held out",
}
HELP = {
    "explain": "A class or a score that another model gave to each row. The rule is then fitted to "
    "what the model says, and you are told how often the two agree. For a score, you choose the "
    "cut above which the model says yes. The column is never an attribute.",
    "target": "If the table also holds the truth, rule and model are judged by it side by side.",
    "weight": "How many rows a row stands for: 3 counts the row three times. Weights that are not "
    "whole numbers are rounded to tenths of their mean.",
    "group": "Rows of one group, such as those of one customer or patient, are never split between "
    "training and judging, and intervals count groups.",
    "time": "Dates or numbers. The latest rows are held out, and folds go forward in time.",
    "held_out": "A column that says which rows to judge on: those with test, yes, true or 1.",
}


def roles(state: Session, table: Table) -> None:
    """A choice of a column for each role, and a file to judge on."""
    shown = [name for name in LABELS if name != "target" or state.settings.explain]
    for start in range(0, len(shown), 3):
        for place, role in zip(st.columns(3), shown[start : start + 3], strict=False):
            chosen = getattr(state.settings, role)
            place.selectbox(
                LABELS[role],
                (NONE, *table.names),
                help=HELP[role],
                **bound(
                    f"role_{role}",
                    chosen if chosen in table.names else NONE,
                    partial(_take, state, table, role),
                ),
            )
    with st.popover("A test file of your own", icon=":material/rule:"):
        st.file_uploader(
            "Rows to judge on",
            help="A file with the same columns. All of the first file is learned from, and all of "
            "this one is held out.",
            **uploaded("test_file", partial(services.load_test, state)),
        )


def _take(state: Session, table: Table, role: str, name: str) -> None:
    """Takes a column, or none, for a role."""
    value, before = None if name == NONE else name, state.settings
    if role != "explain":
        drop = tuple(other for other in before.drop if other != value)
        state.change(**{role: value, "drop": drop})
        return
    target = before.target or (None if before.explain else table.names[-1])  # now the truth
    is_score = value is not None and is_amount(table.column(value))
    state.change(
        explain=value,
        target=None if target == value else target,
        above=middle(table, value) if value and is_score else None,
        positive=(),
    )
