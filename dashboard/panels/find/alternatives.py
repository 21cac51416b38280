"""Other rules: without a column, about as right, or of another length."""

from typing import Any

import streamlit as st

from dashboard import services
from dashboard.panels.display import chart, picture, show
from dashboard.session import Session
from dashboard.text import plain
from interpret.fit.rules_on_folds import CRITERIA, RuleCandidate
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.explanation import Explanation
from interpret.present import wording
from interpret.rules.logic import Formula
from interpret.tell.rule.figures.verdicts import (
    RIGHT,
    cards_tried,
    lengths,
    place_words,
    rules_tried,
)
from interpret.tell.rule.good import (
    OTHERS,
    PICTURE,
    good_picture,
    good_words,
    others_table,
    without_words,
)

MOST_SHOWN = 9  # places to choose among


@st.fragment
def without(state: Session, a: Answer) -> None:
    """Nothing until that was looked for."""
    e = a.explanation
    if e.good is None:
        return
    st.header("Which columns can it do without?", anchor=False)
    picture("good", good_picture, e.good, of=e.good)
    st.caption(PICTURE)
    of = {one.column: one for one in e.good.without}
    column = st.pills("Without", list(of), key="without_column", format_func=plain)
    if column is None or column not in of:
        return
    _rule(e, of[column].formula)
    for sentence in without_words(of[column], e):
        st.markdown(plain(sentence))
    if st.button("Find the rule without it", key="forbid_column", icon=":material/check:"):
        services.attempt(state, _forbid, state, column)
        st.rerun()


def _rule(e: Explanation, formula: Formula) -> None:
    """A rule without its figures on unseen rows, which judge the answer alone."""
    joined = "unless" if formula.denied else "when"
    lines = (f"    {line}" for line in wording.rule_lines(formula))
    st.text("\n".join([f"{e.yes_words} {joined}", *lines]))


def _forbid(state: Session, column: str) -> None:
    """Asks for a rule without the column, which the machine may still use."""
    state.change(only=tuple(dict.fromkeys((*state.settings.only, f"not {column}"))))
    services.start(state)


def others(e: Explanation) -> None:
    """The other good rules; nothing until they were looked for."""
    if e.good is None:
        return
    st.header(OTHERS, anchor=False)
    for sentence in good_words(e.good):
        st.markdown(plain(sentence))
    if e.good.others:
        show([others_table(e, e.good.others)])


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
        st.caption("Each is a kind of rule, tried on left-out training rows.")
        return
    st.markdown(plain(place_words(curve[place], e.rule_choice, _most(e))))
    if st.button("Find a rule of this kind", key=f"take_{at}", icon=":material/check:"):
        services.attempt(state, _ask_for, state, e, curve[place])
        st.rerun()


def _name(place: RuleCandidate) -> str:
    return f"{place.tests:.1f} conditions, {wording.percent(place.accuracy)}"


def _most(e: Explanation) -> tuple[int, int]:
    """Clauses, and tests in a clause, that a rule of another place may have."""
    choice = e.rule_choice
    return max(choice.clauses, CRITERIA.clauses), max(choice.literals, CRITERIA.literals)


def _ask_for(state: Session, e: Explanation, one: RuleCandidate) -> None:
    clauses, literals = _most(e)
    state.change(
        fit_to=one.fit_to,
        side=one.side,
        language=one.language,
        price=one.price,
        size=f"{clauses}x{literals}",
    )
    services.start(state)
