"""What the rule must keep to: conditions pinned, forbidden or given a direction."""

from dataclasses import fields

import streamlit as st

from dashboard import services
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
    rows = (DEMANDS[:2], DEMANDS[2:])
    for names in rows:
        for column, name in zip(st.columns(len(names)), names, strict=True):
            with column:
                _several(state, name, options[name])
    st.caption(
        "A pinned condition stands in every clause; a pinned clause stays, whatever is found "
        "beside it. Both cost nothing and are not counted in the limits. A forbidden column is "
        "still read by the machine. The bound is of the rules that keep to all this. Press “Find "
        "the rule” for it to take effect."
    )


def _several(state: Session, name: str, options: list[str]) -> None:
    asked = getattr(state.settings, name)
    st.session_state[f"set_{name}"] = list(asked)
    st.multiselect(
        LABELS[name],
        list(dict.fromkeys([*options, *asked])),
        key=f"set_{name}",
        accept_new_options=name in ("pin", "pin_clause", "forbid"),
        placeholder=WRITTEN[name],
        on_change=services.attempt,
        args=(state, _take, state, name),
        help=HELP[name],
    )


def _take(state: Session, name: str) -> None:
    state.change(**{name: tuple(st.session_state[f"set_{name}"])})


def _options(state: Session, e: Explanation | None) -> dict[str, list[str]]:
    """What can be chosen: columns, and of a rule that is shown its tests and clauses."""
    names, numbers = _columns(state)
    clauses = e.rule.formula.clauses if e and not e.rule.formula.denied else ()
    tests = dict.fromkeys(str(test) for clause in clauses for test in clause.tests)
    return {
        "pin": list(tests),
        "pin_clause": [str(clause) for clause in clauses],
        "forbid": names,
        "only_above": numbers,
        "only_below": numbers,
    }


def _columns(state: Session) -> tuple[list[str], list[str]]:
    """The names of the attributes, and of those that are numbers."""
    settings = state.settings
    try:
        task = services.asked(state.digest, settings.target, settings.positive, settings.columns)[0]
    except DataError:
        return [], []
    names = list(task.attributes)
    return names, [name for name in names if task.table.column(name).is_numeric]
