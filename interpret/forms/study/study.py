"""What an answer is worth, studied after it is found, and the study beside its answer.

Rivals and other rows are asked. The document of an answer holds its study.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from interpret import documents as doc
from interpret.fit.machine import decision
from interpret.fit.rule_problem import TrainedMachine
from interpret.fit.sample import Sample, canonical
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.record import (
    AGAIN,  # and with it how formulas are written and read
)
from interpret.forms.study.baselines import Baseline, baselines
from interpret.forms.study.good import good_rules
from interpret.forms.study.groups import LEAST, Groups, groups
from interpret.forms.study.held import Learned
from interpret.forms.study.other_rows import (
    AT_HAND,
    DRAWN,
    EVERY,
    DomainFidelity,
    domain_fidelity,
)
from interpret.measures import Costs
from interpret.row_limits import ROWS
from interpret.rules.search import OnProgress, Progress, ignore
from kernels.blas import one_thread_for_good
from kernels.draws import stratified

STEPS = 2  # parts of the study that report their progress


@dataclass(frozen=True)
class Study:
    """What an answer is worth.

    baselines: simple learners on the same rows; on_possible_rows: how often rule and machine agree
    on rows not at hand.
    """

    baselines: tuple[Baseline, ...]
    on_possible_rows: tuple[DomainFidelity, ...] = field(metadata={"key": "asked"})


def study(answer: Answer, on_progress: OnProgress = ignore) -> Study:
    """Studies an answer on its rows; if on_progress stops it, only the parts done so far."""
    steps, e, judged = _Steps(on_progress), answer.explanation, answer.judged
    rows = _training_rows(answer)[0]
    every, attributes, seed = rows.table, e.attributes, e.settings.seed
    one_thread_for_good()
    decide = decision(e.machine, answer.train.table, attributes)
    return Study(
        baselines=baselines(
            every,
            judged.table,
            attributes,
            rows.y,
            judged.right,
            _costs_of_learners(e, rows),
        ),
        on_possible_rows=domain_fidelity(
            e.rule.formula, decide, answer.train, attributes, seed, lambda done: steps.at(0, done)
        ),
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


def _training_rows(answer: Answer) -> tuple[Sample, np.ndarray]:
    """The training rows in the order that their cells decide, and which place each had before."""
    e, train = answer.explanation, answer.train
    order = canonical(train.table, (*e.attributes, e.target))
    table, y = train.table.rows(order), train.y[order]
    return Sample.of(table, e.attributes, y, e.settings.counting, e.settings.roles), order


def _costs_of_learners(e: Explanation, rows: Sample) -> Costs:
    """How the simple learners count errors: by the costs set, or with both classes alike."""
    if not e.settings.is_balanced:
        return e.settings.costs
    positives = int(rows.y.sum())
    return Costs(miss=len(rows) - positives, false_alarm=positives)


def with_good(answer: Answer, on_progress: OnProgress = ignore) -> Answer:
    """The answer with what its rule can do without, and other good rules; if on_progress stops
    that, the answer as it was.
    """
    one_thread_for_good()
    steps, e, (every, order) = _Steps(on_progress), answer.explanation, _training_rows(answer)
    some = every.rows(stratified(every.y, ROWS.studied, np.random.default_rng(e.settings.seed)))
    decide = decision(e.machine, answer.train.table, e.attributes)
    learned = Learned(
        every=every,
        machine=TrainedMachine(np.array(e.machine.weights)[order], decide),
        some=some.counted(e.settings.counting),
        # with the C that it was trained with, also where a hard margin was asked for
        svc=e.machine.untrained(e.settings).set_params(C=e.machine.C),
        choice=replace(e.rule_choice, price=e.rule_choice.price * (len(some) / len(every))),
        seed=e.settings.seed,
    )
    good = good_rules(e.rule, learned, lambda: steps.at(1, 0.5))
    return replace(answer, explanation=replace(e, good=good))


@dataclass(frozen=True, eq=False)
class Studied:
    """An answer and what was studied of it.

    study: None while that is not done; groups: rates by the groups of some columns, None where none
    were asked about.
    """

    answer: Answer
    study: Study | None
    groups: Groups | None


def studied(
    answers: Sequence[Answer], by: Sequence[str] = (), studies: Sequence[Study | None] = ()
) -> tuple[Studied, ...]:
    """The answers, each with its study so far and the groups that are asked for.

    by: columns by whose groups rates are told. A DataError if a column does not exist or is the
    class.
    """
    return tuple(
        Studied(
            answer=a,
            study=found,
            groups=groups(a, by, LEAST) if by else None,
        )
        for a, found in zip(answers, studies or [None] * len(answers), strict=True)
    )


WHOLE = "A stored study must be as it was written"

doc.known(DomainFidelity, doc.made(DomainFidelity, kind=doc.one_of((EVERY, DRAWN, AT_HAND))))
StudyShape = doc.made(Study)
_Studies = doc.an_object(
    explanations=doc.many(doc.an_object(study=doc.may_lack(StudyShape | None)))
)


def restore_studies(document: Mapping[str, Any]) -> tuple[Study | None, ...]:
    """The study of each explanation of a document; None where there is none yet.

    A DataError in one sentence where it was altered.
    """
    found = doc.read(_Studies, document, WHOLE, AGAIN)["explanations"]
    return tuple(one.get("study") for one in found)


def study_to_dict(study: Study) -> dict[str, Any]:
    """The study as the document has it."""
    written: dict[str, Any] = doc.as_json(study)
    return written
