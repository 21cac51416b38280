"""What the rule must keep to: conditions pinned, forbidden or given a direction."""

from dataclasses import fields

import streamlit as st

from dashboard import services
from dashboard.panels.widgets import bound
from dashboard.session import Session
from interpret.answers.rule.answer.explanation import Explanation
from interpret.data.complaints import DataError
from interpret.settings import DEMANDS, Settings

LABELS = {
    "pin": "In every clause",
    "pin_clause": "Clauses that stay",
    "forbid": "Never asked for",
    "only_above": "More speaks only for the class",
    "only_below": "More speaks only against the class",
}
WRITTEN = {
    "pin": "age > 40",
    "pin_clause": "age > 40 and sex = f",
    "forbid": "A column, or colour = red",
    "only_above": "A column of numbers",
    "only_below": "A column of numbers",
}
HELP = {setting.name: setting.metadata["help"] for setting in fields(Settings)}


def demands(state: Session, e: Explanation | None) -> None:
    """e: the answer that is shown, whose tests and clauses can be pinned with a click."""
    st.markdown("**What the rule must keep to**")
    options = _options(state, e)
    for names in (DEMANDS[:2], DEMANDS[2:]):
        for column, name in zip(st.columns(len(names)), names, strict=True):
            asked = list(getattr(state.settings, name))

            def take(chosen: list[str], name: str = name) -> None:
                state.change(**{name: tuple(chosen)})

            column.multiselect(
                LABELS[name],
                list(dict.fromkeys([*options[name], *asked])),
                accept_new_options=name in ("pin", "pin_clause", "forbid"),
                placeholder=WRITTEN[name],
                help=HELP[name],
                **bound(f"set_{name}", asked, take),
            )
    st.caption(
        "A pinned condition stands in every clause. A pinned clause stays, whatever else is found. "
        "Neither pays the price of a test, and the limits count neither. The machine still reads a "
        "forbidden column. The bound is that of the rules that keep to all this. Press “Find the "
        "rule” for it to take effect."
    )


def _options(state: Session, e: Explanation | None) -> dict[str, list[str]]:
    """What can be chosen: columns, and the tests and clauses of a rule that is shown."""
    try:
        task = services.tasks_of(state.digest, state.settings)[0]
        names = list(task.attributes)
        numbers = [name for name in names if task.table.column(name).is_numeric]
    except DataError:
        names, numbers = [], []
    clauses = e.rule.formula.clauses if e and not e.rule.formula.denied else ()
    tests = dict.fromkeys(str(test) for clause in clauses for test in clause.tests)
    return {
        "pin": list(tests),
        "pin_clause": [str(clause) for clause in clauses],
        "forbid": names,
        "only_above": numbers,
        "only_below": numbers,
    }
