"""What the page that learns kernels asks for: what to learn, its run and what came of it."""

from dataclasses import asdict, dataclass, replace
from typing import Any

import streamlit as st

from dashboard import services
from dashboard.session import Session
from interpret.lab.learn import WAYS, Learning, Learnt
from interpret.settings import Settings
from jobs.store import Run

KEY = "_learning"
FORMULAS = 30  # as in the thesis


@dataclass
class LearningState:
    """What to learn from the table of that digest.

    degrees: None for as many as attributes; run: the run that asked so, None before any.
    """

    digest: str = ""
    degrees: int | None = None
    ways: tuple[str, ...] = tuple(WAYS)
    formulas: int = FORMULAS
    length: float = 5.0
    run: str | None = None

    def change(self, **values: Any) -> None:
        for name, value in values.items():
            setattr(self, name, value)


def learning(state: Session, run: Run | None) -> LearningState:
    """What this tab asks: anew for another table, and as a run asked that was opened."""
    choice = st.session_state.setdefault(KEY, LearningState(state.digest))
    if choice.digest != state.digest:
        choice = LearningState(state.digest)
    if run is not None and choice.run != run.id:
        asked = run.spec["asked"]
        ways = tuple(way for way in asked["ways"] if way in WAYS)
        choice = LearningState(
            state.digest, asked["degrees"], ways, asked["formulas"], asked["length"], run.id
        )
    st.session_state[KEY] = choice
    return choice


def attributes(state: Session) -> int:
    """How many attributes the table is learnt from; DataError where it cannot be."""
    settings = state.settings
    target = settings.aim or services.table(state.digest).names[-1]
    return len(
        services.asked(state.digest, target, settings.positive, settings.columns)[0].attributes
    )


def asked(state: Session, choice: LearningState) -> Learning:
    n = attributes(state)
    return Learning(min(choice.degrees or n, n), choice.ways, choice.formulas, choice.length)


def spec(state: Session, choice: LearningState, settings: Settings) -> dict[str, Any]:
    """A run's spec, as the store has it."""
    what = asdict(asked(state, choice))
    return {
        "settings": settings.to_dict(),
        "table": state.name,
        "asked": what | {"ways": list(what["ways"])},
    }


def start(state: Session, choice: LearningState, settings: Settings) -> None:
    """Starts to learn from the session's table, for the class that is written out."""
    services.begin(state, "learn", spec(state, choice, settings))


def take(state: Session, learnt: Learnt, kernel: str) -> None:
    """Sets the learnt kernel, with a hard margin, as the machine to find the rule in."""
    state.settings = replace(
        state.settings,
        target=learnt.target,
        positive=learnt.positive,
        kernel=kernel,
        C=float("inf"),
    )


def compare(state: Session, kernel: str) -> None:
    """Puts the kernel first among those to compare."""
    state.kernels = tuple(dict.fromkeys((kernel, *state.kernels)))
