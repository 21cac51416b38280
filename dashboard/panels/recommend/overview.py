"""How the choices are spread, and the ways of ranking side by side."""

import streamlit as st

from dashboard.panels.chart import chart
from dashboard.panels.tables import numbers, table
from dashboard.text import plain
from interpret.answers.ranking import figures, words
from interpret.answers.ranking.measures import NAMES
from interpret.answers.ranking.recommend import Recommended
from interpret.answers.ranking.tail import Spread
from interpret.present.wording import percent


def tails(spread: Spread) -> None:
    """Users and items from the one with most choices, on logarithmic axes."""
    st.header("How the choices are spread", anchor=False)
    tails = {"user": spread.users, "item": spread.items}
    for place, (thing, tail) in zip(st.columns(2), tails.items(), strict=True):
        with place:
            shown = (figures.long_tail, figures.long_tail_text, tail, thing)
            chart(f"tail_{thing}", *shown, of=spread)
    st.caption(
        f"{percent(spread.density, 2)} of all pairs of a user and an item are choices. "
        f"{percent(spread.kernel)} of all pairs of items have a user in common. If the choices "
        f"were spread evenly, it would be {percent(spread.expected)}."
    )


def side_by_side(learnt: Recommended) -> None:
    """Every way of ranking by each figure, with intervals."""
    st.header("Which way ranks best", anchor=False)
    st.markdown(f"**{plain(words.verdict(learnt))}**")
    metric = st.segmented_control(
        "Figure",
        NAMES,
        default=learnt.asked.metric,
        key="figure",
        help="AUC: how often an item that was chosen stands above one that was not. nDCG, mAP and "
        "recall look at the first ten places.",
    )
    metric = metric or learnt.asked.metric
    chart("methods", figures.methods, figures.methods_text, learnt.methods, metric, of=learnt)
    machine = f"{plain(words.machine_words(learnt))}, chosen by {learnt.asked.metric}"
    st.caption(
        "A way whose bar reaches the dashed line is level with the best. The kernel machine is "
        f"{machine}. To judge it, it was chosen anew on other choices than those it is judged on, "
        "and so were the settings of the other ways. Popularity is shown because it beats much of "
        "what is published."
    )
    for sentence in words.caveats(learnt):
        st.caption(plain(sentence))
    with st.expander("Coverage, novelty, and by popularity", icon=":material/table_rows:"):
        _parts(learnt)


def _parts(learnt: Recommended) -> None:
    rows = words.figure_rows(learnt)
    whole = ("way", "coverage", "novelty", "CPU seconds", f"{learnt.asked.metric} behind the best")
    config = {name: numbers("%.3f") for name in rows[0] if name not in whole}
    config |= {
        "coverage": numbers("%.0f %%", help="Share of the items that are in any list of ten."),
        "novelty": numbers(
            "%.1f", help="Mean of −log2 of the share of users who chose a listed item."
        ),
        "CPU seconds": numbers("%.1f"),
    }
    table(rows, "Figures of each way of ranking", config)
    st.caption(
        "Head, middle and tail hold a third of all choices each, from the most popular to the "
        "least."
    )


def researchers(learnt: Recommended) -> None:
    """Spectral ratio and AUC against the degree."""
    if not learnt.degrees:
        return
    with st.expander("For researchers: degrees", icon=":material/science:", expanded=True):
        for place, what in zip(st.columns(2), ("spectral ratio", "AUC"), strict=True):
            with place:
                shown = (figures.by_degree, figures.by_degree_text, learnt.degrees, what)
                chart(f"degrees_{what}", *shown, of=learnt)
