"""Several classes: every rule at a glance, what the rules share, and the choice of one."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from dashboard.panels.charts import PLAIN
from dashboard.text import plain
from interpret.data.table import Table
from interpret.explanation import Explanation
from interpret.insight.measures import Share
from interpret.present import words
from interpret.present.class_figures import overlap, overlap_text
from interpret.present.several import Several, several, several_words

MOST = 500  # rows that are listed


def every_rule(explanations: Sequence[Explanation], table: Table) -> None:
    """One rule for each class, and the rows that no rule or more than one covers."""
    shown = several(explanations, table)
    st.dataframe(
        pd.DataFrame(_line(e) for e in explanations),
        hide_index=True,
        placeholder="–",
        column_config={
            "class": st.column_config.TextColumn(width="small"),
            "right": _share("How often the rule gives the class that stands in the table."),
            "agrees": _share("How often the rule says what its machine says."),
            "finds": _share("Of the rows of the class, how many the rule covers."),
        },
        alt="One rule for each class, with its figures",
    )
    st.caption(plain(several_words(shown)))
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


def _line(e: Explanation) -> dict[str, object]:
    part, formula = words.judged_on(e), e.rule.formula
    joined = "unless " if formula.denied else ""
    counts = e.rule_right[part]
    return {
        "class": words.one_of(e.positive),
        "rule": joined + " ".join(words.rule_lines(formula)),
        "tests": len(formula),
        "right": _value(counts.accuracy),
        "agrees": _value(e.fidelity[part]),
        "finds": _value(counts.sensitivity),
    }


def _value(share: Share) -> float | None:
    return None if share.value is None else 100 * share.value


def _share(told: str):
    return st.column_config.NumberColumn(format="%.1f %%", width=90, help=told)


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
