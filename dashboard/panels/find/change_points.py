"""Change the points and the cut by hand and see at once what that does to the card's figures."""

import pandas as pd
import streamlit as st

from dashboard.panels.find.versions import save_version
from dashboard.panels.widgets import on_click, on_demand
from dashboard.text import plain
from interpret.answers.points.card_figures import CardFigures
from interpret.answers.points.shown.changed import changed_words, compared_rows
from interpret.answers.points.shown.words import says_when
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.answer.version import Version
from interpret.answers.rule.answer.versioned import with_points, with_version
from interpret.answers.rule.sentences import words
from interpret.present import wording
from interpret.rules.card import Card
from jobs.schema import Run

BOTH = "The figures of both cards, and by how much they differ"
MOST = 1000  # points of a condition
WIDE = 296  # pixels of an input: two or three stand abreast on a wide page, one on a telephone


@on_demand("Change the points", "change_points", ":material/edit:")
def change_points(a: Answer, run: Run, scored: CardFigures) -> None:
    """The points of each condition and the cut as inputs, the figures of both cards, and saving."""
    e, card = a.explanation, scored.card
    key = f"points_{e.digest[:12]}_{hash(e.positive)}_{hash(card)}"
    result = st.container(gap="xsmall")
    st.caption("A condition with 0 points leaves the card. The figures above follow at once.")
    now = _edited(card, key)
    shown = f"version {e.version.number}" if e.version and e.version.card else "found"
    with result:
        _figures(a, scored, now, shown)
    st.button(
        f"Back to the card {'found' if shown == 'found' else 'of ' + shown}",
        key=f"{key}_reset",
        icon=":material/restart_alt:",
        disabled=now == card,
        **on_click(_reset, key),
    )
    save_version(a, run, now)


def _figures(a: Answer, scored: CardFigures, now: Card, shown: str) -> None:
    """Both cards beside each other; shown: what the one that stands is called."""
    e = a.explanation
    version = Version(0, "", "", "", e.positive, card=now)
    changed = with_version(a, version).explanation.points
    assert changed is not None
    st.markdown(f"**{plain(says_when(e, now).removesuffix(':'))}**")
    rows = compared_rows(e, scored, changed)
    head = ["card", shown, "changed", "difference"]
    st.table(pd.DataFrame(rows, columns=head).map(plain), hide_index=True, alt=BOTH)
    st.caption(plain(f"On {words.counted_rows(e)}. {changed_words(scored, changed)}"))


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
