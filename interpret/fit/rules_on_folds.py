"""How ways to fit a rule do on left-out rows: they race over folds, and can be compared."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

import numpy as np

from interpret import cores
from interpret.fit.chances import OF_RULES, Curve, LeftOutOdds, shares_of_rows
from interpret.fit.folds import Fold, Folds, Menu, ahead, hopeless, race
from interpret.fit.rule_problem import TrainedMachine, UnpricedProblem, rule_problem
from interpret.fit.sample import Way
from interpret.rules.demands import NOTHING, Limits
from interpret.rules.logic import Formula, fired, holds
from interpret.rules.single_tests import TestSet

PER_CELL = 100  # additions that a rule takes for each cell of its rows


@dataclass(frozen=True)
class RuleCandidate(Way):
    """One way to fit a rule, and how its rules did on left-out rows.

    price: in units of a typical row's weight; hits: of n left-out rows (with balanced classes, the
    rows of each class count for n / 2); tests, clauses: means over the folds.
    """

    price: float
    hits: float
    n: int
    tests: float
    clauses: float

    @property
    def accuracy(self) -> float:
        return self.hits / self.n


@dataclass(frozen=True, eq=False)
class Measured:
    """A candidate with its results row by row.

    right: the weight of each left-out row where the rule is right, else 0, of shape (n,); longest:
    the most clauses, and tests in a clause, of its rules; verdicts: its rules, one from each fold.
    """

    candidate: RuleCandidate
    right: np.ndarray
    longest: tuple[int, int]
    verdicts: tuple[Formula, ...] = ()

    @cached_property
    def accuracy(self) -> float:
        return float(self.right.mean())


@dataclass(frozen=True, eq=False)
class FoldRule:
    """A fold's rule at one price, and its results on the left-out rows.

    right: the weight of each of these where the rule is right, else 0, of shape (n_left_out,).
    """

    right: np.ndarray
    tests: int
    rule: list[TestSet]
    verdict: Formula


def raced(
    folds: Folds,
    ways: Mapping[Way, Sequence[float]],
    limits: Limits,
    rival: Measured | None,
    go_on: cores.GoOn = cores.always,
) -> dict[Way, list[Measured]]:
    """How rules fitted in each way do on left-out rows, at each of the way's ascending prices.

    A way drops out if it is hopelessly behind the best of them or behind the rival, which was
    measured on every fold.
    """
    n_cells = int(np.prod(folds.sample.examples.shape))

    def on_folds(menu: Menu[Way, float], places: range) -> Iterator[tuple[Way, Sequence[FoldRule]]]:
        needed = any(way.fit_to != "labels" for way in menu)
        machines = folds.machines(places) if needed else []
        # what a round makes of a fold is kept for that round alone
        fresh = [replace(folds.folds[place]) for place in places]
        arguments = [
            (fold, None if way.fit_to == "labels" else machines[i], way, prices, limits)
            for way, prices in menu.items()
            for i, fold in enumerate(fresh)
        ]
        work = PER_CELL * n_cells * sum(len(prices) for _, _, _, prices, _ in arguments)
        keys = (way for way in menu for _ in places)
        return zip(keys, cores.run(_of_fold, arguments, work, go_on), strict=True)

    def near(done: dict[Way, dict[float, list[FoldRule]]]) -> dict[Way, Sequence[float]]:
        right = {
            way: [together(of_folds) for of_folds in by_price.values()]
            for way, by_price in done.items()
        }
        best = max((hits for of_way in right.values() for hits in of_way), key=np.sum)
        if rival is not None:
            best = max(rival.right[: len(best)], best, key=np.sum)
        return {way: _near([*by_price], right[way], best) for way, by_price in done.items()}

    return {
        way: [measured(way, price, of_price) for price, of_price in by_price.items()]
        for way, by_price in race(ways, folds.rounds, on_folds, near).items()
    }


def together(done: Sequence[FoldRule]) -> np.ndarray:
    """`right` of the left-out rows of all these folds: (n_rows,)."""
    return np.concatenate([fold.right for fold in done])


def measured(way: Way, price: float, done: Sequence[FoldRule]) -> Measured:
    """The results of a way at one price, from its rules, one from each fold."""
    right, rules = together(done), [fold.rule for fold in done]
    candidate = RuleCandidate(
        way.fit_to,
        way.side,
        way.language,
        price,
        float(right.sum()),
        len(right),
        float(np.mean([fold.tests for fold in done])),
        float(np.mean([len(rule) for rule in rules])),
    )
    widest = max((len(clause) for rule in rules for clause in rule), default=0)
    verdicts = tuple(fold.verdict for fold in done)
    return Measured(candidate, right, (max(map(len, rules)), widest), verdicts)


def behind(one: Measured, other: Measured) -> float:
    """How much less accurate the other is."""
    return one.accuracy - other.accuracy


def error(one: Measured, other: Measured) -> float:
    """The standard error of the difference in accuracy, paired by rows."""
    return ahead(one.right, other.right)[1]


def recalibration(folds: Folds, rules: Measured) -> Curve:
    """The curve from the shares of clauses among training rows to chances on left-out rows."""
    log_odds = []
    for fold, formula in zip(folds.folds, rules.verdicts, strict=True):
        held, left_out = (fired(formula.clauses, s.table) for s in (fold.train, fold.left_out))
        log_odds.append(shares_of_rows(held, fold.train.y, formula.denied).log_odds(left_out))
    odds, y = np.concatenate(log_odds), folds.sample.y[folds.left_out]
    learned = LeftOutOdds(odds, y, folds.n_cases, 0.5, usual=OF_RULES)
    slope, shift = learned.curve()
    rows = len(np.unique(folds.left_out))
    return Curve(slope, shift, learned.least, rows, learned.unsure(slope, shift))


def _problem(
    fold: Fold, machine: TrainedMachine | None, way: Way, limits: Limits
) -> UnpricedProblem:
    """The problem of the fold's training rows; without demands, both sides share it."""
    key = way if limits.demands != NOTHING else replace(way, side="for")
    if key not in fold.kept:
        rng = np.random.default_rng(fold.seeds)
        fold.kept[key] = rule_problem(fold.train, machine, key, limits, rng)
    problem: UnpricedProblem = fold.kept[key].on_side_of(way)
    return problem


def _of_fold(
    fold: Fold,
    machine: TrainedMachine | None,
    way: Way,
    prices: Sequence[float],
    limits: Limits,
    _: cores.GoOn,
) -> list[FoldRule]:
    """A rule of the fold's training rows for each price, judged on the rows left out."""
    unpriced = _problem(fold, machine, way, limits)
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
    """The prices not hopelessly behind the best, with those between and next to them.

    right, best: the weights of rows that are right so far, of shape (n_rows,).
    """
    near = [place for place, hits in enumerate(right) if not hopeless(hits, best)]
    return prices[max(0, near[0] - 1) : near[-1] + 2] if near else []
