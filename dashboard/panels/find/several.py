"""Several classes: every rule at a glance, what the rules share, and the choice of one."""

from collections.abc import Sequence
from itertools import accumulate

import pandas as pd
import streamlit as st

from dashboard.panels.find.charts import PLAIN
from dashboard.text import plain
from interpret.answer.explanation import Explanation
from interpret.data.table import Table
from interpret.present import words
from interpret.present.class_figures import overlap, overlap_text
from interpret.present.several import Several, several, several_words
from interpret.rules.logic import Formula

MOST = 500  # rows that are listed
LONGEST = 300  # characters of a rule, about


def every_rule(explanations: Sequence[Explanation], table: Table) -> None:
    """One rule for each class, and the rows that no rule or more than one covers."""
    shown = several(explanations, table)
    st.table(
        pd.DataFrame(map(_line, explanations)).map(plain),
        border="horizontal",
        hide_index=True,
        alt="One rule for each class, with its figures",
    )
    st.caption(
        f"{plain(several_words(shown))} A rule is right where it gives the class that stands in "
        "the table, agrees where it says what its machine says, and finds so many of the rows of "
        "its class."
    )
    with st.expander(
        "Rows that several rules cover, and rows without one", icon=":material/grid_on:"
    ):
        names = [words.one_of(e.positive) for e in explanations]
        st.plotly_chart(
            overlap(names, shown.told),
            key="overlap",
            config=PLAIN,
            alt=overlap_text(names, shown.told),
        )
        _listed("Without a rule", explanations, table, shown, shown.told.none)
        _listed("With more than one", explanations, table, shown, shown.told.several)


def _line(e: Explanation) -> dict[str, str]:
    part, counts = words.judged_on(e), e.rule_right[words.judged_on(e)]
    return {
        "class": words.one_of(e.positive),
        "rule": _at_a_glance(e.rule.formula),
        "tests": str(len(e.rule.formula)),
        "right": words.percent(counts.accuracy.value),
        "agrees": words.percent(e.fidelity[part].value),
        "finds": words.percent(counts.sensitivity.value),
    }


def _at_a_glance(formula: Formula) -> str:
    """The rule's first clauses, and how many more there are."""
    lines = words.rule_lines(formula)
    ends = list(accumulate(len(line) + 1 for line in lines))
    shown = max(1, sum(end <= LONGEST for end in ends))
    more = len(lines) - shown
    rest = [f"or {more} more clause{'s' * (more > 1)}"] if more else []
    return " ".join(["unless"] * formula.denied + [*lines[:shown], *rest])


def _listed(
    title: str, explanations: Sequence[Explanation], table: Table, shown: Several, places
) -> None:
    rows = shown.rows[places]
    st.markdown(f"**{title}: {len(rows):,} of {len(shown.rows):,} rows**")
    if not len(rows):
        return
    listed = table.rows(rows[:MOST])
    says = {words.one_of(e.positive): e.says(listed) for e in explanations}
    told = [
        ", ".join(name for name, own in says.items() if own[place]) or "–"
        for place in range(listed.n_rows)
    ]
    frame = listed.frame()
    e = explanations[0]
    names = ["row", "rules", e.target, *e.attributes]
    frame = pd.concat(
        [pd.DataFrame({0: listed.row_numbers, 1: told}), frame[[e.target, *e.attributes]]], axis=1
    )
    frame.columns = [f"column {place}" for place in range(len(names))]
    st.dataframe(
        frame,
        hide_index=True,
        placeholder="(empty)",
        column_config=dict(zip(frame.columns, names, strict=True)),
        alt=title,
    )
