"""What is asked: the class, and what a rule must or must not say."""

from dataclasses import fields

import streamlit as st

from dashboard import services
from dashboard.panels.blocks import show
from dashboard.panels.widgets import bound, on_click
from dashboard.session import Session
from dashboard.text import plain, table_facts
from interpret.data.complaints import DataError, counted
from interpret.forms.answer.explanation import Explanation
from interpret.present.wording import class_name
from interpret.settings import DEMANDS, Settings
from interpret.tell.rule.verdict import questions
from interpret.tell.rule.words import ON_ALL

LABELS = {
    "pin": "In every line",
    "pin_clause": "Lines that stay",
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


def question(state: Session) -> str:
    """What the user wants to know."""
    table = services.loaded(state)
    target = state.settings.aim or table.names[-1]
    sample = services.sample_of(table.name, target)
    if sample and state.settings.positive in ((), (sample.positive,)):
        return sample.question
    if state.settings.positive:
        return f"When is {class_name(target, state.settings.positive)}?"
    return f"What decides {target}?"


def facts(state: Session, e: Explanation | None) -> str:
    """Markdown: file, rows, and how many columns the rule may speak of."""
    table = services.loaded(state)
    if e is None:
        return table_facts(table)
    n_rows = sum(map(len, e.rows.values()))
    return (
        f"{plain(e.table)} · {n_rows:,} rows · {counted(len(e.attributes), 'column')} to learn from"
    )


def on_all_rows(e: Explanation) -> None:
    """What the answer does on every row of a table of which it saw a sample."""
    for told in e.notices:
        if told.startswith(ON_ALL):
            st.caption(plain(told))


def known_beforehand(state: Session, e: Explanation) -> None:
    """Whether a column that alone tells the class is known before it, and how to leave it out."""
    for asked in questions([e]):
        show([asked])
        st.button(
            "Leave it out and search again",
            key="leave_out",
            icon=":material/search_off:",
            type="secondary" if asked.warns else "tertiary",
            **on_click(_leave_out, state, e),
        )


def _leave_out(state: Session, e: Explanation) -> None:
    assert e.one_column is not None
    state.change(drop=tuple(dict.fromkeys((*state.settings.drop, e.one_column.column))))
    services.start(state)


def about_data(e: Explanation) -> None:
    """What was noticed in the data and changed in them, each notice once."""
    for notice in e.notices:
        st.markdown(plain(notice))


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
        "A pinned condition stands in every line. A pinned line stays, whatever else is found. "
        "Neither pays the price of a condition, and the limits count neither. The machine still "
        "reads a forbidden column. The bound is that of the rules that keep to all this. Press "
        "“Find the rule” for it to take effect."
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
