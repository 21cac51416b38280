"""Below the card of points: to fill it in, what it is worth, and to change its points by hand."""

from collections.abc import Iterable

import numpy as np
import streamlit as st

from dashboard.panels.blocks import show
from dashboard.panels.display import kept, picture
from dashboard.panels.find.change import changed_form, save_version
from dashboard.panels.rows import row_input
from dashboard.panels.widgets import on_click, on_demand, saying_why
from dashboard.text import plain
from interpret.data.complaints import counted
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.card_figures import POINTS, CardFigures
from interpret.forms.answer.reasons import reason_words, reasons
from interpret.forms.answer.totals import at_cuts
from interpret.forms.whatif.edit import with_points
from interpret.forms.whatif.fill_in import Held, Question, form, held
from interpret.forms.whatif.flip import nearest_flip
from interpret.forms.whatif.row import row_of
from interpret.present import wording
from interpret.rules.card import Card
from interpret.rules.logic import Value
from interpret.tell.blocks import Fold
from interpret.tell.rule.card import (
    card_says_when,
    decides_alone,
    made_words,
    option_words,
    or_more,
    points_text,
    question_words,
    seen_words,
    worth_caption,
)
from interpret.tell.rule.changed import changed_words
from interpret.tell.rule.cuts import cut_facts, cuts_table
from interpret.tell.rule.figures.card import gauge, worth
from interpret.tell.rule.words import counted_rows
from jobs.schema import Run

Row = dict[str, Value]
CHOSEN_BY_THEM = (
    "If you choose a cut by these figures, they are a little too good for it: only rows that took "
    "no part in the choice can tell how good it is."
)
MOST = 1000  # points of a condition
WIDE = 296  # pixels of an input: two or three stand abreast on a wide page, one on a telephone


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


@on_demand("How many points should say yes?", "card_cuts", ":material/tune:")
def other_cuts(a: Answer, scored: CardFigures) -> None:
    """What each cut finds."""
    e, judged, card = a.explanation, a.judged, scored.card
    totals = kept(a, "card_totals", lambda: card.totals(judged.table))
    every_cut = kept(a, "card_cuts", lambda: at_cuts(card, totals, judged.y, judged.groups))
    counts = {cut_figures.cut: cut_figures.counts for cut_figures in every_cut}
    cut = st.select_slider(
        "Say yes with",
        list(counts),
        card.cut,
        format_func=or_more,
        key=f"card_cut_{e.digest[:12]}_{hash(card)}",
    )
    show([cut_facts(counts[cut], e.settings.costs)])
    st.caption(plain(f"On {counted_rows(e)}. {CHOSEN_BY_THEM}"))
    show([Fold("Every cut", (cuts_table(every_cut, e.settings.costs),))])


@on_demand("What is each condition worth?", "card_worth", ":material/balance:")
def each_condition(a: Answer, scored: CardFigures) -> None:
    """What the card is without each condition; how it was made; agreement with the machine."""
    e = a.explanation
    if scored.worth:
        picture("card_worth", worth, e, scored, of=a)
        st.caption(plain(worth_caption(e)))
    st.markdown(plain(made_words(scored)))


@on_demand("Change the points", "change_points", ":material/edit:")
def change_points(a: Answer, run: Run, scored: CardFigures) -> None:
    """The points of each condition and the cut as inputs, the figures of both cards, and saving."""
    e, card = a.explanation, scored.card
    key = f"points_{e.digest[:12]}_{hash(e.positive)}_{hash(card)}"
    result = st.container(gap="xsmall")
    st.caption("A condition with 0 points leaves the card. The figures above follow at once.")
    now = _edited(card, key)
    shown = f"version {e.version.number}" if e.version and e.version.form == POINTS else "found"
    with result:
        st.markdown(f"**{plain(card_says_when(e, now).removesuffix(':'))}**")
        changed = changed_form(a, POINTS, now).points
        assert changed is not None
        st.caption(plain(changed_words(scored, changed)))
    st.button(
        f"Back to the card {'found' if shown == 'found' else 'of ' + shown}",
        key=f"{key}_reset",
        icon=":material/restart_alt:",
        disabled=now == card,
        **on_click(_reset, key),
    )
    save_version(a, run, POINTS, now)


def _edited(card: Card, key: str) -> Card:
    """The card as the inputs say."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        points = [
            st.number_input(
                plain(wording.clause_words(term.clause)),
                -MOST,
                MOST,
                term.points,
                step=1,
                key=f"{key}_{place}",
                width=WIDE,
            )
            for place, term in enumerate(card.terms)
        ]
    cut = st.number_input(
        "Yes with more points than",
        -MOST * MOST,
        MOST * MOST,
        card.cut,
        step=1,
        key=f"{key}_cut",
        width=WIDE,
    )
    return with_points(card, points, cut)


def _reset(key: str) -> None:
    for name in [name for name in st.session_state if str(name).startswith(f"{key}_")]:
        del st.session_state[name]
