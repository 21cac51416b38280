"""The heaviest conjunctions of a tensor machine, of whatever sign, and whether any is missing.

The weight of a conjunction is a power of Σ α_i over the rows that it covers. Conjunctions are made
longer test by test. One whose rows of neither sign weigh as much as what is listed leads to none
that does, and is left.
"""

from dataclasses import dataclass

import numpy as np

from interpret.answers.number.machine import NumberMachine
from interpret.answers.number.on_rows import OnRows
from interpret.answers.number.ties import NEAR, levels
from interpret.rules.pricing import whole
from interpret.rules.single_tests import TestSet
from kernels.blas import one_thread
from kernels.examples import blocks

LISTED = 120  # conjunctions
SHARES = (0.4, 0.6, 0.8, 0.9, 0.96, 1.0)  # of the largest sum: the first that leaves few enough
FEW = 5000
WORK = 10**9  # products of a row with a test, for all conjunctions of one length
AT_ONCE = 2**21  # numbers of the rows that conjunctions cover, or of the tests that may follow


@dataclass(frozen=True)
class Heavy:
    """A conjunction of the machine, its weight, its rank: 1 and how many are heavier.

    proven: none is missing among those that weigh as much as this one or more.
    """

    clause: TestSet
    weight: float
    rank: int
    proven: bool


@dataclass(eq=False)
class _Found:
    """Conjunctions and their sums, none further below the largest than the share says."""

    clauses: np.ndarray
    sums: np.ndarray
    top: float = 0.0
    share: int = 0

    @property
    def least(self) -> float:
        return SHARES[self.share] * self.top * (1 - NEAR)

    def add(self, clauses: np.ndarray, sums: np.ndarray) -> None:
        self.top = max(self.top, float(np.abs(sums).max(initial=0.0)))
        wide = np.full((len(clauses), self.clauses.shape[1]), -1)
        wide[:, : clauses.shape[1]] = clauses
        self.clauses = np.concatenate([self.clauses, wide])
        self.sums = np.concatenate([self.sums, sums])
        while True:
            kept = np.abs(self.sums) >= self.least
            self.clauses, self.sums = self.clauses[kept], self.sums[kept]
            if len(self.sums) <= FEW or self.share == len(SHARES) - 1:
                break
            self.share += 1


def heaviest(rows: OnRows, machine: NumberMachine, most: int = LISTED) -> list[Heavy]:
    """The heaviest conjunctions of the machine's tests, the largest |weight| first.

    Equal ones stand in the order of their lengths, then of their tests.
    """
    kept = np.flatnonzero(rows.coarse)
    alpha, unit = whole(machine.alpha)  # whole numbers below 2⁵³: their sums are exact
    covers = rows.single_tests.covers[kept][:, machine.drawn].astype(float)
    may_follow = np.triu(rows.single_tests.compatible.rows(kept.tolist())[:, kept], 1)
    with one_thread():
        found, complete = _all_above(covers, alpha.astype(float), may_follow, machine)
    clauses = [tuple(kept[clause[clause >= 0]].tolist()) for clause in found.clauses]
    level = levels(np.abs(found.sums))
    order = sorted(range(len(clauses)), key=lambda i: (level[i], len(clauses[i]), clauses[i]))
    heavier = np.searchsorted(np.sort(level), level)
    weights = (found.sums * unit) ** (machine.q - 1)
    return [
        Heavy(clauses[i], float(weights[i]), 1 + int(heavier[i]), complete) for i in order[:most]
    ]


def _all_above(
    covers: np.ndarray, alpha: np.ndarray, may_follow: np.ndarray, machine: NumberMachine
) -> tuple[_Found, bool]:
    """The conjunctions of the largest |Σ α|, and whether all that could be were looked at.

    covers: float (n_tests, m); alpha: (m,); may_follow: for each test those behind it that may
    stand beside it, bool (n_tests, n_tests).
    """
    degree, (n_tests, m) = machine.plan.kernel.degree, covers.shape
    found = _Found(np.zeros((0, degree), dtype=int), np.zeros(0))
    open_states, complete = np.zeros((1, 0), dtype=int), True
    for depth in range(1, degree + 1):
        if not len(open_states):  # nothing longer can weigh as much
            break
        longer, promise = [], []
        for block in blocks(len(open_states), max(1, AT_ONCE // max(m, n_tests))):
            states = open_states[block]
            covered = covers[states].prod(axis=1)
            sums = (covered * alpha) @ covers.T
            plus = (covered * np.maximum(alpha, 0)) @ covers.T
            allowed = may_follow[states].all(axis=1)
            at, test = np.nonzero(allowed & (np.abs(sums) >= max(found.least, 1)))
            found.add(np.column_stack([states[at], test]), sums[at, test])
            heavier = np.maximum(plus, plus - sums)
            at, test = np.nonzero(allowed & (heavier >= max(found.least, 1)))
            longer.append(np.column_stack([states[at], test]))
            promise.append(heavier[at, test])
        open_states, hopes = np.concatenate(longer), np.concatenate(promise)
        hopeful = hopes >= found.least
        open_states, hopes = open_states[hopeful], hopes[hopeful]
        room = max(1, WORK // max(n_tests * m, 1))
        if depth < degree and len(open_states) > room:
            order = np.lexsort([*open_states.T[::-1], levels(hopes)])
            open_states, complete = open_states[order[:room]], False
    return found, complete
