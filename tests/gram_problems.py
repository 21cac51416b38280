"""Gram matrices with classes, and a general solver of their machines."""

import csv

import numpy as np
import pytest
from hypothesis import strategies as st
from scipy.optimize import minimize

from kernels.boolean import MonotoneConjunctive, MonotoneDisjunctive, MonotoneRules, Variables
from kernels.solve import HARD, SOFT_INSTEAD_OF_HARD

LINEAR = Variables().normalized()
PAIRS = MonotoneConjunctive(2).normalized()
MDNF = MonotoneDisjunctive(3, of=MonotoneConjunctive(2)).normalized()
KAPPA_STAR = MonotoneRules(clauses=10, literals=5).normalized()
KERNELS = [LINEAR, PAIRS, MDNF, KAPPA_STAR]


def one_hot(file, positive, drop=()):
    """The 0/1 examples and classes ±1 of a table whose last column is the class."""
    with file.open(encoding="utf-8", newline="") as lines:
        header, *rows = csv.reader(lines)
    kept = [column for column, name in enumerate(header[:-1]) if name not in drop]
    X = [
        [row[column] == value for row in rows]
        for column in kept
        for value in sorted({row[column] for row in rows})
    ]
    return np.array(X, dtype=np.uint8).T, np.where([row[-1] in positive for row in rows], 1, -1)


def some(X, y, seed, share=0.7, flipped=0.0):
    """A random share of the rows, with some labels flipped."""
    draw = np.random.default_rng(seed)
    rows = draw.permutation(len(y))[: round(share * len(y))]
    return X[rows], np.where(draw.random(len(rows)) < flipped, -y[rows], y[rows])


@pytest.fixture(scope="module")
def monks_2(root):
    return one_hot(root / "sample_data" / "monks-2.csv", {"yes"})


@pytest.fixture(scope="module")
def tic_tac_toe(root):
    return one_hot(root / "sample_data" / "tic-tac-toe.csv", {"yes"})


def value(K, y, alpha):
    return alpha.sum() - alpha @ (K * np.outer(y, y)) @ alpha / 2


def check(answer, K, y):
    """The answer is feasible, and its bounds are what its own α and (w, b) are worth."""
    alpha, C = answer.alpha, answer.C
    assert (alpha >= 0).all()
    assert (alpha <= C).all()
    assert abs(y @ alpha) <= 1e-15 * len(y) * alpha.sum()
    assert answer.lower <= answer.upper
    assert answer.lower == pytest.approx(value(K, y, alpha), rel=1e-9)
    f = K @ (y * alpha)
    functional = y * (f + answer.intercept)
    separates = f[y > 0].min() > f[y < 0].max()
    assert answer.separable == separates or C == SOFT_INSTEAD_OF_HARD
    norm2 = alpha @ (K * np.outer(y, y)) @ alpha
    if np.isfinite(C):
        primal = norm2 / 2 + C * np.maximum(0, 1 - functional).sum()
        assert answer.upper <= primal * (1 + 1e-9)
    elif answer.separable:
        assert answer.upper == pytest.approx(norm2 / 2 / functional.min() ** 2, rel=1e-9)


def least(Q, c, sums, most=HARD, start=None):
    """The a from 0 to most with the least aᵀQa/2 − cᵀa, by SLSQP; sums: (x, s) where xᵀa = s."""
    found = minimize(
        lambda a: (a @ Q @ a / 2 - c @ a, Q @ a - c),
        np.zeros(len(c)) if start is None else start,
        jac=True,
        bounds=[(0, None if most == HARD else most)] * len(c),
        constraints=[
            {"type": "eq", "fun": lambda a, x=x, s=s: x @ a - s, "jac": lambda a, x=x: x}
            for x, s in sums
        ],
        method="SLSQP",
        options={"maxiter": 2000, "ftol": 1e-13},
    )
    assert found.status in (0, 8), found.message  # 8: no step improves, to the last digits
    return found


def by_general_solver(K, y, C):
    """The optimum of a machine's dual."""
    return -least(K * np.outer(y, y), np.ones(len(y)), [(y, 0)], C).fun


def on_simplex(Q, c):
    """The greatest cᵀa − aᵀQa of shares a, which add up to one."""
    even = np.ones(len(c))
    return -least(2 * Q, c, [(even, 1)], start=even / len(c)).fun


problems = st.tuples(st.integers(0, 10**6), st.integers(4, 14), st.integers(3, 7))


def draw_problem(seed, rows, variables, distinct):
    draw = np.random.default_rng(seed)
    X = (draw.random((rows, variables)) < 0.5).astype(np.uint8)
    if distinct:
        X = np.unique(X, axis=0)
    y = draw.choice([-1, 1], len(X))
    y[:2] = 1, -1
    return X, y
