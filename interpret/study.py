"""What an answer is worth, studied after it is found: rivals, other rows, other samples."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from threadpoolctl import threadpool_limits

from interpret.data.table import Table
from interpret.explanation import Explanation, decision
from interpret.finding import found_anew
from interpret.insight.asking import (
    DomainFidelity,
    Heeded,
    domain_fidelity,
    relevance_by_redrawing,
)
from interpret.insight.baselines import Baseline, baselines
from interpret.insight.conjunctions import Heaviest, heaviest_conjunctions
from interpret.insight.stability import Stability, stability
from interpret.rules.front import FrontPoint, front
from interpret.rules.search import OnProgress, Progress, candidates, ignore
from interpret.rules.simplify import Simplified, penalised, simplify, validated
from kernels.catalog import parse

STEPS = 3  # of the study that tell how far they are
FRONT_SECONDS = 5.0


@dataclass(frozen=True)
class Study:
    """Baselines on the same rows; fidelity on rows not at hand; what the machine heeds; stability.

    heaviest: the conjunctions that weigh most for the positive and for the other class; front: for
    each length the rule that agrees most often with the machine on the training rows; shorter: the
    rule simplified, with the same verdicts and at a price.
    """

    baselines: tuple[Baseline, ...]
    asked: tuple[DomainFidelity, ...]
    heeded: tuple[Heeded, ...]
    heaviest: dict[str, Heaviest]
    stability: Stability
    front: tuple[FrontPoint, ...]
    shorter: tuple[Simplified, ...]


def study(e: Explanation, rows: Table, on_progress: OnProgress = ignore) -> Study:
    """Studies an explanation; rows: the table that its rows are indices into.

    Stopped by on_progress, it returns what was done so far.
    """

    def tell(part: int) -> Callable[[float], object]:
        return lambda fraction: on_progress(Progress("studying", (part + fraction) / STEPS))

    with threadpool_limits(1):
        train = rows.rows(np.array(e.rows["train"]))
        judged = rows.rows(np.array(e.rows["test"] or e.rows["train"]))
        y_train, y_judged = e.positive_rows(train), e.positive_rows(judged)
        decide = decision(e.machine, train, e.attributes)
        weights = np.array(e.machine.weights)
        rivals = baselines(train, judged, e.attributes, y_train, y_judged)
        asked = domain_fidelity(
            e.rule.formula, decide, train, e.attributes, e.settings.seed, tell(0)
        )
        heeded = relevance_by_redrawing(decide, train, e.attributes, e.settings.seed)
        heaviest = {
            side: heaviest_conjunctions(train, e.attributes, sign * weights)
            for side, sign in (("for", 1.0), ("against", -1.0))
        }
        kernel = parse(e.machine.kernel)
        stable = stability(
            e.rule.formula,
            lambda kept: found_anew(
                train.rows(kept),
                e.attributes,
                y_train[kept],
                kernel,
                e.machine.asked_C,
                e.rule_choice,
                e.settings.seed,
            ),
            train,
            y_train,
            e.settings.seed,
            tell(1),
        )
        choice = e.rule_choice
        points = front(
            candidates(train, e.attributes, choice.language),
            np.array(e.machine.scores)[np.array(e.rows["train"])] > 0,
            choice.clauses,
            choice.literals,
            choice.side == "against",
            FRONT_SECONDS,
            e.settings.seed,
            lambda progress: tell(2)(progress.fraction),
        )
        shorter = _shorter(e, train, y_train)
    return Study(rivals, asked, heeded, heaviest, stable, points, shorter)


def _shorter(e: Explanation, train: Table, y: np.ndarray) -> tuple[Simplified, ...]:
    """Exactly, and at a price: the best one, on a third of the rows, for a rule of the others."""
    formula, language = e.rule.formula, e.rule_choice.language
    kept = np.random.default_rng(e.settings.seed).permutation(len(y)) % 3 > 0
    fit, left_out = np.flatnonzero(kept), np.flatnonzero(~kept)
    signs = np.where(y, 1.0, -1.0)
    other = found_anew(
        train.rows(fit),
        e.attributes,
        y[fit],
        parse(e.machine.kernel),
        e.machine.asked_C,
        e.rule_choice,
        e.settings.seed,
    )
    unseen = train.rows(left_out)
    price = validated(other, train.rows(fit), signs[fit], unseen, y[left_out], language).price
    return (
        simplify(formula, train, language),
        penalised(formula, train, signs, price, language),
    )
