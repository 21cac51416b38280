"""Length against accuracy on left-out training rows; a click takes another place."""

import streamlit as st

from dashboard import services
from dashboard.panels.chart import chart
from dashboard.session import Session
from interpret.answer.explanation import Explanation
from interpret.fit.choose_rule import CLAUSES, LITERALS, RuleCandidate
from interpret.present import operating_figures, words

MOST_SHOWN = 9  # places to choose among


def curve(state: Session, e: Explanation) -> None:
    """Nothing where the kind of rule was given, not chosen."""
    choice = e.rule_choice
    if len(choice.curve) < 2:
        return
    places = range(len(choice.curve))
    own = next(
        i
        for i in places
        if (choice.curve[i].way, choice.curve[i].price) == (choice.way, choice.price)
    )
    st.header("How long should it be?", anchor=False)
    shown = (choice.curve, own)
    chart(
        "length_curve", operating_figures.length_curve, operating_figures.length_text, *shown, of=e
    )
    st.caption(
        "Each place is a kind of rule that was tried on left-out training rows; the large one is "
        "the answer's. Where longer rules are hardly better, the shorter one is taken."
    )
    step = max(1, -(-len(choice.curve) // MOST_SHOWN))
    names = {i: _name(choice.curve[i]) for i in places if i % step == 0 or i == places[-1]}
    others = {name: i for i, name in reversed(names.items()) if name != _name(choice.curve[own])}
    if others:
        st.pills(
            "Find the rule at another place",
            list(reversed(others.values())),
            key=f"place_{e.digest[:12]}_{hash(e.rule.formula)}",
            format_func=lambda i: names[i],
            on_change=services.attempt,
            args=(state, _take, state, e),
        )


def _name(place: RuleCandidate) -> str:
    return f"{place.tests:.1f} tests, {words.percent(place.accuracy)}"


def _take(state: Session, e: Explanation) -> None:
    place = st.session_state[f"place_{e.digest[:12]}_{hash(e.rule.formula)}"]
    if place is None:
        return
    one = e.rule_choice.curve[place]
    state.change(
        fit_to=one.fit_to,
        side=one.side,
        language=one.language,
        price=one.price,
        clauses=max(e.rule_choice.clauses, CLAUSES),
        literals=max(e.rule_choice.literals, LITERALS),
    )
    services.start(state)
