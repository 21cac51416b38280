"""Tests and rows as arrays, for the compiled loops."""

from typing import NamedTuple

import numpy as np


class Grid(NamedTuple):
    """Tests and rows for the compiled loops.

    An atom is a group of values of one attribute that its tests do not tell apart. cells: the atom
    of each row for each attribute, int32 (n_rows, n_attributes); first: the first test of each
    attribute, and behind them the number of tests; attribute: of each test; starts, atoms: the
    atoms that each test accepts; n_atoms: of all attributes; pairs, begin: which tests of one
    attribute may stand in one clause, and where each attribute's begin; denials: of each test the
    test that holds where it does not, or −1.
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
