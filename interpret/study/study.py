"""What an answer is worth, studied after it is found: rivals, other rows, other samples."""

from dataclasses import dataclass, replace

import numpy as np
from threadpoolctl import threadpool_limits

from interpret.answer.explanation import Explanation
from interpret.data.table import Table
from interpret.fit.choose_rule import RuleChoice
from interpret.fit.finding import MUCH_SHORTER, found_anew, other_side
from interpret.fit.machine import decision
from interpret.rules.logic import Formula
from interpret.rules.search import OnProgress, Progress, candidates, ignore
from interpret.rules.simplify import Simplified, penalised, simplify, validated
from interpret.rules.trade_off import FrontPoint, front
from interpret.study.baselines import Baseline, baselines
from interpret.study.conjunctions import Heaviest, heaviest_conjunctions
from interpret.study.domain_fidelity import (
    DomainFidelity,
    Heeded,
    domain_fidelity,
    relevance_by_redrawing,
)
from interpret.study.stability import Stability, stability
from kernels.landmarks import stratified

STEPS = 3  # of the study that tell how far they are
FRONT_SECONDS = 5.0
STUDIED = 6000  # training rows that rules are found anew on and shortened on, at most


@dataclass(frozen=True)
class Study:
    """Baselines on the same rows; fidelity on rows not at hand; what the machine heeds; stability.

    heaviest: the conjunctions that weigh most for the positive and for the other class; front: for
    each length the rule that agrees most often with the machine on the training rows; shorter: the
    rule simplified, with the same verdicts and at a price; other_side: the rule by the other class,
    where validation found that much shorter; rows: how many training rows stability, front and
    shorter rules were studied on.
    """

    baselines: tuple[Baseline, ...]
    asked: tuple[DomainFidelity, ...]
    heeded: tuple[Heeded, ...]
    heaviest: dict[str, Heaviest]
    stability: Stability
    front: tuple[FrontPoint, ...]
    shorter: tuple[Simplified, ...]
    other_side: Formula | None = None
    rows: int = 0


def study(e: Explanation, rows: Table, on_progress: OnProgress = ignore) -> Study:
    """Studies an explanation; rows: the table that its rows are indices into.

    Stopped by on_progress, it returns what was done so far, and nothing for the rest.
    """
    stopped = False

    def tell(part: int, fraction: float) -> bool:
        nonlocal stopped
        progress = Progress("studying", (part + fraction) / STEPS)
        stopped = stopped or on_progress(progress) is False
        return not stopped

    choice = e.rule_choice
    svc = e.machine.untrained(e.settings).set_params(C=e.machine.C)  # also where hard was asked
    every = rows.rows(np.array(e.rows["train"]))
    y_every = e.positive_rows(every)
    few = stratified(y_every, STUDIED, np.random.default_rng(e.settings.seed))
    train, y_train = every.rows(few), y_every[few]

    def anew(kept: np.ndarray, way: RuleChoice, part: int, fraction: float) -> Formula:
        """The rule of some training rows; once stopped, none."""
        if not tell(part, fraction):
            return Formula()
        return found_anew(
            train.rows(kept),
            e.attributes,
            y_train[kept],
            svc,
            replace(way, price=way.price * len(few) / len(y_every)),
            e.settings.seed,
            lambda: tell(part, fraction),
        )

    with threadpool_limits(1):
        judged = rows.rows(np.array(e.rows["test"] or e.rows["train"]))
        decide = decision(e.machine, every, e.attributes)
        weights = np.array(e.machine.weights)
        rivals = baselines(every, judged, e.attributes, y_every, e.positive_rows(judged))
        asked = domain_fidelity(
            e.rule.formula, decide, every, e.attributes, e.settings.seed, lambda f: tell(0, f)
        )
        heeded = relevance_by_redrawing(
            decide, every, e.attributes, e.settings.seed, go_on=lambda: tell(1, 0.0)
        )
        heaviest = {
            side: heaviest_conjunctions(
                every, e.attributes, sign * weights, go_on=lambda: tell(1, 0.0)
            )
            for side, sign in (("for", 1.0), ("against", -1.0))
        }
        done = 0.0

        def resampled(fraction: float) -> bool:
            nonlocal done
            done = fraction
            return tell(1, done)

        stable = stability(
            e.rule.formula,
            lambda kept: anew(kept, choice, 1, done),
            train,
            y_train,
            e.settings.seed,
            resampled,
        )
        points: tuple[FrontPoint, ...] = ()
        shorter: tuple[Simplified, ...] = ()
        other: Formula | None = None
        if tell(2, 0.0):
            points = front(
                candidates(train, e.attributes, choice.language),
                np.array(e.machine.scores)[np.array(e.rows["train"])[few]] > 0,
                choice.clauses,
                choice.literals,
                choice.side == "against",
                FRONT_SECONDS,
                e.settings.seed,
                lambda progress: tell(2, 0.5 * progress.fraction),
            )
        if tell(2, 0.5):
            kept = np.random.default_rng(e.settings.seed).permutation(len(y_train)) % 3 > 0
            part = anew(np.flatnonzero(kept), choice, 2, 0.5)
            if tell(2, 0.7):
                shorter = _shorter(e, every, train, y_train, kept, part)
        if (way := other_side(choice)) and tell(2, 0.8):
            found = anew(np.arange(len(y_train)), way, 2, 0.8)
            other = found if tell(2, 1.0) else None
    return Study(rivals, asked, heeded, heaviest, stable, points, shorter, other, len(few))


def _shorter(
    e: Explanation,
    every: Table,
    train: Table,
    y: np.ndarray,
    kept: np.ndarray,
    part: Formula,
) -> tuple[Simplified, ...]:
    """Exactly; at a price, the best on the rows not kept for `part`, a rule of those kept.

    A monotone rule also in the richer language, where that says the same in much fewer tests.
    every: all training rows, on which what is said exactly must be the same.
    """
    formula, language = e.rule.formula, e.rule_choice.language
    signs = np.where(y, 1.0, -1.0)
    fit, left_out = train.rows(np.flatnonzero(kept)), train.rows(np.flatnonzero(~kept))
    price = validated(part, fit, signs[kept], left_out, y[~kept], language).price
    own = formula.holds(every)

    def exactly(language: str) -> Simplified:
        found = simplify(formula, train, language)
        same = (found.after.holds(every) == own).all()
        return found if same else replace(found, after=formula, shortest=False)

    said = [
        exactly(language),
        penalised(formula, train, signs, price, language),
    ]
    if language == "monotone":
        richer = replace(exactly("values"), mode="values")
        if len(richer.after) <= MUCH_SHORTER * len(said[0].after):
            said.append(richer)
    return tuple(said)
