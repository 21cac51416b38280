"""What columns are beside attributes: a model's answer, a weight, a group, a time; a test file."""

import streamlit as st

from dashboard import services
from dashboard.panels.load.number_target import middle
from dashboard.session import Session
from interpret.data.amounts import is_amount
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
    "it, and told how often it says the same; of a score you choose the cut above which it says "
    "yes. It is never an attribute.",
    "target": "Where the table also holds the truth, rule and model are judged by it side by side.",
    "weight": "How many rows a row stands for: 3 is the row three times. Weights that are not "
    "whole are rounded to tenths of their mean.",
    "group": "Rows of one group, such as those of a customer or a patient, stand on one side of "
    "every split, and intervals are those of groups.",
    "time": "Dates or numbers: the latest rows are held out, and folds go forward in time.",
    "held_out": "A column that says which rows to judge on: those with test, yes, true or 1.",
}


def roles(state: Session, table: Table) -> None:
    """A choice of a column for each role, and a file to judge on."""
    shown = [name for name in LABELS if name != "target" or state.settings.explain]
    for start in range(0, len(shown), 3):
        for place, role in zip(st.columns(3), shown[start : start + 3], strict=False):
            with place:
                _role(state, table, role)
    with st.popover("A test file of your own", icon=":material/rule:"):
        st.file_uploader(
            "Rows to judge on",
            key="test_file",
            on_change=services.attempt,
            args=(state, _take_test, state),
            help="A file with the same columns. All of the first file is learned from, and all of "
            "this one is held out.",
        )


def _take_test(state: Session) -> None:
    file = st.session_state["test_file"]
    if file is not None:
        services.load_test(state, file.getvalue(), file.name)


def _role(state: Session, table: Table, role: str) -> None:
    key = f"role_{role}"
    chosen = getattr(state.settings, role)
    st.session_state[key] = chosen if chosen in table.names else NONE

    def take() -> None:
        name = st.session_state[key]
        value = None if name == NONE else name
        drop = tuple(other for other in state.settings.drop if other != value)
        if role == "explain":
            _explain(state, table, value)
        else:
            state.change(**{role: value, "drop": drop})

    st.selectbox(
        LABELS[role],
        (NONE, *table.names),
        key=key,
        on_change=services.attempt,
        args=(state, take),
        help=HELP[role],
    )


def _explain(state: Session, table: Table, name: str | None) -> None:
    """Another column, or none, as the model's answer; what was to be predicted is the truth."""
    before = state.settings
    target = before.target or (None if before.explain else table.names[-1])
    above = None
    if name is not None and is_amount(table.column(name)):
        above = middle(table, name)
    state.change(explain=name, target=None if target == name else target, above=above, positive=())
