"""One user's ranking with its reasons, and the rankings of all users and of new ones."""

import json

import pandas as pd
import streamlit as st

from dashboard.panels.display import chart, table
from dashboard.panels.widgets import download, saying_why, table_uploaded
from dashboard.recommending import Recommender
from dashboard.text import plain, stem
from interpret.data.complaints import counted
from interpret.present.csv_file import as_csv
from interpret.ranking import figures, words
from interpret.ranking.judging import half_of
from interpret.ranking.kind import ranking_document
from interpret.ranking.rankings import Ranked, newcomers
from interpret.ranking.reasons import neighbours
from interpret.ranking.recommend import Recommended
from jobs.store import Run

SHOWN = 12  # values of attributes
PARQUET = "application/vnd.apache.parquet"


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
        known, held = half_of(chosen, learnt.settings.seed)
    ranked = made.ranked(known)
    st.caption(
        f"{plain(name)} chose {counted(len(chosen), 'item')}: "
        f"{plain(', '.join(choices.items[i] for i in known[:12]))}"
        + (" …" if len(known) > 12 else "")
    )
    show(learnt, ranked, held, "of_user")


def typed(made: Recommender) -> None:
    """Choices made on the page, and the ranking that follows from them."""
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
        shown = (figures.reasons, ranked.places, names)
        chart(f"reasons_{key}", *shown, of=ranked)
        st.caption("The parts of a bar add up to the item's score exactly.")
    if ranked.taste is not None:
        with st.container(border=True):
            if ranked.taste.formula.clauses:
                st.markdown(f"The rule of the taste: **{plain(ranked.taste.formula)}**")
            else:
                st.markdown("There are too few choices here for a rule of the taste.")
            st.caption(words.taste_words(ranked.taste))


def near_item(made: Recommender) -> None:
    """An item, and the items most similar to it."""
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


def attributes(made: Recommender) -> None:
    """The attribute values that mark what is recommended to all users."""
    st.header("What carries the recommendations", anchor=False)
    chart("carried", figures.value_shares, made.value_shares()[:SHOWN])
    st.caption(
        "The share of each value among the first ten items of all users, beside its share in the "
        "catalogue."
    )


def take_away(run: Run, made: Recommender) -> None:
    """Rankings for all users as files, and the run's document."""
    st.header("Take it with you", anchor=False)
    name = stem(made.found.name, "choices")
    with st.container(horizontal=True):
        if st.button("Rank for all users", key="rank_all", icon=":material/format_list_numbered:"):
            st.session_state["ranked_all"] = run.id
        if st.session_state.get("ranked_all") == run.id:
            _files(pd.DataFrame(made.for_all()), f"{name}-rankings")
        download(
            "Document (JSON)",
            lambda: json.dumps(ranking_document(made.found), allow_nan=False),
            f"{name}-recommended.json",
            "application/json",
            "recommended_json",
            help="Holds everything that is needed to rank for a new user; "
            "`rulescope recommend` reads it too.",
        )


def _files(frame: pd.DataFrame, name: str) -> None:
    csv, parquet = f"{name}.csv", f"{name}.parquet"
    download("All rankings (CSV)", lambda: as_csv(frame.items()), csv, "text/csv", "rankings_csv")
    download(
        "All rankings (Parquet)",
        lambda: frame.to_parquet(None, index=False),
        parquet,
        PARQUET,
        "rankings_parquet",
    )


def new_users(made: Recommender) -> None:
    """Users of another file, ranked by what was learnt; their choices are not kept."""
    st.header("Predict for new users", anchor=False)
    file = st.file_uploader(
        "Who chose what, by new users",
        key="new_users",
        help="Columns of users and items as in the table that was learnt from. The file is not "
        "kept.",
    )
    if file is None:
        return
    with saying_why():
        new, notices = newcomers(made.found, table_uploaded(file))
        for notice in notices:
            st.caption(plain(notice))
        ranked = ((user.name, made.ranked(user.chosen)) for user in new)
        frame = pd.DataFrame(made.rankings.columns_of(ranked))
        table(frame, "The first items of each new user")
        name = f"{stem(file.name, 'new')}-ranked.csv"
        download("New rankings (CSV)", lambda: as_csv(frame.items()), name, "text/csv", "new_csv")
