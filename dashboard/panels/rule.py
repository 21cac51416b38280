"""The rule: in words one clause a row, as a matrix, as logic, as code; and the rows of a clause."""

import pandas as pd
import streamlit as st

from dashboard.panels.rows import rows_table
from dashboard.text import plain
from interpret.data.table import Table
from interpret.explanation import Explanation
from interpret.present import export, words
from interpret.rules.logic import Between, Clause, Is, IsNot, Test

WORDS, MATRIX, LOGIC, PYTHON, SQL = "Words", "Matrix", "Logic", "Python", "SQL"


def rule(e: Explanation) -> None:
    """The rule under the class it describes, in the form the user chooses."""
    formula = e.rule.formula
    st.subheader(plain(words.heading(e)), anchor=False)
    st.session_state.setdefault("form", WORDS)
    form = st.segmented_control(
        "Show the rule as",
        (WORDS, MATRIX, LOGIC, PYTHON, SQL),
        key="form",
        required=True,
        label_visibility="collapsed",
        persist_state="session",
    )
    if form == LOGIC:
        st.code(str(formula), language=None, wrap_lines=True)
    elif form == PYTHON:
        st.code(export.as_python(e), language="python", wrap_lines=True)
    elif form == SQL:
        st.code(export.as_sql(e), language="sql", wrap_lines=True)
    elif not formula.clauses:
        st.markdown(f"*{words.rule_lines(formula)[0]}*")
    elif form == MATRIX:
        _matrix(e)
    else:
        _clauses(e)


def _clauses(e: Explanation) -> None:
    part, formula = words.judged_on(e), e.rule.formula
    described = "negatives" if formula.denied else "positives"
    rows = [
        {
            "or": "or" if number else "",
            "clause": words.clause_words(clause),
            "share": 100 * (figures.share or 0),
            "rows": figures.rows,
            "right": None if figures.precision is None else 100 * figures.precision,
            "alone": figures.alone,
        }
        for number, (clause, figures) in enumerate(
            zip(formula.clauses, e.clauses[part], strict=True)
        )
    ]
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        placeholder="–",
        height="content" if len(rows) <= 20 else 740,
        column_config={
            "or": st.column_config.TextColumn("or", width=40),
            "clause": st.column_config.TextColumn("unless" if formula.denied else "when"),
            "share": st.column_config.ProgressColumn(
                f"share of the {described}",
                min_value=0,
                max_value=100,
                format="%.1f %%",
                width=170,
                help=f"Of the {described}, how many the clause covers.",
            ),
            "rows": st.column_config.NumberColumn(
                "rows", width=70, format="%,d", help="How many rows the clause covers."
            ),
            "right": st.column_config.NumberColumn(
                "right",
                width=80,
                format="%.1f %%",
                help=f"Of the rows it covers, how many are {described}.",
            ),
            "alone": st.column_config.NumberColumn(
                "only this clause",
                width=120,
                format="%,d",
                help="How many rows no other clause of the rule covers.",
            ),
        },
        alt="The rule, one clause a row, with what each clause covers",
    )
    st.caption(f"Counted on {len(e.rows[part]):,} {words.rows_words(e)}.")


def _matrix(e: Explanation) -> None:
    """A clause a row, an attribute a column, the value in the cell."""
    clauses = e.rule.formula.clauses
    used = {test.attribute for clause in clauses for test in clause.tests}
    cells = [
        {name: _cell(clause, name) for name in e.attributes if name in used} for clause in clauses
    ]
    st.dataframe(
        pd.DataFrame(cells),
        hide_index=True,
        placeholder="",
        height="content" if len(cells) <= 20 else 740,
        alt="The rule as a matrix: a clause a row, an attribute a column, the value in the cell",
    )


def _cell(clause: Clause, attribute: str) -> str | None:
    own = [_short(test) for test in clause.tests if test.attribute == attribute]
    return ", ".join(own) or None


def _short(test: Test) -> str:
    match test:
        case Is(_, values):
            return words.one_of(values)
        case IsNot(_, values):
            return f"not {words.one_of(values)}"
        case Between(attribute):
            return words.test_words(test).removeprefix(f"{attribute} is ")


def rows_of_a_clause(e: Explanation, table: Table) -> None:
    """A clause, chosen by a widget, and the rows it covers."""
    clauses = e.rule.formula.clauses
    if not clauses:
        return
    chosen = st.selectbox(
        "Rows that a clause covers",
        range(len(clauses)),
        index=None,
        format_func=lambda i: f"{i + 1}: {words.clause_words(clauses[i])}",
        placeholder="Choose a clause to see its rows",
    )
    if chosen is not None and chosen < len(clauses):
        rows_table(e, table, clauses[chosen].holds(table).nonzero()[0])
