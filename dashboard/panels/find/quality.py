"""How machine and rule do beside each other, and where they disagree."""

from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.panels.chart import chart
from dashboard.panels.find.try_row import pick_row
from dashboard.panels.picture import picture
from dashboard.panels.rows import rows_table
from dashboard.text import plain
from interpret.answer.answer import Answer
from interpret.answer.explanation import Explanation
from interpret.present import figures, words
from interpret.present.dots import dots_words, hundred


def confusions(e: Explanation) -> None:
    """The confusion of machine and rule side by side, and every rate of them with its interval."""
    part = e.judged_on
    machine, rule = e.machine_right[part], e.rule_right[part]
    names = words.one_of(e.positive), words.one_of(e.negative)
    st.header("Where machine and rule are right", anchor=False, help=dots_words(e))
    picture("hundred", hundred, e, of=e)
    shown = (machine, rule, *names)
    chart("confusions", figures.confusions, figures.confusions_text, *shown, of=e)
    rows = [
        {
            f"on {words.counted_rows(e)}": label,
            "machine": of_machine,
            "rule": of_rule,
        }
        for label, of_machine, of_rule in words.both_rates(e, part)
    ]
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        alt="How often machine and rule are right, with 95 % intervals",
    )


def disagreements(a: Answer) -> None:
    """The rows on which rule and machine disagree, those first of which the machine is surest."""
    e, table = a.explanation, a.explained
    scores = np.array(e.machine.scores)
    apart = np.flatnonzero(e.rule.formula.holds(table) != (scores > 0))
    apart = apart[np.argsort(-np.abs(scores[apart]), kind="stable")]
    st.header("Where rule and machine disagree", anchor=False)
    if not len(apart):
        st.markdown(f"On none of the {table.n_rows:,} rows of {plain(e.table)}.")
        return
    unseen = len(set(apart.tolist()) & set(e.rows["test"]))
    st.markdown(
        f"On {len(apart):,} of {table.n_rows:,} rows, {unseen:,} of them unseen in training. "
        "The rows on which the machine is surest come first; a click on one tries it above."
    )
    rows_table(a, apart, f"apart_{e.digest[:12]}_{hash(e.rule.formula)}", partial(pick_row, a))
