"""What the page that learns kernels needs: what to learn, its run, and where a kernel goes next."""

from dataclasses import asdict, replace
from math import inf
from typing import Any

from dashboard import services
from dashboard.session import Asking, Session, asking
from interpret.lab.learn import WAYS, Learning, Learnt
from interpret.settings import Settings
from jobs.store import Run

KEY = "_learning"
MANY = 10**9  # degrees: as many as there are attributes
USUAL = Learning(MANY, tuple(WAYS), formulas=30)  # as many formulas as in the thesis


def choice(state: Session, run: Run | None) -> Asking[Learning]:
    """What this tab asks."""

    def opened(run: Run) -> Asking[Learning]:
        known = {"ways": tuple(way for way in run.spec["asked"]["ways"] if way in WAYS)}
        return Asking(state.about, Learning(**run.spec["asked"] | known), run.id)

    return asking(KEY, state, USUAL, run, opened)


def attributes(state: Session) -> int:
    """How many attributes the table is learnt from; DataError where it cannot be."""
    return len(services.tasks_of(state.digest, state.settings)[0].attributes)


def spec(state: Session, choice: Asking[Learning]) -> dict[str, Any]:
    """What is asked, as a run's spec has it."""
    degrees = min(choice.asked.degrees, attributes(state))
    return asdict(choice.asked) | {"ways": list(choice.asked.ways), "degrees": degrees}


def start(state: Session, choice: Asking[Learning], settings: Settings) -> None:
    """Starts to learn from the session's table, for the class that is written out."""
    services.begin(state, "learn", settings, asked=spec(state, choice))


def take(state: Session, learnt: Learnt, kernel: str) -> None:
    """Makes the learnt kernel, with a hard margin, the machine in which the rule is found."""
    state.settings = replace(
        state.settings, target=learnt.target, positive=learnt.positive, kernel=kernel, C=inf
    )


def compare(state: Session, kernel: str) -> None:
    """Puts the kernel first among those to compare."""
    state.kernels = tuple(dict.fromkeys((kernel, *state.kernels)))
