"""What the answer is worth: beside simple learners, on rows not at hand, on other samples."""

from functools import partial

import streamlit as st

from dashboard.kept import kept
from dashboard.panels.chart import chart
from dashboard.panels.picture import picture
from dashboard.panels.tables import numbers, share_bar, table
from dashboard.text import plain
from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.answer.relevance import literal_weights
from interpret.answers.rule.figures import figures
from interpret.answers.rule.figures.simple_ways import simple_ways, simple_ways_words
from interpret.answers.rule.study.domain_fidelity import AT_HAND, DRAWN, EVERY, DomainFidelity
from interpret.answers.rule.study.study import Study
from interpret.present import wording
from interpret.rules.logic import Between


def beside_others(e: Explanation, study: Study) -> None:
    """Rule, card, machine and simple learners on the same rows, by cost where costs are set."""
    st.header("Does it beat the simple ways?", anchor=False)
    picture(f"simple_ways {e.version}", simple_ways, e, study, of=study)  # a card may be changed
    st.caption(plain(simple_ways_words(e, study)))


def elsewhere(study: Study) -> None:
    """Fidelity on rows that are not in the table."""
    st.header("Does it say what the machine says elsewhere?", anchor=False)
    for agreement in study.on_possible_rows:
        st.markdown(_agreement(agreement))
    if not study.on_possible_rows:
        st.markdown("The run was stopped before this was known.")


def _agreement(agreement: DomainFidelity) -> str:
    share = agreement.share
    match agreement.kind:
        case kind if kind == EVERY:
            return (
                f"Rule and machine agree on **{wording.percent(share.value)}** of all "
                f"**{share.n:,}** rows that these values can make. This is exact, but many of "
                "these rows may never occur."
            )
        case kind if kind == DRAWN:
            return (
                f"There are too many possible rows to list, so {share.n:,} rows were made up, each "
                "value drawn by itself as often as it occurs in the table. Rule and machine agree "
                f"on **{wording.share_words(share)}** of them. This is an estimate, and many of "
                "these rows may never occur."
            )
        case kind if kind == AT_HAND:
            return (
                f"On the {share.n:,} rows that the machine was trained on, they agree on "
                f"**{wording.percent(share.value)}**."
            )
    return plain(agreement.kind)


def stable(study: Study) -> None:
    """How the rule fares when it is found anew on samples of the training rows."""
    stability = study.stability
    if not stability.overlap:
        return
    n = len(stability.overlap)
    mean = sum(stability.overlap) / n
    rows = f"{study.rows:,}" if study.rows else "the"
    st.header("Would other rows give the same rule?", anchor=False)
    tests = (test for returns in stability.clauses for test in returns.clause.tests)
    cut = ", with numbers cut as here" * any(isinstance(test, Between) for test in tests)
    st.markdown(
        f"Machine and rule were found anew on {n} samples of 80 % of {rows} training rows{cut}. "
        "The rows that such a rule covers and those that this one covers overlap by "
        f"**{wording.percent(mean)}** on average."
    )
    clauses = (
        {
            "clause of this rule": wording.clause_words(returns.clause),
            "came back": returns.same.percent,
            "or nearly": returns.nearly.percent,
        }
        for returns in stability.clauses
    )
    config = {
        "came back": share_bar("came back", "%.0f %%", help="In how many of the samples."),
        "or nearly": numbers(
            "%.0f %%", help="The clause itself, or one that covers nearly the same rows."
        ),
    }
    table(clauses, "How often each clause came back on other samples", config)


def relevance(a: Answer) -> None:
    """The weight of every single `attribute = value`, by attribute."""
    st.header("What carries the decision", anchor=False)
    e = a.explanation
    find = partial(literal_weights, a.train.table, e.attributes, e.machine.weights)
    weights = kept(a, "weights", find)
    chart("relevance", figures.relevance, figures.relevance_text, weights, of=a)
