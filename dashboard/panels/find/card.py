"""The card of points where the rule stands: what gets points, and the chance at each total."""

from pathlib import Path

import streamlit as st

from dashboard.panels.find.answer import answer
from dashboard.panels.find.card_worth import chances_hold, each_condition, other_cuts
from dashboard.panels.find.change_points import change_points
from dashboard.panels.find.fill_in import fill_in
from dashboard.panels.find.how_sure import how_sure
from dashboard.panels.picture import picture
from dashboard.session import Session
from dashboard.text import plain
from interpret.answers.points.card_figures import POINTS, CardFigures
from interpret.answers.points.shown.proof_words import proof_line, proof_scope
from interpret.answers.points.shown.scorecard import scorecard
from interpret.answers.points.shown.words import form_words, says_when
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.answer.drafted import Drafted
from interpret.answers.rule.sentences import at_a_glance
from interpret.answers.rule.study.study import Study
from jobs.schema import Run

LOOK = Path(__file__).with_suffix(".css")


def forms(state: Session, a: Answer, run: Run, study: Study | None, before: Drafted | None) -> None:
    """The rule, and beside it the card where there is one: the better first.

    run: of the answer; study, before: as for `how_sure`.
    """
    e = a.explanation
    if e.points is None:
        answer(state, a)
        how_sure(e, study, before)
        return
    if sentence := form_words(e):
        st.caption(plain(sentence))
    names = ("Points", "Rule") if e.first == POINTS else ("Rule", "Points")
    tabs = dict(zip(names, st.tabs(names), strict=True))
    with tabs["Rule"]:
        answer(state, a)
        how_sure(e, study, before)
    with tabs["Points"]:
        card(a, run, e.points)


def card(a: Answer, run: Run, scored: CardFigures) -> None:
    e = a.explanation
    st.html(LOOK)
    with st.container(border=True, gap="xsmall", key="points"):
        st.header(plain(says_when(e, scored.card)), anchor=False)
        finds = at_a_glance.finds_words(e, scored.right)
        st.markdown(plain(f"{finds} {at_a_glance.worth_words(e, scored.right)}"))
        _badges(a, scored)
        picture("scorecard", scorecard, e, scored, a.explained, of=a)
        _proof(scored)
    fill_in(a, scored)
    other_cuts(a, scored)
    chances_hold(a, scored)
    each_condition(a, scored)
    change_points(a, run, scored)


def _proof(scored: CardFigures) -> None:
    """A line of what is proven, and what it says exactly behind a click; nothing without one."""
    proof = scored.proof
    if proof is None or not (line := proof_line(proof, len(scored.card.terms))):
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(plain(line), width="stretch")
        with st.popover("What exactly?", type="tertiary", icon=":material/verified:"):
            for sentence in proof_scope(proof):
                st.markdown(plain(sentence))


def _badges(a: Answer, scored: CardFigures) -> None:
    sure = at_a_glance.surety(a.explanation, scored.right)
    with st.container(horizontal=True, gap="small"):
        st.badge(
            plain(sure.words),
            icon=":material/check:" if sure.good else ":material/info:",
            color="green" if sure.good else "orange",
        )
