"""A card filled in: an answer to each question, the points as they add up, and the chance."""

from collections.abc import Iterable

import numpy as np
import streamlit as st

from dashboard.panels.chart import kept
from dashboard.panels.picture import picture
from dashboard.panels.rows import row_input
from dashboard.panels.widgets import on_demand, saying_why
from dashboard.text import plain
from interpret.answers.points.card_figures import CardFigures
from interpret.answers.points.form import Question, form, held
from interpret.answers.points.pieces import Held
from interpret.answers.points.reasons import reasons
from interpret.answers.points.shown.figures import gauge
from interpret.answers.points.shown.words import (
    decides_alone,
    option_words,
    points_text,
    question_words,
    seen_words,
)
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.sentences.row_verdicts import reason_words
from interpret.answers.rule.whatif.flip import nearest_flip
from interpret.answers.rule.whatif.row import row_of
from interpret.data.complaints import counted
from interpret.present import wording
from interpret.rules.logic import Value

Row = dict[str, Value]


@on_demand("Fill it in", "fill_in", ":material/checklist:")
def fill_in(a: Answer, scored: CardFigures) -> None:
    """By hand, or by a row of the table."""
    questions = kept(a, "form", lambda: form(scored.card, a.explained))
    key = f"fill_{a.explanation.digest[:12]}_{hash(scored.card)}"
    total, result = st.container(key="fill_in_total"), st.container(gap="xsmall")
    row = _chosen_row(a, key)
    start = [None if row is None else question.answer(row) for question in questions]
    place = "" if row is None else st.session_state[f"{key}_row"]
    answers = [
        _answered_now(question, scored, then, f"{key}_{place}_{i}")
        for i, (question, then) in enumerate(zip(questions, start, strict=True))
    ]
    if not all(decides_alone(question, scored.card) for question in questions):
        st.caption("An answer without points in brackets counts together with other answers.")
    terms = held(questions, answers)
    with total:
        sum_of = sum(scored.card.terms[k].points for k in terms)
        picture("gauge", gauge, a.explanation, scored, sum_of, of=a)
    with result:
        _result(a, scored, terms, sum(answer is None for answer in answers))
        as_it_is = [_shown(*pair) for pair in zip(questions, start, strict=True)]
        if row is not None and answers == as_it_is:
            _nearest(a, scored, row)


def _chosen_row(a: Answer, key: str) -> Row | None:
    """The row whose number is typed in, with its gaps filled as in training; None without one."""
    index = row_input(
        st.container(),
        "Start from row",
        a.explained,
        placeholder="none: fill in by hand",
        help="Its values are filled in below; change any of them.",
        key=f"{key}_row",
        value=None,
        width=320,
    )
    if index is None:
        return None
    e = a.explanation
    return e.preparation.row(row_of(a.as_read, e.attributes, index))


def _answered_now(
    question: Question, scored: CardFigures, start: int | None, key: str
) -> int | None:
    """A box to tick, or one of several pieces of a column; the answer."""
    label = plain(question_words(question, scored.card))
    if question.ticked is not None:
        ticked = st.checkbox(label, value=start == question.ticked, key=key)
        return question.ticked if ticked else 1 - question.ticked
    return st.radio(
        label,
        range(len(question.options)),
        start,
        format_func=lambda option: plain(option_words(question, scored.card, option)),
        horizontal=True,
        key=key,
    )


def _shown(question: Question, start: int | None) -> int | None:
    """The answer that a question begins with: a box that is not ticked is one as well."""
    if question.ticked is None or start is not None:
        return start
    return 1 - question.ticked


def _result(a: Answer, scored: CardFigures, terms: Held, blank: int) -> None:
    """What the total is made of, its reasons, and what is not answered yet. blank: questions."""
    e, card = a.explanation, scored.card
    total = sum(card.terms[k].points for k in terms)
    st.markdown(plain(seen_words(e, scored, total)))
    fired = np.array([k in terms for k in range(len(card.terms))], dtype=bool)
    moved_by = reasons(card, fired)
    adds_up, why = st.columns(2, gap="medium")
    if terms:
        ordered = sorted((card.terms[k] for k in terms), key=lambda term: -abs(term.points))
        adds_up.markdown("**What adds up**")
        adds_up.markdown(
            _bullets(
                f"**{plain(points_text(term.points))}** {plain(wording.clause_words(term.clause))}"
                for term in ordered
            )
        )
    if moved_by and (terms or not blank):
        said = wording.class_name(e.target, e.positive if total > card.cut else e.negative)
        why.markdown(f"**Why {plain(said)}, the strongest reason first**")
        why.markdown(_bullets(plain(reason_words(reason)) for reason in moved_by))
    if blank:
        st.caption(f"{counted(blank, 'question')} without an answer, which gives no points.")


def _bullets(items: Iterable[str]) -> str:
    return "\n".join(f"- {item}" for item in items)


def _nearest(a: Answer, scored: CardFigures, row: Row) -> None:
    """The fewest changes of the row that cross the cut."""
    e = a.explanation
    with saying_why():
        changes = nearest_flip(scored.card, row, a.train.table, e.attributes)
        if changes is None:
            change = "there is none among the values that training rows have"
        else:
            change = " and ".join(map(str, changes))
        st.markdown(plain(f"Nearest change that crosses the cut: {change}."))
