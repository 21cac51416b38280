"""Try a row of a number: its sum written out."""

import streamlit as st

from dashboard.panels.find.try_row import row_fields
from dashboard.panels.on_demand import on_demand
from dashboard.panels.rows import row_input
from dashboard.text import plain
from interpret.answers.number import words
from interpret.answers.number.explanation import NumberExplanation
from interpret.answers.rule.whatif.row import row_of
from interpret.data.table import Table


@st.fragment
def try_row(e: NumberExplanation, as_read: Table, explained: Table) -> None:
    """A row of the table, its values to be changed by hand, and what they add up to."""
    panel = on_demand("Try a row", "try_row", ":material/experiment:")
    if not panel:
        return
    with panel:
        first = e.rows[e.judged_on][0]
        start = row_input(
            st.container(),
            "Start from row",
            explained,
            first,
            help="Its values are filled in below; change any of them.",
        )
        if start is None:
            return
        used = list(dict.fromkeys(t.attribute for term in e.terms for t in term.clause.tests))
        if not used:
            st.caption("No condition asks for any value.")
            return
        train = explained.rows(list(e.rows["train"]))
        values = row_of(as_read, e.attributes, start)
        row = e.preparation.row(row_fields(as_read, train, values, used, start))
        held = [term for term in e.terms if term.clause.accepts(row)]
        total = e.base + sum(term.effect for term in held)
        lines = [f"{words.amount(e.base, e.spread)} to begin with"]
        lines += [words.effect_words(term, e) for term in held]
        st.markdown("\n".join(f"- {plain(line)}" for line in lines))
        st.markdown(f"Predicted: **{plain(words.amount(total, e.spread))}**")
        is_as_in_file = row == e.preparation.row({name: values[name] for name in used})
        if is_as_in_file:
            st.caption(f"Observed: {plain(words.amount(e.observed[start], e.spread))}.")
