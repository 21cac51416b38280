"""The live card: its conditions are switches, its points and its cut move, the browser adds up.

Python is asked only when a changed card is to be kept.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st

from dashboard.panels.display import kept
from dashboard.services import attempt
from dashboard.session import Session
from dashboard.stored_runs import keep_changed
from dashboard.text import plain
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.form import CardForm
from interpret.forms.whatif.by_hand import with_points
from interpret.present.wording import clause_words
from interpret.rules.card import Card
from interpret.tell import svg
from interpret.tell.rule.card import made_words
from interpret.tell.rule.figures.card import FILL_IN, fill_in
from interpret.tell.rule.words import counted_rows
from jobs.database import Run

HERE = Path(__file__)
MOST = 1000  # points of a condition
HTML = """
<div class="live">
  <section><div class="form"></div><div class="terms"></div></section>
  <section>
    <label for="cut">Say yes with <output class="told" for="cut"></output></label>
    <div class="drawn"><input id="cut" type="range" step="1"><div class="off"></div></div>
    <p class="key"><span class="for"></span><span class="against"></span><span>hatched: wrong</span>
    </p>
    <p class="flags" role="status">Flags <b class="flagged"></b> of <span class="of"></span>,
    <b class="found"></b> of them rightly; misses <b class="missed"></b>. Errors cost
    <b class="cost"></b> per 100 rows.</p>
    <p class="small">Points or a cut chosen by these figures do a little less well on other rows.
    </p>
    <button class="keep">Keep this card</button>
    <button class="back">Back to the card as it was</button>
  </section>
</div>
"""
_component = st.components.v2.component(
    "rulescope_live_card",
    html=HTML,
    css=HERE.with_suffix(".css").read_text(encoding="utf-8"),
    js=f"{FILL_IN}\n{HERE.with_suffix('.js').read_text(encoding='utf-8')}",
)


def live_card(state: Session, a: Answer, run: Run, scored: CardForm) -> None:
    """The card in the browser, which adds up; a changed one can be kept as a run of its own."""
    e, card = a.explanation, scored.card
    if card.terms:
        of = f"live {e.digest[:12]} {hash((e.positive, card))}"

        def keep() -> None:
            now = told_card(st.session_state[of], card)
            if now != card:
                keep_changed(state, run, a, now)

        _component(
            key=of,
            data={"key": of} | kept(a, "live card", lambda: shown(a, scored)),
            on_card_change=lambda: attempt(state, keep),
        )
    st.caption(plain(made_words(scored)))


def shown(a: Answer, scored: CardForm) -> dict[str, Any]:
    """What the browser needs to add up: rows are told as which conditions hold for how many.

    All markup in it is from `interpret.tell`, which has escaped all text from data.
    """
    e, card, judged = a.explanation, scored.card, a.judged
    every, place = np.unique(card.fired(judged.table), axis=0, return_inverse=True)
    of_class, others = (
        np.bincount(place.ravel()[rows], minlength=len(every)).tolist()
        for rows in (judged.y, ~judged.y)
    )
    held = [np.flatnonzero(one).tolist() for one in every]
    costs = e.settings.costs
    return {
        "form": fill_in(e, scored, a.explained).markup,
        "terms": [clause_words(term.clause) for term in card.terms],
        "points": [term.points for term in card.terms],
        "cut": card.cut,
        "most": MOST,
        "rows": list(zip(held, of_class, others, strict=True)),
        "costs": [costs.miss, costs.false_alarm],
        "of": counted_rows(e),
        "sides": [e.yes_words, e.no_words],
        "colours": [svg.YES, svg.NO],
    }


def told_card(message: object, card: Card) -> Card:
    """The card in a browser's message, which may hold anything; if invalid, the card as it is."""
    sent = message.get("card") if isinstance(message, Mapping) else None
    points, cut = (sent.get("points"), sent.get("cut")) if isinstance(sent, Mapping) else (None, 0)
    if not isinstance(points, list) or len(points) != len(card.terms):
        return card
    if any(type(one) is not int or abs(one) > MOST for one in points):
        return card
    if type(cut) is not int or abs(cut) > MOST * (len(points) + 1):
        return card
    return with_points(card, points, cut)
