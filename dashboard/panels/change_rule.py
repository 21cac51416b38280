"""Change the rule by hand and see at once what that does to weight, fidelity and accuracy."""

from collections.abc import Callable

import numpy as np
import streamlit as st

from dashboard.text import plain
from interpret.data.table import Table
from interpret.explanation import Explanation
from interpret.insight import edit
from interpret.insight.measures import Share, agreement, confusion
from interpret.insight.whatif import seen
from interpret.present import words
from interpret.rules.logic import Clause, Formula, Is, IsNot, Test, Value

NEW = "a new clause"
KINDS = {"is": Is, "is not": IsNot}


def change_rule(e: Explanation, table: Table) -> None:
    """The found rule and the changed one side by side, with undo; refused edits change nothing."""
    key = f"edits_{e.digest}_{hash(e.rule.formula)}"
    versions: list[Formula] = st.session_state.setdefault(key, [e.rule.formula])
    now = versions[-1]
    with st.expander("Change the rule", icon=":material/edit:"):
        for i, line in enumerate(words.rule_lines(now)):
            st.text(f"{i + 1}.  {line}")
        _figures(e, table, now)
        _edits(e, table, versions, key)
        undo, reset = st.columns(2)
        undo.button(
            "Undo",
            key=f"{key}_undo",
            icon=":material/undo:",
            width="stretch",
            disabled=len(versions) == 1,
            on_click=versions.pop,
        )
        reset.button(
            "Back to the found rule",
            key=f"{key}_reset",
            icon=":material/restart_alt:",
            width="stretch",
            disabled=now == e.rule.formula,
            on_click=versions.append,
            args=(e.rule.formula,),
        )


def _figures(e: Explanation, table: Table, now: Formula) -> None:
    part = words.judged_on(e)
    rows = table.rows(list(e.rows[part]))
    machine = np.array(e.machine.scores)[list(e.rows[part])] > 0
    said = now.holds(rows)
    right = confusion(said, e.positive_rows(rows)).accuracy
    agrees = agreement(said, machine)
    trained = now.holds(table.rows(list(e.rows["train"])))
    weight = float(np.array(e.machine.weights)[trained].sum())
    columns = st.columns(4)
    columns[0].metric("Weight", f"{weight:.4g}", _delta(weight - e.weight, 4))
    columns[1].metric("Agrees with the machine", *_compared(agrees, e.fidelity[part]))
    columns[2].metric("Right", *_compared(right, e.rule_right[part].accuracy))
    columns[3].metric("Tests", len(now), _delta(len(now) - len(e.rule.formula)), "inverse")


def _compared(share: Share, before: Share) -> tuple[str, str | None]:
    return words.percent(share.value), _delta(100 * (share.value - before.value), 3)


def _delta(change: float, digits: int = 3) -> str | None:
    return f"{change:+.{digits}g}" if change else None


def _edits(e: Explanation, table: Table, versions: list[Formula], key: str) -> None:
    """One clause at a time: drop it, drop one of its tests, or add a test."""
    now = versions[-1]
    clauses = now.clauses
    chosen = st.selectbox(
        "Clause to change",
        range(len(clauses) + 1),
        format_func=lambda i: (
            f"{i + 1}: {words.clause_words(clauses[i])}" if i < len(clauses) else NEW
        ),
        key=f"{key}_clause_{len(versions)}",
    )
    clause = clauses[chosen] if chosen < len(clauses) else None

    def attempt(change: Callable[[], Formula]) -> None:
        try:
            versions.append(change())
        except edit.EditError as error:
            st.session_state[f"{key}_refused"] = str(error)

    if clause is not None:
        tests = clause.tests
        drop, less = st.columns(2, vertical_alignment="bottom")
        drop.button(
            "Remove the clause",
            key=f"{key}_drop",
            width="stretch",
            on_click=attempt,
            args=(lambda: edit.without_clause(now, clause),),
        )
        test = less.selectbox(
            "Remove a test",
            range(len(tests)),
            index=None,
            format_func=lambda i: words.test_words(tests[i]),
            placeholder="Choose a test to remove",
            key=f"{key}_less_{len(versions)}",
        )
        if test is not None:
            less.button(
                "Remove it",
                key=f"{key}_remove",
                on_click=attempt,
                args=(lambda: edit.without_test(now, clause, tests[test]),),
            )
    new = _new_test(e, table, f"{key}_{len(versions)}")
    st.button(
        "Add the test" if clause else "Add the clause",
        key=f"{key}_add",
        disabled=new is None,
        on_click=attempt,
        args=(lambda: _with(now, clause, new, table, e),),
    )
    refused = st.session_state.pop(f"{key}_refused", "")
    if refused:
        st.error(plain(refused))


def _with(now: Formula, clause: Clause | None, test: Test, table: Table, e: Explanation) -> Formula:
    if clause is None:
        return edit.with_clause(now, Clause((test,)), table, e.attributes)
    return edit.with_test(now, clause, test, table, e.attributes)


def _new_test(e: Explanation, table: Table, key: str) -> Test | None:
    name, kind, value = st.columns([2, 1, 2])
    attribute = name.selectbox("Column", e.attributes, key=f"{key}_attribute")
    is_or_not = kind.selectbox("Test", list(KINDS), key=f"{key}_kind")
    values: list[Value] = list(seen(table.column(attribute)))
    chosen = value.multiselect(
        "Values",
        values,
        format_func=lambda own: "(empty)" if own is None else own,
        placeholder="Choose values",
        key=f"{key}_values_{attribute}",
    )
    return KINDS[is_or_not](attribute, tuple(chosen)) if chosen else None
