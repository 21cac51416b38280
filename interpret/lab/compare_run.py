"""A run that judges kernels on rows they were not trained on."""

from collections.abc import Mapping
from typing import Any

from interpret.data.complaints import counted
from interpret.data.task import tasks
from interpret.lab.compare import Comparison, compare, document, restore
from interpret.runs import AskedRun, Listening, Result, RunKind, class_asked


def work(asked: AskedRun, reporter: Listening) -> Result | None:
    """The document of spec["kernels"] compared on the table."""
    settings, table = asked.settings, asked.table()
    names = asked.spec["kernels"]

    def tell(kernel: str, fraction: float) -> bool:
        of_all = (names.index(kernel) + fraction) / len(names)
        return reporter.step({"kernel": kernel, "fraction": of_all})

    def show(answer: Comparison) -> None:
        reporter.publish(document(answer))

    task = tasks(table, settings.target, settings.positive, settings.columns)[0]
    done = compare(task, names, settings.seed, tell, show)
    return document(done) if done.kernels else None


def _asked(spec: Mapping[str, Any]) -> str:
    return f"{counted(len(spec['kernels']), 'kernel')} compared on {class_asked(spec)}"


def _came(found: Comparison) -> str:
    best = max(found.kernels, key=lambda compared: compared.auc)
    return f"AUC {best.auc:.3f}, best {best.kernel}"


def _figures(found: Comparison) -> dict[str, str]:
    return {f"AUC of {k.kernel}": f"{k.auc:.3f} ± {k.spread:.3f}" for k in found.kernels}


RUN = RunKind(
    page="compare_kernels",
    work=work,
    restore=restore,
    asked=_asked,
    came=_came,
    figures=_figures,
    thing="comparison",
    button="Compare",
    nothing_yet="Nothing is compared yet. Press “Compare”: every kernel is judged on rows it was "
    "not trained on, within a minute on most tables.",
    kept="The kernels that were done are below.",
)
