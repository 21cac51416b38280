"""A row to try, and what the rules of several classes say of the rows."""

from collections.abc import Sequence
from math import inf

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.panels.display import show
from dashboard.panels.rows import name_column, row_input, rows_table
from dashboard.panels.widgets import entered, on_demand, saying_why
from dashboard.text import plain
from interpret.data.complaints import EMPTY, counted
from interpret.data.numbers import digits, number
from interpret.data.table import Column, Table
from interpret.fit.machine import decision
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import CardForm, Form
from interpret.forms.answer.several import several
from interpret.forms.whatif.by_hand import row_of, terms_on, typed_row
from interpret.forms.whatif.flip import Change, nearest_flip
from interpret.measures import weights_without
from interpret.present import wording
from interpret.rules.demands import seen
from interpret.rules.logic import Test, Value
from interpret.tell.blocks import Fold
from interpret.tell.rule.brief import line_words, places, rule_lines
from interpret.tell.rule.card import of_points, points_text
from interpret.tell.rule.good import agreed_words
from interpret.tell.rule.several import together

ABREAST = 3
LINES = 12  # shown of a longer form
FIRST = 12  # attributes shown at once; the others are one step away
OF_TRAINING = " among the values that training rows have"
NONE = f"there is none{OF_TRAINING}"
EXACT = 2**53  # whole numbers below it are exact in a browser
MOST = 500  # rows that are shown
NO_LINE = "no line"


@on_demand("Try a row", "try_row", ":material/experiment:")
def try_row(a: Answer) -> None:
    """A row of the table, its values to be changed by hand."""
    start_key = _start_key(a)
    if st.session_state.get(start_key, inf) > a.explained.row_numbers.max():
        st.session_state[start_key] = int(a.explained.row_numbers[a.judged.places[0]])
    by_number, by_name = st.columns(2)
    _find_by_name(by_name, a)
    start = row_input(
        by_number,
        "Start from row",
        a.explained,
        help="Or click on a row in a table on this tab.",
        key=start_key,
    )
    if start is not None:
        _tried(a, _typed(a, start))


def _start_key(a: Answer) -> str:
    """Under which the session keeps the number of the row to start from."""
    return f"try_start_{a.explanation.digest[:12]}"


def _find_by_name(place: DeltaGenerator, a: Answer) -> None:
    """A field for the name of a row, where the file has a column of names."""
    name = name_column(a)
    if name is None:
        return
    column, key = a.in_file.column(name), f"try_named_{a.explanation.digest[:12]}"

    def take(typed: str) -> None:
        if typed.strip() in column.values:
            row = int(np.flatnonzero(column.codes == column.values.index(typed.strip()))[0])
            st.session_state[_start_key(a)] = int(a.in_file.row_numbers[row])

    typed = place.text_input(plain(f"Or by {name}"), **entered(key, take))
    if typed and typed.strip() not in column.values:
        place.caption(plain(f"No row has “{typed.strip()[:40]}” as {name}."))


def pick_row(a: Answer, number: int) -> None:
    """Starts from the row of this number in the file, and opens the panel."""
    st.session_state[_start_key(a)] = number
    st.session_state["try_row"] = True


def _tried(a: Answer, row: dict[str, Value]) -> None:
    """What the machine and each form say of a row, and the nearest changes that turn them."""
    e, train = a.explanation, a.train.table
    typed = typed_row(train, e.attributes, row)
    decide = decision(e.machine, train, e.attributes)
    machine = bool(decide(typed.table)[0] > 0)
    sides = [plain(wording.one_of(labels)) for labels in (e.negative, e.positive)]
    begin = f"The machine says **{sides[machine]}**. "
    for place, form in enumerate(e.forms):
        says = form.card.accepts(row)
        so = "says so too" if says == machine else "says otherwise"
        sentence = f"The {form.called} {so}{_points(form, row)}: **{sides[says]}**."
        st.markdown(sentence if place else begin + sentence)
        _terms(form, row)
    if e.good_rules:
        holds = e.rule.formula.accepts(row)
        same = [rule.accepts(row) == holds for rule in e.good_rules]
        st.caption(plain(agreed_words(float(np.mean(same)), len(same))))
    if typed.unseen:
        names = ", ".join(typed.unseen)
        st.caption(plain(f"Training never saw these values, so the machine ignores them: {names}."))
    locked = st.multiselect(
        "Values that cannot be changed",
        e.attributes,
        placeholder="None: any value may change",
        help="The nearest changes leave these values as they are.",
    )
    with saying_why():
        turned = [
            f"- Nearest change that turns the {form.called}: "
            f"{plain(_changed(nearest_flip(form.card, row, train, e.attributes, locked), NONE))}."
            for form in e.forms
        ]
        st.markdown("\n".join(turned))


def _typed(a: Answer, index: int) -> dict[str, Value]:
    """The row's values as the widgets have them; the rule's attributes first."""
    e, table, train = a.explanation, a.as_read, a.train.table
    start = row_of(table, e.attributes, index)
    in_file = [name for name in train.names if name in e.attributes]
    used = [name for name in in_file if name in e.rule.formula.attributes]
    names = used + [name for name in in_file if name not in used]
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
    return None if typed is None else digits(typed)


def _points(form: Form, row: dict[str, Value]) -> str:
    """With how many points of a card; "" of a rule."""
    return f", with {of_points(form.card.total(row))}" if isinstance(form, CardForm) else ""


def _terms(form: Form, row: dict[str, Value]) -> None:
    """Each line ticked where it holds, or crossed, with the conditions that the row fails."""
    on_row = terms_on(form.card, row)
    if not on_row:
        st.markdown(f"The {form.called} has no lines.")
    for one in on_row[:LINES]:
        sign = ":orange[:material/close:]" if one.failed else ":green[:material/check:]"
        tests = [_test(test, row, failed=test in one.failed) for test in one.term.clause.tests]
        points = f" ({points_text(one.term.points)})" if isinstance(form, CardForm) else ""
        st.markdown(f"{sign} {' and '.join(tests) or 'always'}{points}")
    if left := on_row[LINES:]:
        hold = sum(not one.failed for one in left)
        st.caption(f"There are {len(left)} more lines, and {hold} of them hold.")


def _test(test: Test, row: dict[str, Value], *, failed: bool) -> str:
    """A test; where the row fails it, in bold with what the row has."""
    said, value = plain(wording.test_words(test)), row[test.attribute]
    return f"**{said}** (here {plain(EMPTY if value is None else value)})" if failed else said


def _changed(changes: tuple[Change, ...] | None, none: str) -> str:
    if changes is None:
        return none
    return " and ".join(map(str, changes))


def every_rule(answers: Sequence[Answer]) -> None:
    """One rule for each class, and the rows that no rule or more than one covers."""
    rules = tuple(rule_lines(a.explanation) for a in answers)
    shown = several(answers)
    show([*together(answers, shown), Fold("The rule of each class", rules)])


def which_of(answers: Sequence[Answer]) -> int:
    """The place of the class that is shown: the rarest, or of several the one chosen."""
    if len(answers) < 2:
        return 0
    rows = [a.explanation.positive_rows(a.as_read).sum() for a in answers]
    places = sorted(range(len(answers)), key=lambda place: (rows[place], place))
    names = {wording.one_of(answers[place].explanation.positive): place for place in places}

    def told(name: str) -> str:
        """The class with its size, and how many of its judged rows the first form finds."""
        e = answers[names[name]].explanation
        found = e.forms[0].right[e.judged_on].sensitivity
        size = counted(int(rows[names[name]]), "row")
        return plain(f"{name}: {size}, finds {found.hits:,}, misses {found.n - found.hits:,}")

    chosen = st.segmented_control(
        "Class",
        list(names),
        default=next(iter(names)) if st.session_state.get("class") not in names else None,
        required=True,
        format_func=told,
        key="class",
        label_visibility="collapsed",
        wrap=False,
    )
    return names[chosen or next(iter(names))]


def rows_of_line(a: Answer) -> None:
    """The figures of one line of the rule, and the rows that it covers: unseen ones first."""
    e, clauses = a.explanation, a.explanation.rule.formula.clauses
    if not clauses:
        return
    named = dict(zip(_line_names(e), [*places(e), None], strict=True))
    name = st.selectbox(
        "Rows of a line",
        list(named),
        index=None,
        format_func=plain,
        placeholder="Choose a line of the rule to see its rows",
        key=_line_key(e),
    )
    if name is None:
        return
    place = named[name]
    if place is None:
        holds = ~np.logical_or.reduce([clause.holds(a.explained) for clause in clauses])
    else:
        without = weights_without(e.rule.formula, a.train.table, np.array(e.machine.weights))
        st.markdown(plain(line_words(e, place, without[place])))
        holds = clauses[place].holds(a.explained)
    unseen = np.isin(np.arange(len(holds)), a.judged.places)
    rows_table(a, np.concatenate([np.flatnonzero(holds & unseen), np.flatnonzero(holds & ~unseen)]))


def _line_names(e: Explanation) -> list[str]:
    """The lines in the order in which they are shown, and last what no line covers."""
    return [*(wording.clause_words(e.rule.formula.clauses[place]) for place in places(e)), NO_LINE]


def _line_key(e: Explanation) -> str:
    """Under which the session keeps the line whose rows are shown."""
    return f"line_{e.digest[:12]}_{hash(e.rule.formula)}"


def pick_line(a: Answer, number: object) -> None:
    """Chooses a line. number: its place in a browser's message, so it may be anything."""
    names = _line_names(a.explanation)
    if type(number) is int and 0 <= number < len(names):
        st.session_state[_line_key(a.explanation)] = names[number]
