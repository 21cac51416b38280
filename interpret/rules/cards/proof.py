"""The proof of a card: no other points, and no other clauses, fit the training rows better.

`interpret.rules.cards.other_points` bounds the cards with the same clauses. The loss of all sums of
any clauses is bounded below here, by the exact search. These sums have clauses of at most
`literals` tests, real weights whose sizes add up to at most T, and any offset: a convex set, whose
corners are single clauses of weight ±T. By `interpret.rules.cards.convex` the loss of each is at
least Σ e h(q) + Σ r z, and Σ r z ≥ −T · M with

    M = max(0, largest Σ −r over the rows of a clause that speaks for the class,
               largest Σ r over the rows of a clause that speaks against it).

Each maximum is the heaviest clause for given row weights, which the exact search finds and proves.
The residuals r are those of the best sum of the clauses known so far; the clauses found join these
and raise the bound, as in column generation. The loss has no ridge: the limit T replaces it.
"""

from dataclasses import dataclass
from math import floor, inf

import numpy as np

from interpret.rules.cards.convex import (
    UNIT,
    Fit,
    Within,
    as_one,
    centred,
    loss_of,
    merged,
    residuals,
    scores_of,
    two_classes,
)
from interpret.rules.cards.logistic import RowsToFit, Sides, near
from interpret.rules.cards.other_points import card_fit, points_bound
from interpret.rules.pricing import Effort, price_clause
from interpret.rules.search import RuleProblem, is_possible
from kernels.examples import distinct

WORK = 600_000_000  # multiplications for the points, roughly
EFFORT = 2_000_000_000  # rows of clauses priced for the clauses, roughly
STEPS = 24  # the most searches for further clauses
OTHERS = 4  # further clauses that join with the heaviest of a sign
WIDE, NARROWER, NARROW = 1e-3, 0.6, 1e-6  # weights of the limits: first, factor by step, last
ALMOST = 1e-3  # the search ends when the bound is this near to the loss, as a share of it
NOTHING = 3e-4  # a clause of a smaller share of the total weight is dropped


@dataclass(frozen=True, eq=False)
class Sums:
    """The sums that are bounded.

    singles: the tests of their clauses, on the same rows; literals: the most tests in a clause;
    total: the largest sum of the weights' sizes.
    """

    singles: Sides
    literals: int
    total: float


@dataclass(frozen=True, eq=False)
class Known:
    """Known clauses: their rows, bool (n, k), and their signs, 1 for the class and −1 against."""

    columns: np.ndarray
    signs: np.ndarray


def clauses_bound(sums: Sums, known: Known, rows: RowsToFit, effort: Effort) -> float | None:
    """A lower bound on the loss of every sum.

    None where the effort ends before there is one, where the sums have no weight, where the rows
    are of one class, or where the bound proves to be wrong.
    """
    if not two_classes(rows) or not 0 < sums.total < inf:
        return None
    singles, rows, known = _alike(sums.singles, known, rows)
    weights, best = np.full(len(known.signs), sums.total / (1 + len(known.signs))), None
    units = np.empty(len(rows.each), dtype=np.int64)
    for step in range(STEPS):
        centre = max(NARROW, WIDE * NARROWER**step)
        scores, weights = _best_sum(known, rows, sums.total, weights, centre)
        entropy = residuals(rows, scores, units)
        priced = _heaviest(singles, units, sums.literals, effort)
        if priced is None:
            break
        heaviest, met = priced
        bound = entropy - sums.total * heaviest * UNIT
        best = bound if best is None else max(best, bound)
        loss = float(loss_of(rows, scores))
        if not is_possible(-loss, -best, near(loss)):
            return None
        if loss - best < ALMOST * loss or not len(met.signs):
            break
        known, weights = _joined(known, met, weights, sums.total)
    return None if best is None else max(0.0, float(best))


def _alike(singles: Sides, known: Known, rows: RowsToFit) -> tuple[Sides, RowsToFit, Known]:
    """The same problem, with rows merged that neither tests nor known clauses tell apart."""
    covers = np.vstack([*(single.covers for single in singles), known.columns.T])
    first, of = distinct(np.ascontiguousarray(covers.T).view(np.uint8))
    first_rows = Sides(*(single.rows(first) for single in singles))
    return first_rows, as_one(rows, of), Known(known.columns[first], known.signs)


def _best_sum(
    known: Known, rows: RowsToFit, total: float, weights: np.ndarray, centre: float
) -> tuple[np.ndarray, np.ndarray]:
    """The scores and weights of nearly the best sum of known clauses.

    weights: to start with, inside the limits.
    """
    k = len(known.signs)
    patterns, alike = merged(known.columns, rows)
    design = np.column_stack([np.ones(len(patterns)), patterns * known.signs])
    slopes = np.vstack([np.eye(k, k + 1, 1), np.append(0.0, -np.ones(k))])
    limits = Within(slopes, np.append(np.zeros(k), total))
    theta = np.append(0.0, weights)
    theta = centred(Fit(design, alike, np.zeros((k + 1, k + 1))), limits, theta, centre)
    every = np.column_stack([np.ones(len(known.columns)), known.columns * known.signs])
    return scores_of(every, theta), theta[1:]


def _heaviest(
    singles: Sides, units: np.ndarray, literals: int, effort: Effort
) -> tuple[float, Known] | None:
    """The largest gain of any clause for the residuals, in units, and the clauses met; None if that
    is not proven.

    The search charges a tiny price for each test and rounds to whole units; the result makes up for
    both.
    """
    most, columns, signs = 0.0, [], []
    for single, sign in ((singles.in_favour, 1), (singles.against, -1)):
        problem = RuleProblem(single, -sign * units.astype(float), literals=literals)
        priced = price_clause(problem, problem.weights, effort)
        if effort.stopped:
            return None
        tests = literals * float(single.oddity.max(initial=0.0))
        off = len(units) + 2e-11 * tests * float(np.abs(problem.weights).sum())
        most = max(most, off + (priced.value if priced else 0.0))
        for clause in (priced.clause, *priced.others[:OTHERS]) if priced else ():
            columns.append(single.coverage(clause))
            signs.append(sign)
    shape = len(columns), len(units)
    return most, Known(np.array(columns, dtype=bool).reshape(shape).T, np.array(signs, dtype=int))


def _joined(
    known: Known, met: Known, weights: np.ndarray, total: float
) -> tuple[Known, np.ndarray]:
    """The known clauses of positive weight and those met, with weights inside the limits."""
    kept = np.flatnonzero(weights > NOTHING * total)
    columns = np.hstack([known.columns[:, kept], met.columns])
    signs = np.concatenate([known.signs[kept], met.signs])
    fresh = np.full(len(met.signs), 0.1 * total / (1 + len(met.signs)))
    return Known(columns, signs), np.concatenate([0.9 * weights[kept], fresh])


@dataclass(frozen=True)
class Proof:
    """Bounds on all other cards. Losses are weighted mean logarithmic losses on training rows.

    loss: the card's own at the slope and offset of its best objective; objective: that loss plus
    ridge / 2 times the sum of the squared weights slope · points; of_points: a lower bound (up to
    `near`) on the objective of every card with the same clauses and points from −range to range;
    of_clauses: a lower bound on the loss of every sum of any clauses of at most `literals` tests
    whose weights' sizes add up to at most `total`, as the card's own do; None where the effort did
    not suffice. demanded: whether the other points and sums must satisfy demands, as the card does.
    """

    loss: float
    objective: float
    ridge: float
    range: int
    of_points: float
    of_clauses: float | None
    literals: int
    total: float
    demanded: bool = False

    @property
    def points_proven(self) -> bool:
        """Whether no other points for these clauses have a better objective, up to `near`."""
        return self.reaches(self.objective, self.of_points)

    @staticmethod
    def reaches(loss: float, bound: float) -> bool:
        """Whether a loss is as low as its lower bound, up to `near`."""
        return loss <= bound + near(loss)


@dataclass(frozen=True, eq=False)
class Scope:
    """The cards that a card is compared with.

    singles: the tests of clauses on the training rows; signs: the sign that the points of each
    clause of the card must have, 0 for any, int (k,); literals: the most tests in a clause; reach:
    the most points; demanded: whether something is forbidden or has a direction.
    """

    singles: Sides
    signs: np.ndarray
    literals: int
    reach: int
    demanded: bool = False


def proved(
    columns: np.ndarray, points: np.ndarray, rows: RowsToFit, scope: Scope
) -> tuple[np.ndarray, Proof] | None:
    """The best points found for a card's clauses, in their order, and their proof.

    They are the card's own unless better ones were found. columns: which rows each clause holds
    for, bool (n, k); points: the card's own, (k,). None if there is nothing to prove: for a card
    without clauses, rows of one class, or a card whose points tell no rows apart.
    """
    allowed = scope.reach, scope.signs
    of_points = points_bound(columns, points, rows, allowed, WORK)
    if of_points is None:
        return None
    points = np.array(of_points.points, dtype=np.int64)
    fit = card_fit(columns, points, rows)
    total = fit.slope * int(np.abs(points).sum())
    of_clauses: float | None = 0.0
    if fit.loss > near(0.0):  # otherwise nothing can be better
        used = np.flatnonzero(points)
        known = Known(columns[:, used], np.sign(points[used]))
        sums = Sums(scope.singles, scope.literals, total)
        of_clauses = clauses_bound(sums, known, rows, Effort(EFFORT // len(rows.each)))
    proof = Proof(
        loss=fit.loss,
        objective=fit.objective,
        ridge=float(rows.ridge / rows.each.sum()),
        range=scope.reach,
        of_points=fit.objective if of_points.proven else _down(of_points.bound),
        of_clauses=None if of_clauses is None else _down(of_clauses),
        literals=scope.literals,
        total=total,
        demanded=scope.demanded,
    )
    return points, proof


def _down(bound: float) -> float:
    """A lower bound, rounded down to digits that do not depend on rounding errors."""
    return floor(bound * 1e6) / 1e6
