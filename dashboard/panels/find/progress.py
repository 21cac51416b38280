"""A run at work: what it does now, its way so far as a live chart, and how to stop it."""

from contextlib import suppress

import streamlit as st

from dashboard import results, services
from dashboard.panels.chart import chart
from dashboard.panels.find.evolution import live
from dashboard.panels.run_state import PERIOD, Step, at_work, look
from dashboard.text import plain
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.figures import figures
from interpret.answers.rule.sentences import words
from interpret.answers.rule.sentences.at_work import curves_so_far, headline, stage_words
from interpret.rules.searches import SEARCHES
from interpret.settings import Settings
from jobs.database import StoreError
from jobs.store import Run


def progress(run: Run) -> None:
    """The search at work."""

    def says(run: Run, steps: list[Step]) -> str:
        asked = Settings.from_dict(run.spec["settings"])
        return plain(headline(steps, services.tasks_of(run.digest or "", asked)))

    at_work(run, says, lambda run, steps: stage_words(steps[-1]), _so_far)


def race(e: Explanation) -> None:
    """The best objective of each search over time, and the bound."""
    st.header("How the search got there", anchor=False)
    curves = {SEARCHES[found.search].curve: found.curve for found in e.found}
    bound, measure = e.best.rule.bound, words.measure(e)
    chart("race", figures.race, figures.race_text, curves, bound, measure, of=e)


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


def _race(run: Run, steps: list[Step]) -> None:
    explained = results.restored(run.id, run.version, run) if run.version else ()
    if curves := curves_so_far(steps, explained):
        shown = (curves, steps[-1]["bound"], "score")
        chart("live", figures.race, figures.race_text, *shown)
