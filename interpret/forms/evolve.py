"""The thesis lab: a machine, the genetic search for the heaviest rule inside it, generation by
generation, and the exact search's rule beside it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from interpret import documents as doc
from interpret.answers.document import of_table
from interpret.answers.shapes import ShareShape, of_parts
from interpret.data.complaints import DataError
from interpret.data.task import Task
from interpret.fit.find_rule import draft_choices, effort, genetic, good_start, timed
from interpret.fit.parts import Part, parts_of, read_parts, tasks_asked
from interpret.fit.rule_problem import rule_problem
from interpret.fit.training import planned, train_as_planned
from interpret.forms.answer.relevance import columns_that_matter
from interpret.forms.answer.shapes import FoundShape
from interpret.measures import percent
from interpret.registry import Kind, Listening, Result, RunRequest, class_asked
from interpret.rules.card import Card
from interpret.rules.exact import ExactSearch
from interpret.rules.logic import Clause, Formula
from interpret.rules.search import Found, Generation, OnProgress, Progress, ignore, reaches
from interpret.rules.wrapping import SampledSearch
from interpret.settings import EXACT, GENETIC, THESIS, Settings
from interpret.shares import Share
from kernels.blas import one_thread_for_good

PATIENCE = 100  # generations without a better rule after which an evolution ends
WHOLE, AGAIN = "A stored evolution must be as it was written", "Evolve again."


@dataclass(frozen=True)
class Stage:
    """A generation, and what its best rule is worth.

    fidelity, accuracy: how often it agrees with the machine and with the class in the table, on the
    rows of each part. relevance: of each of Evolved.attributes, how often the rule's verdict
    changes when its value is drawn anew (relevance to a hypothesis, Polato, definition 7.2).
    """

    generation: Generation
    fidelity: dict[str, Share]
    accuracy: dict[str, Share]
    relevance: tuple[float, ...]


@dataclass(frozen=True)
class Evolved:
    """The course of an evolution. C: of the machine, inf for a hard margin; attributes: those that
    any of the best rules asks for; exact: None where the run was stopped before.
    """

    target: str
    positive: tuple[str, ...]
    kernel: str
    C: float
    attributes: tuple[str, ...]
    stages: tuple[Stage, ...]
    found: Found
    exact: Found | None

    @property
    def bound(self) -> float:
        """No rule within the limits weighs more: the smaller bound of both searches."""
        bounds = [one.rule.bound for one in (self.found, self.exact) if one]
        return min(bounds)

    def at_bound(self, stage: Stage) -> bool:
        """Whether no rule within the limits weighs more than the best one of that generation."""
        return reaches(stage.generation.objective, self.bound)

    @property
    def reached(self) -> int | None:
        """The first of the generations shown whose best rule is at the bound; or None."""
        return next((one.generation.number for one in self.stages if self.at_bound(one)), None)

    @property
    def births(self) -> list[list[tuple[Clause, int]]]:
        """For each stage the clauses of its best rule, each with the generation since which it is
        in the best rule; the oldest first.
        """
        births: list[list[tuple[Clause, int]]] = []
        before: dict[Clause, int] = {}
        for one in self.stages:
            clauses = one.generation.best.clauses
            before = {clause: before.get(clause, one.generation.number) for clause in clauses}
            births.append(sorted(before.items(), key=lambda pair: pair[1]))
        return births

    @property
    def heavier(self) -> Found | None:
        """What the exact search found, if that weighs more."""
        last = self.stages[-1].generation.objective
        return None if self.exact and reaches(last, self.exact.rule.objective) else self.exact


def as_in_the_thesis(settings: Settings) -> Settings:
    """The settings on table, class and rows, with those of the thesis on everything else."""
    given: dict[str, Any] = THESIS | {"only": ()}
    return replace(settings, **given)


def evolve(task: Task, settings: Settings, on_progress: OnProgress = ignore) -> Evolved:
    """The evolution of the heaviest rule of the task's machine. It also ends after PATIENCE
    generations without a better rule.

    Raises DataError if nothing can be learned from the task.
    """
    one_thread_for_good()
    rows = read_parts(task, settings)
    plan = planned(rows, settings, lambda part: on_progress(Progress("choosing", part)))
    fitted, _ = train_as_planned(rows, settings, plan)
    machine, (_, choice) = fitted.machine, draft_choices(rows.train, settings, rows.demands)
    rng = np.random.default_rng(settings.seed)
    unpriced = rule_problem(rows.train, fitted.trained, choice.way, choice.limits, rng)
    problem = unpriced.at(choice.price)
    ended = SampledSearch(genetic(settings, PATIENCE)).search(problem, on_progress)
    if not ended.evolution:
        raise DataError("The machine gives no rule a weight, so nothing can evolve.")
    found, exact = Found(GENETIC, replace(ended, evolution=()), 0.0), None
    if ended.stopped_by != "cancel":
        priced, start = effort(problem), tuple(good_start(problem))
        search = ExactSearch(priced, settings.time_limit, settings.seed, (start,))
        exact = timed(EXACT, SampledSearch(search), problem, on_progress)
    parts = parts_of(rows.task, rows.parts, machine.scores)
    best = {one.best: None for one in ended.evolution}
    used = {name for formula in best for name in formula.attributes}
    attributes = tuple(name for name in rows.task.attributes if name in used)
    worth = {formula: _worth(formula, parts, attributes) for formula in best}
    stages = tuple(Stage(one, *worth[one.best]) for one in ended.evolution)
    return Evolved(
        task.target, task.positive, machine.kernel, machine.C, attributes, stages, found, exact
    )


def _worth(
    formula: Formula, parts: Mapping[str, Part], attributes: Sequence[str]
) -> tuple[dict[str, Share], dict[str, Share], tuple[float, ...]]:
    """Fidelity and accuracy of a rule by part, and the relevance of each attribute to it."""
    said = {name: formula.holds(part.table) for name, part in parts.items()}
    changed = dict(columns_that_matter(Card.of(formula), parts["train"].table))
    return (
        {name: part.agrees(said[name]) for name, part in parts.items()},
        {name: part.right(said[name]).accuracy for name, part in parts.items()},
        tuple(changed.get(name, 0.0) for name in attributes),
    )


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
    evolved = evolve(task, settings, lambda progress: reporter.step(progress.as_step()))
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
    nothing_yet="Press “Evolve”: the genetic algorithm of Polato's thesis looks for the heaviest "
    "rule of a machine.",
    kept="The generations until then are below.",
)
