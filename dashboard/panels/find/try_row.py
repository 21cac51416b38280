"""Try a row: what machine and rule say of it, why, and what would turn them."""

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.panels.on_demand import on_demand
from dashboard.panels.rows import row_input
from dashboard.text import plain
from interpret.answer.answer import Answer
from interpret.answer.explanation import Explanation
from interpret.data.complaints import EMPTY, counted
from interpret.data.numbers import number
from interpret.data.table import Column, Table
from interpret.fit.machine import decision
from interpret.fit.row_weights import Decide
from interpret.present import words
from interpret.rules.conditions import seen
from interpret.rules.logic import Value
from interpret.whatif.machine_flip import MachineFlip, nearest_flip_of_machine
from interpret.whatif.row import RuleVerdict, row_of, rule_verdict, typed_row
from interpret.whatif.rule_flip import Change, nearest_flip_of_rule

ABREAST = 3
FIRST = 12  # attributes shown at once; the others are one step away
OF_TRAINING = " among the values that training rows have"
EXACT = 2**53  # whole numbers below it are exact in a browser


@st.fragment
def try_row(a: Answer) -> None:
    """A row of the table, its values to be changed by hand."""
    if panel := on_demand("Try a row", "try_row", ":material/experiment:"):
        with panel:
            start = row_input(
                st.container(),
                "Start from row",
                a.explained,
                int(a.judged.places[0]),
                help="Its values are filled in below; change any of them.",
            )
            if start is not None:
                _tried(a, a.explanation.preparation.row(_typed(a, start)))


def _tried(a: Answer, row: dict[str, Value]) -> None:
    """What machine and rule say of a row, and the nearest changes that turn them."""
    e, train = a.explanation, a.train.table
    typed = typed_row(train, e.attributes, row)
    decide = decision(e.machine, train, e.attributes)
    says = rule_verdict(e.rule.formula, row)
    machine = bool(decide(typed.table)[0] > 0)
    same = "The rule says so too" if says.holds == machine else "The rule says otherwise"
    st.markdown(
        f"The machine says **{_class(e, machine)}**. {same}: **{_class(e, says.holds)}**. "
        f"{plain(_why(says))}"
    )
    if typed.unseen:
        names = ", ".join(typed.unseen)
        st.caption(plain(f"Not seen in training, so it tells the machine nothing: {names}."))
    locked = st.multiselect(
        "Values that cannot be changed",
        e.attributes,
        placeholder="None: any value may change",
        help="The nearest changes below leave these as they are, and change the others to values "
        "that training rows have.",
    )
    rule = nearest_flip_of_rule(e.rule.formula, row, train, e.attributes, locked)
    flip = _turned(_id(e), tuple(row.items()), tuple(locked), decide, train)
    most = "" if flip.exhausted else " among those tried"
    st.markdown(
        "- Nearest change that turns the rule: "
        f"{plain(_changed(rule, f'there is none{OF_TRAINING}'))}.\n"
        f"- Nearest change that turns the machine{most}: "
        f"{plain(_changed(flip.changes, f'none of up to three values{OF_TRAINING}'))}."
    )


def _id(e: Explanation) -> str:
    """What tells a trained machine from any other."""
    machine = e.machine
    return repr((e.digest, e.settings, e.positive, machine.kernel, machine.C, machine.intercept))


@st.cache_resource(max_entries=256, show_spinner="Asking the machine …")
def _turned(
    machine: str,  # noqa: ARG001  the key of the cache, with row and locked
    row: tuple[tuple[str, Value], ...],
    locked: tuple[str, ...],
    _decide: Decide,
    _train: Table,
) -> MachineFlip:
    return nearest_flip_of_machine(_decide, dict(row), _train, [name for name, _ in row], locked)


def _typed(a: Answer, index: int) -> dict[str, Value]:
    """The row's values as the widgets have them; the rule's attributes first."""
    e, table, train = a.explanation, a.as_read, a.train.table
    start = row_of(table, e.attributes, index)
    used = [name for name in e.attributes if name in e.rule.formula.attributes]
    names = used + [name for name in e.attributes if name not in used]
    row = row_fields(table, train, start, names[:FIRST], index)
    if names[FIRST:]:
        with st.popover(f"{counted(len(names) - FIRST, 'more column')}"):
            row |= row_fields(table, train, start, names[FIRST:], index)
    return row


def row_fields(
    table: Table, train: Table, start: dict[str, Value], names: list[str], index: int
) -> dict[str, Value]:
    """A widget for each of the attributes, and the values typed there."""
    row: dict[str, Value] = {}
    for begin in range(0, len(names), ABREAST):
        columns = st.columns(ABREAST)
        for place, name in zip(columns, names[begin : begin + ABREAST], strict=False):
            key = f"try_{train.digest[:12]}_{index}_{name}"
            if train.column(name).cuts:
                row[name] = _number(place, table.column(name), start[name], key)
                continue
            values = list(seen(train.column(name)))
            if start[name] not in values:
                values.append(start[name])
            typed = place.selectbox(
                plain(name),
                values,
                values.index(start[name]),
                format_func=lambda value: EMPTY if value is None else value,
                key=key,
                accept_new_options=True,
            )
            row[name] = (typed or "").strip() or None  # as the cells of a file are read
    return row


def _number(place: DeltaGenerator, column: Column, start: Value, key: str) -> Value:
    """A number typed in; None where the field is empty."""
    amounts = column.values.numbers
    is_whole = not (amounts % 1 > 0).any() and np.nanmax(np.abs(amounts)) < EXACT
    amount = number(start)
    typed = place.number_input(
        plain(column.name),
        value=amount if amount is None or not is_whole else int(amount),
        step=1 if is_whole else 0.1,
        format="%d" if is_whole else "%.6g",
        placeholder=EMPTY,
        key=key,
    )
    return None if typed is None else f"{typed:.15g}"


def _class(e: Explanation, positive: bool) -> str:
    return plain(words.one_of(e.positive if positive else e.negative))


def _why(says: RuleVerdict) -> str:
    if says.fired:
        held = " and ".join(f"“{words.clause_words(clause)}”" for clause in says.fired[:2])
        more = f" and {len(says.fired) - 2} more" if len(says.fired) > 2 else ""
        return f"What holds: {held}{more}."
    if not says.near_misses:
        return "The rule has no clause."
    nearest = says.near_misses[0]
    told = f"No clause holds; the nearest is “{words.clause_words(nearest.clause)}”"
    if len(nearest.failed) == len(nearest.clause.tests):
        return f"{told}."
    lacks = " and ".join(f"“{words.test_words(test)}”" for test in nearest.failed)
    return f"{told}, of which {lacks} {'does' if len(nearest.failed) == 1 else 'do'} not hold."


def _changed(changes: tuple[Change, ...] | None, none: str) -> str:
    if changes is None:
        return none
    return " and ".join(map(str, changes))
