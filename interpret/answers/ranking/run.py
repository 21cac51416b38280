"""A run that ranks items for users, and judges the ranking beside baselines."""

from collections.abc import Mapping
from typing import Any

from interpret.answers.ranking.document import document, restore
from interpret.answers.ranking.recommend import Recommended, recommend
from interpret.answers.ranking.settings import Recommending
from interpret.answers.ranking.words import level
from interpret.data.complaints import listed
from interpret.runs import AskedRun, Listening, Result, RunKind, from_spec


def work(asked: AskedRun, reporter: Listening) -> Result | None:
    """The document of what spec["asked"] recommends."""
    what = from_spec(Recommending.from_dict, asked.spec["asked"])

    def tell(stage: str, share: float) -> bool:
        return reporter.step({"fraction": min(1.0, share), "doing": stage})

    found = recommend(asked.table(), what, tell)
    return None if found is None else document(found)


def _asked(spec: Mapping[str, Any]) -> str:
    item = spec["asked"]["item_column"]
    return f"{item} ranked for users" if item else "items ranked for users"


def _came(found: Recommended) -> str:
    metric = found.asked.metric
    first, machine = level(found, metric), found.methods[0]
    others = [tried for tried in first if tried is not machine]
    how = "level with" if machine in first else "behind"
    beside = [f"{other.method} {other.figures[metric].mean:.3f}" for other in others]
    comparison = f", {how} {listed(beside)}" if beside else ""
    return f"{metric} {machine.figures[metric].mean:.3f}{comparison}, {found.machine.kernel}"


def _figures(found: Recommended) -> dict[str, str]:
    return {
        f"{name} of {method.method}": f"{method.figures[name].mean:.3f}"
        for method in found.methods
        for name in ("nDCG@10", "AUC")
    }


RUN = RunKind(
    page="recommend",
    also=("predict",),
    work=work,
    restore=restore,
    asked=_asked,
    came=_came,
    figures=_figures,
    thing="learning",
    button="Learn",
    nothing_yet="Nothing is learnt yet. Press “Learn”: a machine ranks the items for every user, "
    "and is judged beside popularity and other ways on choices held out.",
    kept="The ways that were judged by then are below.",
)
