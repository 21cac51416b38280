"""A run at work: what it does now, its way so far as a live chart, and how to stop it."""

from contextlib import suppress
from itertools import pairwise
from typing import Any

import streamlit as st

from dashboard import services
from dashboard.panels.find.charts import PLAIN
from dashboard.panels.find.evolution import ABOUT, generations
from dashboard.panels.run_state import cancel, pause
from dashboard.session import Session
from dashboard.text import plain
from interpret.present import figures
from interpret.present.figures import Point
from interpret.present.words import class_name
from interpret.rules.evolution import Generation
from interpret.rules.searches import SEARCHES
from interpret.settings import Settings
from jobs.database import StoreError
from jobs.store import Run

PERIOD = 1.0  # seconds between two looks
STAGES = {
    "choosing": "Kernels and C are compared by cross-validation",
    "training": "The machine is being trained",
    "trained": "The machine is trained",
    "fitting": "Ways to fit a rule are compared on rows left out of the fit",
    **{name: entry.stage for name, entry in SEARCHES.items()},
    "studying": "The answer is found; now it is studied how far it can be trusted",
}


@st.fragment(run_every=PERIOD)
def progress(state: Session, run_id: str, version: str) -> None:
    """Watches a run; the page is drawn anew when it has ended, or has another result than that."""
    try:
        run, steps = _look(run_id)
    except StoreError as error:
        st.warning(plain(error))
        return
    if run is None or not run.active or run.version != version:
        st.rerun()
    with st.container(border=True):
        says, rest, stop = st.columns([5, 1.3, 1.2], vertical_alignment="center")
        says.markdown(plain(_headline(run, steps)))
        pause(rest, state, run, "pause")
        cancel(stop, state, run, "cancel", "Stops the search and keeps the best rule so far.")
        if steps:
            st.progress(min(1.0, steps[-1]["fraction"]), text=_detail(steps[-1]))
        if not version:
            _race(run, steps)
        _evolution(steps)


@st.fragment(run_every=PERIOD)
def live_race(run_id: str) -> None:
    """The way of each search of a run so far, where later the whole way stands."""
    st.header("How the search gets there", anchor=False)
    with suppress(StoreError):  # told above
        run, steps = _look(run_id)
        if run is not None:
            _race(run, steps)


def _look(run_id: str) -> tuple[Run | None, list[dict[str, Any]]]:
    store = services.store()
    return store.get(run_id), [data for _, data in store.steps(run_id)]


def _headline(run: Run, steps: list[dict[str, Any]]) -> str:
    others = [other for other in services.store().recent() if other.status == "running"]
    if run.status == "queued" and others:
        return "Waiting for a free place: another run is at work."
    if run.status == "paused":
        return "Paused. Everything is kept until you continue or cancel, or the server stops."
    if not steps:
        return "Starting."
    now, of_class = steps[-1], _of_class(run, steps)
    if not now["trained"]:
        return f"The machine is being trained{of_class}."
    trained = f"The machine is trained{of_class} and right on {now['trained']} of unseen rows"
    if now["best"] is None:
        return f"{trained}."
    n = now["best"]["clauses"]
    clauses = f"{n} clause{'' if n == 1 else 's'}"
    return f"{trained}. The best rule so far has {clauses} and agrees on {now['note']} of them."


def _of_class(run: Run, steps: list[dict[str, Any]]) -> str:
    """Where a run explains several classes: which one is at work, and how many there are."""
    asked = Settings.from_dict(run.spec["settings"])
    tasks = services.asked(run.digest or "", asked.target, asked.positive, asked.columns)
    if len(tasks) == 1:
        return ""
    stages = ["", *(step["stage"] for step in steps)]
    begun = sum(stage == "choosing" != before for before, stage in pairwise(stages))
    number = max(1, begun)
    name = class_name(tasks[0].target, tasks[number - 1].positive)
    return f" for {name} ({number} of {len(tasks)})"


def _detail(step: dict[str, Any]) -> str:
    return STAGES[step["stage"]].format(step=step["step"] or 0)


def _race(run: Run, steps: list[dict[str, Any]]) -> None:
    curves = _curves(run, steps)
    if curves:
        shown = (curves, steps[-1]["bound"], "score")
        st.plotly_chart(
            figures.race(*shown),
            key="live",
            config=PLAIN,
            alt=figures.race_text(*shown),
        )


def _evolution(steps: list[dict[str, Any]]) -> None:
    """The generations of a genetic search at work, as far as they were seen."""
    if not steps or steps[-1]["stage"] != "genetic":
        return
    log: list[Generation] = []
    for step in reversed(steps):
        if step["stage"] != "genetic":  # of the class before
            break
        log.insert(0, Generation(**step["generation"]))
    with st.expander("The evolution so far", key="live_evolution", icon=":material/genetics:"):
        st.markdown(ABOUT)
        generations(log, steps[-1]["bound"], "live_generations")


def _curves(run: Run, steps: list[dict[str, Any]]) -> dict[str, list[Point]]:
    """The way of the searches that have ended, and of the one at work since it began."""
    stage = steps[-1]["stage"] if steps else ""
    if stage not in SEARCHES:
        return {}
    explained = services.restored(run.id, run.version, run) if run.version else ()
    ended = {found.search: found.curve for e in explained[-1:] for found in e.found}
    if stage in ended:  # of the class before
        ended = {}
    own = len(steps)
    while own and steps[own - 1]["stage"] == stage:
        own -= 1
    began = steps[max(0, own - 1)]["seconds"]
    live = [(step["step"], step["seconds"] - began, step["objective"]) for step in steps[own:]]
    return {SEARCHES[search].curve: curve for search, curve in (ended | {stage: live}).items()}
