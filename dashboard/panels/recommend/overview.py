"""How the choices are spread, and the ways of ranking side by side."""

import pandas as pd
import streamlit as st

from dashboard.panels.chart import chart
from dashboard.text import plain
from interpret.answers.ranking import figures, words
from interpret.answers.ranking.measures import NAMES
from interpret.answers.ranking.recommend import Recommended
from interpret.answers.ranking.tail import Spread
from interpret.present.wording import percent


def tails(spread: Spread) -> None:
    """Users and items from the one with most choices, on logarithmic axes."""
    st.header("How the choices are spread", anchor=False)
    for place, tail, thing in zip(
        st.columns(2), (spread.users, spread.items), ("user", "item"), strict=True
    ):
        with place:
            chart(
                f"tail_{thing}",
                figures.long_tail,
                figures.long_tail_text,
                tail,
                thing,
                of=spread,
            )
    st.caption(
        f"{percent(spread.density, 2)} of all pairs of a user and an item are choices. "
        f"{percent(spread.kernel)} of all pairs of items have a user in common; if the choices "
        f"were spread evenly, {percent(spread.expected)} would."
    )


def side_by_side(found: Recommended) -> None:
    """Every way of ranking by each figure, with intervals."""
    st.header("Which way ranks best", anchor=False)
    st.markdown(f"**{plain(words.verdict(found))}**")
    metric = st.segmented_control(
        "Figure",
        NAMES,
        default=found.asked.metric,
        key="figure",
        help="AUC: how often an item that was chosen stands above one that was not. nDCG, mAP and "
        "recall look at the first ten places.",
    )
    metric = metric or found.asked.metric
    chart("methods", figures.methods, figures.methods_text, found.methods, metric, of=found)
    st.caption(
        "A way whose bar reaches the dashed line is level with the best. The kernel machine is "
        f"{plain(words.machine_words(found))}, chosen by {found.asked.metric}. To be judged it was "
        "chosen anew, as the other ways' settings were, on choices that are not judged. Popularity "
        "stands beside them because it beats much of what is published."
    )
    for sentence in words.caveats(found):
        st.caption(plain(sentence))
    with st.expander("Coverage, novelty, and by popularity", icon=":material/table_rows:"):
        _parts(found)


def _parts(found: Recommended) -> None:
    metric = found.asked.metric
    st.dataframe(
        pd.DataFrame(
            {"way": method.method}
            | {name: method.figures[name].mean for name in NAMES}
            | {f"{metric} behind the best": words.behind(method, metric)}
            | {f"{metric}, unseen items last": method.with_unseen[metric].mean}
            | {"coverage": 100 * method.coverage, "novelty": method.novelty}
            | {f"nDCG@10, {part} of users": value for part, value in method.by_user.items()}
            | {f"recall@10, {part} of items": value for part, value in method.by_item.items()}
            | {"CPU seconds": method.seconds}
            for method in words.ordered(found, found.asked.metric)
        ),
        hide_index=True,
        placeholder="–",
        column_config={
            name: st.column_config.NumberColumn(format="%.3f")
            for name in (
                *NAMES,
                f"{metric}, unseen items last",
                *(f"nDCG@10, {part} of users" for part in found.methods[0].by_user),
                *(f"recall@10, {part} of items" for part in found.methods[0].by_item),
            )
        }
        | {
            "coverage": st.column_config.NumberColumn(
                format="%.0f %%", help="Share of the items that stand in any list of ten."
            ),
            "novelty": st.column_config.NumberColumn(
                format="%.1f", help="Mean of −log2 of the share of users who chose a listed item."
            ),
            "CPU seconds": st.column_config.NumberColumn(format="%.1f"),
        },
        alt="Figures of each way of ranking",
    )
    st.caption("Head, middle and tail hold a third of all choices each, the most popular first.")


def researchers(found: Recommended) -> None:
    """Spectral ratio and AUC against the degree."""
    if not found.degrees:
        return
    with st.expander("For researchers: degrees", icon=":material/science:", expanded=True):
        for place, what in zip(st.columns(2), ("spectral ratio", "AUC"), strict=True):
            with place:
                shown = (figures.by_degree, figures.by_degree_text, found.degrees, what)
                chart(f"degrees_{what}", *shown, of=found)
