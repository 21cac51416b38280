"""The rule in a shorter form, and as a rule of the other class."""

import streamlit as st

from dashboard.text import plain
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.sentences import words
from interpret.answers.rule.study.study import Study
from interpret.present import wording
from interpret.rules.logic import Formula

MODES = {
    "exact": "With the same verdict on every training row",
    "penalised": "At a price for each test, chosen on a third of the training rows",
    "values": "Where tests may also ask for several values, for what a column is not and for "
    "ranges, with the same verdict on every training row",
}
SHORTEST = "; no rule over the same columns and in the same language says the same in fewer tests"


def said_shorter(a: Answer, study: Study) -> None:
    """The rule simplified, before and after, in both modes where they make it shorter."""
    shorter = [s for s in study.shorter if 0 < len(s.after) < len(s.before)]
    if not shorter:
        return
    st.header("Said shorter", anchor=False)
    for simplified in shorter:
        shortest = SHORTEST if simplified.shortest else ""
        st.markdown(
            f"{MODES[simplified.mode]}: {wording.length_words(simplified.before)} become "
            f"{wording.length_words(simplified.after)}{shortest}."
        )
        said_rule(a, simplified.after)


def said_of_the_other_class(a: Answer, study: Study) -> None:
    """The rule by the other class, where validation found that much shorter."""
    if study.other_side is None:
        return
    e = a.explanation
    described = e.no_words if e.rule_choice.side == "for" else e.yes_words
    st.header(plain(f"The same by {described}"), anchor=False)
    st.markdown("A rule that describes the other class, found anew on the training rows.")
    said_rule(a, study.other_side)


def said_rule(a: Answer, formula: Formula) -> None:
    """A rule and its two figures on the rows the answer is judged on."""
    e = a.explanation
    said = formula.holds(a.judged.table)
    agrees, right = a.judged.agrees(said), a.judged.right(said).accuracy
    joined = "unless" if formula.denied else "when"
    st.text(
        "\n".join(
            [f"{e.yes_words} {joined}"] + [f"    {line}" for line in wording.rule_lines(formula)]
        )
    )
    st.markdown(
        f"{wording.length_words(formula)}; on {words.rows_words(e)} it agrees with the machine on "
        f"**{wording.share_words(agrees)}** and is right on **{wording.share_words(right)}**."
    )
