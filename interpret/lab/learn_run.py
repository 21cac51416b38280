"""A run that learns how much each of many kernels should count."""

from collections.abc import Mapping
from typing import Any

from interpret.fit.parts import split, tasks_asked
from interpret.lab.learn import Learning, Learnt, document, learn, restore
from interpret.runs import AskedRun, Listening, Result, RunKind, class_asked


def work(asked: AskedRun, reporter: Listening) -> Result | None:
    """The document of what spec["asked"] learns."""
    settings, table = asked.settings, asked.table()
    what = Learning(**asked.spec["asked"] | {"ways": tuple(asked.spec["asked"]["ways"])})

    def show(learnt: Learnt) -> None:
        reporter.publish(document(learnt))

    task = tasks_asked(table, settings)[0]
    done = learn(task, split(task, settings), settings.seed, what, reporter.step, show)
    return document(done) if done.ways or done.formulas else None


def _asked(spec: Mapping[str, Any]) -> str:
    return f"a kernel learnt for {class_asked(spec)}"


def _came(found: Learnt) -> str:
    if not found.ways:
        return f"{len(found.formulas)} formulas"
    best = found.best
    auc = "" if best.auc is None else f"AUC {best.auc:.3f}, "
    return f"{auc}ratio {best.ratio:.4g}, {best.name}"


def _figures(found: Learnt) -> dict[str, str]:
    return {
        f"ratio by {way.name}": f"{way.ratio:.6g}"
        + ("" if way.auc is None else f" (AUC {way.auc:.3f})")
        for way in found.ways
    }


RUN = RunKind(
    page="learn_kernel",
    work=work,
    restore=restore,
    asked=_asked,
    came=_came,
    figures=_figures,
    thing="learning",
    button="Learn",
    nothing_yet="Nothing is learnt yet. Press “Learn”: kernels of all degrees are weighed in "
    "several ways, and the smallest radius-margin ratio that there is gets proven.",
    kept="What was learnt by then is below.",
)
