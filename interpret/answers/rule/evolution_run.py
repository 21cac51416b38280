"""A run that lets the genetic search evolve the rule of an answer, for those who want to watch.

It is shown beside that answer, which its spec names, and gives way to every other run.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from interpret.answers.rule.answer.evolved import (
    Evolved,
    chosen_to_dict,
    evolved_document,
    restore_chosen,
    restore_evolved,
)
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.explain import evolve
from interpret.answers.rule.run import step_of
from interpret.data.complaints import counted
from interpret.runs import BESIDE, AskedRun, Listening, Result, RunKind, class_asked
from interpret.settings import Settings


def spec_of(run_id: str, e: Explanation, settings: Settings) -> dict[str, Any]:
    """The spec of an evolution for a class of that run's answer. settings: where the settings of
    the genetic search come from.
    """
    names = [field.name for field in fields(Settings) if field.metadata.get("search") == "genetic"]
    genetic = {name: getattr(settings, name) for name in names}
    settings_spec = (
        e.settings.to_dict() | genetic | {"search": "genetic", "positive": list(e.positive)}
    )
    chosen = chosen_to_dict(e.chosen)
    return {BESIDE: run_id, "settings": settings_spec, "table": e.table, "chosen": chosen}


def work(asked: AskedRun, reporter: Listening) -> Result | None:
    """The document of the evolution, however far it came."""
    settings, table = asked.settings, asked.table()
    chosen = restore_chosen(asked.spec["chosen"])
    found = evolve(table, settings, chosen, lambda progress: reporter.step(step_of(progress)))
    return evolved_document(table, Evolved(settings.positive, found))


def _came(evolved: Evolved) -> str:
    return counted(evolved.found.rule.generations or 0, "generation")


def _asked_for(spec: Mapping[str, Any]) -> str:
    return f"the evolution of the rule for {class_asked(spec)}"


RUN = RunKind(
    page="find_rule",
    work=work,
    restore=restore_evolved,
    asked=_asked_for,
    came=_came,
    thing="evolution",
    button="Watch it evolve",
    nothing_yet="Press “Watch it evolve”: the thesis's genetic algorithm looks for the same rule.",
    kept="The generations until then are below.",
)
