"""Versions of rule and card: which one counts, and a changed one kept as a new version."""

import streamlit as st

from dashboard import versions
from dashboard.panels.widgets import bound, saying_why
from dashboard.text import plain
from interpret.answers.points.card_figures import POINTS
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.answer.version import LONGEST_AUTHOR, LONGEST_NOTE, Version
from interpret.data.complaints import DataError, quoted
from interpret.rules.card import Card
from interpret.rules.logic import Formula
from jobs.schema import Run

FOUND = "as it was found"
OF_RULE = (
    "Every figure of the rule is that of this version. What was studied about the rule that was "
    "found (simple learners, other samples, shorter rules) is shown with that rule."
)
OF_POINTS = (
    "Every figure of the points is that of this version, about which nothing is proven. Which form "
    "is right more often was measured with the card that was found, and is shown with that card."
)


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
            f"**Version {now.number} of the {now.form}, changed by hand by {plain(now.author)} on "
            f"{plain(now.created[:10])} at {plain(now.created[11:16])} UTC.** {plain(now.note)}",
            icon=":material/edit:",
        )
        st.caption(OF_POINTS if now.form == POINTS else OF_RULE)


def save_version(a: Answer, run: Run, now: Formula | Card) -> None:
    """Saves the changed rule or card beside what was found, and draws the whole page anew."""
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
        help="What was found stays. Above the answer you choose which of the two counts.",
    )
    if pressed:
        with saying_why():
            number = versions.save(run, a, now, (author.strip(), note.strip()))
            st.toast(f"Saved as version {number}. Choose it above the answer to let it count.")
            st.rerun()


def _name(version: Version) -> str:
    of = " of the points" if version.form == POINTS else ""
    return f"version {version.number}{of} by {quoted(version.author)}, {version.created[:10]}"
