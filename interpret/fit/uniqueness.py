"""Whether a machine's weights are the only ones: others may make the same decision.

The decision f of a machine is unique, and so is Σ α_i. Other weights α + d are optimal too exactly
if d changes neither of them (Σ d_i y_i φ(x_i) = 0, Σ d_i y_i = 0, Σ d_i = 0), d is 0 except for
rows on the margin, y_i f(x_i) = 1, and 0 ≤ α_i + d_i ≤ C (the conditions of Burges & Crisp 1999).
Equal rows of a class count as one: a rule covers them all or none. A machine on landmarks has the
squared hinge, whose weights follow from f, so that they are always unique.
"""

import numpy as np
from scipy.linalg import solve_triangular
from scipy.linalg.lapack import dpstrf
from scipy.optimize import linprog

from interpret.fit.sample import Sample
from interpret.row_limits import ROWS
from kernels.examples import distinct
from kernels.svm import BooleanSVC

ON_MARGIN = 1e-6  # how far from 1 a row on the margin may be
AT_BOUND = 1e-9  # of the largest weight, or of C: what is at a bound
RANK = 1e-10  # of the largest diagonal: what is left of a row that depends on others

OTHERS = (
    "The machine's weights are not the only ones: other weights of the training rows give the same "
    "decisions, and the rule fitted to those may be another. These come from the rows in the order "
    "of their cells, so that the order in the file does not matter."
)


def unique(svc: BooleanSVC, sample: Sample) -> bool | None:
    """Whether no other weights of the sample's rows make the same machine; None: not looked into.

    svc: fitted to the sample.
    """
    if svc.landmarks:
        return True
    first, of = distinct(sample.examples, sample.y)
    alpha = np.bincount(of, svc.alpha_)
    most = np.bincount(of, svc.C_ * sample.each)
    signs, X = sample.signs[first], sample.examples[first]
    on = np.flatnonzero(np.abs(signs * svc.decision_function(X) - 1) <= ON_MARGIN)
    if len(on) > ROWS.uniqueness:
        return None
    alpha, most, signs = alpha[on], most[on], signs[on]
    K = svc.kernel(X[on])
    scale = float(np.diag(K).mean()) if len(on) else 1.0
    null = _null_space(K + scale * (1 + np.outer(signs, signs)))
    if not null.shape[1]:
        return True
    at_zero = alpha <= AT_BOUND * alpha.max(initial=0)
    at_most = alpha >= most * (1 - AT_BOUND)
    moves = _moves(signs[:, None] * null, at_zero, at_most)
    return None if moves is None else not moves


def _null_space(A: np.ndarray) -> np.ndarray:
    """Vectors z with Az = 0, as columns; A: positive semidefinite, (n, n)."""
    n = len(A)
    if not n:
        return np.zeros((0, 0))
    R, pivots, rank, _ = dpstrf(A, tol=RANK * float(np.diag(A).max()))
    order = pivots - 1
    null = np.zeros((n, n - rank))
    null[order[rank:], np.arange(n - rank)] = 1
    null[order[:rank]] = -solve_triangular(R[:rank, :rank], R[:rank, rank:])
    return null


def _moves(null: np.ndarray, at_zero: np.ndarray, at_most: np.ndarray) -> bool | None:
    """Whether the weights can move along some direction of the null space and stay feasible.

    Weights at 0 may only rise and weights at C only fall, while those between may do both. A
    direction that moves no weight at a bound is always possible. None where HiGHS fails.
    """
    bound = at_zero | at_most
    if not bound.any() or np.linalg.matrix_rank(null[bound], tol=1e-7) < null.shape[1]:
        return True
    inwards = np.where(at_zero, 1.0, -1.0)[bound, None] * null[bound]
    solved = linprog(
        -inwards.sum(axis=0),
        A_ub=np.concatenate([-inwards, inwards]),
        b_ub=np.concatenate([np.zeros(len(inwards)), np.ones(len(inwards))]),
        bounds=(None, None),
        method="highs",
    )
    return float(-solved.fun) > 1e-6 if solved.status == 0 else None
