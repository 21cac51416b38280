"""To change a rule or a card by hand, and the versions that are kept of it.

The conditions of the live card are switches, its points and its cut move, and the browser adds up.
Python is asked only when a changed card is to be judged in full and kept.
"""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.panels.display import kept, show
from dashboard.panels.widgets import bound, on_click, on_demand, saying_why
from dashboard.stored_runs import choose_version, saved_versions, store_version
from dashboard.text import plain
from interpret.data.complaints import EMPTY, DataError, quoted
from interpret.data.table import Column
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import POINTS, RULE, CardForm, Version
from interpret.forms.whatif import by_hand
from interpret.forms.whatif.by_hand import (
    LONGEST_AUTHOR,
    LONGEST_NOTE,
    with_points,
    with_version,
)
from interpret.present import wording
from interpret.present.wording import clause_words
from interpret.rules.card import Card
from interpret.rules.demands import seen
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot, Test, Value
from interpret.tell import svg
from interpret.tell.rule.card import made_words
from interpret.tell.rule.figures.card import FILL_IN, fill_in
from interpret.tell.rule.side_by_side import changed_words, compared
from interpret.tell.rule.words import counted_rows, heading
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

HERE = Path(__file__)
MOST = 1000  # points of a condition
HTML = """
<div class="live">
  <section><div class="form"></div><div class="terms"></div></section>
  <section>
    <label for="cut">Say yes with <output class="told" for="cut"></output></label>
    <div class="drawn"><input id="cut" type="range" step="1"><div class="off"></div></div>
    <p class="key"><span class="for"></span><span class="against"></span><span>hatched: wrong</span>
    </p>
    <p class="flags" role="status">Flags <b class="flagged"></b> of <span class="of"></span>,
    <b class="found"></b> of them rightly; misses <b class="missed"></b>. Errors cost
    <b class="cost"></b> per 100 rows.</p>
    <p class="small">If you choose points or a cut by these figures, they are a little too good for
    that choice: only rows that took no part in it can tell how good it is.</p>
    <button class="keep">Judge and keep this card</button>
    <button class="back">Back to the card as it was</button>
  </section>
</div>
"""
LOOK = (HERE.with_name("drag_line.css"), HERE.with_name("live_card.css"))

_component = st.components.v2.component(
    "rulescope_live_card",
    html=HTML,
    css="\n".join(path.read_text(encoding="utf-8") for path in LOOK),
    js=f"{FILL_IN}\n{HERE.with_name('live_card.js').read_text(encoding='utf-8')}",
)


def which_version(run: Run, a: Answer) -> None:
    """Which version counts, where there are any; who made it, when and why."""
    e, now = a.explanation, a.explanation.version
    try:
        saved = {version.number: version for version in saved_versions(run, e)}
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
            lambda number: choose_version(run, e, number or None),
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
            number = store_version(run, a, form, now, (author.strip(), note.strip()))
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
        disabled=now == e.found.rule.formula,
        **on_click(_keep, key, (*versions, e.found.rule.formula)),
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


@st.fragment
def live_card(a: Answer, run: Run, scored: CardForm) -> None:
    """The card in the browser, and below it the figures of a changed one, which can be kept."""
    e, card = a.explanation, scored.card
    if not card.terms:
        st.caption(plain(made_words(scored)))
        return
    of = f"live {e.digest[:12]} {hash((e.positive, card))}"
    moved = _component(
        key=of,
        data={"key": of} | kept(a, "live card", lambda: shown(a, scored)),
        default={"card": None},
        on_card_change=lambda: None,
    )
    now = told_card(moved, card)
    if now != card:
        changed = changed_form(a, POINTS, now).points
        assert changed is not None
        st.caption(plain(changed_words(scored, changed)))
        save_version(a, run, POINTS, now)
    st.caption(plain(made_words(scored)))


def shown(a: Answer, scored: CardForm) -> dict[str, Any]:
    """What the browser needs to add up: rows are told as which conditions hold for how many.

    All markup in it is from `interpret.tell`, which has escaped all text from data.
    """
    e, card, judged = a.explanation, scored.card, a.judged
    every, place = np.unique(card.fired(judged.table), axis=0, return_inverse=True)
    of_class, others = (
        np.bincount(place.ravel()[rows], minlength=len(every)).tolist()
        for rows in (judged.y, ~judged.y)
    )
    held = [np.flatnonzero(one).tolist() for one in every]
    costs = e.settings.costs
    return {
        "form": fill_in(e, scored, a.explained).markup,
        "terms": [clause_words(term.clause) for term in card.terms],
        "points": [term.points for term in card.terms],
        "cut": card.cut,
        "most": MOST,
        "rows": list(zip(held, of_class, others, strict=True)),
        "costs": [costs.miss, costs.false_alarm],
        "of": counted_rows(e),
        "sides": [e.yes_words, e.no_words],
        "colours": [svg.YES, svg.NO],
    }


def told_card(message: object, card: Card) -> Card:
    """The card in a browser's message, which may hold anything; if invalid, the card as it is."""
    sent = message.get("card") if isinstance(message, Mapping) else None
    points, cut = (sent.get("points"), sent.get("cut")) if isinstance(sent, Mapping) else (None, 0)
    if not isinstance(points, list) or len(points) != len(card.terms):
        return card
    if any(type(one) is not int or abs(one) > MOST for one in points):
        return card
    if type(cut) is not int or abs(cut) > MOST * (len(points) + 1):
        return card
    return with_points(card, points, cut)
