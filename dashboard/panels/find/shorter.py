"""The rule said shorter, and by the other class."""

import streamlit as st

from dashboard.text import plain
from interpret.answer.answer import Answer
from interpret.present import words
from interpret.rules.logic import Formula
from interpret.study.study import Study

MODES = {
    "exact": "With the same verdict on every training row",
    "penalised": "At a price for each test, chosen on a third of the training rows",
    "values": "Where tests may also ask for several values, for what a column is not and for "
    "ranges, with the same verdict on every training row",
}
SHORTEST = "; no rule over the same columns and in the same language says the same in fewer tests"


def said_shorter(a: Answer, study: Study) -> None:
    """The rule simplified, before and after, in both modes where they make it shorter."""
    shorter = [s for s in study.shorter if len(s.after) < len(s.before)]
    if not shorter:
        return
    st.header("Said shorter", anchor=False)
    for simplified in shorter:
        shortest = SHORTEST if simplified.shortest else ""
        st.markdown(
            f"{MODES[simplified.mode]}: {words.length_words(simplified.before)} become "
            f"{words.length_words(simplified.after)}{shortest}."
        )
        said_rule(a, simplified.after)
    st.caption(words.many_looks_words(a.explanation))


def said_of_the_other_class(a: Answer, study: Study) -> None:
    """The rule by the other class, where validation found that much shorter."""
    if study.other_side is None:
        return
    e = a.explanation
    described = e.negative if e.rule_choice.side == "for" else e.positive
    st.header(plain(f"The same by {words.class_name(e.target, described)}"), anchor=False)
    st.markdown("A rule that describes the other class, found anew on the training rows.")
    said_rule(a, study.other_side)
    st.caption(words.many_looks_words(e))


def said_rule(a: Answer, formula: Formula) -> None:
    """A rule and its two figures on the rows the answer is judged on."""
    e = a.explanation
    agrees, right = a.judged.agreement(formula), a.judged.right(formula).accuracy
    joined = "unless" if formula.denied else "when"
    st.text(
        "\n".join(
            [f"{words.class_name(e.target, e.positive)} {joined}"]
            + [f"    {line}" for line in words.rule_lines(formula)]
        )
    )
    st.markdown(
        f"{words.length_words(formula)}; on {words.rows_words(e)} it agrees with the machine on "
        f"**{words.share_words(agrees)}** and is right on **{words.share_words(right)}**."
    )
