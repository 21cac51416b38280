"""How machine, rule and card do beside each other, and where machine and first form disagree."""

from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from dashboard.panels.chart import chart
from dashboard.panels.find.try_row import pick_row
from dashboard.panels.picture import picture
from dashboard.panels.rows import rows_table
from dashboard.panels.tables import table
from dashboard.text import plain
from interpret.answers.points.card_figures import NAMES
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.figures import figures
from interpret.answers.rule.figures.dots import dots_words, hundred
from interpret.answers.rule.sentences import words
from interpret.present import wording


def confusions(e: Explanation) -> None:
    """The confusion of the machine beside the first form's, and every rate with its interval."""
    part, name = e.judged_on, NAMES[e.first]
    classes = wording.one_of(e.positive), wording.one_of(e.negative)
    st.header(f"Where machine and {name} are right", anchor=False, help=dots_words(e, e.first))
    picture("hundred", hundred, e, e.first, of=e)
    shown = (e.machine_right[part], e.right_of_first[part], *classes, name)
    chart("confusions", figures.confusions, figures.confusions_text, *shown, of=e)
    head, rows = words.rates_rows(e, part)
    frame = pd.DataFrame(rows, columns=[f"on {words.counted_rows(e)}", *head])
    table(frame, f"How often {' and '.join(head)} are right, with 95 % intervals")


def disagreements(a: Answer) -> None:
    """The rows on which machine and first form disagree, where the machine is surest first."""
    e, n_rows = a.explanation, a.explained.n_rows
    scores, verdicts = np.array(e.machine.scores), e.verdicts(a.explained)
    apart = np.flatnonzero(verdicts != (scores > 0))
    apart = apart[np.argsort(-np.abs(scores[apart]), kind="stable")]
    st.header(f"Where {NAMES[e.first]} and machine disagree", anchor=False)
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
