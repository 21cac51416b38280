"""What one browser tab is about: ids and settings only; the data itself lies in the store."""

from dataclasses import dataclass, field, fields, replace
from typing import Any

import streamlit as st

from interpret.data.task import Columns
from interpret.lab.compare import KERNELS
from interpret.settings import Settings, SettingsError

KEY = "_session"


@dataclass
class Session:
    """The loaded table, the settings, the runs that are shown and what to tell the user.

    digest: of the table's bytes; answered: the last run that had an answer, of the same table;
    kernels, compared: those to compare, and the run that compared some; learnt: the run that
    learnt a kernel; opened: every run started here or opened by its link; ticked: those chosen in
    the list of runs; complaint: why the last action had no effect; edition: how often the table of
    columns was drawn anew.
    """

    digest: str = ""
    settings: Settings = field(default_factory=lambda: Settings(search="race"))
    run_id: str | None = None
    answered: str | None = None
    kernels: tuple[str, ...] = KERNELS
    compared: str | None = None
    learnt: str | None = None
    opened: tuple[str, ...] = ()
    ticked: tuple[str, ...] = ()
    complaint: str = ""
    edition: int = 0

    def change(self, **values: Any) -> None:
        """Other settings; those out of range change nothing and are a complaint."""
        try:
            self.settings = replace(self.settings, **values)
        except SettingsError as error:
            self.complaint = str(error)

    def load(self, digest: str, target: str | None = None, positive: tuple[str, ...] = ()) -> None:
        """Another table: what was asked of the one before is forgotten, how to search is kept."""
        self.digest = digest
        forgotten = {setting.name: setting.default for setting in fields(Columns)}
        self.settings = replace(self.settings, target=target, positive=positive, **forgotten)
        self.run_id = self.answered = self.compared = self.learnt = None
        self.edition += 1

    def open(self, run_id: str, digest: str, settings: Settings) -> None:
        """A run with its table and its settings."""
        if digest != self.digest:
            self.answered = self.compared = self.learnt = None
        self.digest, self.settings, self.run_id = digest, settings, run_id
        self.edition += 1

    def open_comparison(
        self, run_id: str, digest: str, settings: Settings, kernels: tuple[str, ...]
    ) -> None:
        """A comparison of kernels with its table and its settings."""
        if digest != self.digest:
            self.run_id = self.answered = self.learnt = None
        self.digest, self.settings, self.kernels = digest, settings, kernels
        self.compared = run_id
        self.edition += 1

    def open_learning(self, run_id: str, digest: str, settings: Settings) -> None:
        """A run that learns a kernel, with its table and its settings."""
        if digest != self.digest:
            self.run_id = self.answered = self.compared = None
        self.digest, self.settings, self.learnt = digest, settings, run_id
        self.edition += 1

    def forget(self, run_id: str) -> None:
        """A run that is no more."""
        for name in ("run_id", "answered", "compared", "learnt"):
            if getattr(self, name) == run_id:
                setattr(self, name, None)
        self.opened = tuple(own for own in self.opened if own != run_id)
        self.ticked = tuple(own for own in self.ticked if own != run_id)

    def complain(self) -> str:
        """The complaint, once."""
        told, self.complaint = self.complaint, ""
        return told


def session() -> Session:
    """The session of this browser tab."""
    return st.session_state.setdefault(KEY, Session())
