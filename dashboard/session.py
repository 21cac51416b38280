"""What one browser tab is about: ids and settings only; the data itself lies in the store."""

from dataclasses import dataclass, field, fields, replace
from typing import Any

import streamlit as st

from interpret.lab.compare import KERNELS
from interpret.settings import DEMANDS, OF_COLUMNS, Settings, SettingsError
from jobs.schema import Run

KEY = "_session"


@dataclass
class Session:
    """The loaded table, the settings, the runs that are shown and what to tell the user.

    digest: of the table's bytes; name: what it is called here; runs: the run that is shown of each
    kind, the latest last; answered: the last run of each kind that had an answer, of the same
    table; kernels: those to compare, kernels_of: the run whose kernels they were; opened: every run
    started here or opened by its link; ticked: those chosen in the list of runs; complaint: why the
    last action had no effect; edition: how often the table of columns was drawn anew.
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
    edition: int = 0

    def change(self, **values: Any) -> None:
        """Takes other settings; where one is out of range nothing changes, and they hear why."""
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
        """Takes another table; the settings about the last one's columns are forgotten."""
        self.digest, self.name = digest, name
        forgotten: dict[str, Any] = {
            setting.name: setting.default
            for setting in fields(Settings)
            if setting.name in (*OF_COLUMNS, *DEMANDS)
        }
        self.settings = replace(self.settings, target=target, positive=positive, **forgotten)
        self.runs, self.answered = {}, {}
        self.edition += 1

    def show(self, kind: str, run_id: str) -> None:
        """Shows a run as the one of its kind, and as the latest of all."""
        self.runs = {other: shown for other, shown in self.runs.items() if other != kind}
        self.runs[kind] = run_id

    def open(self, run: Run, digest: str, settings: Settings) -> None:
        """Shows a run with its table, which is of that digest, and its settings."""
        if digest != self.digest:
            self.runs, self.answered = {}, {}
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
        """The complaint; it is told once."""
        told, self.complaint = self.complaint, ""
        return told


def session() -> Session:
    """The session of this browser tab."""
    return st.session_state.setdefault(KEY, Session())
