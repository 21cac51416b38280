"""The rule in full: every clause with all its figures, and the rule in other forms."""

import numpy as np
import pandas as pd
import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from dashboard.text import plain
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.answer.rule_list import rule_list
from interpret.answers.rule.exports import export
from interpret.answers.rule.sentences import words
from interpret.measures import Share, weights_without
from interpret.present import wording
from interpret.rules.logic import Between, Clause, Is, IsNot, Test

FORMS = WORDS, LIST, MATRIX, LOGIC, PYTHON, SQL = (
    "Words",
    "List",
    "Matrix",
    "Logic",
    "Python",
    "SQL",
)


def in_full(a: Answer) -> None:
    """The rule under the class it describes, in the form the user chooses."""
    e, formula = a.explanation, a.explanation.rule.formula
    st.subheader(plain(words.heading(e)), anchor=False)
    st.session_state.setdefault("form", WORDS)
    form = st.segmented_control(
        "Show the rule as",
        FORMS,
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
        st.markdown(f"*{wording.rule_lines(formula)[0]}*")
    elif form == LIST:
        _list(a)
    elif form == MATRIX:
        _matrix(e)
    else:
        _clauses(a)
    _otherwise_said(a)


def _clauses(a: Answer) -> None:
    e, part, formula = a.explanation, a.judged.name, a.explanation.rule.formula
    without = weights_without(formula, a.train.table, np.array(e.machine.weights))
    rows = [
        {
            "or": "or" if number else "",
            "clause": wording.clause_words(clause),
            "share": 100 * (figures.share or 0),
            "rows": figures.rows,
            "right": None if figures.precision is None else 100 * figures.precision,
            "between": wording.between_words(figures.probability),
            "alone": figures.alone,
            "without": weight,
        }
        for number, (clause, figures, weight) in enumerate(
            zip(formula.clauses, e.clauses[part], without, strict=True)
        )
    ]
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        placeholder="–",
        height="content" if len(rows) <= 20 else 740,
        column_config=_clause_columns(e),
        alt="The rule, one clause a row, with what each clause covers",
    )
    st.caption(
        f"Counted on {words.counted_rows(e)}; with all its clauses the rule "
        f"weighs {e.weight:.4g} in the machine."
    )


def _clause_columns(e: Explanation) -> dict[str, ColumnConfig]:
    """What the columns of the table of clauses are called, and what each counts."""
    denied = e.rule.formula.denied
    described = "negatives" if denied else "positives"
    return {
        "or": st.column_config.TextColumn("or", width=34),
        "clause": st.column_config.TextColumn("unless" if denied else "when"),
        "share": st.column_config.ProgressColumn(
            f"share of the {described}",
            min_value=0,
            max_value=100,
            format="%.1f %%",
            width=138,
            help=f"Of the {described}, how many the clause covers.",
        ),
        "rows": st.column_config.NumberColumn(
            "rows", width=48, format="%,d", help="How many rows the clause covers."
        ),
        "right": st.column_config.NumberColumn(
            "right",
            width=68,
            format="%.1f %%",
            help=f"Of the rows it covers, how many are {described}.",
        ),
        "between": st.column_config.TextColumn(
            "surely between",
            width=108,
            help="The 95 % interval of how often a row that the clause covers is so.",
        ),
        "alone": st.column_config.NumberColumn(
            "only this clause",
            width=102,
            format="%,d",
            help="How many rows no other clause of the rule covers.",
        ),
        "without": st.column_config.NumberColumn(
            "without it",
            width=72,
            format="%.4g",
            help="The rule's weight in the machine without this clause; with all its clauses "
            f"it weighs {e.weight:.4g}.",
        ),
    }


def _list(a: Answer) -> None:
    """The clauses to be read from the top, the most precise first, whole on any screen."""
    e, judged = a.explanation, a.judged
    listed = rule_list(e.rule.formula, judged.table, judged.y)
    sides = [plain(wording.one_of(labels)) for labels in (e.negative, e.positive)]
    lines = [
        f"{number}. {'Else if' if number > 1 else 'If'} {plain(wording.clause_words(one.clause))}: "
        f"**{sides[listed.describes]}**, {_right(one.adds)}"
        for number, one in enumerate(listed.clauses, 1)
    ]
    last = f"{len(lines) + 1}. Otherwise: **{sides[not listed.describes]}**, "
    st.markdown("\n".join([*lines, last + _right(listed.otherwise)]))
    st.caption(
        "The most precise clause comes first. Each is counted on the rows that no line above it "
        f"covers, of {words.counted_rows(e)}."
    )


def _right(share: Share) -> str:
    return f"right on {share.hits:,} of {share.n:,} rows" if share.n else "no rows are left for it"


def _otherwise_said(a: Answer) -> None:
    """How long it would be with `=` alone, or of the other class."""
    e, formula = a.explanation, a.explanation.rule.formula
    sentences = [
        words.monotone_words(formula, a.explained),
        words.other_side_words(e),
    ]
    if said := " ".join(filter(None, sentences)):
        st.caption(plain(said))


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
    written = [_short(test) for test in clause.tests if test.attribute == attribute]
    return ", ".join(written) or None


def _short(test: Test) -> str:
    match test:
        case Is(_, values):
            return wording.one_of(values)
        case IsNot(_, values):
            return f"not {wording.one_of(values)}"
        case Between(attribute):
            return wording.test_words(test).removeprefix(f"{attribute} ")
