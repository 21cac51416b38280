"""The rule in full: every clause with all its figures, and the rule in other forms."""

import numpy as np
import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from dashboard.kept import kept
from dashboard.panels.picture import picture
from dashboard.panels.tables import height_of, numbers, share_bar, table
from dashboard.panels.widgets import on_demand
from dashboard.text import plain
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.answer.rule_list import rule_list
from interpret.answers.rule.exports import export
from interpret.answers.rule.figures.clause_overlap import (
    clause_overlap,
    drawn_overlap,
    overlap_words,
)
from interpret.answers.rule.sentences import words
from interpret.measures import weights_without
from interpret.present import wording
from interpret.rules.logic import Between, Clause, Is, IsNot, Test
from interpret.shares import Share

FORMS = WORDS, LIST, MATRIX, LOGIC, PYTHON, SQL = (
    "Words",
    "List",
    "Matrix",
    "Logic",
    "Python",
    "SQL",
)


def full_rule(a: Answer) -> None:
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
    others = (words.monotone_words(formula, a.explained), words.other_side_words(e))
    if said := " ".join(filter(None, others)):
        st.caption(plain(said))


def _clauses(a: Answer) -> None:
    e, formula = a.explanation, a.explanation.rule.formula
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
            zip(formula.clauses, e.clauses[a.judged.name], without, strict=True)
        )
    ]
    alt = "The rule, one clause a row, with what each clause covers"
    table(rows, alt, _clause_columns(e), height=height_of(rows))
    st.caption(
        f"Counted on {words.counted_rows(e)}. With all its clauses, the rule weighs "
        f"{e.weight:.4g} in the machine."
    )


def _clause_columns(e: Explanation) -> dict[str, ColumnConfig]:
    """What the columns of the table of clauses are called, and what each counts."""
    denied = e.rule.formula.denied
    described = "negatives" if denied else "positives"
    text = st.column_config.TextColumn
    between = f"The 95 % interval of how many of the rows that a clause covers are {described}."
    return {
        "or": text("or", width=34),
        "clause": text("unless" if denied else "when"),
        "share": share_bar(
            f"share of the {described}",
            width=138,
            help=f"How many of the {described} the clause covers.",
        ),
        "rows": numbers("%,d", "rows", width=48, help="How many rows the clause covers."),
        "right": numbers(
            "%.1f %%",
            "right",
            width=68,
            help=f"How many of the rows that it covers are {described}.",
        ),
        "between": text("surely between", width=108, help=between),
        "alone": numbers(
            "%,d",
            "only this clause",
            width=102,
            help="How many rows no other clause of the rule covers.",
        ),
        "without": numbers(
            "%.4g",
            "without it",
            width=72,
            help="The rule's weight in the machine without this clause. With all its clauses it "
            f"weighs {e.weight:.4g}.",
        ),
    }


def _list(a: Answer) -> None:
    """The clauses to be read from the top, the most precise first, whole on any screen."""
    e, judged = a.explanation, a.judged
    listed = rule_list(e.rule.formula, judged.table, judged.y, judged.groups)
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


def _matrix(e: Explanation) -> None:
    """A clause a row, an attribute a column, the value in the cell."""
    clauses = e.rule.formula.clauses
    used = {test.attribute for clause in clauses for test in clause.tests}
    cells = [
        {name: _cell(clause, name) for name in e.attributes if name in used} for clause in clauses
    ]
    alt = "The rule as a matrix: a clause a row, an attribute a column, the value in the cell"
    st.dataframe(cells, hide_index=True, placeholder="", height=height_of(cells), alt=alt)


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


def overlap(a: Answer) -> None:
    """Which lines of the rule cover the same rows; nothing where it has one line."""
    if len(a.explanation.rule.formula.clauses) > 1:
        _overlap(a)


@on_demand("Which lines overlap", "overlap_lines", ":material/join_inner:")
def _overlap(a: Answer) -> None:
    shown = kept(a, "overlap", lambda: clause_overlap(a))
    picture("drawn_overlap", drawn_overlap, shown, of=a)
    st.caption(plain(f"{overlap_words(shown)} Counted on {words.counted_rows(a.explanation)}."))
