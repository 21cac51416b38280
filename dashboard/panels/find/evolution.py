"""A search at work: its progress, and the generations that evolve."""

from collections.abc import Sequence
from contextlib import suppress

import streamlit as st

from dashboard import results, services
from dashboard.panels.display import chart
from dashboard.panels.run_state import Step, at_work
from dashboard.panels.widgets import on_click
from dashboard.session import Session
from dashboard.text import plain
from interpret.data.complaints import DataError, counted
from interpret.forms.answer.explanation import Explanation
from interpret.rules.evolution import Generation
from interpret.rules.search import Found, Rule, reaches
from interpret.settings import EXACT, Settings
from interpret.tell.rule.at_work import headline, stage_words
from interpret.tell.rule.figures import search
from jobs.database import StoreError
from jobs.store import Run

ABOUT = (
    "The genetic algorithm of Polato's thesis, section 7.2.2, on DEAP: rules are crossed and "
    "mutated, and the best survive. The same seed gives the same evolution."
)
ENDED = {
    "proof": "until the bound was reached",
    "effort": "all that were asked for",
    "time": "until the time was up",
    "still": "until nothing had become better for a long time",
    "cancel": "until you stopped it",
}


def evolution(state: Session, e: Explanation, shown: Run) -> None:
    """The genetic search for an answer's rule, as its generations come and once they have come.

    It starts by itself if nothing else is at work. shown: the run of the answer.
    """
    if e.rule.is_draft or e.rule_version:
        return
    st.header("Watch it evolve", anchor=False)
    st.caption(ABOUT)
    searched = next((one for one in e.found if one.evolution is not None), None)
    if searched:
        _evolved(e, searched, e.settings.population)
        return
    run = _beside(shown, e)
    if run is None and _is_idle():
        with suppress(DataError, StoreError):  # nobody asked; whoever clicks below is told why
            services.watch_it_evolve(state, shown, e)
        run = _beside(shown, e)
    if run is not None and run.active:
        at_work(run, _now, below=lambda run, steps: live(steps))
        return
    st.button(
        "Watch it evolve" if run is None else "Watch it evolve again",
        key="evolve",
        icon=":material/genetics:",
        help="Uses the settings of the genetic search, which stand among those for researchers.",
        **on_click(services.watch_it_evolve, state, shown, e),
    )
    if run is None:
        return
    if run.error:
        st.warning(plain(run.error))
    if evolved := results.result_of(state, run):
        _evolved(e, evolved, run.spec["settings"]["population"])


def _beside(shown: Run, e: Explanation) -> Run | None:
    """The last evolution of the answer's class that was asked for."""
    others = services.store().beside(shown.id)
    return next(
        (run for run in others if tuple(run.spec["settings"]["positive"]) == e.positive), None
    )


def _is_idle() -> bool:
    """Whether no run is at work that an evolution would only slow down."""
    return not any(run.active for run in services.store().recent())


def _now(run: Run, steps: list[Step]) -> str:  # noqa: ARG001
    step = steps[-1]["step"] or 0
    return f"Generation {step:,}. The answer above is settled and does not wait for this."


def _evolved(e: Explanation, found: Found, population: int) -> None:
    """The generations, the winner's line and the operators of a search that has ended."""
    was, rule = found.evolution, found.rule
    if was is None:
        return
    st.markdown(
        plain(
            f"It ran for {counted(rule.generations or 0, 'generation')} of {population:,} rules, "
            f"{ENDED[rule.stopped_by]}.{_beside_exact(e, rule)}"
        )
    )
    _generations(was.generations, rule.bound, "generations")
    st.subheader("Who the rule descends from", anchor=False)
    chart("descent", search.descent, was, of=was)
    if was.line > len(was.winners):
        st.caption(f"These are the last {len(was.winners)} of a line of {was.line:,} rules.")


def _beside_exact(e: Explanation, rule: Rule) -> str:
    """How the rule compares with that of the exact search, where there is one."""
    exact = next((one.rule for one in e.found if one.search == EXACT), None)
    if exact is None:
        return ""
    as_good = reaches(rule.objective, exact.objective)
    found = "a rule as good as" if as_good else "a weaker rule than"
    return (
        f" It found {found} the exact search: its best rule scores {rule.objective:.4g}, and that "
        f"of the exact search {exact.objective:.4g}."
    )


def live(steps: list[Step]) -> None:
    """The generations of a genetic search at work, as far as they were seen."""
    log: list[Generation] = []
    for step in reversed(steps):
        if step["stage"] != "genetic":  # of the class before
            break
        log.insert(0, Generation(**step["generation"]))
    if log:
        _generations(log, steps[-1]["bound"], "live_generations")


def _generations(log: Sequence[Generation], bound: float | None, key: str) -> None:
    """Best, mean and spread by generation; of a search at work too."""
    chart(key, search.generations, log, bound)


def progress(run: Run) -> None:
    """The search at work."""

    def says(run: Run, steps: list[Step]) -> str:
        asked = Settings.from_dict(run.spec["settings"])
        return plain(headline(steps, services.tasks_of(run.digest or "", asked)))

    at_work(run, says, lambda run, steps: stage_words(steps[-1]), _so_far)


def _so_far(run: Run, steps: list[Step]) -> None:  # noqa: ARG001
    if steps and steps[-1]["stage"] == "genetic":
        with st.expander("The evolution so far", key="live_evolution", icon=":material/genetics:"):
            live(steps)
