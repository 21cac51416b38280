"""A run that finds the rule inside the machine: one for each class that is asked for."""

from dataclasses import asdict, replace
from math import isfinite
from typing import Any

from interpret.answer.answer import Answer
from interpret.answer.explanation import Explanation
from interpret.answer.record import document, restore
from interpret.data.task import tasks
from interpret.explain import Cancelled, explain
from interpret.present import words
from interpret.rules.search import Progress
from interpret.study.record import restore_studies, study_to_dict
from interpret.study.study import study
from jobs.kinds import Result, RunKind
from jobs.kinds.asked import asked, class_asked
from jobs.reporter import Reporter
from jobs.schema import Run


def work(run: Run, reporter: Reporter) -> Result | None:
    """The document of the rules, each with what was studied of it."""
    settings, table = asked(run, reporter)
    done: list[Explanation] = []
    trained = ""

    def tell(progress: Progress) -> bool:
        nonlocal trained
        if progress.stage in ("choosing", "trained"):
            trained = progress.note
        return reporter.step(_step(progress) | {"trained": trained})

    def show(answer: Explanation) -> None:
        reporter.publish(document(table, [*done, answer]))

    for task in tasks(table, settings.target, settings.positive, settings.columns):
        try:
            done.append(explain(table, replace(settings, positive=task.positive), tell, show))
        except Cancelled:
            break
        if reporter.stopped:
            break
    answer = document(table, done)
    for explanation, part in zip(done, answer["explanations"], strict=True):
        if reporter.stopped:
            break
        reporter.publish(answer)
        part["study"] = study_to_dict(study(Answer(explanation, table), tell))
    return answer if done else None


def _step(progress: Progress) -> dict[str, Any]:
    best = progress.best
    return {
        "stage": progress.stage,
        "fraction": progress.fraction,
        "step": progress.step,
        "objective": _finite(progress.objective),
        "bound": _finite(progress.bound),
        "best": None if best is None else {"text": str(best), "clauses": len(best.clauses)},
        "note": progress.note,
        "generation": None if progress.generation is None else asdict(progress.generation),
    }


def _finite(value: float | None) -> float | None:
    return float(value) if value is not None and isfinite(value) else None


def _restored(answer: Result) -> tuple[Explanation, ...]:
    """The explanations, where what was studied of them can be read as well."""
    found = restore(answer)
    restore_studies(answer)
    return found


def _came(found: tuple[Explanation, ...]) -> str:
    right = [e.rule_right[e.judged_on].accuracy.value or 0.0 for e in found]
    if len(found) == 1:
        return f"{words.percent(right[0])} right, {words.length_words(found[0].rule.formula)}"
    return f"{100 * min(right):.1f} to {words.percent(max(right))} right, {len(found)} rules"


KIND = RunKind(
    page="find_rule",
    also=("predict",),
    work=work,
    restore=_restored,
    asked=class_asked,
    came=_came,
    rules=lambda found: found,
    thing="search",
    button="Find the rule",
    nothing_yet="There is no rule yet. Press “Find the rule”: the machine is trained, and the "
    "first rule stands here within seconds.",
    kept="This is the best rule it had by then.",
)
