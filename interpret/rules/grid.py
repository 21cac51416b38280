"""Tests and rows as arrays, for the compiled loops."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np


class Grid(NamedTuple):
    """Tests and rows for the compiled loops.

    An atom is a group of values of one attribute that its tests do not tell apart. cells: the atom
    of each row for each attribute, int32 (n_rows, n_attributes); first: the first test of each
    attribute, and at the end the number of tests; attribute: of each test; starts, atoms: the atoms
    that each test accepts; n_atoms: of all attributes; pairs, begin: which tests of one attribute
    may be in one clause, and where those of each attribute begin; denials: for each test, the test
    that holds exactly where it does not, or −1.
    """

    cells: np.ndarray
    first: np.ndarray
    attribute: np.ndarray
    starts: np.ndarray
    atoms: np.ndarray
    n_atoms: int
    pairs: np.ndarray
    begin: np.ndarray
    denials: np.ndarray


def grid_of(covers: np.ndarray, codes: Sequence[np.ndarray], blocks: Sequence[np.ndarray]) -> Grid:
    """The grid of tests; the tests of one attribute must be adjacent.

    covers: bool (n_tests, n_rows); codes: for each attribute a code of each row, int (n_rows,),
    equal where its tests do not tell rows apart; blocks: for each attribute which pairs of its
    tests may be in one clause, bool (n_tests, n_tests).
    """
    sizes = np.array([len(block) for block in blocks], dtype=np.int64)
    first = np.concatenate([[0], np.cumsum(sizes)])
    cells = np.empty((covers.shape[1], len(blocks)), dtype=np.int32)
    counts, atoms, denials = [], [], []
    n_atoms = 0
    for place, of_rows in enumerate(codes):
        rows = covers[first[place] : first[place + 1]]
        one = np.full(int(of_rows.max(initial=-1)) + 1, -1)
        one[of_rows] = np.arange(len(of_rows))  # one row for each code that occurs
        accepts = rows[:, one] & (one >= 0)
        counts.append(accepts.sum(axis=1))
        atoms.append(n_atoms + np.nonzero(accepts)[1])
        denials.append(_denials(accepts[:, one >= 0], int(first[place])))
        cells[:, place] = n_atoms + of_rows
        n_atoms += len(one)
    none = np.zeros(0, dtype=np.int64)
    return Grid(
        cells,
        first,
        np.repeat(np.arange(len(blocks)), sizes),
        np.concatenate([[0], np.cumsum(np.concatenate([*counts, none]), dtype=np.int64)]),
        np.concatenate([*atoms, none]),
        n_atoms,
        np.concatenate([*(block.ravel() for block in blocks), np.zeros(0, dtype=bool)]),
        np.concatenate([[0], np.cumsum(np.square(sizes))]),
        np.concatenate([*denials, none]),
    )


def _denials(accepts: np.ndarray, first: int) -> np.ndarray:
    """For each test of an attribute, the test that holds exactly where it does not, or −1.

    accepts: bool (n_tests, n_values); first: the number of the attribute's first test.
    """
    place = {row.tobytes(): first + i for i, row in enumerate(accepts)}
    return np.array([place.get(row.tobytes(), -1) for row in ~accepts], dtype=np.int64)
