"""How sure the answer is: the verdict on unseen rows, the proof, agreement with the machine."""

import streamlit as st

from dashboard.panels.on_demand import on_demand
from dashboard.text import plain
from interpret.answers.rule.answer.drafted import Drafted
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.answer.proof import proof_words
from interpret.answers.rule.sentences import words
from interpret.answers.rule.sentences.at_a_glance import worth_words
from interpret.answers.rule.sentences.changed import changed_words
from interpret.answers.rule.sentences.verdict import verdict
from interpret.answers.rule.study.study import Study
from interpret.measures import EVEN, Share
from interpret.present import wording


@st.fragment
def how_sure(e: Explanation, study: Study | None, before: Drafted | None) -> None:
    """study: holds whether rule and machine agree as often on rows that are not at hand.

    before: the result of the draft that this answer has replaced.
    """
    panel = on_demand("How sure is this?", "how_sure", ":material/verified:")
    if panel is None:
        return
    with panel:
        found = verdict(e)
        icon = ":primary[:material/verified:]" if found.good else ":orange[:material/info:]"
        st.subheader(f"{icon} {plain(found.headline)}", anchor=False)
        _figures(e, is_good=found.good)
        st.markdown(plain(found.sentence))
        st.markdown(plain(proof_words(e)))
        elsewhere = words.elsewhere_words(e, study.on_possible_rows) if study else ""
        if elsewhere:
            st.markdown(plain(elsewhere))
        if before and not e.rule.is_draft:
            st.caption(plain(changed_words(before, e)))
        if landmarks := words.landmarks_words(e):
            st.caption(plain(landmarks))


def _figures(e: Explanation, *, is_good: bool) -> None:
    part, rows = e.judged_on, words.rows_words(e)
    right, guess = e.rule_right[part].accuracy, e.majority[part]
    formula = e.rule.formula
    agrees, correct, length = st.columns(3)
    with agrees:
        share = e.fidelity[part]
        st.metric(
            "Agrees with the machine",
            wording.percent(share.value),
            f"on {share.hits:,} of {share.n:,} rows",
            delta_color="off",
            delta_arrow="off",
            help=f"How often the rule and the machine say the same, on {rows}.",
        )
        st.caption(_interval(share))
    with correct:
        st.metric(
            "Says what the model says" if e.of_model else "Right on " + rows,
            wording.percent(right.value),
            f"{100 * (right.rate - guess.rate):+.1f} over the majority guess",
            delta_color="normal" if is_good else "off",
            delta_arrow="auto" if is_good else "off",
            help=f"How often the rule gives the class that stands in the table, on {rows}. "
            f"Always guessing the class most frequent in training is right in "
            f"{wording.percent(guess.value)}.",
        )
        st.caption(_interval(right))
        if e.settings.costs != EVEN or e.settings.class_weight == "balanced":
            st.caption(plain(worth_words(e)))
    with length:
        n_clauses, n_tests = len(formula.clauses), len(formula)
        st.metric(
            "Length",
            f"{n_clauses} clause{'' if n_clauses == 1 else 's'}",
            f"{n_tests} test{'' if n_tests == 1 else 's'}",
            delta_color="off",
            delta_arrow="off",
            help="A test looks at one column; a clause holds when all its tests do; the rule "
            "says yes when at least one clause holds.",
        )
        longest = max((len(clause) for clause in formula.clauses), default=0)
        st.caption(f"at most {longest} in a clause")


def _interval(share: Share) -> str:
    if not share.n:
        return "there is no such row"
    return f"{wording.between_words(share)} with 95 % confidence"
