"""How sure the answer is: the verdict on unseen rows, the proof, agreement with the machine."""

from typing import Any

import streamlit as st

from dashboard.panels.widgets import on_demand
from dashboard.text import plain
from interpret.answers.rule.answer.drafted import Drafted
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.answer.proof import AMONG_EQUALS, proof_words
from interpret.answers.rule.sentences import words
from interpret.answers.rule.sentences.at_a_glance import worth_words
from interpret.answers.rule.sentences.changed import changed_words
from interpret.answers.rule.sentences.verdict import verdict
from interpret.answers.rule.study.study import Study
from interpret.data.complaints import counted
from interpret.measures import EVEN
from interpret.present import wording
from interpret.shares import Share


@on_demand("How sure is this?", "how_sure", ":material/verified:")
def how_sure(e: Explanation, study: Study | None, before: Drafted | None) -> None:
    """study: holds whether rule and machine agree as often on rows that are not at hand.

    before: the result of the draft that this answer has replaced.
    """
    summary = verdict(e)
    icon = ":primary[:material/verified:]" if summary.good else ":orange[:material/info:]"
    st.subheader(f"{icon} {plain(summary.headline)}", anchor=False)
    _figures(e, is_good=summary.good)
    st.markdown(plain(summary.sentence))
    st.markdown(plain(proof_words(e)))
    if study and (elsewhere := words.elsewhere_words(e, study.on_possible_rows)):
        st.markdown(plain(elsewhere))
    if before and not e.rule.is_draft:
        st.caption(plain(changed_words(before, e)))
    if not e.rule.is_draft:
        st.caption(AMONG_EQUALS)
    if landmarks := words.landmarks_words(e):
        st.caption(plain(landmarks))


def _figures(e: Explanation, *, is_good: bool) -> None:
    part, rows = e.judged_on, words.rows_words(e)
    right, guess, share = e.rule_right[part].accuracy, e.majority[part], e.fidelity[part]
    formula = e.rule.formula
    quiet: Any = {"delta_color": "off", "delta_arrow": "off"}
    agrees, correct, length = st.columns(3)
    agrees.metric(
        "Agrees with the machine",
        wording.percent(share.value),
        f"on {share.hits:,} of {share.n:,} rows",
        help=f"How often the rule and the machine say the same, on {rows}.",
        **quiet,
    )
    agrees.caption(_interval(share))
    correct.metric(
        "Says what the model says" if e.of_model else "Right on " + rows,
        wording.percent(right.value),
        f"{100 * (right.rate - guess.rate):+.1f} over the majority guess",
        help=f"How often the rule gives the class that stands in the table, on {rows}. Always "
        f"guessing the most frequent class in training is right in {wording.percent(guess.value)}.",
        **({} if is_good else quiet),
    )
    correct.caption(_interval(right))
    if e.settings.costs != EVEN or e.settings.class_weight == "balanced":
        correct.caption(plain(worth_words(e)))
    length.metric(
        "Length",
        counted(len(formula.clauses), "clause"),
        counted(len(formula), "test"),
        help="A test looks at one column. A clause holds when all its tests do. The rule says yes "
        "when at least one clause holds.",
        **quiet,
    )
    longest = max((len(clause) for clause in formula.clauses), default=0)
    length.caption(f"at most {longest} in a clause")


def _interval(share: Share) -> str:
    if not share.n:
        return "there are no such rows"
    return f"{wording.between_words(share)} with 95 % confidence"
