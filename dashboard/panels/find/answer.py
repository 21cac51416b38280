"""The answer: the form that comes first as a poster, the other beside it, and how sure they are.

A click on the squares of a line, or Enter, opens its rows.
"""

from pathlib import Path
from typing import Any

import streamlit as st

from dashboard import services
from dashboard.panels.display import kept, poster_of, show
from dashboard.panels.find.rows import pick_line
from dashboard.panels.run_state import Step, at_work
from dashboard.panels.widgets import on_click
from dashboard.session import Session, session
from dashboard.text import plain
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.form import POINTS, RULE, CardForm, Form
from interpret.forms.answer.proof import BALANCED
from interpret.forms.study.study import Study
from interpret.settings import Settings
from interpret.tell.blocks import Block, Heading, sentences
from interpret.tell.rule import brief
from interpret.tell.rule.at_work import headline, stage_words
from interpret.tell.rule.card import (
    contradicted_words,
    form_words,
    no_card_words,
)
from interpret.tell.rule.one_figure import one_figure
from interpret.tell.rule.poster import poster
from interpret.tell.rule.verdict import few_found_words
from interpret.tell.rule.words import elsewhere_words, lines_of, shorter, shorter_words
from jobs.database import Run

TABS = {RULE: "Rule", POINTS: "Points"}

KEY, OPENED = "squares", "squares_opened"


def forms(state: Session, a: Answer) -> None:
    """The rule, and beside it the card where there is one: the better first."""
    e = a.explanation
    with st.container(key="answer"):
        if len(e.forms) == 1:
            _poster(a, e.forms[0])
        else:
            _both(a)
    warning = ":orange[:material/warning:] "
    if few := few_found_words(e):
        _asked_anew(state, warning + plain(few), "Count both classes alike", cost="balanced")
    if BALANCED in e.notices:
        _asked_anew(state, warning + plain(BALANCED), "Count rows one each", cost=1.0)
    if one := shorter(e):
        _asked_anew(state, plain(shorter_words(e)), "Find it", size=str(lines_of(one)))


def _asked_anew(state: Session, why: str, label: str, **changes: Any) -> None:
    """A button that asks for the same with other settings; why: Markdown beside it."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(why, width="stretch")
        st.button(label, key=f"anew_{label}", **on_click(_ask_anew, state, changes))


def _both(a: Answer) -> None:
    e = a.explanation
    labels = [
        f"{TABS[form.name]}: {one_figure(e, form.right[e.judged_on]).short}" for form in e.forms
    ]
    key, shown = f"forms_{e.digest[:12]}_{hash(e.positive)}", st.session_state.get("form")
    tabs = st.tabs(
        labels,
        key=key,
        default=next((label for label in labels if label.partition(":")[0] == shown), labels[0]),
        on_change=services.attempt,
        args=(session(), _turned, key),
    )
    for form, tab in zip(e.forms, tabs, strict=True):
        with tab:
            _poster(a, form)


def _turned(key: str) -> None:
    """Keeps which form is seen by its name, since its figure is another for another class."""
    st.session_state["form"] = st.session_state[key].partition(":")[0]


def _poster(a: Answer, form: Form) -> None:
    """One form on the first screen."""
    sample = services.sample_of(a.explanation.table, a.explanation.target)
    cells = sample.cells if sample else ()
    poster_of(kept(a, ("poster", form.name), lambda: poster(a, form, cells)))


def _ask_anew(state: Session, changes: dict[str, Any]) -> None:
    state.change(**changes)
    services.start(state)


def how_sure(a: Answer, study: Study | None) -> None:
    """study: holds whether rule and machine agree as often on rows that are not at hand."""
    e = a.explanation
    blocks: list[Block] = sentences(form_words(e), no_card_words(e))
    for form in e.forms:
        blocks += [Heading(f"The {form.called}", 3)] if len(e.forms) > 1 else []
        blocks.append(brief.verdict_badge(e, form))
        blocks += sentences(contradicted_words(e, form)) if isinstance(form, CardForm) else []
    if study:
        blocks += sentences(elsewhere_words(e, study.on_possible_rows))
    show(blocks)


def progress(run: Run) -> None:
    """The search at work."""

    def says(run: Run, steps: list[Step]) -> str:
        asked = Settings.from_dict(run.spec["settings"])
        return plain(headline(steps, services.tasks_of(run.digest or "", asked)))

    at_work(run, says, lambda run, steps: stage_words(steps[-1]))


_clicks = st.components.v2.component(
    "rulescope_squares", js=Path(__file__).with_name("squares.js").read_text(encoding="utf-8")
)


def squares_open_rows(a: Answer, tab: str) -> None:
    """Listens for clicks; stands last on the page, where it takes no room. tab: with the rows."""

    def opened() -> None:
        pick_line(a, st.session_state[KEY].line)
        st.session_state["tab"], st.session_state[OPENED] = tab, True

    _clicks(
        key=KEY,
        data={"opened": st.session_state.pop(OPENED, False), "of": a.explanation.digest},
        on_line_change=lambda: services.attempt(session(), opened),
    )
