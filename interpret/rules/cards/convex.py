"""The mean logarithmic loss of a linear score: minimised within linear limits, and bounded below.

For rows with targets t in [0, 1], weights e of sum 1 and scores z the loss is Σ e (log(1 + exp z) −
t z). For any q in [0, 1] each row's part is at least e (h(q) + (q − t) z) with h(q) = −q log q − (1
− q) log(1 − q), so that for *every* z

    loss(z) ≥ Σ e h(q) + Σ r z,   r = e (q − t).

So a choice of r and a bound on the linear Σ r z over a set of scores bound the losses of the set.
Here r is rounded to whole multiples of a unit, with a sum of exactly 0, so that a free offset adds
nothing and Σ r z can be bounded without rounding. No bound relies on a solver's claim about its
accuracy. The loops are compiled and their sums have a fixed order, so that every processor gets the
same result.
"""

from math import log
from typing import NamedTuple

import numpy as np

from interpret.rules.cards.logistic import RowsToFit, chances, chances_and_losses
from kernels.compiled import compiled
from kernels.examples import distinct
from kernels.steady import factorise, solved

UNIT = 2.0**-50  # of the residuals
ROUNDED = 1e-14  # how far rounding may put a chance outside [0, 1]
SINGULAR = 1e-12  # share of a diagonal that is added to it, since clauses may be dependent
SPARE = 1e-10  # the most that rounding adds to the entropies of all rows


class Fit(NamedTuple):
    """The problem for parameters θ: rows with the scores design · θ, plus ½ θ · quadratic · θ.

    design: (n, d); quadratic: (d, d), symmetric.
    """

    design: np.ndarray
    rows: RowsToFit
    quadratic: np.ndarray


class Within(NamedTuple):
    """The parameters θ with `slopes` · θ + `spare` > 0: (n_limits, d) and (n_limits,)."""

    slopes: np.ndarray
    spare: np.ndarray


def two_classes(rows: RowsToFit) -> bool:
    """Whether some targets are above 0 and some are below 1."""
    return bool((rows.targets > 0).any() and (rows.targets < 1).any())


def as_one(rows: RowsToFit, of: np.ndarray) -> RowsToFit:
    """Merges rows that have the same score, and scales their weights to a sum of 1.

    of: the group of each row, (n,). Up to this scale the loss is the same, since it is linear in
    the targets.
    """
    each = np.bincount(of, rows.each)
    targets = np.bincount(of, rows.each * rows.targets) / each
    total = each.sum()
    return RowsToFit(np.clip(targets, 0.0, 1.0), each / total, rows.ridge / total)


def merged(columns: np.ndarray, rows: RowsToFit) -> tuple[np.ndarray, RowsToFit]:
    """The distinct rows of bool (n, k), as int (m, k), with the merged targets and weights."""
    first, of = distinct(columns.astype(np.uint8))
    return columns[first].astype(np.int64), as_one(rows, of)


@compiled
def centred(fit, limits, start, weight):  # pragma: no cover
    """The θ of least value_at(fit, θ) − weight · Σ log(slack of each limit), by Newton's method.

    start: within the limits, as the result is. As the weight falls to 0, the result's value falls
    to the minimum within the limits.
    """
    design, rows = fit.design, fit.rows
    n, d = design.shape
    theta, value = start.copy(), _value(fit, limits, start, weight)
    gradient, hessian = np.empty(d), np.empty((d, d))
    for _ in range(60):
        hessian[:] = fit.quadratic
        for j in range(d):
            gradient[j] = 0.0
            for k in range(d):
                gradient[j] += fit.quadratic[j, k] * theta[k]
        of_rows = chances(scores_of(design, theta))
        for i in range(n):
            q = of_rows[i]
            r, curve = rows.each[i] * (q - rows.targets[i]), rows.each[i] * q * (1 - q)
            for j in range(d):
                x = design[i, j]
                if x != 0.0:
                    gradient[j] += r * x
                    x *= curve
                    for k in range(j, d):
                        hessian[j, k] += x * design[i, k]
        for i in range(len(limits.spare)):
            left = limits.spare[i]
            for j in range(d):
                left += limits.slopes[i, j] * theta[j]
            for j in range(d):
                x = limits.slopes[i, j]
                if x != 0.0:
                    gradient[j] -= weight * x / left
                    x *= weight / left / left
                    for k in range(j, d):
                        hessian[j, k] += x * limits.slopes[i, k]
        for j in range(d):
            hessian[j, j] += SINGULAR * hessian[j, j]
        if not factorise(hessian):
            break
        step = solved(hessian, gradient)
        slope = 0.0
        for j in range(d):
            slope += gradient[j] * step[j]
        if not slope > 1e-4 * weight * weight:
            break
        length = 1.0
        while length > 1e-6:
            tried = theta - length * step
            other = _value(fit, limits, tried, weight)
            if other <= value - 0.1 * length * slope:
                break
            length /= 2
        if not other < value:
            break
        theta, value = tried, other
    return theta


@compiled
def _value(fit, limits, theta, weight):  # pragma: no cover
    """The objective that `centred` minimises; infinite outside the limits."""
    value = 0.0
    for i in range(len(limits.spare)):
        left = limits.spare[i]
        for j in range(len(theta)):
            left += limits.slopes[i, j] * theta[j]
        if not left > 0:
            return np.inf
        value -= weight * log(left)
    return value + value_at(fit, theta)


@compiled
def scores_of(design, theta):  # pragma: no cover
    """The scores design · θ, (n,)."""
    scores = np.zeros(len(design))
    for i in range(len(design)):
        for j in range(len(theta)):
            scores[i] += design[i, j] * theta[j]
    return scores


@compiled
def loss_of(rows, scores):  # pragma: no cover
    """The loss of scores."""
    value, row_losses = 0.0, chances_and_losses(scores)[1]
    for i in range(len(scores)):
        value += rows.each[i] * (row_losses[i] - rows.targets[i] * scores[i])
    return value


@compiled
def even(rows, scores):  # pragma: no cover
    """An offset to start with, which makes the mean score the log odds of the mean target."""
    share, mean = 0.0, 0.0
    for i in range(len(scores)):
        share += rows.each[i] * rows.targets[i]
        mean += rows.each[i] * scores[i]
    return log(share / (1 - share)) - mean


@compiled
def spread(patterns, rows, weights):  # pragma: no cover
    """The curvature of the loss in the weight of each clause, at the best offset, (k,).

    patterns: (n, k); weights: (offset, slope, weights).
    """
    n, k = patterns.shape
    with_it, total, curvatures = np.zeros(k), 0.0, np.empty(k)
    of_rows = chances(weights[0] + scores_of(patterns, weights[2:]))
    for i in range(n):
        q = of_rows[i]
        curve = rows.each[i] * q * (1 - q)
        total += curve
        for j in range(k):
            with_it[j] += patterns[i, j] * curve
    for j in range(k):
        curvatures[j] = with_it[j] * (1 - with_it[j] / max(total, 1e-300))
    return curvatures


@compiled
def value_at(fit, theta):  # pragma: no cover
    """The loss of the scores design · θ, and ½ θ · quadratic · θ."""
    value = 0.0
    for j in range(len(theta)):
        for k in range(len(theta)):
            value += 0.5 * theta[j] * fit.quadratic[j, k] * theta[k]
    return value + loss_of(fit.rows, scores_of(fit.design, theta))


@compiled
def residuals(rows, scores, units):  # pragma: no cover
    """Fills `units` with r in whole units of sum 0, near those of the scores; returns Σ e h(q).

    Rounding is towards 0, so that each q stays between its target and the score's chance; the rest
    of the sum goes to the row with most room for it. −∞ where a q still leaves [0, 1].
    """
    place, most, total = 0, -1.0, 0
    of_rows = chances(scores)
    for i in range(len(scores)):
        q = of_rows[i]
        units[i] = np.int64(rows.each[i] * (q - rows.targets[i]) / UNIT)
        total += units[i]
        bears = rows.each[i] * q * (1 - q)
        if bears > most:
            place, most = i, bears
    units[place] -= total
    entropy = 0.0
    for i in range(len(scores)):
        q = rows.targets[i] + units[i] * UNIT / rows.each[i]
        if not -ROUNDED <= q <= 1 + ROUNDED or (i == place and not 0 <= q <= 1):
            return -np.inf
        q = min(max(q, 0.0), 1.0)
        if 0 < q < 1:
            entropy -= rows.each[i] * (q * log(q) + (1 - q) * log(1 - q))
    return entropy - SPARE
