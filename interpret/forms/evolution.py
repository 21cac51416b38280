"""A run that lets the genetic search evolve the rule of an answer, for those who want to watch.

It takes the machine and the choices of that answer, which its spec names, is shown beside it, and
gives way to every other run.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from interpret import documents as doc
from interpret.answers.document import WHOLE, of_table
from interpret.data.complaints import DataError, counted
from interpret.fit.parts import tasks_asked
from interpret.forms.answer.explanation import Explanation, SettledChoices
from interpret.forms.answer.record import AGAIN
from interpret.forms.answer.shapes import FoundShape
from interpret.forms.explain import evolve
from interpret.forms.kind import step_of
from interpret.registry import BESIDE, Kind, Listening, Result, RunRequest, class_asked
from interpret.rules.search import Found
from interpret.settings import Settings

ChosenShape = doc.made(SettledChoices)
EvolvedShape = doc.an_object(evolved=doc.an_object(found=FoundShape))


def spec_of(run_id: str, e: Explanation, settings: Settings) -> dict[str, Any]:
    """The spec of an evolution for a class of that run's answer. settings: where the settings of
    the genetic search come from.
    """
    names = [field.name for field in fields(Settings) if field.metadata.get("search") == "genetic"]
    genetic = {name: getattr(settings, name) for name in names}
    settings_spec = (
        e.settings.to_dict() | genetic | {"search": "genetic", "positive": list(e.positive)}
    )
    chosen = doc.as_json(e.chosen)
    return {BESIDE: run_id, "settings": settings_spec, "table": e.table, "chosen": chosen}


def work(run: RunRequest, reporter: Listening) -> Result | None:
    """The document of the evolution, however far it came."""
    settings, table = run.settings, run.table()
    chosen: SettledChoices = doc.read(ChosenShape, run.spec["chosen"], WHOLE, AGAIN)
    (task,) = tasks_asked(table, settings)
    found = evolve(task, settings, chosen, lambda progress: reporter.step(step_of(progress)))
    evolved = {"positive": list(settings.positive), "found": doc.as_json(found)}
    return of_table(table) | {"evolved": evolved}


def restore_evolved(document: Mapping[str, Any]) -> Found:
    """What the search of a document found; a DataError in one sentence where it was altered."""
    found: Found = doc.restored(EvolvedShape, document, WHOLE, AGAIN)["evolved"]["found"]
    if found.evolution is None:
        raise DataError(f"{WHOLE}, and this one has no generations. {AGAIN}")
    return found


def _outcome(found: Found) -> str:
    return counted(found.rule.generations or 0, "generation")


def _question(spec: Mapping[str, Any]) -> str:
    return f"the evolution of the rule for {class_asked(spec)}"


KIND = Kind(
    page="find_rule",
    work=work,
    restore=restore_evolved,
    question=_question,
    outcome=_outcome,
    thing="evolution",
    button="Watch it evolve",
    nothing_yet="Press “Watch it evolve”: the thesis's genetic algorithm looks for the same rule.",
    kept="The generations until then are below.",
)
