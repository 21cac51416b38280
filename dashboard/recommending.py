"""The data and the run of the page that recommends, and rankings from its machine."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from dashboard import services
from dashboard.kept import of_tables
from dashboard.panels.display import kept
from dashboard.session import PageSettings, Session, page_settings
from interpret.ranking.choices import ChoiceRoles, Choices, are_named
from interpret.ranking.rankings import Ranked, Rankings
from interpret.ranking.reasons import Described
from interpret.ranking.recommend import Recommended, Recommending, describe, read
from jobs.database import Run

KEY = "_recommending"
FOLDER = Path(services.__file__).parents[1] / "sample_data"
CHOICES, FILMS = "film-choices.csv", "films.csv"


def choice(state: Session, run: Run | None) -> PageSettings[Recommending]:
    """The settings of this tab, and the file that describes the items."""

    def opened(run: Run) -> PageSettings[Recommending]:
        items = run.spec.get("items") or ""
        is_there = services.store().has_table(items)
        beside = (items, run.spec.get("items_name", "")) if is_there else None
        return PageSettings(state.about, Recommending.from_dict(run.spec["asked"]), run.id, beside)

    return page_settings(KEY, state, Recommending(), run, opened)


def holds_choices(state: Session) -> bool:
    """Whether the table at hand is one of who chose what: by its names, or because it was said."""
    return are_named(services.loaded(state)) or choice(state, None).settings.user_column is not None


def items_of_tab() -> str | None:
    """The digest of the file of items that the tab has open."""
    choice = st.session_state.get(KEY)
    return choice.beside[0] if choice is not None and choice.beside else None


def start(state: Session, choice: PageSettings[Recommending]) -> None:
    """Starts to learn; DataError where the table holds no choices."""
    read(services.loaded(state), choice.settings)
    items, items_name = choice.beside or (None, "")
    more = {"asked": choice.settings.to_dict(), "items": items, "items_name": items_name}
    services.begin(state, "recommend", state.settings, **more)


def load_sample(state: Session) -> None:
    """The sample of films and of who chose them."""
    services.load(state, (FOLDER / CHOICES).read_bytes(), CHOICES)
    choice = st.session_state[KEY] = PageSettings(state.about, Recommending())
    load_items(choice, (FOLDER / FILMS).read_bytes(), FILMS)


def load_items(choice: PageSettings[Recommending], raw: bytes, name: str) -> None:
    """A file that describes the items."""
    table = services.read_file(raw, name)
    services.keep(table, raw)
    choice.beside = table.digest, name


@of_tables(max_entries=8, show_spinner="Reading who chose what …")
def who_chose(
    digest: str, sheet: str | None, settings: Recommending
) -> tuple[ChoiceRoles, Choices, tuple[str, ...]]:
    """The choices in a table; DataError where there are none."""
    return read(services.table(digest, sheet=sheet), settings)


@dataclass(frozen=True)
class Recommender:
    """A run's machine, ready to rank. items: as described in a file, None without one."""

    found: Recommended
    rankings: Rankings
    items: Described | None = None

    def ranked(self, chosen: tuple[int, ...]) -> Ranked:
        """The ranking of whoever chose these items; DataError where they chose none."""
        of, top = self.rankings if self.items is None else self.items, self.found.settings.top
        make = partial(self.rankings.ranked, chosen, top, self.items)
        return _once(of, ("ranked", chosen), "Ranking …", make)


def recommender(learnt: Recommended) -> Recommender:
    """The recommender of a run, without a file of items."""

    def make() -> Rankings:
        rankings = Rankings(learnt.choices, learnt.machine)
        _ = rankings.ranker
        return rankings

    message = "Computing the similarities of all items …"
    return Recommender(learnt, _once(learnt, "rankings", message, make))


def with_items(plain: Recommender, choice: PageSettings[Recommending]) -> Recommender:
    """With the items as the tab's file describes them; a DataError where it does not fit."""
    if choice.beside is None:
        return plain
    learnt, table = plain.found, services.table(*choice.beside)
    make = partial(describe, table, learnt.choices, learnt.roles)
    return replace(plain, items=_once(learnt, choice.beside, "Reading the items …", make))


def _once(of: object, key: Hashable, message: str, make: Callable[[], Any]) -> Any:
    """The result of `make`, computed once for a value. message: shown meanwhile."""

    def making() -> Any:
        with st.spinner(message):
            return make()

    return kept(of, key, making)
