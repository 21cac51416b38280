"""Several classes: every rule at a glance, what the rules share, and the choice of one."""

from collections.abc import Sequence
from itertools import accumulate

import numpy as np
import streamlit as st

from dashboard.panels.chart import chart
from dashboard.panels.picture import picture
from dashboard.panels.tables import named_table
from dashboard.panels.widgets import on_demand
from dashboard.text import plain
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.figures.claims import claimed
from interpret.answers.rule.figures.class_figures import overlap, overlap_text
from interpret.answers.rule.sentences.several import Several, several, several_words
from interpret.data.complaints import counted
from interpret.present import wording
from interpret.rules.logic import Formula

MOST = 500  # rows that are shown
LONGEST = 300  # characters of a rule, about


def every_rule(answers: Sequence[Answer]) -> None:
    """One rule for each class, and the rows that no rule or more than one covers."""
    shown, explanations = several(answers), [a.explanation for a in answers]
    st.header("Whose rule claims the rows of each class", anchor=False)
    picture("claimed", claimed, shown.claims, of=answers[0])
    for e in explanations:
        st.markdown(_line(e))
    st.caption(
        f"{plain(several_words(shown))} “Right” is how often a rule gives the class that stands "
        "in the table, “agrees” is how often it says what its machine says, and “finds” is the "
        "share of the rows of its class that it covers."
    )
    _shared_rows(answers, shown)


@on_demand(
    "Rows that several rules cover, and rows without one", "shared_rows", ":material/grid_on:"
)
def _shared_rows(answers: Sequence[Answer], shown: Several) -> None:
    """How many rows each two rules share, and the rows without a rule or with several."""
    names = [wording.one_of(a.explanation.positive) for a in answers]
    chart("overlap", overlap, overlap_text, names, shown.together)
    _rows_table("Without a rule", answers, shown, shown.together.none)
    _rows_table("With more than one", answers, shown, shown.together.several)


def which_of(answers: Sequence[Answer]) -> int:
    """The place of the class that is shown: the first, or of several the one chosen."""
    if len(answers) < 2:
        return 0
    names = [a.explanation.yes_words for a in answers]
    return st.selectbox(
        "Class to explain", range(len(answers)), format_func=lambda place: names[place]
    )


def _line(e: Explanation) -> str:
    """A class, its rule and the figures of it, as Markdown."""
    part, counts = e.judged_on, e.rule_right[e.judged_on]
    name = wording.one_of(e.positive) + " (draft)" * e.rule.is_draft
    figures = (
        f"{counted(len(e.rule.formula), 'test')}; right {wording.percent(counts.accuracy.value)}, "
        f"agrees {wording.percent(e.fidelity[part].value)}, "
        f"finds {wording.percent(counts.sensitivity.value)}"
    )
    joined = "when " if e.rule.formula.clauses and not e.rule.formula.denied else ""
    said = f"{joined}{_at_a_glance(e.rule.formula)}"
    return f"**{plain(name)}** {plain(said)}  \n:gray[{plain(figures)}]"


def _at_a_glance(formula: Formula) -> str:
    """The rule's first clauses, and how many more there are."""
    lines = wording.rule_lines(formula)
    ends = list(accumulate(len(line) + 1 for line in lines))
    shown = max(1, sum(end <= LONGEST for end in ends))
    more = len(lines) - shown
    rest = [f"or {more} more clause{'s' * (more > 1)}"] if more else []
    return " ".join(["unless"] * formula.denied + [*lines[:shown], *rest])


def _rows_table(title: str, answers: Sequence[Answer], shown: Several, places: np.ndarray) -> None:
    rows = shown.rows[places]
    st.markdown(f"**{title}: {len(rows):,} of {len(shown.rows):,} rows**")
    if not len(rows):
        return
    some, e = answers[0].as_read.rows(rows[:MOST]), answers[0].explanation
    says = {wording.one_of(a.explanation.positive): a.explanation.says(some) for a in answers}
    lines: list[object] = [
        ", ".join(name for name, said in says.items() if said[place]) or "–"
        for place in range(some.n_rows)
    ]
    cells = some.frame()
    attributes = [(name, list(cells[name])) for name in (e.target, *e.attributes)]
    named_table([("row", list(some.row_numbers)), ("rules", lines), *attributes], title)
