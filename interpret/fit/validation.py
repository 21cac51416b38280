"""Validation: ways to fit a rule measured on left-out rows, each fold with a machine of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from sklearn.base import clone

from interpret import cores
from interpret.data.encoding import Encoding
from interpret.data.splits import folds
from interpret.fit.capacity import BYTES_PER_PAIR, room_beside
from interpret.fit.machine import Support
from interpret.fit.measured import FoldRule, Measured, measured, together
from interpret.fit.platt import OF_RULES, LeftOutOdds, Recalibration
from interpret.fit.race import hopeless, rounds
from interpret.fit.row_weights import Decide, TrainedMachine
from interpret.fit.rule_problem import UnpricedProblem, rule_problem
from interpret.fit.sample import Sample, Way, rescaled
from interpret.fit.shares import shares_of_rows
from interpret.rules.demands import NOTHING, Limits
from interpret.rules.logic import fired, holds
from interpret.rules.single_tests import TestSet
from kernels.rounding import on_grid
from kernels.solve import margin
from kernels.svm import BooleanSVC

MOST = 6000  # rows that are looked at
SMALL, OFTEN = 200, 5  # with fewer rows, folds are made this often: a single division is luck
PER_PAIR, PER_CELL = 150, 100  # additions: a machine for each pair of rows; a rule for each cell
NEARLY = 1e-3  # how far from its optimum a fold's machine may be: its rule is not proven


@dataclass(frozen=True, eq=False)
class Fold:
    """A fold: rows to learn from and rows left out. seeds: of what is drawn."""

    train: Sample
    left_out: Sample
    encoding: Encoding
    seeds: tuple[int, int]

    def problem(self, machine: TrainedMachine | None, way: Way, limits: Limits) -> UnpricedProblem:
        """The problem of the rows to learn from; where nothing is demanded, once for both sides."""
        key = way if limits.demands != NOTHING else replace(way, side="for")
        if key not in self._problems:
            rng = np.random.default_rng(self.seeds)
            self._problems[key] = rule_problem(self.train, machine, key, limits, rng)
        return self._problems[key].on_side_of(way)

    @cached_property
    def _problems(self) -> dict[Way, UnpricedProblem]:
        return {}


class Validation:
    """The training rows in folds; each fold's machine is trained once, when it is needed.

    svc: an unfitted machine, trained in each fold; decide: gives the verdicts on possible rows in
    place of the machines; again: how often folds of few rows are made anew, at most. At most MOST
    rows are looked at.
    """

    def __init__(
        self,
        sample: Sample,
        svc: BooleanSVC,
        seed: int,
        decide: Decide | None = None,
        again: int = OFTEN,
    ) -> None:
        self.sample, self.svc, self.seed = sample.drawn(MOST, seed), svc, seed
        self.decide = decide
        n = len(self.sample)
        k = 10 if n < 400 else 5 if n < 1500 else 3
        often = min(again, OFTEN if n < SMALL else 2 if n < 400 else 1)
        repeats = 1 if self.sample.ties.times is not None else often
        self.splits = [
            split
            for repeat in range(repeats)
            for split in folds(self.sample.y, self.sample.ties, k, seed + repeat)
        ]
        self.k = len(self.splits) // repeats
        if n >= 4000:
            self.splits = self.splits[:1]

    @cached_property
    def folds(self) -> list[Fold]:
        """The rows of each fold, read as its training rows teach."""
        made = []
        whole = rescaled(np.concatenate([self.sample.each[rows] for _, rows in self.splits]))
        for place, (fit, left_out) in enumerate(self.splits):
            taught = self.sample.as_taught(fit)
            train, unseen = (replace(taught.rows(rows), origin=None) for rows in (fit, left_out))
            unseen = replace(unseen, each=whole * unseen.each)
            made.append(Fold(train, unseen, taught.encoding, (self.seed, place)))
        return made

    @cached_property
    def guess(self) -> float:
        """How often guessing always the same class is right on left-out rows, as rows count."""
        rows = np.concatenate([left_out for _, left_out in self.splits])
        each, y = self.sample.each[rows], self.sample.y[rows]
        return float(max(each[y].sum(), each[~y].sum()) / each.sum())

    @cached_property
    def machines(self) -> list[TrainedMachine]:
        """The machine of each fold's training rows."""
        pairs = [len(fit) ** 2 for fit, _ in self.splits]
        arguments = [(self.svc, fold) for fold in self.folds]
        memory = float(BYTES_PER_PAIR * max(pairs))
        work = PER_PAIR * sum(pairs)
        machines = list(cores.run(_machine, arguments, work, memory=memory, room=room_beside()))
        if self.decide is None:
            return machines
        return [replace(machine, decide=self.decide) for machine in machines]

    def race(
        self,
        ways: Mapping[Way, Sequence[float]],
        limits: Limits,
        rival: Measured | None,
        go_on: cores.GoOn = cores.always,
    ) -> dict[Way, list[Measured]]:
        """What rules fitted in each way do on left-out rows, at each of the way's prices.

        The ways race in rounds of ever more folds: one that is hopelessly behind the best of them
        or behind the rival, which was measured on every fold, drops out.
        """
        done = {way: {price: list[FoldRule]() for price in prices} for way, prices in ways.items()}
        racing = dict(ways)
        for start, stop in pairwise([0, *rounds(self.splits)]):
            fresh = {place: replace(self.folds[place]) for place in range(start, stop)}
            arguments = [
                (fresh[place], self._machine_for(way, place), way, prices, limits)
                for way, prices in racing.items()
                for place in range(start, stop)
            ]
            found = cores.run(_of_fold, arguments, self._work(arguments), go_on)
            for (_, _, way, prices, _), by_price in zip(arguments, found, strict=True):
                for price, result in zip(prices, by_price, strict=True):
                    done[way][price].append(result)
            right = {
                way: [together(done[way][price]) for price in prices]
                for way, prices in racing.items()
            }
            best = max((hits for of_way in right.values() for hits in of_way), key=np.sum)
            if rival is not None:
                best = max(rival.right[: len(best)], best, key=np.sum)
            near = {way: _near(prices, right[way], best) for way, prices in racing.items()}
            racing = {way: prices for way, prices in near.items() if prices}
            if not racing:
                break
        return {
            way: [measured(way, price, of_price) for price, of_price in by_price.items()]
            for way, by_price in done.items()
        }

    def recalibration(self, rules: Measured) -> Recalibration:
        """How the shares of clauses among the rows to learn from become those of rows left out."""
        found, y, groups = [], [], self.sample.ties.groups
        for fold, formula in zip(self.folds, rules.verdicts, strict=True):
            held, left_out = (fired(formula.clauses, s.table) for s in (fold.train, fold.left_out))
            found.append(shares_of_rows(held, fold.train.y, formula.denied).of(left_out))
            y.append(fold.left_out.y)
        share, places = np.concatenate(found), np.concatenate([rows for _, rows in self.splits])
        units = len(np.unique(places if groups is None else groups[places]))
        odds = np.log(share / (1 - share))
        learned = LeftOutOdds(odds, np.concatenate(y), units, 0.5, usual=OF_RULES)
        return Recalibration(*learned.curve(), learned.least, len(np.unique(places)))

    def _machine_for(self, way: Way, place: int) -> TrainedMachine | None:
        return None if way.fit_to == "labels" else self.machines[place]

    def _work(self, arguments: Sequence[tuple[Any, Any, Any, Sequence[float], Any]]) -> float:
        """About how many additions the rules of these folds, ways and prices take."""
        rows, variables = self.sample.examples.shape
        return PER_CELL * rows * variables * sum(len(prices) for _, _, _, prices, _ in arguments)


def _machine(svc: BooleanSVC, fold: Fold, _: cores.GoOn) -> TrainedMachine:
    """The machine of the fold's training rows; svc says how, and is not fitted."""
    sample, X = fold.train, fold.encoding.encode(fold.train.table)
    if svc.landmarks:
        fitted = clone(svc).fit(X, sample.y)
        weights, intercept = sample.signs * fitted.alpha_, float(fitted.intercept_[0])
        held, of_held = fitted.support_vectors_, fitted.dual_coef_[0]
    else:
        solved = margin(svc.kernel(X), sample.signs, svc.C, gap=NEARLY, weights=sample.each)
        weights, intercept = sample.signs * on_grid(solved.alpha), solved.intercept
        support = np.flatnonzero(weights)
        held, of_held = X[support], weights[support]
    return TrainedMachine(
        weights, Support(fold.encoding, held, of_held, svc.kernel, intercept).scores
    )


def _of_fold(
    fold: Fold,
    machine: TrainedMachine | None,
    way: Way,
    prices: Sequence[float],
    limits: Limits,
    _: cores.GoOn,
) -> list[FoldRule]:
    """A rule of the fold's training rows for each price, judged on the rows left out."""
    unpriced = fold.problem(machine, way, limits)
    rules = unpriced.good_rules(prices)
    unseen, single = fold.left_out, unpriced.problem.single_tests

    @cache
    def passed(test: int) -> np.ndarray:
        one = single.tests[test]
        return holds(one, unseen.table.column(one.attribute))

    def right(rule: list[TestSet]) -> np.ndarray:
        if limits.demands.pins:
            said = unpriced.formula(rule).holds(unseen.table)
        else:
            said = np.full(len(unseen), way.denies)
            for clause in rule:
                said[np.logical_and.reduce([passed(test) for test in clause])] = not way.denies
        return np.asarray((said == unseen.y) * unseen.each)

    return [
        FoldRule(right(rule), single.length(rule), rule, unpriced.formula(rule)) for rule in rules
    ]


def _near(
    prices: Sequence[float], right: Sequence[np.ndarray], best: np.ndarray
) -> Sequence[float]:
    """The prices not hopelessly behind the best, with those between and beside them.

    prices: rising; right, best: what each row seen counts for, of shape (n_rows,).
    """
    near = [place for place, hits in enumerate(right) if not hopeless(hits, best)]
    return prices[max(0, near[0] - 1) : near[-1] + 2] if near else []
