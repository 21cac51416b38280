"""To change a rule by hand, to move its cuts, and the versions that are kept of it."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard import versions
from dashboard.panels.blocks import show
from dashboard.panels.drag_line import Places, drag_line
from dashboard.panels.widgets import bound, on_click, on_demand, saying_why
from dashboard.text import plain
from interpret.data.complaints import EMPTY, DataError, quoted
from interpret.data.numbers import digits
from interpret.data.table import Column
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import POINTS, RULE, Version
from interpret.forms.answer.spread import number_line
from interpret.forms.whatif import by_hand
from interpret.forms.whatif.by_hand import (
    LONGEST_AUTHOR,
    LONGEST_NOTE,
    moved_cut,
    places,
    with_version,
)
from interpret.present import wording
from interpret.rules.card import Card
from interpret.rules.demands import seen
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot, Test, Value, cuts_of
from interpret.tell import svg
from interpret.tell.rule.figures.clauses import BOTTOM, EDGE, TOP, across, drawn_line
from interpret.tell.rule.side_by_side import compared, with_cut_moved
from interpret.tell.rule.words import heading
from jobs.database import Run

FOUND = "as it was found"
OF_RULE = (
    "Every figure of the rule is that of this version. What was studied about the rule that was "
    "found (simple learners, other samples) is shown with that rule."
)
OF_POINTS = (
    "Every figure of the points is that of this version, about which nothing is proven. Which form "
    "is right more often was measured with the card that was found, and is shown with that card."
)
NEW = "a new line"
KINDS: dict[str, type[Is | IsNot]] = {"is": Is, "is not": IsNot}
RANGES = (">", "≤")
Versions = tuple[Formula, ...]  # the found rule and what was made of it, the latest last


def which_version(run: Run, a: Answer) -> None:
    """Which version counts, where there are any; who made it, when and why."""
    e, now = a.explanation, a.explanation.version
    try:
        saved = {version.number: version for version in versions.saved(run, e)}
    except DataError as error:
        st.warning(plain(error), icon=":material/error:")
        return
    if not saved:
        return
    st.selectbox(
        "What is shown, used to predict, and downloaded",
        (0, *saved),
        format_func=lambda number: _name(saved[number]) if number else FOUND,
        **bound(
            f"version_{run.id}_{hash(e.positive)}",
            now.number if now else 0,
            lambda number: versions.choose(run, e, number or None),
        ),
    )
    if now is not None:
        st.info(
            f"**Version {now.number} of the {now.form}, {now.made} by {plain(now.author)} on "
            f"{plain(now.created[:10])} at {plain(now.created[11:16])} UTC.** {plain(now.note)}",
            icon=":material/edit:",
        )
        st.caption(OF_POINTS if now.form == POINTS else OF_RULE)


def save_version(a: Answer, run: Run, form: str, now: Card) -> None:
    """Saves the changed rule or card beside what was found, and draws the whole page anew."""
    e = a.explanation
    key = f"save_{run.id}_{hash(e.positive)}" + "_points" * (form == POINTS)
    st.markdown("**Keep it as a version**")
    author = st.text_input(
        "Your name", key=f"{key}_author", max_chars=LONGEST_AUTHOR, persist_state="session"
    )
    note = st.text_area("Why it was changed", key=f"{key}_note", max_chars=LONGEST_NOTE, height=80)
    pressed = st.button(
        "Save the version",
        key=f"{key}_button",
        icon=":material/save:",
        disabled=now == e.form(form).card,
        help="What was found stays. Above the answer you choose which of the two counts.",
    )
    if pressed:
        with saying_why():
            number = versions.save(run, a, form, now, (author.strip(), note.strip()))
            st.toast(f"Saved as version {number}. Choose it above the answer to let it count.")
            st.rerun()


def _name(version: Version) -> str:
    of = " of the points" if version.form == POINTS else ""
    return f"version {version.number}{of} by {quoted(version.author)}, {version.created[:10]}"


@on_demand("Change the rule", "change_rule", ":material/edit:")
def change_rule(a: Answer, run: Run) -> None:
    """The rule above and the changed one side by side, with undo; refused edits change nothing."""
    e = a.explanation
    key = f"edits_{e.digest}_{hash(e.rule.formula)}"
    versions: Versions = st.session_state.get(key, (e.rule.formula,))
    now = versions[-1]
    st.markdown(f"**{plain(heading(e))}**")
    st.text("\n".join(wording.rule_lines(now)))
    changed_form(a, RULE, Card.of(now))
    st.caption("The weight is on the rows that the machine was trained on.")
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
    save_version(a, run, RULE, Card.of(now))


def _keep(key: str, versions: Versions) -> None:
    st.session_state[key] = versions


def _attempt(key: str, versions: Versions, change: Callable[..., Formula], *args: object) -> None:
    try:
        _keep(key, (*versions, change(versions[-1], *args)))
    except DataError as error:
        st.session_state[f"{key}_refused"] = str(error)


def changed_form(a: Answer, form: str, now: Card) -> Explanation:
    """Shows the form that stands and the changed one beside each other; the latter's figures."""
    version = Version(0, "", "", "", a.explanation.positive, form, now)
    changed = with_version(a, version).explanation
    show([compared(a.explanation, changed, form)])
    return changed


def _edits(a: Answer, versions: Versions, key: str) -> None:
    """One clause at a time: drop it, drop one of its tests, or add a test."""
    clauses, attributes = versions[-1].clauses, a.explanation.attributes
    attempt = partial(on_click, _attempt, key, versions)
    chosen = st.selectbox(
        "Line to change",
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
            "Condition to remove",
            range(len(tests)),
            format_func=lambda i: wording.test_words(tests[i]),
            key=f"{key}_test_{len(versions)}_{chosen}",
        )
        removed = tests[test] if tests else None
        less, drop = st.columns(2)
        less.button(
            "Remove the condition",
            key=f"{key}_less",
            width="stretch",
            disabled=not tests,
            **attempt(by_hand.without_test, clause, removed),
        )
        drop.button(
            "Remove the line",
            key=f"{key}_drop",
            width="stretch",
            **attempt(by_hand.without_clause, clause),
        )
    new = _new_test(a, f"{key}_{len(versions)}")
    added: tuple[Any, ...] = (by_hand.with_clause, Clause((new,) if new else ()))
    if clause:
        added = (by_hand.with_test, clause, new)
    st.button(
        "Add the condition" if clause else "Add the line",
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


def move_cut(a: Answer) -> None:
    """Nothing where the rule asks for no number."""
    if cuts := cuts_of(a.explanation.rule.formula.clauses):
        _moved(a, cuts)


@on_demand("Move a cut", "move_cut", ":material/straighten:")
def _moved(a: Answer, cuts: Mapping[str, Sequence[float]]) -> None:
    e = a.explanation
    key = f"{e.digest[:12]}_{hash(e.rule.formula)}"
    chosen, cut = st.selectbox(
        "Cut",
        [(name, place) for name, places_of_cuts in cuts.items() for place in places_of_cuts],
        format_func=lambda cut_at: f"{cut_at[0]} at {digits(cut_at[1])}",
        key=f"cut_of_{key}",
    )
    column = a.filled.column(chosen)
    amounts = column.values.numbers[column.codes]
    classes = wording.one_of(e.positive), wording.one_of(e.negative)
    line = number_line(chosen, classes, amounts, e.positive_rows(a.as_read), cuts[chosen])
    at = {across(line, place): place for place in (*places(column, cut), cut)}
    rising = sorted(at)
    labels = [digits(at[x]) for x in rising]
    where = Places(rising, labels, (TOP - 4, BOTTOM), (EDGE, svg.WIDTH - EDGE))
    start = rising.index(across(line, cut))
    of_cut = f"tried_{key}_{hash((chosen, cut))}"
    tried = at[rising[drag_line("Tried at", drawn_line(line, cut), where, start, of_cut)]]
    st.caption(
        "This shows all rows of the table. Each class is drawn by the shares of its rows, so that "
        "both can be seen."
    )
    moved, judged = moved_cut(e.rule.formula, chosen, cut, tried), a.filled.rows(a.judged.places)
    counts = (a.judged.right(rule.holds(judged)) for rule in (e.rule.formula, moved))
    show([with_cut_moved(e, *counts)])
