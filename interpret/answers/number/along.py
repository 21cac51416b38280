"""Sums over the rows that a clause and each single test cover, compiled by numba.

Rows are added up by their values of each attribute, values up to each value, and a test is the
difference of two such sums: many cuts of one column cost little more than one.
"""

from typing import NamedTuple

import numpy as np

from interpret.rules.grid import Grid
from kernels.compiled import compiled


class Runs(NamedTuple):
    """The atoms of each test as runs of neighbours. Of a run: its test, first atom and the end."""

    test: np.ndarray
    first: np.ndarray
    end: np.ndarray


def runs_of(grid: Grid) -> Runs:
    """The runs of a grid's tests."""
    test = np.repeat(np.arange(len(grid.starts) - 1), np.diff(grid.starts))
    begins = np.ones(len(test), dtype=bool)
    begins[1:] = (np.diff(test) > 0) | (np.diff(grid.atoms) != 1)
    first = np.flatnonzero(begins)
    last = np.append(first[1:], len(test))[: len(first)] - 1
    return Runs(test[first], grid.atoms[first], grid.atoms[last] + 1)


@compiled
def sums_along(cells, covered, values, n_atoms, n_tests, runs):  # pragma: no cover
    """Σ of the values over the covered rows that pass each test: float64 (n_tests, n_values).

    cells, n_atoms: of a Grid; covered: indices of rows; values: (n_rows, n_values).
    """
    n_values = values.shape[1]
    upto = np.zeros((n_atoms + 1, n_values))
    for row in covered:
        for attribute in range(cells.shape[1]):
            atom = cells[row, attribute]
            for k in range(n_values):
                upto[atom + 1, k] += values[row, k]
    for atom in range(n_atoms):
        for k in range(n_values):
            upto[atom + 1, k] += upto[atom, k]
    sums = np.zeros((n_tests, n_values))
    for i in range(len(runs.test)):
        for k in range(n_values):
            sums[runs.test[i], k] += upto[runs.end[i], k] - upto[runs.first[i], k]
    return sums
