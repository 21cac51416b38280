"""A user's ranking with its reasons, a ranking of typed choices, and an item's neighbours."""

import streamlit as st

from dashboard.panels.chart import chart
from dashboard.panels.tables import table
from dashboard.recommending import Recommender
from dashboard.text import plain
from interpret.answers.ranking import figures, words
from interpret.answers.ranking.rankings import Ranked
from interpret.answers.ranking.reasons import neighbours
from interpret.answers.ranking.recommend import Recommended
from interpret.answers.ranking.splits import half_of
from interpret.data.complaints import counted


def for_user(made: Recommender) -> None:
    """Choose or type a user: the ranking, its reasons, what was held out, the taste's rule."""
    st.header("What a user would choose next", anchor=False)
    pick, hide = st.columns([3, 2], vertical_alignment="bottom")
    learnt, choices = made.found, made.found.choices
    name = pick.selectbox("User", choices.users, key="user", format_func=plain)
    is_hidden = hide.toggle(
        "Hide half of the choices",
        key="hide",
        help="Ranks by one half of the choices, and marks where the other half is found.",
    )
    if name is None:
        return
    chosen = choices.chosen(choices.user(name))
    known, held = tuple(int(i) for i in chosen), set[int]()
    if is_hidden and len(chosen) > 1:
        known, held = half_of(chosen, learnt.asked.seed)
    ranked = made.ranked(known)
    st.caption(
        f"{plain(name)} chose {counted(len(chosen), 'item')}: "
        f"{plain(', '.join(choices.items[i] for i in known[:12]))}"
        + (" …" if len(known) > 12 else "")
    )
    show(learnt, ranked, held, "of_user")


def typed(made: Recommender) -> None:
    """Choices of one's own, and the ranking that follows from them."""
    st.header("What you would choose", anchor=False)
    choices = made.found.choices
    liked = st.multiselect(
        "I liked these",
        choices.items,
        key="liked",
        format_func=plain,
        placeholder="Choose two or three items",
    )
    if not liked:
        st.caption("Choose what you like, and the ranking follows at once.")
        return
    chosen = tuple(sorted(choices.item(name) for name in liked))
    show(made.found, made.ranked(chosen), set(), "of_typed")


def show(learnt: Recommended, ranked: Ranked, held: set[int], key: str) -> None:
    """A ranking: the first items in words, their reasons as bars, the rule of the taste."""
    names = learnt.choices.items
    lines = []
    for number, place in enumerate(ranked.places, start=1):
        mark = " :material/check_circle: hidden, and found again" if place.item in held else ""
        because = words.because(place, learnt.choices)
        lines.append(f"{number}. **{plain(names[place.item])}** {plain(because)}{mark}")
    if not lines:
        st.info("Every item was chosen, so nothing is left to recommend.")
        return
    st.markdown("\n".join(lines))
    if held:
        hits = sum(place.item in held for place in ranked.places)
        st.caption(f"Of {counted(len(held), 'hidden choice')}, {hits} are in this list.")
    with st.expander("Reasons as bars", icon=":material/bar_chart:", expanded=key == "of_user"):
        shown = (figures.reasons, figures.reasons_text, ranked.places, names)
        chart(f"reasons_{key}", *shown, of=ranked)
        st.caption("The parts of a bar add up to the item's score exactly.")
    if ranked.taste is not None:
        with st.container(border=True):
            if ranked.taste.formula.clauses:
                st.markdown(f"The rule of the taste: **{plain(ranked.taste.formula)}**")
            else:
                st.markdown("There are too few choices here for a rule to be worth its tests.")
            st.caption(words.taste_words(ranked.taste))


def near_item(made: Recommender) -> None:
    """An item, and the items most like it."""
    st.header("What is like an item", anchor=False)
    choices = made.found.choices
    name = st.selectbox("Item", choices.items, key="item", format_func=plain)
    if name is None:
        return
    place = choices.item(name)
    st.caption(f"{plain(name)} was chosen by {counted(int(choices.per_item[place]), 'user')}.")
    near = neighbours(made.rankings.ranker, place)
    rows = {
        "item": [choices.items[i] for i, _ in near],
        "similarity": [share for _, share in near],
        "chosen by": [int(choices.per_item[i]) for i, _ in near],
    }
    bar = st.column_config.ProgressColumn(min_value=0, max_value=1, format="%.3f")
    table(rows, f"The items most like {name}", {"similarity": bar})
