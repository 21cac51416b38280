"""For the whole table: attributes of what is recommended, downloads, and new users."""

import json

import pandas as pd
import streamlit as st

from dashboard.panels.chart import chart
from dashboard.panels.download_row import download
from dashboard.panels.tables import table
from dashboard.panels.widgets import saying_why
from dashboard.recommending import Recommender
from dashboard.text import plain, stem
from interpret.answers.ranking import figures
from interpret.answers.ranking.document import document
from interpret.answers.ranking.newcomers import newcomers
from interpret.data.sandbox.read_apart import read_apart
from interpret.present.csv_file import as_csv
from jobs.store import Run

SHOWN = 12  # values of attributes
PARQUET = "application/vnd.apache.parquet"


def attributes(made: Recommender) -> None:
    """The attribute values that mark what is recommended to all users."""
    st.header("What carries the recommendations", anchor=False)
    chart("carried", figures.carried, figures.carried_text, made.carried()[:SHOWN])
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
            lambda: json.dumps(document(made.found), allow_nan=False),
            f"{name}-recommended.json",
            "application/json",
            "recommended_json",
            help="Holds everything that is needed to rank for a new user; "
            "python -m interpret.recommend reads it too.",
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
        learnt = made.found
        new, notices = newcomers(learnt, read_apart(file.getvalue(), file.name))
        for notice in notices:
            st.caption(plain(notice))
        rows = [
            (user.name, number, learnt.choices.items[place.item], place.score)
            for user in new
            for number, place in enumerate(made.ranked(user.chosen).places, start=1)
        ]
        frame = pd.DataFrame(rows, columns=["user", "place", "item", "score"])
        table(frame, "The first items of each new user")
        name = f"{stem(file.name, 'new')}-ranked.csv"
        download("New rankings (CSV)", lambda: as_csv(frame.items()), name, "text/csv", "new_csv")
