"""A column of the rule as a line, and one of its cuts dragged elsewhere."""

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from dashboard.panels.drag_line import Places, drag_line
from dashboard.panels.widgets import on_demand
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.figures.number_line import (
    BOTTOM,
    EDGE,
    TOP,
    across,
    drawn_line,
    number_line,
)
from interpret.answers.rule.sentences import words
from interpret.answers.rule.sentences.changed import with_cut_moved
from interpret.answers.rule.whatif.moved_cut import moved_cut, places
from interpret.data.numbers import digits
from interpret.present import svg, wording
from interpret.rules.logic import cuts_of


def move_cut(a: Answer) -> None:
    """Nothing where the rule asks for no number."""
    if cuts := cuts_of(a.explanation.rule.formula.clauses):
        _moved(a, cuts)


@on_demand("Move a cut", "move_cut", ":material/straighten:")
def _moved(a: Answer, cuts: Mapping[str, Sequence[float]]) -> None:
    e = a.explanation
    key = f"{e.digest[:12]}_{hash(e.rule.formula)}"
    chosen, cut = st.selectbox(
        "Cut",
        [(name, place) for name, places_of_cuts in cuts.items() for place in places_of_cuts],
        format_func=lambda cut_at: f"{cut_at[0]} at {digits(cut_at[1])}",
        key=f"cut_of_{key}",
    )
    column = a.filled.column(chosen)
    amounts = column.values.numbers[column.codes]
    classes = wording.one_of(e.positive), wording.one_of(e.negative)
    line = number_line(chosen, classes, amounts, e.positive_rows(a.as_read), cuts[chosen])
    at = {across(line, place): place for place in (*places(column, cut), cut)}
    rising = sorted(at)
    labels = [digits(at[x]) for x in rising]
    where = Places(rising, labels, (TOP - 4, BOTTOM), (EDGE, svg.WIDTH - EDGE))
    start = rising.index(across(line, cut))
    of_cut = f"tried_{key}_{hash((chosen, cut))}"
    tried = at[rising[drag_line("Tried at", drawn_line(line, cut), where, start, of_cut)]]
    st.caption(
        "This shows all rows of the table. Each class is drawn by the shares of its rows, so that "
        "both can be seen."
    )
    st.table(pd.DataFrame(with_cut_moved(a, moved_cut(e.rule.formula, chosen, cut, tried))))
    st.caption(f"On {words.counted_rows(e)}.")
