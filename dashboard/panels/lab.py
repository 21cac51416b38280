"""The thesis lab: its settings in one row, the evolution on stage, and the same in a table."""

from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Any

import streamlit as st

from dashboard import services
from dashboard.pages import path
from dashboard.panels.display import table
from dashboard.panels.run_state import Step
from dashboard.panels.stage import on_stage
from dashboard.panels.widgets import bound, bound_setting
from dashboard.session import PageSettings, Session, page_settings
from interpret.forms.evolve import Evolved, as_in_the_thesis
from interpret.measures import percent
from interpret.present.wording import rule_lines
from interpret.settings import SEARCHED, Settings
from interpret.tell.rule.at_work import evolution_words
from jobs.store import Run
from kernels.catalog import CATALOG

KIND = "evolve"
DEGREES = ("mDNF(2,2)", "mDNF(3,2)", "mDNF(3,3)")
KERNELS = dict.fromkeys(("thesis", *DEGREES, *(entry.usual for entry in CATALOG)))
LONG, SHORT = 265, 147  # pixels of a field
COSTS = (inf, 64.0, 16.0, 4.0, 1.0, 0.25)
POPULATIONS, GENERATIONS = (100, 500, 2000), (100, 1000, 5000)
OPERATORS: dict[str, dict[str, Any]] = {  # what each changes of the usual settings
    "the thesis's three": {"plain": True},
    "two more: conditions come and go": {"unaided": True},
    "and the best rule improved": {},
}
NAMED = {"thesis": "κ* of the thesis: rules(10,5)", inf: "hard margin"}
OF_LAB = ("kernel", "C", *SEARCHED)


def lab_settings(state: Session, run: Run | None) -> PageSettings[Settings]:
    """The settings of the lab in this tab; those of a run that was opened."""

    def opened(run: Run) -> PageSettings[Settings]:
        return PageSettings(state.about, Settings.from_dict(run.spec["settings"]), run.id)

    return page_settings("lab", state, as_in_the_thesis(Settings()), run, opened)


def on_table(of_table: Settings, lab: Settings) -> Settings:
    """What the lab asks for: the machine and the search of its own settings, on the session's
    table, class and rows.
    """
    of_lab = {name: getattr(lab, name) for name in OF_LAB}
    return replace(as_in_the_thesis(of_table), **of_lab)


def enter(state: Session, positive: tuple[str, ...] = ()) -> None:
    """Shows the evolution of the session's table and class, which begins unless it is there.

    positive: the class of an answer; () for the first of the session's.
    """
    run = services.current(state, KIND)
    settings = on_table(state.settings, lab_settings(state, run).settings)
    (task, *_) = services.tasks_of(state.digest, settings)
    settings = replace(settings, target=task.target, positive=positive or task.positive)
    if run is None or run.spec["settings"] != settings.to_dict():
        services.begin(state, KIND, settings)


def way_in(state: Session, key: str, disabled: bool = False, *of_class: tuple[str, ...]) -> None:
    """A button that leads into the lab."""
    entered = st.button(
        "Thesis lab",
        key=key,
        icon=":material/genetics:",
        disabled=disabled,
        width="stretch",
        help="Watch the genetic algorithm of Polato's thesis look for the heaviest rule.",
    )
    if entered:
        services.attempt(state, enter, state, *of_class)
        if not state.complaint:
            query = {"run": state.runs[KIND]}
            st.switch_page(path("thesis_lab"), query_params=query)


def at_hand(lab: PageSettings[Settings]) -> None:
    """Kernel, degrees, population and operators in one row."""

    def choice(
        place: Any, name: str, label: str, options: tuple[Any, ...], kind: type, width: int = SHORT
    ) -> None:
        def read(entry: Any) -> Any:
            return entry if entry in options else kind(entry)

        value = getattr(lab.settings, name)
        place.selectbox(
            label,
            options if value in options else (*options, value),
            format_func=lambda one: NAMED.get(one, f"{one:,}" if kind is int else str(one)),
            accept_new_options=True,
            width=width,
            **bound_setting("lab", lab, name, label, read),
        )

    row = st.container(horizontal=True)  # a telephone shows two abreast
    choice(row, "kernel", "Kernel and degrees", tuple(KERNELS), str, LONG)  # others can be typed
    choice(row, "C", "C", COSTS, float)
    choice(row, "population", "Population", POPULATIONS, int)
    choice(row, "generations", "Generations at most", GENERATIONS, int)
    row.number_input(
        "Seed",
        0,
        step=1,
        width=SHORT,
        **bound("lab_seed", lab.settings.seed, lambda n: lab.change(seed=n)),
    )
    usual = Settings()
    plain = {name: getattr(usual, name) for name in ("plain", "unaided")}
    now = {name: getattr(lab.settings, name) for name in plain}
    row.selectbox(
        "Operators",
        tuple(OPERATORS),
        width=LONG,
        help="The thesis's: crossover, and mutations that remove a line, add one or exchange a "
        "condition. Ours also add a condition or drop one, and improve each new best rule line by "
        "line.",
        **bound(
            "lab_operators",
            next(name for name, changed in OPERATORS.items() if plain | changed == now),
            lambda name: lab.change(**plain | OPERATORS[name]),
        ),
    )


def says(run: Run, steps: list[Step]) -> str:  # noqa: ARG001
    """What an evolution does now."""
    now = steps[-1]
    if now["stage"] == "genetic" and now["bound"]:
        return (
            f"Generation {now['step']:,}: the best rule weighs {now['objective']:.4g}, "
            f"{percent(now['objective'] / now['bound'])} of the bound."
        )
    if now["stage"] == "exact":
        return "The evolution has ended. The exact search proves how heavy a rule can be."
    return "The machine is being trained."


def told(evolved: Evolved, run_id: str) -> None:
    """The words, the stage and, folded away, every generation as a row."""
    st.markdown(evolution_words(evolved))
    on_stage(evolved, run_id)
    with st.expander("Every best rule, in words", icon=":material/table_rows:"):
        _rows(evolved)


def _rows(evolved: Evolved) -> None:
    firsts = {one.generation.best: one for one in reversed(evolved.stages)}.values()
    found = [*sorted(firsts, key=lambda one: one.generation.number)]
    share: Callable[[Any], str] = lambda part: percent(part.value)  # noqa: E731
    table(
        {
            "generation": [one.generation.number for one in found],
            "weight": [one.generation.objective for one in found],
            "fidelity": [share(one.fidelity["test"]) for one in found],
            "accuracy": [share(one.accuracy["test"]) for one in found],
            "rule": [" ".join(rule_lines(one.generation.best)) for one in found],
        },
        "Each generation with a new best rule: its weight, and on unseen rows its fidelity and "
        "accuracy",
    )
