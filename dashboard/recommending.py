"""What the page that recommends asks for: its data, its run, and rankings from what was learnt."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st

from dashboard import services
from dashboard.session import Session
from interpret.answers.ranking.choices import Choices
from interpret.answers.ranking.columns import ChoiceRoles
from interpret.answers.ranking.described import Described
from interpret.answers.ranking.rankings import Carried, Ranked, Rankings, carried
from interpret.answers.ranking.recommend import Recommended, describe, read
from interpret.answers.ranking.settings import Recommending
from interpret.answers.ranking.tail import Spread, spread
from interpret.data.complaints import DataError
from jobs.store import Run

KEY = "_recommending"
FOLDER = Path(services.__file__).parents[1] / "sample_data"
CHOICES, FILMS = "film-choices.csv", "films.csv"


@dataclass
class Asking:
    """What to recommend from the table of that digest; items: the digest of the file of items.

    items_name: what that is called here; run: the run that asked so, None before any.
    """

    digest: str = ""
    asked: Recommending = field(default_factory=Recommending)
    items: str | None = None
    items_name: str = ""
    run: str | None = None

    def change(self, **values: Any) -> None:
        """Other settings; a SettingsError where they are out of range."""
        self.asked = replace(self.asked, **values)


def asking(state: Session, run: Run | None) -> Asking:
    """What this tab asks: anew for another table, and as a run asked that was opened."""
    choice = st.session_state.setdefault(KEY, Asking(state.digest))
    if choice.digest != state.digest:
        choice = Asking(state.digest)
    if run is not None and choice.run != run.id:
        items = run.spec.get("items")
        known = items if items and services.store().has_table(items) else None
        name = run.spec.get("items_name", "")
        choice = Asking(
            state.digest, Recommending.from_dict(run.spec["asked"]), known, name, run.id
        )
    st.session_state[KEY] = choice
    return choice


def items_of_tab() -> str | None:
    """The digest of the file of items that the tab has open."""
    choice = st.session_state.get(KEY)
    return choice.items if choice is not None else None


def spec(state: Session, choice: Asking) -> dict[str, Any]:
    return {
        "settings": state.settings.to_dict(),
        "table": state.name,
        "asked": choice.asked.to_dict(),
        "items": choice.items,
        "items_name": choice.items_name,
    }


def start(state: Session, choice: Asking) -> None:
    """Starts to learn; DataError where the table holds no choices."""
    read(services.table(state.digest), choice.asked)
    services.begin(state, "recommend", spec(state, choice))


def load_sample(state: Session) -> None:
    """The sample of films and of who chose them."""
    services.load(state, (FOLDER / CHOICES).read_bytes(), CHOICES)
    choice = st.session_state[KEY] = Asking(state.digest)
    load_items(choice, (FOLDER / FILMS).read_bytes(), FILMS)


def load_items(choice: Asking, raw: bytes, name: str) -> None:
    """A file that describes the items."""
    table = services.read_file(raw, name)
    services.keep(table, raw)
    choice.items, choice.items_name = table.digest, name


@st.cache_resource(max_entries=8, show_spinner="Reading who chose what …")
def who_chose(
    digest: str, asked: Recommending
) -> tuple[ChoiceRoles, Choices, tuple[str, ...], Spread]:
    """The choices in a table and how they are spread; DataError where there are none."""
    roles, choices, notices = read(services.table(digest), asked)
    return roles, choices, notices, spread(choices)


@st.cache_resource(max_entries=4, show_spinner="Computing the similarities of all items …")
def rankings(run_id: str, version: str, _found: Recommended) -> Rankings:  # noqa: ARG001
    """The machine of a run, ready to rank."""
    made = Rankings(_found.choices, _found.machine)
    _ = made.ranker
    return made


@st.cache_resource(max_entries=4, show_spinner=False)
def described(
    items: str,
    name: str,
    run_id: str,  # noqa: ARG001
    _found: Recommended,
) -> Described | None:
    """The items of a run as the file of that digest and name describes them; DataError if none."""
    return describe(services.table(items, name), _found.choices, _found.roles)


@st.cache_resource(max_entries=64, show_spinner="Ranking …")
def ranked(
    run_id: str,  # noqa: ARG001  with the items the key of the cache
    chosen: tuple[int, ...],
    items: str | None,  # noqa: ARG001
    top: int,
    _rankings: Rankings,
    _items: Described | None,
) -> Ranked:
    """The ranking of who chose these items; DataError where they chose none."""
    return _rankings.ranked(chosen, top, _items)


@st.cache_data(max_entries=8, show_spinner="Ranking for all users …")
def all_rankings(run_id: str, top: int, _rankings: Rankings) -> dict[str, list]:  # noqa: ARG001
    return _rankings.columns(top)


@st.cache_resource(max_entries=4, show_spinner="Ranking for all users …")
def carrying(
    run_id: str,  # noqa: ARG001
    items: str,  # noqa: ARG001
    _rankings: Rankings,
    _items: Described,
) -> tuple[Carried, ...]:
    return carried(_rankings, _items)


def half_of(chosen: np.ndarray, seed: int) -> tuple[tuple[int, ...], set[int]]:
    """A user's choices in two halves: known, and held out."""
    order = np.random.default_rng(seed).permutation(len(chosen))
    out = {int(chosen[i]) for i in order[: len(chosen) // 2]}
    return tuple(int(i) for i in chosen if int(i) not in out), out


def items_of(choice: Asking, run: Run, found: Recommended) -> tuple[Described | None, str | None]:
    """The described items and, where they cannot be used, why."""
    if choice.items is None:
        return None, None
    try:
        return described(choice.items, choice.items_name, run.id, found), None
    except DataError as error:
        return None, str(error)
