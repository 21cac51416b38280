"""How probable the class is by the clauses of a rule: the share of the class among their rows."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Shares:
    """The positive class's share among training rows: of each clause, and where no clause holds.

    Shares are (k + 1) / (n + 2) (Laplace's rule of succession). denied: as in Formula.
    """

    clauses: tuple[float, ...]
    otherwise: float
    denied: bool

    def of(self, holding: np.ndarray) -> np.ndarray:
        """For each row the share of the most precise clause that holds: (n_rows,). holding: which
        hold, bool (n_rows, n_clauses).
        """
        if not self.clauses:
            return np.full(len(holding), self.otherwise)
        counts = np.array(self.clauses)
        if self.denied:
            found = np.where(holding, counts, np.inf).min(axis=1)
        else:
            found = np.where(holding, counts, -np.inf).max(axis=1)
        return np.where(holding.any(axis=1), found, self.otherwise)


def shares_of_rows(holding: np.ndarray, y: np.ndarray, denied: bool) -> Shares:
    """The shares among some rows. holding: which clauses hold, bool (n_rows, n_clauses); y: bool
    (n_rows,).
    """
    rest = y[~holding.any(axis=1)]
    found = [share(int(y[held].sum()), int(held.sum())) for held in holding.T]
    return Shares(tuple(found), share(int(rest.sum()), len(rest)), denied)


def share(hits: int, n: int) -> float:
    """Laplace's rule of succession."""
    return (hits + 1) / (n + 2)
