"""Integers for the clauses of a logistic sum: rounded at many scales, then moved one by one.

A card's totals are judged by the logistic loss at their best scale and offset, with the ridge of
the path on the scaled points, so that doubling all points gives an equal card. Compiled by numba;
every sum has one order.
"""

import math

import numpy as np

from interpret.rules.cards.logistic import chances, chances_and_losses
from kernels.compiled import compiled

SCALES = 40
STEPS = 50
SURELY = 1e-9  # the least gain of a move, as a share of the loss


@compiled
def curve(totals, rows, size, start):  # pragma: no cover
    """The scale and offset of the least loss of integer totals, and that loss.

    totals: int (n,); rows: RowsToFit; size: the sum of the squared points, which the ridge
    multiplies; start: scale and offset to start with.
    """
    targets, each, ridge = rows.targets, rows.each, rows.ridge * size
    least = totals.min()
    counts = np.zeros(totals.max() - least + 1)
    wanted = np.zeros(len(counts))
    for i in range(len(totals)):
        counts[totals[i] - least] += each[i]
        wanted[totals[i] - least] += each[i] * targets[i]
    occur = np.flatnonzero(counts > 0)
    values, counts, wanted = (occur + least).astype(np.float64), counts[occur], wanted[occur]
    a, b = start[0], start[1]
    n = counts.sum()
    loss = _curve_loss(values, counts, wanted, a, b) + 0.5 * ridge * a * a
    for _ in range(STEPS):
        g0, g1, h00, h01, h11 = ridge * a, 0.0, ridge, 0.0, 0.0
        of_totals = chances(a * values + b)
        for k in range(len(values)):
            v, p = values[k], of_totals[k]
            g, h = counts[k] * p - wanted[k], counts[k] * p * (1.0 - p)
            g0 += g * v
            g1 += g
            h00 += h * v * v
            h01 += h * v
            h11 += h
        h11 += 1e-9 * n
        determinant = h00 * h11 - h01 * h01
        if not determinant > 0.0:
            break
        step_a = (h11 * g0 - h01 * g1) / determinant
        step_b = (h00 * g1 - h01 * g0) / determinant
        share, better = 1.0, False
        for _ in range(30):
            new_a, new_b = a - share * step_a, b - share * step_b
            new_loss = _curve_loss(values, counts, wanted, new_a, new_b)
            new_loss += 0.5 * ridge * new_a * new_a
            if new_loss <= loss:
                better = True
                break
            share *= 0.5
        if not better:
            break
        gained = loss - new_loss
        a, b, loss = new_a, new_b, new_loss
        if gained <= 1e-10 * n:
            break
    return a, b, loss


@compiled
def _curve_loss(values, counts, wanted, a, b):  # pragma: no cover
    z, loss = a * values + b, 0.0
    losses = chances_and_losses(z)[1]
    for k in range(len(z)):
        loss += counts[k] * losses[k] - wanted[k] * z[k]
    return loss


@compiled
def rounded(columns, weights, rows, reach):  # pragma: no cover
    """The points, int (k,), of the least loss among the weights rounded at many scales."""
    k, n = columns.shape
    largest = np.abs(weights[:k]).max()
    best, best_loss = np.zeros(k, dtype=np.int64), np.inf
    if largest == 0:  # of clauses that tell no rows apart
        return best
    for s in range(1, SCALES + 1):
        scale = reach * s / (SCALES * largest)
        points = np.zeros(k, dtype=np.int64)
        totals = np.zeros(n, dtype=np.int64)
        for j in range(k):
            points[j] = math.floor(weights[j] * scale + 0.5)
            if points[j]:
                for i in range(n):
                    if columns[j, i]:
                        totals[i] += points[j]
        size = (points * points).sum()
        loss = curve(totals, rows, size, (1.0 / scale, weights[k]))[2]
        if loss < best_loss * (1.0 - SURELY):
            best, best_loss = points, loss
    return best


@compiled
def moved(columns, points, rows, reach, signs):  # pragma: no cover
    """The points after all single steps, and pairs of steps, that reduce the loss.

    rows: RowsToFit; signs: 1 or −1 where a clause may only have points of that sign, else 0, int
    (k,).
    """
    k, n = columns.shape
    points = points.copy()
    totals = np.zeros(n, dtype=np.int64)
    for j in range(k):
        for i in range(n):
            if columns[j, i]:
                totals[i] += points[j]
    size = (points * points).sum()
    a, b, loss = curve(totals, rows, size, (0.1, 0.0))
    improved = True
    while improved:
        improved = False
        for j in range(k):
            for step in (-1, 1):
                if not _may(points[j] + step, reach, signs[j]):
                    continue
                trial = totals.copy()
                for i in range(n):
                    if columns[j, i]:
                        trial[i] += step
                trial_size = size + 2 * step * points[j] + 1
                trial_curve = curve(trial, rows, trial_size, (a, b))
                if trial_curve[2] < loss * (1.0 - SURELY) and trial_curve[0] > 0:
                    points[j] += step
                    totals, size = trial, trial_size
                    a, b, loss = trial_curve
                    improved = True
        if improved:
            continue
        for j in range(k):
            for m in range(j):
                for way in range(4):
                    one, other = (1 if way & 1 else -1), (1 if way & 2 else -1)
                    if not _may(points[j] + one, reach, signs[j]):
                        continue
                    if not _may(points[m] + other, reach, signs[m]):
                        continue
                    trial = totals.copy()
                    for i in range(n):
                        trial[i] += one * columns[j, i] + other * columns[m, i]
                    trial_size = size + 2 * (one * points[j] + other * points[m]) + 2
                    trial_curve = curve(trial, rows, trial_size, (a, b))
                    if trial_curve[2] < loss * (1.0 - SURELY) and trial_curve[0] > 0:
                        points[j] += one
                        points[m] += other
                        totals, size = trial, trial_size
                        a, b, loss = trial_curve
                        improved = True
    return points, a, b, loss


@compiled
def _may(points, reach, sign):  # pragma: no cover
    """Whether a clause may have this number of points."""
    return abs(points) <= reach and points * sign >= 0
