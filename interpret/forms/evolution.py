"""The entry of the thesis lab in the table of kinds: how a run evolves a rule, and its document."""

from collections.abc import Mapping
from typing import Any

from interpret import documents as doc
from interpret.answers.document import of_table
from interpret.answers.shapes import ShareShape, of_parts
from interpret.fit.parts import tasks_asked
from interpret.forms.answer.shapes import FoundShape
from interpret.forms.evolve import Evolved, Stage, evolve
from interpret.forms.kind import step_of
from interpret.measures import percent
from interpret.registry import Kind, Listening, Result, RunRequest, class_asked

WHOLE, AGAIN = "A stored evolution must be as it was written", "Evolve again."


def _checked(evolved: Evolved) -> Evolved:
    for stage in evolved.stages:
        one = stage.generation
        if len(one.objectives) != len(one.lengths) or not one.lengths:
            raise ValueError("each rule of a generation must have a weight and a length")
        if len(stage.relevance) != len(evolved.attributes):
            raise ValueError("each attribute must have a relevance")
    return evolved


StageShape = doc.known(
    Stage, doc.made(Stage, fidelity=of_parts(ShareShape), accuracy=of_parts(ShareShape))
)
EvolvedShape = doc.into(
    doc.made(
        Evolved,
        kernel=doc.KernelName,
        C=doc.Cost,
        stages=doc.many(StageShape, least=1),
        found=FoundShape,
        exact=FoundShape | None,
    ),
    _checked,
)
DocumentShape = doc.an_object(evolved=EvolvedShape)


def work(run: RunRequest, reporter: Listening) -> Result | None:
    """The document of the evolution, however far it came."""
    settings, table = run.settings, run.table()
    (task,) = tasks_asked(table, settings)
    evolved = evolve(task, settings, lambda progress: reporter.step(step_of(progress)))
    return of_table(table) | {"evolved": doc.as_json(evolved)}


def restore_evolved(document: Mapping[str, Any]) -> Evolved:
    """The evolution of a document; a DataError in one sentence where it was altered."""
    evolved: Evolved = doc.restored(DocumentShape, document, WHOLE, AGAIN)["evolved"]
    return evolved


def _outcome(evolved: Evolved) -> str:
    last = evolved.stages[-1]
    share = percent(last.generation.objective / evolved.bound)
    return f"{share} of the bound, generation {last.generation.number:,}"


def _question(spec: Mapping[str, Any]) -> str:
    return f"the evolution of the rule for {class_asked(spec)}"


KIND = Kind(
    page="thesis_lab",
    work=work,
    restore=restore_evolved,
    question=_question,
    outcome=_outcome,
    thing="evolution",
    button="Evolve",
    nothing_yet="Press “Evolve”: the machine is trained, and the genetic algorithm of Polato's "
    "thesis looks for the heaviest rule inside it.",
    kept="The generations until then are below.",
)
