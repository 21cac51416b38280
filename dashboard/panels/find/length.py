"""Rules of other lengths."""

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
from interpret.forms.study.study import Study
from interpret.present import wording
from interpret.rules.logic import Formula
from interpret.rules.trade_off import FrontPoint
from interpret.tell.rule.figures.lengths import (
    AGREES,
    RIGHT,
    cards_tried,
    lengths,
    place_words,
    rules_that_agree,
    rules_tried,
)
from interpret.tell.rule.one_figure import one_figure
from interpret.tell.rule.words import rows_words

MOST_SHOWN = 9  # places to choose among


@st.fragment
def how_long(state: Session, a: Answer, study: Study | None) -> None:
    """Nothing where the kind of rule was given, and no shorter rules were studied."""
    e = a.explanation
    curve = () if e.rule.is_draft or len(e.rule_choice.curve) < 2 else e.rule_choice.curve
    points = study.front if study and len(study.front) > 1 else ()
    if not curve and not points:
        return
    key = f"{e.digest[:12]}_{hash(e.rule.formula)}"
    at, by = f"place_{key}", f"front_{key}_{len(points)}"
    knee = next((i for i, point in enumerate(points) if point.knee), len(points) - 1)
    st.session_state.setdefault(by, max(knee, 0))
    st.header("How long should it be?", anchor=False)
    agree = rules_that_agree(points, st.session_state[by])
    tried = rules_tried(e.rule_choice)
    shown = (tried, agree, cards_tried(e.points)) if curve else (agree,)
    chart(
        f"lengths_{key}",
        lengths,
        shown,
        of=study or e,
        on_select=lambda: services.attempt(state, _picked, f"lengths_{key}", at, by),
        selection_mode="points",
    )
    if curve:
        _place(state, e, tried.large, at)
    if points:
        _shorter(a, points, by)


def _picked(chart_key: str, at: str, by: str) -> None:
    """Takes over the point that was clicked on."""
    picked: Any = st.session_state[chart_key]["selection"]["points"]
    for point in picked[:1]:
        line, place = point["customdata"]
        if key := {RIGHT: at, AGREES: by}.get(line):
            st.session_state[key] = int(place)


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


def _shorter(a: Answer, points: tuple[FrontPoint, ...], by: str) -> None:
    """The rule of a length that agrees most often with the machine; moving along fits nothing."""
    chosen = st.select_slider(
        "Length of the rule, in conditions",
        range(len(points)),
        format_func=lambda i: str(points[i].tests),
        key=by,
    )
    said_rule(a, points[chosen].formula)
    st.caption(
        "This is the best rule of its length that was found, by agreement with the machine on "
        f"{points[0].rows:,} training rows."
    )


def said_rule(a: Answer, formula: Formula) -> None:
    """A rule and its two figures on the rows the answer is judged on."""
    e = a.explanation
    said = formula.holds(a.judged.table)
    agrees, right = a.judged.agrees(said), one_figure(e, a.judged.right(said))
    joined = "unless" if formula.denied else "when"
    st.text(
        "\n".join(
            [f"{e.yes_words} {joined}"] + [f"    {line}" for line in wording.rule_lines(formula)]
        )
    )
    st.markdown(
        f"{wording.length_words(formula)}; on {rows_words(e)} it agrees with the machine on "
        f"**{wording.share_words(agrees)}** and {right.words}."
    )
