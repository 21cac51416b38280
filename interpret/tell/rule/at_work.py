"""A search at work: what it does now, and how far an evolution came, in words.

A step is what a run tells of its progress (`interpret.forms.kind`).
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from interpret.data.complaints import counted
from interpret.data.task import Task
from interpret.forms.evolve import Evolved
from interpret.measures import percent
from interpret.present.wording import class_name, length_words
from interpret.rules.search import SEARCHES

Step = Mapping[str, Any]
STAGES = {
    "drafting": "A first rule is being drafted",
    "choosing": "Kernels and C are being compared by cross-validation",
    "training": "The machine is being trained",
    "trained": "The machine is trained",
    "fitting": "Ways to fit a rule are being compared on rows left out of the fit",
    **{name: entry.stage for name, entry in SEARCHES.items()},
    "points": "Conditions are being compared that may add up to the class",
    "comparing": "Rule and points are being compared on rows that neither was found on",
    "counting": "What rule and card say is counted on every row, where the table is",
    "settling": "Several classes are being settled at the same time",
    "studying": "The answer is found; how far it can be trusted is being studied",
}


def headline(steps: Sequence[Step], tasks: Sequence[Task]) -> str:
    """What the run does now, from all its steps so far. tasks: of the classes that it explains."""
    now, of_class = steps[-1], _of_class(steps, tasks)
    if now["stage"] == "drafting":
        return "A first rule will stand here in a moment."
    if now["stage"] == "settling":
        return f"{now['step']} of {len(tasks)} classes have a settled rule."
    if not now["trained"]:
        return f"The machine is being trained{of_class}."
    if now["stage"] in ("points", "comparing"):
        return f"The rule is found{of_class}, and a card of points is being put beside it."
    trained = f"The machine is trained{of_class} and is right on {now['trained']} of unseen rows"
    if now["best"] is None:
        return f"{trained}."
    lines = counted(now["best"]["clauses"], "line")
    return f"{trained}. The best rule so far has {lines} and agrees on {now['note']} of them."


def stage_words(step: Step) -> str:
    """The stage that a run is in."""
    return STAGES[step["stage"]].format(step=step["step"] or 0)


def _of_class(steps: Sequence[Step], tasks: Sequence[Task]) -> str:
    """Which of the classes is at work, where there are several."""
    if len(tasks) == 1:
        return ""
    stages = ["", *(step["stage"] for step in steps)]
    begun = sum(stage == "choosing" != before for before, stage in pairwise(stages))
    number = max(1, begun)
    name = class_name(tasks[0].target, tasks[number - 1].positive)
    return f" for {name} ({number} of {len(tasks)})"


def evolution_words(evolved: Evolved) -> str:
    """How far it came, beside the exact search."""
    return f"{_came(evolved)} {_exact(evolved)}".strip()


def _came(evolved: Evolved) -> str:
    last, bound = evolved.stages[-1].generation, evolved.bound
    if evolved.reached is not None:
        return (
            f"It reached the bound after {counted(evolved.reached, 'generation')}: no rule weighs "
            f"more than {bound:.4g}."
        )
    stopped = "You stopped it" if evolved.found.rule.stopped_by == "cancel" else "It ended"
    return (
        f"{stopped} after {counted(last.number, 'generation')} at "
        f"{percent(last.objective / bound)} of the bound."
    )


def _exact(evolved: Evolved) -> str:
    if evolved.exact is None:
        return ""
    if evolved.heavier is None:
        return "The exact search found none that is heavier."
    rule = evolved.heavier.rule
    proven = "which is proven to be the most" if rule.proven else "which may not be the most"
    length = length_words(rule.formula)
    return f"The exact search found {length} that weigh {rule.objective:.4g}, {proven}."


def worth_words(evolved: Evolved) -> str:
    """How often the last best rule agrees with the machine and with the table."""
    last = evolved.stages[-1]
    part, rows = ("test", "unseen") if last.fidelity["test"].n else ("train", "training")
    agrees, right = last.fidelity[part], last.accuracy[part]
    return (
        f"On {agrees.n:,} {rows} rows its rule agrees with the machine on {percent(agrees.value)} "
        f"and is right on {percent(right.value)}."
    )
