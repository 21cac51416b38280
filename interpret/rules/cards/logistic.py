"""Logistic sums of clauses: the targets that they are fitted to, their clauses, and their fit.

Sums are fitted by Newton's method, compiled by numba. Every sum has one order, so that the same
rows give the same weights on every processor, up to the last digits of the exponential.
"""

from dataclasses import dataclass
from math import inf
from typing import NamedTuple

import numpy as np

from interpret.rules.demands import Demands
from interpret.rules.logic import Between, Clause, IsNot, Test
from interpret.rules.single_tests import SingleTests, TestSet
from kernels.compiled import compiled
from kernels.steady import factorise, solved

STEPS, HALVINGS = 30, 30
NEAR = 1e-8  # the least gain of a step for another to follow, as a share of a row's loss


class RowsToFit(NamedTuple):
    """Rows that scores are fitted to: targets in [0, 1] and weights, float (n,).

    ridge: half of it times the sum of squared weights is added to the loss of all rows. When rows
    are merged, the weights of rows are scaled to a sum of 1, and the ridge with them.
    """

    targets: np.ndarray
    each: np.ndarray
    ridge: float = 0.0


@compiled
def chances(z):  # pragma: no cover
    """1 / (1 + e^−z), float (n,)."""
    u = np.exp(-np.abs(z))  # at most 1, so that nothing overflows
    return np.where(z >= 0.0, 1.0, u) / (1.0 + u)


@compiled
def chances_and_losses(z):  # pragma: no cover
    """The chances, and log(1 + e^z), which is the loss of a row with target 0: float (n,) both.

    With target t, a row's loss is this minus t · z.
    """
    u = np.exp(-np.abs(z))
    return np.where(z >= 0.0, 1.0, u) / (1.0 + u), np.maximum(z, 0.0) + np.log1p(u)


@compiled
def rows_of_columns(columns):  # pragma: no cover
    """Which columns hold in each row: (starts, places), for bool columns (k, n)."""
    k, n = columns.shape
    starts = np.zeros(n + 1, dtype=np.int64)
    for j in range(k):
        for i in range(n):
            starts[i + 1] += columns[j, i]
    starts = np.cumsum(starts)
    places, at = np.empty(starts[n], dtype=np.int64), starts[:n].copy()
    for j in range(k):
        for i in range(n):
            if columns[j, i]:
                places[at[i]] = j
                at[i] += 1
    return starts, places


@compiled
def decisions(starts, places, weights):  # pragma: no cover
    """The sum of each row: the weights of the columns that hold, and the intercept, the last."""
    n = len(starts) - 1
    z = np.full(n, weights[-1])
    for i in range(n):
        for c in range(starts[i], starts[i + 1]):
            z[i] += weights[places[c]]
    return z


@compiled
def _judged(z, rows, weights):  # pragma: no cover
    """The weighted loss of the rows, with the ridge; and the chance of each row, float (n,)."""
    loss = 0.0
    for j in range(len(weights) - 1):
        loss += 0.5 * rows.ridge * weights[j] * weights[j]
    of_rows, row_losses = chances_and_losses(z)
    for i in range(len(z)):
        loss += rows.each[i] * (row_losses[i] - rows.targets[i] * z[i])
    return loss, of_rows


@compiled
def losses(decisions, targets):  # pragma: no cover
    """The logarithmic loss of each decision, float (m, n). targets: (n,)."""
    losses = np.empty(decisions.shape)
    for k in range(len(decisions)):
        losses[k] = chances_and_losses(decisions[k])[1] - targets * decisions[k]
    return losses


@compiled
def fit_logistic(columns, rows, start):  # pragma: no cover
    """The weights of the least loss, the intercept last; that loss; and the worth of each weight.

    columns: bool (k, n); rows: RowsToFit; start: weights to start from, (k + 1,). The worth, (k,),
    is roughly how much the loss grows without the weight.
    """
    k, n = columns.shape
    targets, each, ridge = rows.targets, rows.each, rows.ridge
    starts, places = rows_of_columns(columns)
    weights = start.copy()
    z = decisions(starts, places, weights)
    loss, of_rows = _judged(z, rows, weights)
    H = np.zeros((k + 1, k + 1))
    total = each.sum()
    for _ in range(STEPS):
        H[:] = 0.0
        gradient = np.zeros(k + 1)
        for j in range(k):
            gradient[j] = ridge * weights[j]
            H[j, j] = ridge
        H[k, k] = 1e-9 * total
        for i in range(n):
            p = of_rows[i]
            g, w = each[i] * (p - targets[i]), each[i] * p * (1.0 - p)
            gradient[k] += g
            H[k, k] += w
            for c in range(starts[i], starts[i + 1]):
                a = places[c]
                gradient[a] += g
                H[k, a] += w
                for d in range(starts[i], c + 1):
                    H[a, places[d]] += w
        for a in range(k + 1):
            for b in range(a):
                H[b, a] = H[a, b]
        factorise(H)  # positive definite by the ridge and the curvature of the intercept
        step = solved(H, gradient)
        share, better = 1.0, False
        for _ in range(HALVINGS):
            new = weights - share * step
            new_z = decisions(starts, places, new)
            new_loss, new_of_rows = _judged(new_z, rows, new)
            if new_loss <= loss:
                better = True
                break
            share *= 0.5
        if not better:
            break
        gained = loss - new_loss
        weights, z, loss, of_rows = new, new_z, new_loss, new_of_rows
        if gained <= NEAR * total:
            break
    worth = np.empty(k)
    for j in range(k):
        unit = np.zeros(k + 1)
        unit[j] = 1.0
        worth[j] = 0.5 * weights[j] * weights[j] / solved(H, unit)[j]
    return weights, loss, worth


@compiled
def left_by(columns, rows, weights):  # pragma: no cover
    """The residual and the curvature of each row under a sum: float (n,) both."""
    starts, places = rows_of_columns(columns)
    p = chances(decisions(starts, places, weights))
    return rows.each * (rows.targets - p), rows.each * p * (1.0 - p)


def near(loss: float) -> float:
    """The largest difference at which mean logarithmic losses of this size count as equal."""
    return 1e-6 * loss + 1e-9


AGAINST, FOR = range(2)
LABELS, MIX, DECISIONS = ("labels", "mix", "decisions")
ALIKE = 0.9  # the share of each other's rows from which on two clauses count as equal


@dataclass(frozen=True)
class Try:
    """A kind of sum: its targets, its ridge, and the most tests in a clause.

    Half of the ridge times the sum of squared weights is added to the loss of all rows.
    """

    fitted_to: str
    ridge: float
    literals: int


class Sides(NamedTuple):
    """The tests of clauses against the class and for it, at the places AGAINST and FOR.

    Both are one object unless a number has a direction.
    """

    against: SingleTests
    in_favour: SingleTests


@dataclass(frozen=True)
class Member:
    """A clause of a sum. side: whether it was found as one FOR or AGAINST the class."""

    side: int
    clause: TestSet


@dataclass(frozen=True, eq=False)
class ClauseSum:
    """Clauses with real weights: float (n_members + 1,), the intercept last."""

    members: tuple[Member, ...]
    weights: np.ndarray
    loss: float

    @property
    def tests(self) -> int:
        """How many tests its clauses have."""
        return sum(len(one.clause) for one in self.members)


@dataclass(frozen=True, eq=False)
class Facts:
    """The clauses that sums may have, and the rows that they are fitted to.

    literals: how many tests a clause may have; demands: what none may have.
    """

    singles: Sides
    rows: RowsToFit
    literals: int
    demands: Demands

    def column(self, member: Member) -> np.ndarray:
        """Which rows the clause covers: bool (n_rows,)."""
        return self.singles[member.side].coverage(member.clause)

    def columns(self, members: tuple[Member, ...]) -> np.ndarray:
        """Which rows each clause covers: bool (n_members, n_rows)."""
        columns = [self.column(member) for member in members]
        return np.array(columns, dtype=bool).reshape(len(columns), len(self.rows.targets))

    def clause(self, member: Member) -> Clause:
        tests = self.singles[member.side].tests
        return Clause(tuple(tests[i] for i in member.clause))

    def may_join(
        self, member: Member, column: np.ndarray, others: tuple[Member, ...], columns: np.ndarray
    ) -> bool:
        """Whether a clause says something that the others, with their rows, do not.

        It does not where it and another cover ALIKE of each other's rows, or one covers exactly the
        rows that the other does not; nor where one is the other with further conditions. Single
        tests of one column may be so: they are its table of bands.
        """
        both, sizes, size = (columns & column).sum(axis=1), columns.sum(axis=1), column.sum()
        alike = both >= ALIKE * np.maximum(sizes, size)
        opposite = (both == 0) & (sizes + size == len(column))
        if (alike | opposite).any():
            return False
        for place in np.flatnonzero(both == np.minimum(sizes, size)).tolist():
            narrow, wide = others[place], member
            if both[place] == size:
                narrow, wide = wide, narrow
            inside = self.attributes(wide) <= self.attributes(narrow)
            if inside and max(len(narrow.clause), len(wide.clause)) > 1:
                return False
        return True

    def plainer(self, member: Member) -> Member:
        """The clause; or in place of a single "is not" the "is", which speaks for the other side:
        with it a sum says the same.
        """
        (test, *more), single = member.clause, self.singles[member.side]
        denial = int(single.grid.denials[test])
        is_free = not (more or self.demands.directed)
        if is_free and denial >= 0 and isinstance(single.tests[test], IsNot):
            return Member(AGAINST if member.side == FOR else FOR, (denial,))
        return member

    def attributes(self, member: Member) -> set[str]:
        """The columns that the clause tests."""
        return {test.attribute for test in self.clause(member).tests}

    def moved(self, member: Member) -> list[Member]:
        """The clause with one of its cuts moved to the next one, either way."""
        tests, moved = self.singles[member.side].tests, []
        for test in member.clause:
            for other in (test - 2, test + 2):  # the two sides of a cut are adjacent
                if 0 <= other < len(tests) and _is_beside(tests[test], tests[other]):
                    clause = tuple(sorted({*member.clause, other} - {test}))
                    if len(clause) == len(member.clause):
                        moved.append(Member(member.side, clause))
        return moved

    def sign(self, member: Member) -> int:
        """1 or −1 where the clause may speak only for the class, or only against it, else 0.

        A clause that tests a number with a direction has a sign.
        """
        directed = self.demands.directed
        if not directed:  # this is called for all clauses of a sum at every step
            return 0
        tests = self.clause(member).tests
        if not any(test.attribute in directed for test in tests):
            return 0
        return 1 if member.side == FOR else -1


def _is_beside(one: Test, other: Test) -> bool:
    """Whether both hold on the same side of a cut of the same column."""
    if not isinstance(one, Between) or not isinstance(other, Between):
        return False
    return one.attribute == other.attribute and (one.to < inf) == (other.to < inf)
