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
from interpret.answers.points.shown.proof_words import proof_line, proof_scope
from interpret.answers.points.shown.scorecard import scorecard
from interpret.answers.points.shown.words import form_words, says_when
from interpret.answers.rule.sentences import at_a_glance, words
from interpret.answers.rule.sentences.at_a_glance import RuleLine, Surety
from interpret.answers.rule.sentences.changed import changed_words
from interpret.data.complaints import counted
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.card_figures import POINTS, CardFigures
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.proof import AMONG_EQUALS
from interpret.forms.answer.record import Drafted
from interpret.forms.study.study import Study
from interpret.measures import weights_without
from interpret.present import wording
from interpret.shares import Share
from interpret.tell import svg
from interpret.tell.rule.brief import figures, verdict_badge
from jobs.schema import Run

LOOK = Path(__file__).with_suffix(".css")
WIDE, HIGH = 132, 12  # of a bar, in pixels
LONG = 100  # characters of a line that leave no room beside them


def forms(state: Session, a: Answer, run: Run, study: Study | None, before: Drafted | None) -> None:
    """The rule, and beside it the card where there is one: the better first.

    run: of the answer; study, before: as for `how_sure`.
    """
    e = a.explanation
    st.html(LOOK)
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
    with st.container(border=True, gap="xsmall", key="points"):
        st.header(plain(says_when(e, scored.card)), anchor=False)
        finds = at_a_glance.finds_words(e, scored.right)
        st.markdown(plain(f"{finds} {at_a_glance.worth_words(e, scored.right)}"))
        surety_badge(at_a_glance.surety(e, scored.right))
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


def answer(state: Session, a: Answer) -> None:
    """The card of the first screen."""
    e = a.explanation
    lines, (other, rest) = at_a_glance.lines(e), at_a_glance.otherwise(e)
    most = max((share.n for share in (*(line.right for line in lines), rest)), default=1)
    with st.container(border=True, gap="xsmall", key="rule"):
        st.header(plain(at_a_glance.says_when(e)), anchor=False)
        shown = _shown(a, lines)
        is_long = any(len(line.words) > LONG for line in shown)
        for line in shown:
            _line(a, line, most, is_long)
        if len(shown) < len(lines):
            st.button(
                f"{len(lines) - len(shown)} more",
                key="more_lines",
                icon=":material/expand_more:",
                type="tertiary",
                **on_click(lambda: st.session_state.update(all_lines=_key(a))),
            )
        with _line_of_text():
            st.markdown(f"otherwise **{plain(other)}**", width="content")
            _counted(rest, most)
        st.markdown(plain(f"{at_a_glance.finds_words(e)} {at_a_glance.worth_words(e)}"))
        _badges(a)
    if few := at_a_glance.few_found_words(e):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f":orange[:material/warning:] {plain(few)}", width="stretch")
            st.button(
                "Count both classes alike",
                key="alike",
                icon=":material/balance:",
                **on_click(_count_alike, state),
            )


def _badges(a: Answer) -> None:
    e = a.explanation
    with st.container(horizontal=True, gap="small"):
        if e.rule.is_draft:
            st.badge("Draft", icon=":material/edit_note:", color="orange")
        surety_badge(at_a_glance.surety(e))
        if e.rule.proven and e.rule_version is None:
            st.badge("Proven", icon=":material/verified:", color="blue")


def surety_badge(sure: Surety) -> None:
    """What unseen rows prove."""
    icon = ":material/check:" if sure.good else ":material/info:"
    st.badge(plain(sure.words), icon=icon, color="green" if sure.good else "orange")


def _line(a: Answer, line: RuleLine, most: int, is_long: bool) -> None:
    """A clause, its bar and its count; a click on it shows its rows.

    is_long: whether some line has no room for its bar beside it; then all bars stand below.
    """
    with st.container(gap=None) if is_long else _line_of_text():
        is_asked = st.button(
            plain(line.words),
            key=f"line_{line.place}",
            type="tertiary",
            help="Shows the rows that this line covers.",
            wrap=True,
        )
        _counted(line.right, most)
    if is_asked:
        _rows(a, line)


def _line_of_text() -> DeltaGenerator:
    return st.container(
        horizontal=True,
        horizontal_alignment="distribute",
        vertical_alignment="center",
        gap="xsmall",
    )


def _counted(right: Share, most: int) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", width=290):
        st.html(_bar(right, most), width=WIDE)
        st.caption(at_a_glance.right_words(right), width="content")


def _bar(right: Share, most: int) -> str:
    """HTML: how many rows a line covers, split into right and wrong. most: rows of a full bar."""
    parts = ((right.hits, svg.RIGHT), (right.n - right.hits, svg.WRONG))
    filled = "".join(
        f'<div style="width:{WIDE * rows / max(1, most):.1f}px;background:{colour}"></div>'
        for rows, colour in parts
    )
    size = f"width:{WIDE}px;height:{HIGH}px"
    return f'<div aria-hidden="true" style="display:flex;{size}">{filled}</div>'


@st.dialog("The rows of a line", width="large")
def _rows(a: Answer, line: RuleLine) -> None:
    """The figures of a clause and the rows that it covers."""
    e, formula = a.explanation, a.explanation.rule.formula
    figures = e.clauses[e.judged_on][line.place]
    weights = np.array(e.machine.weights)
    without = weights_without(formula, a.train.table, weights)[line.place]
    described = e.no_words if formula.denied else e.yes_words
    st.markdown(f"**{plain(line.words)}**")
    st.markdown(
        plain(
            f"On {words.counted_rows(e)} it is {at_a_glance.right_words(line.right)} "
            f"(surely between {wording.between_words(line.right)}). It covers "
            f"{wording.percent(figures.share)} of the rows with {described}, and "
            f"{counted(figures.alone, 'row')} that no other line covers. The rule weighs "
            f"{e.weight:.4g} in the machine with it, and {round(without, 9):.4g} without it."
        )
    )
    rows_table(a, np.flatnonzero(formula.clauses[line.place].holds(a.explained)))


def _shown(a: Answer, lines: tuple[RuleLine, ...]) -> tuple[RuleLine, ...]:
    return lines if st.session_state.get("all_lines") == _key(a) else lines[: at_a_glance.SHOWN]


def _key(a: Answer) -> str:
    return f"{a.explanation.digest}_{hash(a.explanation.rule.formula)}"


def _count_alike(state: Session) -> None:
    state.change(class_weight="balanced")
    services.start(state)


@on_demand("How sure is this?", "how_sure", ":material/verified:")
def how_sure(e: Explanation, study: Study | None, before: Drafted | None) -> None:
    """study: holds whether rule and machine agree as often on rows that are not at hand.

    before: the result of the draft that this answer has replaced.
    """
    show([verdict_badge(e, figures(e))])
    if study and (elsewhere := words.elsewhere_words(e, study.on_possible_rows)):
        st.markdown(plain(elsewhere))
    if before and not e.rule.is_draft:
        st.caption(plain(changed_words(before, e)))
    if not e.rule.is_draft:
        st.caption(AMONG_EQUALS)
