"""An evolution on stage: its rules as a swarm, the best of them, and what that is worth.

Python tells each generation once, and the browser draws the one that is looked at, so it plays
without asking anybody.
"""

from math import floor
from pathlib import Path
from typing import Any

import streamlit as st

from dashboard.panels.display import kept
from interpret.forms.evolve import Evolved, Stage
from interpret.measures import percent
from interpret.present.wording import clause_words
from interpret.tell import svg
from interpret.tell.rule.at_work import evolution_words, worth_words

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
    css=HERE.with_suffix(".css").read_text(encoding="utf-8"),
    js=HERE.with_suffix(".js").read_text(encoding="utf-8"),
)


def on_stage(evolved: Evolved, run_id: str) -> None:
    """The evolution, which shows its last generation until it is played."""
    key = f"stage {run_id.replace('_', '.')}"  # Streamlit keeps "__" for itself
    _stage(key=key, data=kept(evolved, "stage", lambda: shown(evolved)))


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
