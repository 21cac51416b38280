"""Versions of rule and card: which one counts, and a changed one kept as a new version."""

import streamlit as st

from dashboard import services, versions
from dashboard.session import Session
from dashboard.text import plain
from interpret.answers.points.card import Card
from interpret.answers.points.scored import POINTS
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.answer.version import LONGEST_AUTHOR, LONGEST_NOTE, Version
from interpret.data.complaints import DataError, quoted
from interpret.rules.logic import Formula
from jobs.database import StoreError
from jobs.schema import Run

FOUND = "as it was found"
OF_RULE = (
    "Every figure of the rule is of this version. What was studied of the rule found (simple "
    "learners, other samples, shorter rules) is shown with the rule as it was found."
)
OF_POINTS = (
    "Every figure of the points is of this version. Nothing is proven of it. Which form is right "
    "more often was measured with the card found, and is shown with that."
)


def which_version(state: Session, run: Run, a: Answer) -> None:
    """Which version counts, where there are any; who made it, when and why."""
    e = a.explanation
    try:
        saved = {version.number: version for version in versions.saved(services.store(), run, e)}
    except DataError as error:
        st.warning(plain(error), icon=":material/error:")
        return
    if not saved:
        return
    key = f"version_{run.id}_{hash(e.positive)}"
    st.session_state[key] = e.version.number if e.version else 0
    st.selectbox(
        "What is shown, predicts and is taken away",
        (0, *saved),
        format_func=lambda number: _name(saved[number]) if number else FOUND,
        key=key,
        on_change=services.attempt,
        args=(state, _choose, run, e, key),
    )
    if e.version is not None:
        st.info(
            f"**Version {e.version.number} of the {e.version.form}, changed by hand by "
            f"{plain(e.version.author)} on {plain(e.version.created[:10])} at "
            f"{plain(e.version.created[11:16])} UTC.** "
            f"{plain(e.version.note)}",
            icon=":material/edit:",
        )
        st.caption(OF_POINTS if e.version.form == POINTS else OF_RULE)


def save_version(a: Answer, run: Run, now: Formula | Card) -> None:
    """Keeps the changed rule or card beside what was found. In a fragment, left when saved."""
    e = a.explanation
    is_card = isinstance(now, Card)
    stands = e.points and e.points.card if is_card else e.rule.formula
    key = f"save_{run.id}_{hash(e.positive)}" + "_points" * is_card
    st.markdown("**Keep it as a version**")
    author = st.text_input(
        "Your name", key=f"{key}_author", max_chars=LONGEST_AUTHOR, persist_state="session"
    )
    note = st.text_area("Why it was changed", key=f"{key}_note", max_chars=LONGEST_NOTE, height=80)
    pressed = st.button(
        "Save the version",
        key=f"{key}_button",
        icon=":material/save:",
        disabled=now == stands,
        help="What was found stays. Which of the two counts is chosen above the answer.",
    )
    if pressed:
        try:
            number = versions.save(services.store(), run, a, now, (author.strip(), note.strip()))
        except (DataError, StoreError) as error:
            st.error(plain(error), icon=":material/error:")
            return
        st.toast(f"Saved as version {number}. Choose it above the answer to let it count.")
        st.rerun()


def _choose(run: Run, e: Explanation, key: str) -> None:
    number = st.session_state[key] or None
    versions.choose(services.store(), run, e, number)


def _name(version: Version) -> str:
    of = " of the points" if version.form == POINTS else ""
    return f"version {version.number}{of} by {quoted(version.author)}, {version.created[:10]}"
