"""A run at work: what it does now, its way so far as a live chart, and how to stop it."""

from contextlib import suppress
from itertools import pairwise

import streamlit as st

from dashboard import results, services
from dashboard.panels.chart import chart
from dashboard.panels.find.evolution import live
from dashboard.panels.run_state import PERIOD, Step, at_work, look
from dashboard.session import Session
from dashboard.text import plain
from interpret.answers.rule.figures import figures
from interpret.answers.rule.figures.figures import Point
from interpret.data.task import Task
from interpret.present.wording import class_name
from interpret.rules.searches import SEARCHES
from interpret.settings import Settings
from jobs.database import StoreError
from jobs.store import Run

STAGES = {
    "drafting": "A first rule is being drafted",
    "choosing": "Kernels and C are compared by cross-validation",
    "training": "The machine is being trained",
    "trained": "The machine is trained",
    "fitting": "Ways to fit a rule are compared on rows left out of the fit",
    **{name: entry.stage for name, entry in SEARCHES.items()},
    "points": "The rule is found; now points are looked for that add up to the class",
    "comparing": "Rule and points are compared on rows that neither is chosen on",
    "settling": "The classes are settled side by side, each with its machine and its rule",
    "studying": "The answer is found; now it is studied how far it can be trusted",
}


def progress(state: Session, run: Run) -> None:
    """The search at work."""
    at_work(state, run, lambda run, steps: plain(_headline(run, steps)), _detail, _so_far)


@st.fragment(run_every=PERIOD)
def live_race(run_id: str) -> None:
    """The way of each search of a run so far, where later the whole way stands."""
    st.header("How the search gets there", anchor=False)
    with suppress(StoreError):  # told above
        run, steps = look(run_id)
        if run is not None:
            _race(run, steps)


def _so_far(run: Run, steps: list[Step]) -> None:
    if not run.version:
        _race(run, steps)
    if steps and steps[-1]["stage"] == "genetic":
        with st.expander("The evolution so far", key="live_evolution", icon=":material/genetics:"):
            live(steps)


def _headline(run: Run, steps: list[Step]) -> str:
    now, of_class = steps[-1], _of_class(run, steps)
    if now["stage"] == "drafting":
        return "A first rule stands here in a moment."
    if now["stage"] == "settling":
        return f"{now['step']} of {len(_classes(run))} classes have their settled rule."
    if not now["trained"]:
        return f"The machine is being trained{of_class}."
    if now["stage"] in ("points", "comparing"):
        return f"The rule is found{of_class}; a card of points is put beside it."
    trained = f"The machine is trained{of_class} and right on {now['trained']} of unseen rows"
    if now["best"] is None:
        return f"{trained}."
    n = now["best"]["clauses"]
    clauses = f"{n} clause{'' if n == 1 else 's'}"
    return f"{trained}. The best rule so far has {clauses} and agrees on {now['note']} of them."


def _of_class(run: Run, steps: list[Step]) -> str:
    """Where a run explains several classes: which one is at work, and how many there are."""
    tasks = _classes(run)
    if len(tasks) == 1:
        return ""
    stages = ["", *(step["stage"] for step in steps)]
    begun = sum(stage == "choosing" != before for before, stage in pairwise(stages))
    number = max(1, begun)
    name = class_name(tasks[0].target, tasks[number - 1].positive)
    return f" for {name} ({number} of {len(tasks)})"


def _classes(run: Run) -> tuple[Task, ...]:
    """The classes that a run explains, each against all others."""
    asked = Settings.from_dict(run.spec["settings"])
    return services.asked(run.digest or "", asked.target, asked.positive, asked.columns)


def _detail(run: Run, steps: list[Step]) -> str:  # noqa: ARG001
    step = steps[-1]
    return STAGES[step["stage"]].format(step=step["step"] or 0)


def _race(run: Run, steps: list[Step]) -> None:
    curves = _curves(run, steps)
    if curves:
        shown = (curves, steps[-1]["bound"], "score")
        chart("live", figures.race, figures.race_text, *shown)


def _curves(run: Run, steps: list[Step]) -> dict[str, list[Point]]:
    """The way of the searches that have ended, and of the one at work since it began."""
    stage = steps[-1]["stage"] if steps else ""
    if stage not in SEARCHES:
        return {}
    explained = results.restored(run.id, run.version, run) if run.version else ()
    settled = [e for e in explained if not e.rule.is_draft]
    ended = {found.search: found.curve for e in settled[-1:] for found in e.found}
    if stage in ended:  # of the class before
        ended = {}
    first = len(steps)
    while first and steps[first - 1]["stage"] == stage:
        first -= 1
    began = steps[max(0, first - 1)]["seconds"]
    live = [(step["step"], step["seconds"] - began, step["objective"]) for step in steps[first:]]
    return {SEARCHES[search].curve: curve for search, curve in (ended | {stage: live}).items()}
