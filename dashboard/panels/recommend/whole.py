"""For the whole table: what carries the recommendations, downloads, and new users."""

import json

import pandas as pd
import streamlit as st

from dashboard import recommending
from dashboard.panels.chart import chart
from dashboard.panels.download_row import download
from dashboard.recommending import Asking
from dashboard.text import plain, stem
from interpret.answers.ranking import figures
from interpret.answers.ranking.described import Described
from interpret.answers.ranking.document import document
from interpret.answers.ranking.newcomers import newcomers
from interpret.answers.ranking.rankings import Rankings
from interpret.answers.ranking.recommend import Recommended
from interpret.data.apart import read_apart
from interpret.data.complaints import DataError
from interpret.present.csv_file import as_csv
from jobs.store import Run

SHOWN = 12  # values of attributes
PARQUET = "application/vnd.apache.parquet"


def attributes(run: Run, asking: Asking, rankings: Rankings, items: Described) -> None:
    """Which attributes carry what is recommended to all users."""
    st.header("What carries the recommendations", anchor=False)
    told = recommending.carrying(run.id, asking.items or "", rankings, items)[:SHOWN]
    chart("carried", figures.carried, figures.carried_text, told)
    st.caption("Values with the largest share among all users' first ten, against the catalogue.")


def take_away(run: Run, found: Recommended, rankings: Rankings) -> None:
    """Rankings for all users as files, and the run's document."""
    st.header("Take it away", anchor=False)
    name = stem(found.name, "choices")
    with st.container(horizontal=True):
        if st.button("Rank for all users", key="rank_all", icon=":material/format_list_numbered:"):
            st.session_state["ranked_all"] = run.id
        if st.session_state.get("ranked_all") == run.id:
            _files(pd.DataFrame(recommending.all_rankings(run.id, found.asked.top, rankings)), name)
        download(
            "Document (JSON)",
            lambda: json.dumps(document(found), allow_nan=False),
            f"{name}-recommended.json",
            "application/json",
            "recommended_json",
            help="All that scores a new user: python -m interpret.recommend takes it too.",
        )


def _files(frame: pd.DataFrame, name: str) -> None:
    file = f"{name}-rankings"
    name = f"{file}.csv"
    download("All rankings (CSV)", lambda: as_csv(frame.items()), name, "text/csv", "rankings_csv")
    download(
        "All rankings (Parquet)",
        lambda: frame.to_parquet(None, index=False),
        f"{file}.parquet",
        PARQUET,
        "rankings_parquet",
    )


def new_users(run: Run, found: Recommended, rankings: Rankings) -> None:
    """Users of another file, ranked by what was learnt; their choices are not kept."""
    st.header("Predict for new users", anchor=False)
    file = st.file_uploader(
        "Who chose what, by new users",
        key="new_users",
        help="Columns of users and items as in the table that was learnt from. It is not kept.",
    )
    if file is None:
        return
    try:
        new, notices = newcomers(found, read_apart(file.getvalue(), file.name))
    except DataError as error:
        st.error(plain(error), icon=":material/error:")
        return
    for notice in notices:
        st.caption(plain(notice))
    rows = []
    for user in new:
        ranked = recommending.ranked(run.id, user.chosen, None, found.asked.top, rankings, None)
        rows += [
            (user.name, number, found.choices.items[place.item], place.score)
            for number, place in enumerate(ranked.places, start=1)
        ]
    frame = pd.DataFrame(rows, columns=["user", "place", "item", "score"])
    st.dataframe(frame, hide_index=True, alt="The first items of each new user")
    name = f"{stem(file.name, 'new')}-ranked.csv"
    download("New rankings (CSV)", lambda: as_csv(frame.items()), name, "text/csv", "new_csv")
