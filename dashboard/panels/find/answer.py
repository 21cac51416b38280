"""The answer: the rule, the card beside it with the better first, and how sure they are."""

from pathlib import Path

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard import services
from dashboard.panels.blocks import show
from dashboard.panels.display import picture
from dashboard.panels.find.points import (
    chances_hold,
    change_points,
    each_condition,
    fill_in,
    other_cuts,
)
from dashboard.panels.rows import rows_table
from dashboard.panels.widgets import on_click, on_demand
from dashboard.session import Session
from dashboard.text import plain
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.card_figures import POINTS, RULE, CardFigures
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.proof import BALANCED
from interpret.forms.answer.record import Drafted
from interpret.forms.study.study import Study
from interpret.measures import weights_without
from interpret.present import wording
from interpret.tell import svg
from interpret.tell.blocks import Block, Line, sentences
from interpret.tell.rule import brief
from interpret.tell.rule.card import card_says_when, form_words, no_card_words, outer_words
from interpret.tell.rule.card_proof import card_proof
from interpret.tell.rule.figures.scorecard import scorecard
from interpret.tell.rule.one_figure import one_figure
from interpret.tell.rule.verdict import Surety, few_found_words, surety
from interpret.tell.rule.words import elsewhere_words, since_draft_words
from jobs.schema import Run

LOOK = Path(__file__).with_suffix(".css")
SHOWN = 8  # lines of a longer rule that are shown first
TABS = {RULE: "Rule", POINTS: "Points"}
LONG = 100  # characters of a line that leave no room beside them


def forms(state: Session, a: Answer, run: Run, study: Study | None, before: Drafted | None) -> None:
    """The rule, and beside it the card where there is one: the better first.

    run: of the answer; study, before: as for `how_sure`.
    """
    e = a.explanation
    st.html(LOOK)
    if e.points is None:
        if sentence := no_card_words(e):
            st.caption(plain(sentence))
        answer(state, a)
        how_sure(e, study, before)
        return
    if sentence := form_words(e):
        st.caption(plain(sentence))
    labels = [
        f"{TABS[form.name]}: {one_figure(e, form.right[e.judged_on]).short}" for form in e.forms
    ]
    for form, tab in zip(e.forms, st.tabs(labels), strict=True):
        with tab:
            if form.name == POINTS:
                card(a, run, e.points)
            else:
                answer(state, a)
                how_sure(e, study, before)


def card(a: Answer, run: Run, scored: CardFigures) -> None:
    e = a.explanation
    with st.container(border=True, gap="xsmall", key="points"):
        st.header(plain(card_says_when(e, scored.card)), anchor=False)
        show([brief.worth(e, POINTS)])
        surety_badge(surety(e, POINTS))
        picture("scorecard", scorecard, e, scored, a.explained, of=a)
        show(card_proof(scored))
    fill_in(a, scored)
    other_cuts(a, scored)
    chances_hold(a, scored)
    each_condition(a, scored)
    change_points(a, run, scored)


def answer(state: Session, a: Answer) -> None:
    """The card of the first screen."""
    e, told = a.explanation, brief.rule_lines(a.explanation)
    *of_clauses, rest = told.lines
    lines = list(zip(brief.places(e), of_clauses, strict=True))
    most = max(line.right + line.wrong for line in told.lines)
    with st.container(border=True, gap="xsmall", key="rule"):
        st.header(plain(told.caption), anchor=False)
        shown = lines if st.session_state.get("all_lines") == _key(a) else lines[:SHOWN]
        is_long = any(len(line.text) > LONG for _, line in shown)
        for place, line in shown:
            with st.container(gap=None) if is_long else _line_of_text():
                is_asked = st.button(
                    plain(line.text),
                    key=f"line_{place}",
                    type="tertiary",
                    help="Shows the rows that this line covers.",
                    wrap=True,
                )
                _counted(line, most)
            if is_asked:
                _rows(a, place)
        if len(shown) < len(lines):
            st.button(
                f"{len(lines) - len(shown)} more",
                key="more_lines",
                icon=":material/expand_more:",
                type="tertiary",
                **on_click(lambda: st.session_state.update(all_lines=_key(a))),
            )
        with _line_of_text():
            st.markdown(plain(rest.text), width="content")
            _counted(rest, most)
        show([brief.worth(e)])
        _badges(a)
    if few := few_found_words(e):
        _counted_otherwise(state, few, "Count both classes alike", "balanced")
    if BALANCED in e.notices:
        _counted_otherwise(state, BALANCED, "Count rows one each", "none")


def _counted_otherwise(state: Session, why: str, label: str, class_weight: str) -> None:
    """A button that asks for the same with another class weight."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f":orange[:material/warning:] {plain(why)}", width="stretch")
        st.button(
            label,
            key="alike",
            icon=":material/balance:",
            **on_click(_count_anew, state, class_weight),
        )


def _badges(a: Answer) -> None:
    e = a.explanation
    with st.container(horizontal=True, gap="small"):
        if e.rule.is_draft:
            st.badge("Draft", icon=":material/edit_note:", color="orange")
        surety_badge(surety(e))
        if e.rule.proven and e.rule_version is None and not e.never_says_yes:
            st.badge("Proven", icon=":material/verified:", color="blue")


def surety_badge(sure: Surety) -> None:
    """What unseen rows prove."""
    icon = ":material/check:" if sure.good else ":material/info:"
    st.badge(plain(sure.words), icon=icon, color="green" if sure.good else "orange")


def _line_of_text() -> DeltaGenerator:
    return st.container(
        horizontal=True,
        horizontal_alignment="distribute",
        vertical_alignment="center",
        gap="xsmall",
    )


def _counted(line: Line, most: int) -> None:
    """A line's bar, and what it is right on. most: rows of a full bar."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", width=290):
        st.html(_bar(line, most), width=svg.BAR[0])
        st.caption(line.cells[0], width="content")


def _bar(line: Line, most: int) -> str:
    """HTML: how many rows a line covers, split into right and wrong."""
    width, height = svg.BAR
    filled = "".join(
        f'<div style="width:{width * rows / max(1, most):.1f}px;background:{colour}"></div>'
        for rows, colour in ((line.right, svg.RIGHT), (line.wrong, svg.WRONG))
    )
    size = f"width:{width}px;height:{height}px"
    return f'<div aria-hidden="true" style="display:flex;{size}">{filled}</div>'


@st.dialog("The rows of a line", width="large")
def _rows(a: Answer, place: int) -> None:
    """The figures of a clause and the rows that it covers."""
    e, clause = a.explanation, a.explanation.rule.formula.clauses[place]
    weights = np.array(e.machine.weights)
    without = weights_without(e.rule.formula, a.train.table, weights)[place]
    st.markdown(f"**{plain(wording.clause_words(clause))}**")
    st.markdown(plain(brief.line_words(e, place, without)))
    rows_table(a, np.flatnonzero(clause.holds(a.explained)))


def _key(a: Answer) -> str:
    return f"{a.explanation.digest}_{hash(a.explanation.rule.formula)}"


def _count_anew(state: Session, class_weight: str) -> None:
    state.change(class_weight=class_weight)
    services.start(state)


@on_demand("How sure is this?", "how_sure", ":material/verified:")
def how_sure(e: Explanation, study: Study | None, before: Drafted | None) -> None:
    """study: holds whether rule and machine agree as often on rows that are not at hand.

    before: the result of the draft that this answer has replaced.
    """
    blocks: list[Block] = [brief.verdict_badge(e, brief.figures(e))]
    blocks += sentences(outer_words(e), quiet=True)
    if study:
        blocks += sentences(elsewhere_words(e, study.on_possible_rows))
    if before and not e.rule.is_draft:
        blocks += sentences(since_draft_words(before, e), quiet=True)
    show(blocks)
