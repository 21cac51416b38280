"""Kinds of rules of other lengths, one of which can be taken."""

from typing import Any

import streamlit as st

from dashboard import services
from dashboard.panels.display import chart
from dashboard.session import Session
from dashboard.text import plain
from interpret.fit.criteria import CRITERIA
from interpret.fit.rules_on_folds import RuleCandidate
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.explanation import Explanation
from interpret.present import wording
from interpret.tell.rule.figures.lengths import (
    RIGHT,
    cards_tried,
    lengths,
    place_words,
    rules_tried,
)

MOST_SHOWN = 9  # places to choose among


@st.fragment
def how_long(state: Session, a: Answer) -> None:
    """Nothing where the kind of rule was given."""
    e = a.explanation
    if e.rule.is_draft or len(e.rule_choice.curve) < 2:
        return
    key = f"{e.digest[:12]}_{hash(e.rule.formula)}"
    at = f"place_{key}"
    st.header("How long should it be?", anchor=False)
    tried = rules_tried(e.rule_choice)
    chart(
        f"lengths_{key}",
        lengths,
        (tried, cards_tried(e.points)),
        of=e,
        on_select=lambda: services.attempt(state, _picked, f"lengths_{key}", at),
        selection_mode="points",
    )
    _place(state, e, tried.answer, at)


def _picked(chart_key: str, at: str) -> None:
    """Takes over the point that was clicked on."""
    picked: Any = st.session_state[chart_key]["selection"]["points"]
    for point in picked[:1]:
        line, place = point["customdata"]
        if line == RIGHT:
            st.session_state[at] = int(place)


def _place(state: Session, e: Explanation, length: int, at: str) -> None:
    """A place on the curve of rules tried on left-out rows, and the effect of taking it."""
    curve = e.rule_choice.curve
    names = {i: _name(one) for i, one in enumerate(curve)}
    step = max(1, -(-len(curve) // MOST_SHOWN))
    clicked: int | None = st.session_state.get(at)
    some = {i for i in names if i % step == 0} | {len(curve) - 1}
    some |= set() if clicked is None else {clicked}
    others = {names[i]: i for i in sorted(some, reverse=True) if names[i] != names[length]}
    if clicked is not None and clicked not in others.values():
        st.session_state[at] = others.get(names[clicked])
    if not others:
        return
    place = st.pills(
        "Other lengths that were tried",
        list(reversed(others.values())),
        key=at,
        format_func=names.__getitem__,
    )
    if place is None:
        st.caption(
            "Each is a kind of rule that was tried on left-out training rows. If longer rules are "
            "hardly better, the shorter one is taken."
        )
        return
    st.markdown(plain(place_words(curve[place], e.rule_choice, _most(e))))
    if st.button("Find a rule of this kind", key=f"take_{at}", icon=":material/check:"):
        services.attempt(state, _take, state, e, curve[place])
        st.rerun()


def _name(place: RuleCandidate) -> str:
    return f"{place.tests:.1f} conditions, {wording.percent(place.accuracy)}"


def _most(e: Explanation) -> tuple[int, int]:
    """Clauses, and tests in a clause, that a rule of another place may have."""
    choice = e.rule_choice
    return max(choice.clauses, CRITERIA.clauses), max(choice.literals, CRITERIA.literals)


def _take(state: Session, e: Explanation, one: RuleCandidate) -> None:
    clauses, literals = _most(e)
    state.change(
        fit_to=one.fit_to,
        side=one.side,
        language=one.language,
        price=one.price,
        clauses=clauses,
        literals=literals,
    )
    services.start(state)
