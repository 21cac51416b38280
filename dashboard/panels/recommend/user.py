"""A user's ranking with its reasons, a ranking of typed choices, and an item's neighbours."""

import streamlit as st

from dashboard import recommending
from dashboard.panels.chart import chart
from dashboard.recommending import Asking
from dashboard.text import plain
from interpret.answers.ranking import figures, words
from interpret.answers.ranking.described import Described
from interpret.answers.ranking.rankings import Ranked, Rankings
from interpret.answers.ranking.reasons import neighbours
from interpret.answers.ranking.recommend import Recommended
from interpret.data.complaints import counted
from jobs.store import Run


def for_user(
    run: Run, found: Recommended, asking: Asking, rankings: Rankings, items: Described | None
) -> None:
    """Choose or type a user: the ranking, its reasons, what was held out, the taste's rule."""
    st.header("What a user would choose next", anchor=False)
    pick, hide = st.columns([3, 2], vertical_alignment="bottom")
    name = pick.selectbox("User", found.choices.users, key="user", format_func=plain)
    is_hidden = hide.toggle(
        "Hide half of the choices",
        key="hide",
        help="Ranks by one half and marks where the other half is found.",
    )
    if name is None:
        return
    chosen = found.choices.chosen(found.choices.user(name))
    held: set[int] = set()
    known = tuple(int(i) for i in chosen)
    if is_hidden and len(chosen) > 1:
        known, held = recommending.half_of(chosen, found.asked.seed)
    used = asking.items if items else None
    ranked = recommending.ranked(run.id, known, used, found.asked.top, rankings, items)
    st.caption(
        f"{plain(name)} chose {counted(len(chosen), 'item')}: "
        f"{plain(', '.join(found.choices.items[i] for i in known[:12]))}"
        + (" …" if len(known) > 12 else "")
    )
    show(found, ranked, held, "of_user")


def typed(
    run: Run, found: Recommended, asking: Asking, rankings: Rankings, items: Described | None
) -> None:
    """Choices of one's own, and the ranking that follows from them."""
    st.header("What you would choose", anchor=False)
    liked = st.multiselect(
        "I liked these",
        found.choices.items,
        key="liked",
        format_func=plain,
        placeholder="Choose two or three items",
    )
    if not liked:
        st.caption("Choose what you like: the ranking follows at once.")
        return
    chosen = tuple(sorted(found.choices.item(name) for name in liked))
    used = asking.items if items else None
    ranked = recommending.ranked(run.id, chosen, used, found.asked.top, rankings, items)
    show(found, ranked, set(), "of_typed")


def show(found: Recommended, ranked: Ranked, held: set[int], key: str) -> None:
    """A ranking: the first items in words, their reasons as bars, the rule of the taste."""
    names = found.choices.items
    lines = []
    for number, place in enumerate(ranked.places, start=1):
        mark = " :material/check_circle: held out, and found" if place.item in held else ""
        because = words.because(place, found.choices)
        lines.append(f"{number}. **{plain(names[place.item])}** {plain(because)}{mark}")
    if not lines:
        st.info("Every item was chosen: nothing is left to recommend.")
        return
    st.markdown("\n".join(lines))
    if held:
        hits = sum(place.item in held for place in ranked.places)
        st.caption(f"{hits} of the {counted(len(held), 'hidden choice')} stand in this list.")
    with st.expander("Reasons as bars", icon=":material/bar_chart:", expanded=key == "of_user"):
        shown = (figures.reasons, figures.reasons_text, ranked.places, names)
        chart(f"reasons_{key}", *shown, of=ranked)
        st.caption("The parts of a bar add up to the item's score exactly.")
    if ranked.taste is not None:
        with st.container(border=True):
            if ranked.taste.formula.clauses:
                st.markdown(f"The rule of the taste: **{plain(ranked.taste.formula)}**")
            else:
                st.markdown("No rule over these few choices is worth its tests.")
            st.caption(words.taste_words(ranked.taste))


def near_item(found: Recommended, rankings: Rankings) -> None:
    """An item, and the items most like it."""
    st.header("What is like an item", anchor=False)
    name = st.selectbox("Item", found.choices.items, key="item", format_func=plain)
    if name is None:
        return
    place = found.choices.item(name)
    st.caption(
        f"{plain(name)} was chosen by {counted(int(found.choices.per_item[place]), 'user')}."
    )
    near = neighbours(rankings.ranker, place)
    st.dataframe(
        {
            "item": [found.choices.items[i] for i, _ in near],
            "similarity": [share for _, share in near],
            "chosen by": [int(found.choices.per_item[i]) for i, _ in near],
        },
        hide_index=True,
        column_config={
            "similarity": st.column_config.ProgressColumn(min_value=0, max_value=1, format="%.3f")
        },
        alt=f"The items most like {name}",
    )
