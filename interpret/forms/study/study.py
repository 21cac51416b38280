"""What an answer is worth, studied after it is found, and the study beside its answer.

Rivals, other rows and other samples are asked. The document of an answer holds its study.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from interpret import documents as doc
from interpret.fit.choose_rule import RuleChoice
from interpret.fit.find_rule import all_found_anew
from interpret.fit.machine import decision
from interpret.fit.rule_problem import TrainedMachine
from interpret.fit.sample import Sample, Way, canonical
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.record import (
    AGAIN,  # and with it how formulas are written and read
)
from interpret.forms.answer.relevance import Heaviest, heaviest_conjunctions
from interpret.forms.study.baselines import Baseline, baselines
from interpret.forms.study.cohort import Cohort, cohorts
from interpret.forms.study.good import good_rules
from interpret.forms.study.groups import LEAST, Groups, groups
from interpret.forms.study.held import Learned
from interpret.forms.study.other_rows import (
    AT_HAND,
    DRAWN,
    EVERY,
    AttributeRelevance,
    DomainFidelity,
    Stability,
    domain_fidelity,
    relevance_by_redrawing,
    resampled,
    stability,
)
from interpret.measures import Costs
from interpret.row_limits import ROWS
from interpret.rules.logic import Formula, said_when
from interpret.rules.search import OnProgress, Progress, ignore
from kernels.blas import one_thread_for_good
from kernels.draws import stratified
from kernels.svm import BooleanSVC

STEPS = 3  # parts of the study that report their progress


@dataclass(frozen=True)
class Study:
    """What an answer is worth.

    baselines: simple learners on the same rows; on_possible_rows: how often rule and machine agree
    on rows not at hand; relevance: how much each attribute matters to the machine; heaviest: the
    conjunctions that weigh most for the positive and for the other class; stability: whether the
    rule comes back from other samples; rows: how many training rows stability was studied on.
    """

    baselines: tuple[Baseline, ...]
    on_possible_rows: tuple[DomainFidelity, ...] = field(metadata={"key": "asked"})
    relevance: tuple[AttributeRelevance, ...]
    heaviest: dict[str, Heaviest]
    stability: Stability
    rows: int = 0


def study(answer: Answer, on_progress: OnProgress = ignore) -> Study:
    """Studies an answer on its rows; if on_progress stops it, only the parts done so far."""
    steps, e, judged = _Steps(on_progress), answer.explanation, answer.judged
    case = _case(answer)
    every, attributes, seed = case.every.table, e.attributes, e.settings.seed
    one_thread_for_good()
    decide = decision(e.machine, answer.train.table, attributes)
    return Study(
        baselines=baselines(
            every,
            judged.table,
            attributes,
            case.every.y,
            judged.right,
            _redrawing_costs(case),
        ),
        on_possible_rows=domain_fidelity(
            e.rule.formula, decide, answer.train, attributes, seed, lambda done: steps.at(0, done)
        ),
        relevance=relevance_by_redrawing(
            decide, every, attributes, seed, go_on=lambda: steps.at(1, 0.0)
        ),
        heaviest=_heaviest(case, steps),
        stability=_stability(case, steps),
        rows=len(case.some),
    )


class _Steps:
    """Reports how far the study is, and remembers that and whether it was stopped."""

    def __init__(self, on_progress: OnProgress) -> None:
        self.on_progress, self.stopped, self.fraction = on_progress, False, 0.0

    def at(self, part: int, fraction: float) -> bool:
        """Reports a fraction of a part; False if the study is to stop."""
        self.fraction = (part + fraction) / STEPS
        return self.still()

    def still(self) -> bool:
        """Reports that the study is where it was; False if it is to stop."""
        if not self.stopped:
            self.stopped = self.on_progress(Progress("studying", self.fraction)) is False
        return not self.stopped


@dataclass(frozen=True, eq=False)
class _Case:
    """An explanation and its training rows in the order that their cells decide.

    every: all of them; some: those that are studied. order, chosen: the place of each of them
    among the explanation's training rows.
    """

    e: Explanation
    every: Sample
    order: np.ndarray
    some: Sample
    chosen: np.ndarray

    @cached_property
    def svc(self) -> BooleanSVC:
        """The machine of the answer, untrained."""
        # with the C that it was trained with, also where a hard margin was asked for
        return self.e.machine.untrained(self.e.settings).set_params(C=self.e.machine.C)

    @cached_property
    def choice(self) -> RuleChoice:
        """The answer's, with its price for as many rows as are studied."""
        choice = self.e.rule_choice
        return replace(choice, price=choice.price * (len(self.some) / len(self.every)))

    def anew(self, rows: Sequence[np.ndarray], steps: _Steps) -> Iterable[Formula]:
        """The rules found anew, each with a machine of its own, on parts of the studied rows.

        rows: for each part its indices; once the study is stopped there are no more rules.
        """
        if not steps.still():
            return []
        e = self.e
        parts = [self.some.rows(kept).counted(e.settings.counting) for kept in rows]
        found = all_found_anew(parts, self.svc, [self.choice], e.settings.seed, steps.still)
        if e.rule.formula.denied:
            return (formula for (formula,) in found)
        # as the answer's is
        return (said_when(formula, self.every.table) for (formula,) in found)


def _case(answer: Answer) -> _Case:
    e, train = answer.explanation, answer.train
    order = canonical(train.table, (*e.attributes, e.target))
    settings = e.settings
    sample = Sample.of(
        train.table.rows(order), e.attributes, train.y[order], settings.counting, settings.roles
    )
    some = stratified(sample.y, ROWS.studied, np.random.default_rng(e.settings.seed))
    return _Case(e, sample, order, sample.rows(some), order[some])


def _redrawing_costs(case: _Case) -> Costs:
    """How the simple learners count errors: by the costs set, or with both classes alike."""
    if not case.e.settings.is_balanced:
        return case.e.settings.costs
    positives = int(case.every.y.sum())
    return Costs(miss=len(case.every) - positives, false_alarm=positives)


def _heaviest(case: _Case, steps: _Steps) -> dict[str, Heaviest]:
    """The heaviest conjunctions of each side."""
    weights = np.array(case.e.machine.weights)[case.order]
    return {
        side: heaviest_conjunctions(
            case.every.table,
            case.e.attributes,
            Way("weights", side, "monotone").worth(weights),
            go_on=lambda: steps.at(1, 0.0),
        )
        for side in ("for", "against")
    }


def _stability(case: _Case, steps: _Steps) -> Stability:
    """Whether the rule comes back from the resamples; once stopped, from those done before."""
    e, some, found = case.e, case.some, list[Formula]()
    resamples = resampled(some.y, some.ties.groups, e.settings.seed)
    for other in case.anew(resamples, steps):
        if not steps.at(1, (len(found) + 1) / len(resamples)):
            break
        found.append(other)
    return stability(e.rule.formula, found, some.table)


def with_good(answer: Answer, on_progress: OnProgress = ignore) -> Answer:
    """The answer with what its rule can do without, and other good rules; if on_progress stops
    that, the answer as it was.
    """
    one_thread_for_good()
    case, steps = _case(answer), _Steps(on_progress)
    e, counted = case.e, case.some.counted(case.e.settings.counting)
    decide = decision(e.machine, answer.train.table, e.attributes)
    machine = TrainedMachine(np.array(e.machine.weights)[case.order], decide)
    of_answer = case.svc, case.choice, e.settings.seed, e.points
    learned = Learned(case.every, machine, counted, *of_answer)
    good = good_rules(e.rule, learned, lambda: steps.at(2, 0.5))
    return replace(answer, explanation=replace(e, good=good))


@dataclass(frozen=True, eq=False)
class Studied:
    """An answer and what was studied of it.

    study: None while that is not done; cohorts: where the form that comes first is wrong, and where
    the machine is; groups: rates by the groups of some columns, None where none were asked about.
    """

    answer: Answer
    study: Study | None
    cohorts: tuple[Cohort, ...]
    groups: Groups | None


def studied(
    answers: Sequence[Answer], by: Sequence[str] = (), studies: Sequence[Study | None] = ()
) -> tuple[Studied, ...]:
    """The answers, each with its study so far, with its cohorts and the groups that are asked for.

    by: columns by whose groups rates are told. A rule that was changed by hand has no study. Raises
    DataError if a column does not exist or is the class.
    """
    return tuple(
        Studied(
            answer=a,
            study=None if a.explanation.rule_version else found,
            cohorts=cohorts(a),
            groups=groups(a, by, LEAST) if by else None,
        )
        for a, found in zip(answers, studies or [None] * len(answers), strict=True)
    )


WHOLE = "A stored study must be as it was written"

doc.known(DomainFidelity, doc.made(DomainFidelity, kind=doc.one_of((EVERY, DRAWN, AT_HAND))))
StudyShape = doc.made(
    Study, heaviest=doc.an_object(**dict.fromkeys(("for", "against"), doc.made(Heaviest)))
)


def _study(given: Mapping[str, Any]) -> Study | None:
    """The study; ValueError where it names attributes that its explanation does not have."""
    study: Study | None = given.get("study")
    if study is None:
        return None
    names = {name for formula in study.stability.formulas for name in formula.attributes}
    if not names <= {*given["attributes"]}:
        raise ValueError("a rule that was studied must ask for attributes of the machine")
    return study


_Studies = doc.an_object(
    explanations=doc.many(
        doc.into(
            doc.an_object(attributes=doc.many(str), study=doc.may_lack(StudyShape | None)), _study
        )
    )
)


def restore_studies(document: Mapping[str, Any]) -> tuple[Study | None, ...]:
    """The study of each explanation of a document; None where there is none yet.

    A DataError in one sentence where it was altered.
    """
    found: tuple[Study | None, ...] = doc.read(_Studies, document, WHOLE, AGAIN)["explanations"]
    return found


def study_to_dict(study: Study) -> dict[str, Any]:
    """The study as the document has it."""
    written: dict[str, Any] = doc.as_json(study)
    return written
