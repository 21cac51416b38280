"""Change the rule by hand and see at once what that does to weight, fidelity and accuracy."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.panels.find.versions import save_version
from dashboard.panels.widgets import on_click, on_demand
from dashboard.text import plain
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.answer.version import Version
from interpret.answers.rule.answer.versioned import with_version
from interpret.answers.rule.sentences import words
from interpret.answers.rule.sentences.changed import compared_rules
from interpret.answers.rule.whatif import edit
from interpret.data.complaints import EMPTY, DataError
from interpret.data.table import Column
from interpret.present import wording
from interpret.rules.conditions import seen
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot, Test, Value
from jobs.schema import Run

NEW = "a new clause"
KINDS: dict[str, type[Is | IsNot]] = {"is": Is, "is not": IsNot}
RANGES = (">", "≤")
Versions = tuple[Formula, ...]  # the found rule and what was made of it, the latest last


@on_demand("Change the rule", "change_rule", ":material/edit:")
def change_rule(a: Answer, run: Run) -> None:
    """The rule above and the changed one side by side, with undo; refused edits change nothing."""
    e = a.explanation
    key = f"edits_{e.digest}_{hash(e.rule.formula)}"
    versions: Versions = st.session_state.get(key, (e.rule.formula,))
    now = versions[-1]
    st.markdown(f"**{plain(words.heading(e))}**")
    st.text("\n".join(wording.rule_lines(now)))
    _figures(a, now)
    _edits(a, versions, key)
    undo, reset = st.columns(2)
    undo.button(
        "Undo",
        key=f"{key}_undo",
        icon=":material/undo:",
        width="stretch",
        disabled=len(versions) == 1,
        **on_click(_keep, key, versions[:-1]),
    )
    reset.button(
        "Back to the found rule",
        key=f"{key}_reset",
        icon=":material/restart_alt:",
        width="stretch",
        disabled=now == e.best.rule.formula,
        **on_click(_keep, key, (*versions, e.best.rule.formula)),
    )
    save_version(a, run, now)


def _keep(key: str, versions: Versions) -> None:
    st.session_state[key] = versions


def _attempt(key: str, versions: Versions, change: Callable[..., Formula], *args: object) -> None:
    try:
        _keep(key, (*versions, change(versions[-1], *args)))
    except DataError as error:
        st.session_state[f"{key}_refused"] = str(error)


def _figures(a: Answer, now: Formula) -> None:
    """The rule that stands and the changed one beside each other."""
    e = a.explanation
    changed = with_version(a, Version(0, "", "", "", e.positive, now)).explanation
    shown = "found" if e.rule_version is None else f"version {e.rule_version.number}"
    rows = compared_rules(e, changed)
    st.table(pd.DataFrame(rows.values(), [*rows], [shown, "changed", "difference"]))
    st.caption(
        f"Counted on {words.counted_rows(e)}. The weight is on the rows that the machine was "
        "trained on."
    )


def _edits(a: Answer, versions: Versions, key: str) -> None:
    """One clause at a time: drop it, drop one of its tests, or add a test."""
    clauses, attributes = versions[-1].clauses, a.explanation.attributes
    attempt = partial(on_click, _attempt, key, versions)
    chosen = st.selectbox(
        "Clause to change",
        range(len(clauses) + 1),
        index=_changed(versions),
        format_func=lambda i: (
            f"{i + 1}: {wording.clause_words(clauses[i])}" if i < len(clauses) else NEW
        ),
        key=f"{key}_clause_{len(versions)}",
    )
    clause = clauses[chosen] if chosen < len(clauses) else None
    if clause is not None:
        tests = clause.tests
        test = st.selectbox(
            "Test to remove",
            range(len(tests)),
            format_func=lambda i: wording.test_words(tests[i]),
            key=f"{key}_test_{len(versions)}_{chosen}",
        )
        removed = tests[test] if tests else None
        less, drop = st.columns(2)
        less.button(
            "Remove the test",
            key=f"{key}_less",
            width="stretch",
            disabled=not tests,
            **attempt(edit.without_test, clause, removed),
        )
        drop.button(
            "Remove the clause",
            key=f"{key}_drop",
            width="stretch",
            **attempt(edit.without_clause, clause),
        )
    new = _new_test(a, f"{key}_{len(versions)}")
    added: tuple[Any, ...] = (edit.with_clause, Clause((new,) if new else ()))
    if clause:
        added = (edit.with_test, clause, new)
    st.button(
        "Add the test" if clause else "Add the clause",
        key=f"{key}_add",
        disabled=new is None,
        **attempt(*added, a.filled, attributes),
    )
    if refused := st.session_state.pop(f"{key}_refused", ""):
        st.error(plain(refused), icon=":material/error:")


def _changed(versions: Versions) -> int:
    """The place of the clause that the last edit made, else the first."""
    before = versions[-2].clauses if len(versions) > 1 else versions[-1].clauses
    places = (i for i, clause in enumerate(versions[-1].clauses) if clause not in before)
    return next(places, 0)


def _new_test(a: Answer, key: str) -> Test | None:
    name, kind, value = st.columns([2, 1, 2])
    attribute = name.selectbox("Column", a.explanation.attributes, key=f"{key}_attribute")
    column = a.filled.column(attribute)
    kinds = [*(() if column.kind == "number" else KINDS), *(RANGES if column.is_numeric else ())]
    chosen_kind = kind.selectbox("Test", kinds, key=f"{key}_kind_{attribute}")
    if chosen_kind in RANGES:
        return _range(value, column, chosen_kind, f"{key}_than_{attribute}")
    values: list[Value] = list(seen(column))
    chosen = value.multiselect(
        "Values",
        values,
        format_func=lambda cell: EMPTY if cell is None else cell,
        placeholder="Choose values",
        key=f"{key}_values_{attribute}",
    )
    return KINDS[chosen_kind](attribute, tuple(chosen)) if chosen else None


def _range(place: DeltaGenerator, column: Column, kind: str, key: str) -> Between | None:
    """Numbers above one that is typed in, or up to it."""
    than = place.number_input(
        "Number", value=None, format="%.6g", placeholder="Type a number", key=key
    )
    if than is None:
        return None
    return Between(column.name, above=than) if kind == ">" else Between(column.name, to=than)
