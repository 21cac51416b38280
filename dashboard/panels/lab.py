"""The thesis lab: its settings in one row, the evolution on stage, and the same in a table.

On stage stand the rules of each generation as a swarm, the best of them, and what that is worth.
Python tells each generation once, and the browser draws the one that is looked at, so it plays
without asking anybody.
"""

from collections.abc import Callable
from dataclasses import replace
from math import floor, inf
from pathlib import Path
from typing import Any

import streamlit as st

from dashboard import services
from dashboard.pages import path
from dashboard.panels.display import kept, table
from dashboard.panels.run_state import Step
from dashboard.panels.widgets import bound, bound_setting
from dashboard.session import PageSettings, Session, page_settings
from interpret.forms.evolve import Evolved, Stage, as_in_the_thesis
from interpret.measures import percent
from interpret.present.wording import clause_words, rule_lines
from interpret.settings import SEARCHED, THESIS_KERNEL, Settings
from interpret.tell import svg
from interpret.tell.rule.at_work import evolution_words, worth_words
from jobs.database import Run
from kernels.entries import CATALOG

KIND = "evolve"
DEGREES = ("mDNF(2,2)", "mDNF(3,2)", "mDNF(3,3)")
KERNELS = dict.fromkeys((THESIS_KERNEL, *DEGREES, *(entry.usual for entry in CATALOG)))
LONG, SHORT = 265, 147  # pixels of a field
COSTS = (inf, 64.0, 16.0, 4.0, 1.0, 0.25)
POPULATIONS, GENERATIONS = (100, 500, 2000), (100, 1000, 5000)
OPERATORS = {"thesis": "the thesis's three", "all": "ours beside them"}
NAMED = {THESIS_KERNEL: "κ* of the thesis: rules(10,5)", inf: "hard margin"}
OF_LAB = ("kernel", "C", *SEARCHED)

HERE = Path(__file__)
HTML = """
<div class="stage">
  <div class="controls">
    <button class="play"></button>
    <input type="range" min="0" step="1" aria-label="Generation">
  </div>
  <p class="head"></p>
  <div class="swarm" role="img"></div>
  <div class="strips"></div>
  <ul class="rule" aria-label="The best rule, line by line"></ul>
</div>
"""
LINES, COLUMNS = 10, 5  # of a rule, and of those that it asks for: how many are shown
SECONDS, FASTEST, SLOWEST = 20, 0.3, 1.0  # of the whole, and of one generation
DIGITS = 4  # of a share, such as a weight of the bound: as many as a picture shows

_stage = st.components.v2.component(
    "rulescope_stage",
    html=HTML,
    css=HERE.with_name("stage.css").read_text(encoding="utf-8"),
    js=HERE.with_name("stage.js").read_text(encoding="utf-8"),
)


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


def way_in(state: Session, disabled: bool, *of_class: tuple[str, ...]) -> None:
    """A button that leads into the lab."""
    entered = st.button(
        "Thesis lab",
        key="to_lab",
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
    row.selectbox(
        "Operators",
        tuple(OPERATORS),
        width=LONG,
        help="Ours also add a condition or drop one, and improve each new best rule line by line.",
        format_func=lambda one: OPERATORS[one],
        **bound("lab_operators", lab.settings.operators, lambda one: lab.change(operators=one)),
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
    key = f"stage {run_id.replace('_', '.')}"  # Streamlit keeps "__" for itself
    _stage(key=key, data=kept(evolved, "stage", lambda: shown(evolved)))
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


def shown(evolved: Evolved) -> dict[str, Any]:
    """What the browser draws: all of it plain text and numbers."""
    stages = evolved.stages
    most = max((max(one.relevance, default=0) for one in stages), default=0)
    order = sorted(
        range(len(evolved.attributes)),
        key=lambda i: (-stages[-1].relevance[i], evolved.attributes[i]),
    )[:COLUMNS]
    clauses = list(dict.fromkeys(c for one in stages for c in one.generation.best.clauses))
    place = {clause: at for at, clause in enumerate(clauses)}
    return {
        "told": f"{evolution_words(evolved)} {worth_words(evolved)}",
        "bound": evolved.bound,
        "ceiling": f"bound: no rule weighs more than {evolved.bound:.4g}",
        "clauses": [clause_words(clause) for clause in clauses],
        "columns": [evolved.attributes[i] for i in order],
        "relevant": most or 1,
        "low": {name: _low(evolved, name) for name in ("fidelity", "accuracy")},
        "colours": {
            "rule": svg.YES,
            "others": svg.FAINT,
            "fidelity": svg.PURPLE,
            "accuracy": svg.OCHRE,
        },
        "each": 1000 * min(SLOWEST, max(FASTEST, SECONDS / len(stages))),
        "generations": [
            {
                "number": one.generation.number,
                "head": _head(evolved, one),
                "weight": one.generation.objective / evolved.bound,
                "length": sum(len(clause.tests) for clause in one.generation.best.clauses),
                "swarm": [
                    [length, round(weight / evolved.bound, DIGITS)]
                    for length, weight in zip(
                        one.generation.lengths, one.generation.objectives, strict=True
                    )
                ],
                "rule": [[place[clause], born] for clause, born in births[:LINES]],
                "more": max(0, len(births) - LINES),
                "fidelity": _parts(one, "fidelity"),
                "accuracy": _parts(one, "accuracy"),
                "relevance": [round(one.relevance[i], DIGITS) for i in order],
            }
            for one, births in zip(stages, evolved.births, strict=True)
        ],
    }


def _head(evolved: Evolved, one: Stage) -> str:
    generation = one.generation
    far = f"{percent(generation.objective / evolved.bound)} of the bound"
    if evolved.at_bound(one):
        far = "as much as any can"
    return (
        f"Generation {generation.number:,}: the best rule weighs {generation.objective:.4g}, {far}"
    )


def _parts(one: Stage, name: str) -> list[float | None]:
    """A share on training and on unseen rows; None where there are none."""
    share = getattr(one, name)
    return [share[part].percent for part in ("train", "test")]


def _low(evolved: Evolved, name: str) -> int:
    """Where the axis of a share begins: a full ten below all of it."""
    shares = [share for one in evolved.stages for share in _parts(one, name)]
    return max(0, 10 * floor(min(share for share in shares if share is not None) / 10 - 0.1))
