"""What cards and sums come to at best, beside the bounds of them: plain and slow."""

import numpy as np
from scipy.special import expit

from interpret.rules.cards.other_points import STEEPEST


def mean_loss(scores, rows):
    own = np.logaddexp(0.0, scores) - rows.targets * scores
    return own @ rows.each / rows.each.sum()


def objectives(cards, columns, rows):
    """The least loss, and ridge, of each card, by halving for offsets and thirds for slopes.

    cards: int (n_cards, k); columns: bool (n_rows, k); the answer: float (n_cards,).
    """
    totals, sizes = cards @ columns.T.astype(float), (cards**2).sum(axis=1)
    of_row = rows.each / rows.each.sum()
    wanted, ridge = of_row @ rows.targets, rows.ridge / rows.each.sum()

    def at(slope):
        scores = slope[:, None] * totals
        low, high = -scores.max(axis=1) - 50, -scores.min(axis=1) + 50
        for _ in range(45):
            middle = (low + high) / 2
            more = expit(scores + middle[:, None]) @ of_row > wanted
            low, high = np.where(more, low, middle), np.where(more, middle, high)
        scores += low[:, None]
        loss = (np.logaddexp(0.0, scores) - rows.targets * scores) @ of_row
        return loss + 0.5 * ridge * sizes * slope**2

    low, high = np.zeros(len(totals)), np.full(len(totals), 2 * STEEPEST)
    for _ in range(38):
        one, other = low + (high - low) / 3, high - (high - low) / 3
        smaller = at(one) < at(other)
        low, high = np.where(smaller, low, one), np.where(smaller, other, high)
    return np.minimum(at(low), at(np.zeros(len(totals))))


def best_sum(signed, rows, total):
    """The loss of about the best sum with weights from 0 on that add up to the total at most.

    signed: float (n_rows, m), a clause that may speak against a class as its negative. An
    accelerated gradient (Beck and Teboulle 2009).
    """
    each = rows.each / rows.each.sum()
    design = np.column_stack([signed, np.ones(len(each))])
    step = 4 / np.linalg.norm(design.T @ (each[:, None] * design), 2)
    weights, ahead, speed = np.zeros(design.shape[1]), np.zeros(design.shape[1]), 1.0
    for _ in range(600):
        before = weights
        weights = ahead - step * design.T @ (each * (expit(design @ ahead) - rows.targets))
        weights[:-1] = within(weights[:-1], total)
        faster = (1 + np.sqrt(1 + 4 * speed**2)) / 2
        ahead = weights + (speed - 1) / faster * (weights - before)
        speed = faster
    return mean_loss(design @ weights, rows)


def within(weights, total):
    """The nearest weights from 0 on that add up to no more than the total."""
    weights = np.maximum(weights, 0.0)
    if weights.sum() <= total:
        return weights
    largest = np.sort(weights)[::-1]
    over = (np.cumsum(largest) - total) / np.arange(1, len(largest) + 1)
    return np.maximum(weights - over[np.flatnonzero(largest > over)[-1]], 0.0)
