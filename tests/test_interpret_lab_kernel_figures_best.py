"""Which kernel may be the best, and which is the simplest: claims that hold on made comparisons."""

from itertools import product

import numpy as np
import pytest

from interpret.data.attributes import Columns
from interpret.lab.compare import Compared, Comparison
from interpret.lab.kernel_figures import behind, longest, may_be_best, verdict
from interpret.lab.nested_validation import JudgedFold
from kernels.catalog import parse

NAMES = ("rules(10,5)", "mC(2)", "linear", "RBF(0.1)")


def comparison(aucs, covariance, units=200):
    """Kernels of these AUCs; covariance: of the AUCs, in the order given."""
    order = sorted(range(len(aucs)), key=lambda i: -aucs[i])
    kernels = tuple(Compared(NAMES[i], (JudgedFold(aucs[i], 0.5, 0, 1.0),), "") for i in order)
    ordered = tuple(tuple(float(covariance[i][j]) for j in order) for i in order)
    about = ("t", "d", "y", ("a",), ("b",), Columns(), 0, 2, (0, 1), 0)
    return Comparison(*about, kernels, ordered, units)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_verdict_says_what_the_intervals_say(n):
    for aucs in product((0.7, 0.8, 0.9), repeat=n):
        c = comparison(aucs, 0.03**2 * np.eye(n))
        apart = {name: 0.9 * (0.0 <= each.high + 1e-9) for name, each in behind(c).items()}
        equal = [name for name, reaches in apart.items() if reaches]
        assert may_be_best(c) == equal
        assert c.kernels[0].kernel in equal
        shortest = min(equal, key=lambda name: NAMES[::-1].index(name) or 9)
        told = verdict(c)
        if n == 1:
            assert told.endswith("stands alone: compare it with other kernels.")
        elif len(equal) == 1:
            assert told == f"{equal[0]} is surely better than the others."
        else:
            start = "None is surely" if len(equal) == n else f"{len(equal)} of {n} may be the best:"
            assert told.startswith(start)
            assert told.endswith(f", {shortest}.")


def test_the_best_in_truth_is_seldom_said_to_be_worse():
    rng, m, missed = np.random.default_rng(3), 4, 0
    for draw in range(1000):
        truth = np.array([0.9, 0.9, 0.9, 0.86 if draw % 2 else 0.9])
        shape = rng.normal(size=(m, m))
        covariance = 0.02**2 * (shape @ shape.T) / m
        seen = rng.multivariate_normal(truth, covariance)
        equal = may_be_best(comparison(seen, covariance))
        missed += NAMES[rng.integers(3)] not in equal
    assert missed <= 0.05 * 1000


def test_kernels_that_rank_every_row_alike_are_equal_however_little_they_vary():
    assert len(may_be_best(comparison((0.9, 0.9), np.ones((2, 2)) * 0.01**2))) == 2
    assert verdict(comparison((1.0, 1.0), np.zeros((2, 2)))).endswith("the simplest, mC(2).")


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("linear", 1),
        ("mC(3)", 3),
        ("DNF(2,3)", 6),
        ("rules(10,5)", 50),
        ("average_mDNF(3,2)", 6),
        ("polynomial(4,1)", 4),
        ("0.25*mC(5) + 0.75*linear", 5),
        ("a ∧ ¬(b ∨ c)", 3),
        ("RBF(0.1)", np.inf),
        ("Tanimoto", np.inf),
    ],
)
def test_the_longest_formula_of_a_kernel_has_so_many_values(name, values):
    assert longest(parse(name)) == values
