"""What the answer is worth: beside simple learners, on rows not at hand, on other samples."""

import pandas as pd
import streamlit as st

from dashboard.panels.picture import picture
from dashboard.text import plain
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.figures.simple_ways import simple_ways, simple_ways_words
from interpret.answers.rule.study.domain_fidelity import AT_HAND, DRAWN, EVERY, DomainFidelity
from interpret.answers.rule.study.study import Study
from interpret.present import wording
from interpret.rules.logic import Between

RETURNS = st.column_config.ProgressColumn(
    "came back", min_value=0, max_value=100, format="%.0f %%", help="In how many of the samples."
)


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
        st.markdown("This was stopped before it was known.")


def _agreement(agreement: DomainFidelity) -> str:
    share = agreement.share
    match agreement.kind:
        case kind if kind == EVERY:
            return (
                f"Of all **{share.n:,}** rows that these values can make, rule and machine agree "
                f"on **{wording.percent(share.value)}**. This is exact; many of these rows may "
                "never occur."
            )
        case kind if kind == DRAWN:
            return (
                f"There are too many possible rows to list. Of {share.n:,} made-up rows, each "
                "value drawn by itself as often as the table has it, they agree on "
                f"**{wording.share_words(share)}**: an estimate. Many of these rows may never "
                "occur."
            )
        case kind if kind == AT_HAND:
            return f"On the {share.n:,} rows it was trained on: **{wording.percent(share.value)}**."
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
    is_cut = any(isinstance(test, Between) for test in tests)
    st.markdown(
        f"Machine and rule were found anew on {n} samples of 80 % of {rows} training rows"
        f"{', numbers cut as here' if is_cut else ''}. "
        "The rows that such a rule covers and those that this one covers overlap by "
        f"**{wording.percent(mean)}** on average."
    )
    st.dataframe(
        pd.DataFrame(
            {
                "clause of this rule": wording.clause_words(returns.clause),
                "came back": returns.same.percent,
                "or nearly": returns.nearly.percent,
            }
            for returns in stability.clauses
        ),
        hide_index=True,
        column_config={
            "came back": RETURNS,
            "or nearly": st.column_config.NumberColumn(
                format="%.0f %%", help="Itself, or a clause that covers nearly the same rows."
            ),
        },
        alt="How often each clause came back on other samples",
    )


def heaviest(e: Explanation, study: Study) -> None:
    """The conjunctions that weigh most, and what matters to the machine; for researchers."""
    st.subheader("The heaviest conjunctions", anchor=False)
    st.markdown(
        "Only conjunctions are listed that need each of their tests: without any one of them they "
        "would weigh less."
    )
    sides = {"for": wording.one_of(e.positive), "against": wording.one_of(e.negative)}
    for side, name in sides.items():
        found = study.heaviest[side]
        complete = "" if found.exact else " (perhaps not all: there are too many to try)"
        st.markdown(plain(f"For {e.target} = {name}{complete}"))
        st.dataframe(
            pd.DataFrame(
                {"conjunction": str(c.clause), "weight": c.weight, "training rows": c.rows}
                for c in found.conjunctions
            ),
            hide_index=True,
            alt=f"The conjunctions that weigh most for {name}",
        )
    st.subheader("Which columns the machine depends on", anchor=False)
    st.markdown(
        "How often its verdict changes when the values of one attribute are drawn anew, each as "
        "often as the table has it (relevance to a hypothesis, Polato, definition 7.2)."
    )
    st.dataframe(
        pd.DataFrame(
            {
                "attribute": heeded.attribute,
                "right": heeded.changed.percent,
                "95 % interval": wording.between_words(heeded.changed),
            }
            for heeded in study.heeded
        ),
        hide_index=True,
        column_config={
            "right": st.column_config.ProgressColumn(
                "verdict changes", min_value=0, max_value=100, format="%.1f %%"
            )
        },
        alt="How often the machine's verdict changes when an attribute is redrawn",
    )
