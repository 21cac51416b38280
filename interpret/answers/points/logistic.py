"""Logistic sums of 0/1 columns, fitted by Newton's method; compiled by numba.

Every sum has one order and the exponential is our own, so that the same rows give the same weights,
to the last digit, on every processor.
"""

import math

import numpy as np

from kernels.compiled import compiled
from kernels.steady import factorise, solved

STEPS, HALVINGS = 30, 30
NEAR = 1e-8  # of the loss of a row: what a step must gain to be followed by another
POWER = tuple(1 / math.factorial(n) for n in range(14, -1, -1))  # e^x by its series
LOG = tuple(1 / n for n in range(35, 0, -2))  # log((1 + s) / (1 − s)) / 2s likewise, in s²


@compiled
def _power(x):  # pragma: no cover
    """e to the x, for x up to 0."""
    if x < -700.0:
        return 0.0
    k = math.floor(x * 1.4426950408889634 + 0.5)
    r = (x - k * 0.6931471803691238) - k * 1.9082149292705877e-10
    total = 0.0
    for share in POWER:
        total = total * r + share
    return math.ldexp(total, int(k))


@compiled
def _log_of_one_and(u):  # pragma: no cover
    """log(1 + u), for u from 0 to 1."""
    s = u / (2.0 + u)
    square, total = s * s, 0.0
    for share in LOG:
        total = total * square + share
    return 2.0 * s * total


@compiled
def logarithm(x):  # pragma: no cover
    """The natural logarithm, for x above 0."""
    share, power = math.frexp(x)
    if share < 0.7071067811865476:
        share, power = 2.0 * share, power - 1
    s = (share - 1.0) / (share + 1.0)
    square, total = s * s, 0.0
    for part in LOG:
        total = total * square + part
    return 2.0 * s * total + power * 0.6931471805599453


@compiled
def row_loss(z, target):  # pragma: no cover
    """log(1 + e^z) − target · z."""
    return _log_of_one_and(_power(-abs(z))) + max(z, 0.0) - target * z


@compiled
def chance(z):  # pragma: no cover
    """1 / (1 + e^−z)."""
    u = _power(-abs(z))
    return 1.0 / (1.0 + u) if z >= 0.0 else u / (1.0 + u)


@compiled
def rows_of_columns(columns):  # pragma: no cover
    """Which columns hold in each row: (starts, places), for bool columns (k, n)."""
    k, n = columns.shape
    starts = np.zeros(n + 1, dtype=np.int64)
    for j in range(k):
        for i in range(n):
            starts[i + 1] += columns[j, i]
    starts = np.cumsum(starts)
    places, at = np.empty(starts[n], dtype=np.int64), starts[:n].copy()
    for j in range(k):
        for i in range(n):
            if columns[j, i]:
                places[at[i]] = j
                at[i] += 1
    return starts, places


@compiled
def decisions(starts, places, weights):  # pragma: no cover
    """The sum of each row: the weights of the columns that hold, and the intercept, the last."""
    n = len(starts) - 1
    z = np.full(n, weights[-1])
    for i in range(n):
        for c in range(starts[i], starts[i + 1]):
            z[i] += weights[places[c]]
    return z


@compiled
def _judged(z, targets, each, weights, ridge, chances):  # pragma: no cover
    """The rows' losses as they count, and the ridge; the chance of each row goes into `chances`."""
    loss = 0.0
    for j in range(len(weights) - 1):
        loss += 0.5 * ridge * weights[j] * weights[j]
    for i in range(len(z)):
        u = _power(-abs(z[i]))
        p = 1.0 / (1.0 + u)
        chances[i] = p if z[i] >= 0.0 else u * p
        loss += each[i] * (_log_of_one_and(u) + max(z[i], 0.0) - targets[i] * z[i])
    return loss


@compiled
def losses(decisions, targets):  # pragma: no cover
    """The logarithmic loss of each decision: float (m, n), for decisions likewise, targets (n,)."""
    found = np.empty(decisions.shape)
    for k in range(decisions.shape[0]):
        for i in range(decisions.shape[1]):
            found[k, i] = row_loss(decisions[k, i], targets[i])
    return found


@compiled
def fit_logistic(columns, targets, each, start, ridge):  # pragma: no cover
    """The weights of the least loss, the intercept last, that loss, and each weight's worth.

    columns: bool (k, n); targets: float (n,) in [0, 1]; each: what a row counts for, (n,); start:
    weights to start from, (k + 1,); ridge: half of it times the sum of squares is added to the loss
    of all rows. A weight's worth, (k,), is about how much the loss grows without it.
    """
    k, n = columns.shape
    starts, places = rows_of_columns(columns)
    weights = start.copy()
    z = decisions(starts, places, weights)
    chances, new_chances = np.empty(n), np.empty(n)
    loss = _judged(z, targets, each, weights, ridge, chances)
    H = np.zeros((k + 1, k + 1))
    total = each.sum()
    for _ in range(STEPS):
        H[:] = 0.0
        gradient = np.zeros(k + 1)
        for j in range(k):
            gradient[j] = ridge * weights[j]
            H[j, j] = ridge
        H[k, k] = 1e-9 * total
        for i in range(n):
            p = chances[i]
            g, w = each[i] * (p - targets[i]), each[i] * p * (1.0 - p)
            gradient[k] += g
            H[k, k] += w
            for c in range(starts[i], starts[i + 1]):
                a = places[c]
                gradient[a] += g
                H[k, a] += w
                for d in range(starts[i], c + 1):
                    H[a, places[d]] += w
        for a in range(k + 1):
            for b in range(a):
                H[b, a] = H[a, b]
        factorise(H)  # positive definite by the ridge and the curvature of the intercept
        step = solved(H, gradient)
        share, better = 1.0, False
        for _ in range(HALVINGS):
            new = weights - share * step
            new_z = decisions(starts, places, new)
            new_loss = _judged(new_z, targets, each, new, ridge, new_chances)
            if new_loss <= loss:
                better = True
                break
            share *= 0.5
        if not better:
            break
        gained = loss - new_loss
        weights, z, loss = new, new_z, new_loss
        chances, new_chances = new_chances, chances
        if gained <= NEAR * total:
            break
    worth = np.empty(k)
    for j in range(k):
        unit = np.zeros(k + 1)
        unit[j] = 1.0
        worth[j] = 0.5 * weights[j] * weights[j] / solved(H, unit)[j]
    return weights, loss, worth


@compiled
def left_by(columns, weights, targets, each):  # pragma: no cover
    """The residual and the curvature of each row under a sum: float (n,) both."""
    starts, places = rows_of_columns(columns)
    z = decisions(starts, places, weights)
    residuals, curvatures = np.empty(len(z)), np.empty(len(z))
    for i in range(len(z)):
        p = chance(z[i])
        residuals[i] = each[i] * (targets[i] - p)
        curvatures[i] = each[i] * p * (1.0 - p)
    return residuals, curvatures
