"""No other clauses: a lower bound on the loss of all sums of any clauses, by the exact search.

The sums are of clauses of at most so many tests, with real weights whose sizes add up to at most T,
and any offset: a convex set, whose corners are single clauses of weight ±T. By
`interpret.answers.points.convex` the loss of each is at least Σ e h(q) + Σ r z, and Σ r z ≥ −T · M
with

    M = max(0, largest Σ −r over the rows of a clause that speaks for the class,
               largest Σ r over the rows of a clause that speaks against it).

Each maximum is the heaviest clause for given row weights, which the exact search finds and proves.
The residuals r are those of the best sum of the clauses known so far; the clauses found join these
and raise the bound, as in column generation. The loss has no ridge: the limit on the total takes
its place.
"""

from dataclasses import dataclass
from math import inf

import numpy as np

from interpret.answers.points.card_figures import near
from interpret.answers.points.chances import RowsToFit
from interpret.answers.points.convex import (
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
from interpret.answers.points.facts import Sides
from interpret.rules.pricing import Effort, price_clause
from interpret.rules.search import RuleProblem, is_possible
from kernels.examples import distinct

STEPS = 24  # times that clauses are looked for
OTHERS = 4  # further clauses that join with the heaviest of a sign
WIDE, NARROWER, NARROW = 1e-3, 0.6, 1e-6  # weights of the limits: first, from step to step, last
ALMOST = 1e-3  # of the loss: a bound this near to the loss of a sum is near enough
NOTHING = 3e-4  # of the total: a clause that weighs less is forgotten


@dataclass(frozen=True, eq=False)
class Sums:
    """Which sums are meant.

    singles: the tests of their clauses, on the same rows; literals: tests in a clause at most;
    total: of the weights' sizes at most.
    """

    singles: Sides
    literals: int
    total: float


@dataclass(frozen=True, eq=False)
class Known:
    """Clauses to begin with: their rows, bool (n, k), and 1 or −1 for what each speaks for."""

    columns: np.ndarray
    signs: np.ndarray


def clauses_bound(sums: Sums, known: Known, rows: RowsToFit, effort: Effort) -> float | None:
    """A lower bound on the loss of every sum; None where the effort ends before there is one, and
    where the sums have no weight, the rows are of one class, or the bound proves to be wrong.
    """
    if not two_classes(rows) or not 0 < sums.total < inf:
        return None
    singles, rows, known = _alike(sums.singles, known, rows)
    weights, best = np.full(len(known.signs), sums.total / (1 + len(known.signs))), None
    found = np.empty(len(rows.each), dtype=np.int64)
    for step in range(STEPS):
        centre = max(NARROW, WIDE * NARROWER**step)
        scores, weights = _best_sum(known, rows, sums.total, weights, centre)
        entropy = residuals(rows, scores, found)
        priced = _heaviest(singles, found, sums.literals, effort)
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
    """The scores of about the best sum of known clauses, and their weights; from weights inside."""
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
    singles: Sides, found: np.ndarray, literals: int, effort: Effort
) -> tuple[float, Known] | None:
    """No clause gains more for the residuals, in units; the clauses met. None without a proof.

    The search charges a tiny price for each test and counts in whole units; the bound adds this
    back.
    """
    most, columns, signs = 0.0, [], []
    for single, sign in ((singles.in_favour, 1), (singles.against, -1)):
        problem = RuleProblem(single, -sign * found.astype(float), literals=literals)
        priced = price_clause(problem, problem.weights, effort)
        if effort.stopped:
            return None
        tests = literals * float(single.oddity.max(initial=0.0))
        off = len(found) + 2e-11 * tests * float(np.abs(problem.weights).sum())
        most = max(most, off + (priced.value if priced else 0.0))
        for clause in (priced.clause, *priced.others[:OTHERS]) if priced else ():
            columns.append(single.coverage(clause))
            signs.append(sign)
    shape = len(columns), len(found)
    return most, Known(np.array(columns, dtype=bool).reshape(shape).T, np.array(signs, dtype=int))


def _joined(
    known: Known, met: Known, weights: np.ndarray, total: float
) -> tuple[Known, np.ndarray]:
    """Known clauses that weigh something, and those met; weights inside the limits."""
    kept = np.flatnonzero(weights > NOTHING * total)
    columns = np.hstack([known.columns[:, kept], met.columns])
    signs = np.concatenate([known.signs[kept], met.signs])
    fresh = np.full(len(met.signs), 0.1 * total / (1 + len(met.signs)))
    return Known(columns, signs), np.concatenate([0.9 * weights[kept], fresh])
