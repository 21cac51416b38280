"""A column of the rule as a line, and one of its cuts tried elsewhere."""

import pandas as pd
import streamlit as st

from dashboard.panels.on_demand import on_demand
from dashboard.panels.picture import picture
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.figures.number_line import drawn_line, number_line
from interpret.answers.rule.sentences import words
from interpret.answers.rule.whatif.moved_cut import cuts_of, moved_cut, places
from interpret.measures import Confusion
from interpret.present import wording
from interpret.rules.logic import Formula


@st.fragment
def move_cut(a: Answer) -> None:
    """Nothing where the rule asks for no number."""
    e = a.explanation
    cuts = cuts_of(e.rule.formula)
    if not cuts:
        return
    panel = on_demand("Move a cut", "move_cut", ":material/straighten:")
    if panel is None:
        return
    key = f"{e.digest[:12]}_{hash(e.rule.formula)}"
    with panel:
        names = [(name, cut) for name, cut_places in cuts.items() for cut in cut_places]
        chosen, cut = st.selectbox(
            "Cut",
            names,
            format_func=lambda cut_at: f"{cut_at[0]} at {cut_at[1]:.6g}",
            key=f"cut_of_{key}",
        )
        column = a.filled.column(chosen)
        tried = st.select_slider(
            "Tried at",
            places(column, cut),
            cut,
            format_func=lambda place: f"{place:.6g}",
            key=f"tried_{key}_{chosen}_{cut}",
        )
        amounts = column.values.numbers[column.codes]
        classes = wording.one_of(e.positive), wording.one_of(e.negative)
        y = e.positive_rows(a.as_read)
        line = number_line(chosen, classes, amounts, y, cuts[chosen])
        moved = (cut, tried) if tried != cut else ()
        picture(f"line_{chosen}", drawn_line, line, *moved, of=a)
        st.caption(
            "Each class by the shares of its rows, so that both can be seen; all rows of the table."
        )
        _figures(a, moved_cut(e.rule.formula, chosen, cut, tried))


def _figures(a: Answer, now: Formula) -> None:
    """What the rule does with the cut moved, beside what it does now."""
    judged = a.filled.rows(a.judged.places)
    rules = {"as it is": a.explanation.rule.formula, "moved": now}
    told = {name: _told(a.judged.counts(rule.holds(judged))) for name, rule in rules.items()}
    st.table(pd.DataFrame(told))
    st.caption(f"On {words.counted_rows(a.explanation)}.")


def _told(counts: Confusion) -> dict[str, str]:
    return {
        "right": wording.percent(counts.accuracy.value),
        "finds": f"{counts.true_positive:,}",
        "misses": f"{counts.false_negative:,}",
        "false alarms": f"{counts.false_positive:,}",
    }
