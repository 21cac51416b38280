"""The state of one browser tab: ids and settings only; the data itself is in the store."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Any, Generic, TypeVar

import streamlit as st

from interpret.lab.compare import KERNELS
from interpret.settings import OF_COLUMNS, Settings, SettingsError
from jobs.database import Run

KEY = "_session"
T = TypeVar("T")


@dataclass
class Session:
    """The loaded table, the settings, the runs that are shown and the complaint.

    digest: of the table's bytes; name: what it is called here; runs: the run that is shown of each
    kind, the latest last; answered: of the same table, the last run of each kind that had an
    answer; kernels: those to compare, kernels_of: the run that they were taken from; opened: every
    run started here or opened by its link; ticked: those chosen in the list of runs; complaint: why
    the last action had no effect; bad: the names of the classes that are bad news; edition: how
    often the table of columns was drawn anew.
    """

    digest: str = ""
    name: str = ""
    settings: Settings = field(default_factory=Settings)
    runs: dict[str, str] = field(default_factory=dict)
    answered: dict[str, str] = field(default_factory=dict)
    kernels: tuple[str, ...] = KERNELS
    kernels_of: str | None = None
    opened: tuple[str, ...] = ()
    ticked: tuple[str, ...] = ()
    complaint: str = ""
    bad: tuple[str, ...] = ()
    edition: int = 0

    def change(self, **values: Any) -> None:
        """Takes other settings; if one is out of range, nothing changes and the user is told."""
        try:
            self.settings = replace(self.settings, **values)
        except SettingsError as error:
            self.complaint = str(error)

    def load(
        self,
        digest: str,
        name: str,
        target: str | None = None,
        positive: tuple[str, ...] = (),
    ) -> None:
        """Takes another table and forgets the settings about the columns of the last one."""
        self.digest, self.name = digest, name
        forgotten: dict[str, Any] = {
            setting.name: setting.default
            for setting in fields(Settings)
            if setting.name in (*OF_COLUMNS, "only")
        }
        self.settings = replace(self.settings, target=target, positive=positive, **forgotten)
        self.runs, self.answered, self.bad = {}, {}, ()
        self.edition += 1

    @property
    def address(self) -> dict[str, list[str]]:
        """The query of the URL: the table, how it is read where that is not the usual way, and the
        class that is asked about.
        """
        of = self.settings
        chosen = {
            "data": [self.digest],
            "sheet": [of.sheet] if of.sheet else [],
            "read": [*of.read],
            "target": [of.target] if of.target else [],
            "positive": [*of.positive],
        }
        return {name: texts for name, texts in chosen.items() if texts}

    @property
    def about(self) -> str:
        """A key of the tab's table, for the keys of widgets."""
        return f"{self.digest[:12]}{self.settings.sheet or ''}"

    def show(self, kind: str, run_id: str) -> None:
        """Shows a run as the one of its kind, and as the latest of all."""
        self.runs = {other: shown for other, shown in self.runs.items() if other != kind}
        self.runs[kind] = run_id

    def open(self, run: Run, digest: str, settings: Settings) -> None:
        """Shows a run with its table, which is of that digest, and its settings."""
        if digest != self.digest:
            self.runs, self.answered, self.bad = {}, {}, ()
        self.digest, self.name, self.settings = digest, run.name, settings
        self.show(run.kind, run.id)
        self.edition += 1

    def forget(self, run_id: str) -> None:
        """Forgets a run that was deleted."""
        self.runs = {kind: run for kind, run in self.runs.items() if run != run_id}
        self.answered = {kind: run for kind, run in self.answered.items() if run != run_id}
        self.opened = tuple(run for run in self.opened if run != run_id)
        self.ticked = tuple(run for run in self.ticked if run != run_id)

    def complain(self) -> str:
        """Returns the complaint and clears it."""
        complaint, self.complaint = self.complaint, ""
        return complaint


def session() -> Session:
    """The session of this browser tab."""
    return st.session_state.setdefault(KEY, Session())


@dataclass
class PageSettings(Generic[T]):
    """The settings of a page that has its own.

    about: the table (Session.about); run: the run with these settings, None before any; beside: the
    digest and the name of a second file.
    """

    about: str
    settings: T
    run: str | None = None
    beside: tuple[str, str] | None = None

    def change(self, **values: Any) -> None:
        """Other settings; a SettingsError where they are out of range."""
        self.settings = replace(self.settings, **values)  # type: ignore[type-var]


def page_settings(
    key: str, state: Session, usual: T, run: Run | None, opened: Callable[[Run], PageSettings[T]]
) -> PageSettings[T]:
    """A page's settings in this tab: the usual ones for a new table, or those of an opened run."""
    kept: PageSettings[T] | None = st.session_state.get(key)
    if kept is None or kept.about != state.about:
        kept = PageSettings(state.about, usual)
    if run is not None and kept.run != run.id:
        kept = opened(run)
    st.session_state[key] = kept
    return kept
