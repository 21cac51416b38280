"""Where the rule errs: how often, on which rows, and for which groups."""

from functools import partial

import numpy as np
import streamlit as st

from dashboard.panels.display import picture, show
from dashboard.panels.find.rows import pick_row
from dashboard.panels.rows import rows_table
from dashboard.panels.widgets import on_demand, saying_why
from dashboard.text import plain
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.explanation import Explanation
from interpret.forms.study.groups import LEAST, MOST_COLUMNS, columns_to_ask, groups
from interpret.tell.blocks import sentences
from interpret.tell.rule.figures.verdicts import rates, rates_words
from interpret.tell.rule.words import counted_rows
from interpret.tell.rule.wronged import (
    HEAD,
    group_dots,
    group_dots_words,
    group_table,
    groups_words,
)

RATES = HEAD[3:]


def how_right(e: Explanation) -> None:
    """Every rate of forms and machine, with its interval."""
    st.header("How often they are right", anchor=False)
    picture("rates", rates, e, of=e)
    st.caption(plain(rates_words(e)))


def disagreements(a: Answer) -> None:
    """The rows on which machine and first form disagree, where the machine is surest first."""
    e, n_rows = a.explanation, a.explained.n_rows
    scores, verdicts = np.array(e.machine.scores), e.forms[0].card.holds(a.explained)
    apart = np.flatnonzero(verdicts != (scores > 0))
    apart = apart[np.argsort(-np.abs(scores[apart]), kind="stable")]
    st.header(f"Where {e.forms[0].called} and machine disagree", anchor=False)
    if not len(apart):
        st.markdown(f"They agree on all {n_rows:,} rows of {plain(e.table)}.")
        return
    unseen = len(set(apart.tolist()) & set(e.rows["test"]))
    st.markdown(
        f"They disagree on {len(apart):,} of {n_rows:,} rows, {unseen:,} of them unseen in "
        "training. The rows on which the machine is surest come first. Click on a row to try it "
        "above."
    )
    rows_table(a, apart, f"apart_{e.digest[:12]}_{hash(verdicts.tobytes())}", partial(pick_row, a))


@on_demand("Who is wronged", "wronged", ":material/balance:")
def who_is_wronged(a: Answer) -> None:
    """Rates by group."""
    names, least = st.columns([3, 1])
    chosen = names.multiselect(
        "Groups of",
        columns_to_ask(a),
        key=_key(a),
        max_selections=MOST_COLUMNS,
        placeholder="Choose columns",
        persist_state="session",
        help="Also of a column that the machine never saw. Numbers are taken in quarters.",
    )
    fewest = least.number_input("Rows at least", 2, 10_000, LEAST, key="by_least", step=1)
    if chosen:
        with saying_why():
            _groups(a, chosen, fewest)


def chosen_columns(a: Answer) -> tuple[str, ...]:
    """The columns whose groups are asked about, which the report takes over."""
    return tuple(st.session_state.get(_key(a), ()))


def _key(a: Answer) -> str:
    return f"by_{a.explanation.digest}_{a.explanation.target}"


def _groups(a: Answer, names: list[str], least: int) -> None:
    shown = groups(a, names, least)
    show(sentences(*groups_words(shown)))
    if shown.groups:
        rate = st.segmented_control("Rate", RATES, default=RATES[0], key="by_rate", required=True)
        picture("group_dots", group_dots, a.explanation, shown, rate, of=shown)
        st.caption(group_dots_words(shown))
        show([group_table(shown, counted_rows(a.explanation))])
        st.caption(f"On {counted_rows(a.explanation)}, with 95 % intervals.")
