"""The tensor machine of a number: its size, q and γ, and its heaviest conjunctions, proven.

The weight of a conjunction, of whatever sign, is a power of Σ α_i over the rows that it covers.
Conjunctions are made longer test by test. A longer one covers fewer rows, so its |Σ α_i| is at most
that of the covered rows of one sign. Where this bound is below the listed conjunctions, none is
extended.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import isqrt

import numpy as np

from interpret.number.number_data import NEAR, NumberData, NumberFold, levels, smallest
from interpret.number.on_rows import OnRows
from interpret.rules.pricing import as_integers
from interpret.rules.single_tests import TestSet
from kernels.blas import one_thread
from kernels.examples import blocks
from kernels.tensor.kernels import ConjunctionsUpToTensor
from kernels.tensor.regressor import TensorKernelRegressor

LISTED_ENTRIES = 2**21  # of the matrix of rows and listed features that a machine is learnt from
STEP = 2**29  # products in a step of Newton's method, which is rows² · features
ENOUGH, FEW = 1500, 100  # the most rows where features are listed, and where they are not
LESS = 0.7  # share of these rows that a machine is tried on
ORDERS = (4, 8)  # q; p = q/(q−1) is 4/3 and 8/7
GAMMAS = (0.5, 4.0, 32.0)  # in units of the scale below
ROUGH = 1e-6  # duality gap of a machine that is tried
LISTED = 120  # conjunctions
SHARES = (0.4, 0.6, 0.8, 0.9, 0.96, 1.0)  # of the largest sum; the first with few enough above it
FEW_SUMS = 5000
WORK = 10**9  # products of a row with a test, for all conjunctions of one length
AT_ONCE = 2**21  # entries of the largest matrix of one block of conjunctions


@dataclass(frozen=True)
class Plan:
    """How a machine is learnt: by which kernel, from how many of the rows, in which way.

    of: how many rows there are; features: the number of the kernel's conjunctions; seed: of the
    draw of rows; gap: the duality gap at which the machine is good enough, as a share of its
    objective.
    """

    kernel: ConjunctionsUpToTensor
    rows: int
    of: int
    way: str
    features: int
    seed: int
    gap: float = 1e-10

    @property
    def orders(self) -> tuple[int, ...]:
        """The q to choose among: without listed features, q is 4."""
        return ORDERS if self.way == "listed" else ORDERS[:1]


@dataclass(frozen=True, eq=False)
class NumberMachine:
    """A machine learnt on standardised numbers.

    drawn: the rows it was learnt from, (m,); alpha: their weights, (m,); base: what it predicts
    without any feature; gap: the duality gap, as a share of the objective.
    """

    plan: Plan
    q: int
    gamma: float
    alpha: np.ndarray
    drawn: np.ndarray
    base: float
    gap: float
    regressor: TensorKernelRegressor

    def predict(self, rows: OnRows) -> np.ndarray:
        return self.regressor.predict(_examples(rows))


def plan(n_rows: int, n_tests: int, literals: int, seed: int) -> Plan:
    """The kernel of all conjunctions of up to `literals` tests, and the number of rows to learn
    from.

    Features are listed if they fit into memory for enough rows; else the tensor is made in blocks
    for few rows.
    """
    kernel = ConjunctionsUpToTensor(literals)
    features = int(kernel.n_features(n_tests))
    fit = min(n_rows, ENOUGH, LISTED_ENTRIES // max(features, 1), isqrt(STEP // max(features, 1)))
    is_listed = fit >= min(n_rows, 2 * FEW)
    rows, way = (fit, "listed") if is_listed else (min(n_rows, FEW), "streamed")
    return Plan(kernel, rows, n_rows, way, features, seed)


def learnt(rows: OnRows, y: np.ndarray, how: Plan, q: int, gamma: float) -> NumberMachine:
    """The machine of standardised y, (n_rows,). gamma: in units of its natural scale."""
    drawn = np.sort(np.random.default_rng(how.seed).permutation(rows.n_rows)[: how.rows])
    X = _examples(rows)[drawn]
    scale = natural_gamma(X, y[drawn], q)
    machine = TensorKernelRegressor(how.kernel, q, gamma * scale, way=how.way, tol=how.gap)
    machine.fit(X, y[drawn])
    return NumberMachine(
        how, q, gamma, machine.alpha_, drawn, machine.intercept_, machine.gap_, machine
    )


def natural_gamma(X: np.ndarray, y: np.ndarray, q: int) -> float:
    """The γ at which single variables would explain about all of the variation."""
    left = y - y.mean()
    power = float(((X.T.astype(float) @ left) ** q).sum())
    return (float(left @ left) / power) ** (1 / (q - 1)) if power > 0 else 1.0


@dataclass(frozen=True)
class TriedMachine:
    """The degree, way, q and γ of a machine that was tried, and its squared error on folds."""

    degree: int
    way: str
    q: int
    gamma: float
    error: float


def chosen(
    data: NumberData, tell: Callable[[], object]
) -> tuple[Plan, TriedMachine, tuple[TriedMachine, ...]]:
    """The machine to learn on all rows, and all that were tried on left-out rows to choose it.

    Degree and γ are chosen first, then q; of equally good machines the one that was tried first.
    """
    rows, _ = data.of("train")
    n_tests = int(rows.coarse.sum())
    degrees = range(min(2, rows.literals), rows.literals + 1)
    plans = [plan(rows.n_rows, n_tests, degree, data.seed) for degree in degrees]
    tried = []
    for plan_tried in plans:
        tried += [_tried(plan_tried, ORDERS[0], gamma, data.folds) for gamma in GAMMAS]
        tell()
    best = tried[smallest([one.error for one in tried])]
    best_plan = plans[degrees.index(best.degree)]
    for q in best_plan.orders[1:]:
        tried += [_tried(best_plan, q, gamma, data.folds) for gamma in GAMMAS]
    tell()
    best = tried[smallest([one.error for one in tried])]
    return plans[degrees.index(best.degree)], best, tuple(tried)


def _tried(how: Plan, q: int, gamma: float, folds: Sequence[NumberFold]) -> TriedMachine:
    errors = []
    for fold in folds:
        rougher = replace(how, rows=min(int(LESS * how.rows), len(fold.z)), gap=ROUGH)
        machine = learnt(fold.train, fold.z, rougher, q, gamma)
        places = np.arange(len(fold.z_left_out))[: None if how.way == "listed" else FEW]
        left = fold.z_left_out[places] - machine.predict(fold.left_out.rows(places))
        errors.append(float((left**2).mean()))
    return TriedMachine(how.kernel.degree, how.way, q, gamma, float(np.mean(errors)))


def weight_of(rows: OnRows, machine: NumberMachine, clause: TestSet) -> float | None:
    """(Σ α_i δ_f(x_i))^(q−1), (eq. 4.22); None for a clause longer than the conjunctions."""
    if len(clause) > machine.plan.kernel.degree:
        return None
    covered = rows.single_tests.covers[:, machine.drawn][list(clause)].all(axis=0)
    return float(machine.alpha[covered].sum()) ** (machine.q - 1)


def _examples(rows: OnRows) -> np.ndarray:
    """The 0/1 examples of the machine: a variable for each coarse test."""
    return rows.single_tests.covers[rows.coarse].T.astype(np.uint8)


@dataclass(frozen=True)
class Heavy:
    """A conjunction of the machine, its weight, and its rank: 1 plus how many are heavier.

    proven: all that weigh at least as much as this one are listed.
    """

    clause: TestSet
    weight: float
    rank: int
    proven: bool


@dataclass(eq=False)
class _Found:
    """Conjunctions and their sums, none below the given share of the largest."""

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
            if len(self.sums) <= FEW_SUMS or self.share == len(SHARES) - 1:
                break
            self.share += 1


def heaviest(rows: OnRows, machine: NumberMachine, most: int = LISTED) -> list[Heavy]:
    """The heaviest conjunctions of the machine's tests, the largest |weight| first.

    Equal ones stand in the order of their lengths, then of their tests.
    """
    kept = np.flatnonzero(rows.coarse)
    alpha, unit = as_integers(machine.alpha)  # whole numbers below 2⁵³: their sums are exact
    covers = rows.single_tests.covers[kept][:, machine.drawn].astype(float)
    may_follow = np.triu(rows.single_tests.compatible.rows(kept.tolist())[:, kept], 1)
    with one_thread():
        listed, complete = _all_above(covers, alpha.astype(float), may_follow, machine)
    clauses = [tuple(kept[clause[clause >= 0]].tolist()) for clause in listed.clauses]
    level = levels(np.abs(listed.sums))
    order = sorted(range(len(clauses)), key=lambda i: (level[i], len(clauses[i]), clauses[i]))
    heavier = np.searchsorted(np.sort(level), level)
    weights = (listed.sums * unit) ** (machine.q - 1)
    return [
        Heavy(clauses[i], float(weights[i]), 1 + int(heavier[i]), complete) for i in order[:most]
    ]


def _all_above(
    covers: np.ndarray, alpha: np.ndarray, may_follow: np.ndarray, machine: NumberMachine
) -> tuple[_Found, bool]:
    """The conjunctions of the largest |Σ α|, and whether every candidate was examined.

    covers: float (n_tests, m); alpha: (m,); may_follow: for each test the later ones that may share
    a conjunction with it, bool (n_tests, n_tests).
    """
    degree, (n_tests, m) = machine.plan.kernel.degree, covers.shape
    listed = _Found(np.zeros((0, degree), dtype=int), np.zeros(0))
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
            at, test = np.nonzero(allowed & (np.abs(sums) >= max(listed.least, 1)))
            listed.add(np.column_stack([states[at], test]), sums[at, test])
            heavier = np.maximum(plus, plus - sums)
            at, test = np.nonzero(allowed & (heavier >= max(listed.least, 1)))
            longer.append(np.column_stack([states[at], test]))
            promise.append(heavier[at, test])
        open_states, hopes = np.concatenate(longer), np.concatenate(promise)
        hopeful = hopes >= listed.least
        open_states, hopes = open_states[hopeful], hopes[hopeful]
        room = max(1, WORK // max(n_tests * m, 1))
        if depth < degree and len(open_states) > room:
            order = np.lexsort([*open_states.T[::-1], levels(hopes)])
            open_states, complete = open_states[order[:room]], False
    return listed, complete
