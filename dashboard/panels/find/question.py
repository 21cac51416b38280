"""The question that the page asks, facts about the table, and what was noticed in it."""

import streamlit as st

from dashboard import services
from dashboard.panels.widgets import on_demand
from dashboard.session import Session
from dashboard.text import plain, table_facts
from interpret.answers.rule.answer.explanation import Explanation
from interpret.data.complaints import counted
from interpret.present.wording import class_name


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


def about_data(e: Explanation) -> None:
    """What was noticed in the data and changed in them, each notice once, on demand."""
    if e.notices:
        label = f"About the data ({len(e.notices)})"
        on_demand(label, "about_data", ":material/table:")(_notices)(e)


def _notices(e: Explanation) -> None:
    for notice in e.notices:
        st.markdown(plain(notice))
