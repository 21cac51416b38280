"""The search for the terms of a number: both machines, their conjunctions, and the better sum.

The lasso over conjunctions (Tibshirani 1996) lists only the relevant ones, since few of all within
the limits have a weight. Those with the largest |Σ r_i δ_f(x_i)|, r the residuals of the present
fit, are listed until no other would get a weight. All single tests and all pairs are considered,
and the longer ones that strong pairs lead to.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np
from sklearn.linear_model import Lasso

from interpret.number import machine
from interpret.number.judged import Estimate
from interpret.number.machine import Heavy, heaviest
from interpret.number.number_data import NumberData, NumberFold, levels, smallest
from interpret.number.on_rows import OnRows
from interpret.number.validated import ValidatedSums, validated, whole_sum
from interpret.rules.search import Progress
from interpret.rules.single_tests import TestSet
from kernels.blas import one_thread

WAYS = ("tensor", "lasso")  # the first of equally good ones is taken
POOL = 100  # conjunctions from which the first terms are taken
Tell = Callable[[Progress], None]

PENALTIES = np.geomspace(1, 0.01, 13)  # shares of the smallest penalty without any weight
AT_ONCE = 60  # conjunctions that are listed in one step
ROUNDS = 4


@dataclass(frozen=True, eq=False)
class Tensor:
    """The tensor machine, how it was chosen, its heaviest conjunctions, and its CPU seconds."""

    learnt: machine.NumberMachine
    best: machine.TriedMachine
    tried: tuple[machine.TriedMachine, ...]
    heavy: list[Heavy]
    seconds: float


@dataclass(frozen=True, eq=False)
class LassoFit:
    """The fit with one penalty, a share of the largest one; no weight of a clause is 0."""

    share: float
    clauses: tuple[TestSet, ...]
    weights: np.ndarray
    base: float

    def predict(self, rows: OnRows) -> np.ndarray:
        return self.base + rows.columns(self.clauses) @ self.weights

    @property
    def heaviest(self) -> list[TestSet]:
        """The clauses, the largest weight first; equal ones by length and by their tests."""
        level, clauses = levels(np.abs(self.weights)), self.clauses
        order = sorted(range(len(clauses)), key=lambda i: (level[i], len(clauses[i]), clauses[i]))
        return [clauses[i] for i in order]


@dataclass(frozen=True, eq=False)
class BestLasso:
    """The lasso of the best penalty, and its squared error on folds.

    on_folds: the conjunctions of the largest weights in each fold, with that penalty.
    """

    fit: LassoFit
    error: float
    on_folds: list[list[TestSet]]


@dataclass(frozen=True, eq=False)
class FoundTerms:
    """Both machines, and the sum of the one that is better by validation.

    data: with the cuts of the sum among its tests; validated: squared errors on folds, by way;
    sums: how the sums of the better way do on folds; clauses: empty where these sums do not help;
    half: how much such sums explain if half as many rows are searched, None where all rows are
    searched.
    """

    data: NumberData
    tensor: Tensor
    lasso: BestLasso
    validated: dict[str, float]
    source: str
    clauses: tuple[TestSet, ...]
    sums: ValidatedSums
    half: Estimate | None


def find_terms(data: NumberData, tell: Tell) -> FoundTerms:
    """The terms of the training rows' numbers."""
    train, z = data.of("train")
    tensor = _tensor(data, tell)
    listed = _lasso(data, tell)
    pools = {
        "tensor": [_heaviest(fold, tensor) for fold in data.folds],
        "lasso": listed.on_folds,
    }
    folds = len(data.folds)
    sums = {
        name: validated(data, pool, stages(tell, "fitting", folds)) for name, pool in pools.items()
    }
    errors = {name: sum_.error for name, sum_ in sums.items()} | {
        "machine": tensor.best.error,
        "all weights of the lasso": listed.error,
    }
    source = WAYS[smallest([errors[name] for name in WAYS])]
    half = None
    if len(data.searched) < len(z):
        half = validated(data.halved, [[]] * folds, stages(tell, "fewer", folds))
    pool_of = {
        "tensor": [one.clause for one in tensor.heavy][:POOL],
        "lasso": listed.fit.heaviest[:POOL],
    }
    conditions = whole_sum(data, pool_of[source]) if sums[source].help else ()
    rows, clauses = data.rows.holding(conditions)
    _, places = rows.holding(train.conditions([one.clause for one in tensor.heavy]))
    heavy = [replace(one, clause=place) for one, place in zip(tensor.heavy, places, strict=True)]
    _, places = rows.holding(train.conditions(listed.fit.clauses))
    tell(Progress("fitting", 1.0))
    return FoundTerms(
        replace(data, rows=rows),
        replace(tensor, heavy=heavy),
        replace(listed, fit=replace(listed.fit, clauses=places)),
        errors,
        source,
        clauses,
        sums[source],
        half.judged.explained if half else None,
    )


def stages(tell: Tell, name: str, steps: int) -> Callable[[], None]:
    """A function that a step calls when it is done."""
    done = [0]

    def step() -> None:
        done[0] += 1
        tell(Progress(name, min(1.0, done[0] / steps)))

    return step


def _tensor(data: NumberData, tell: Tell) -> Tensor:
    train, z = data.of("train")
    started = perf_counter()
    how, best, tried = machine.chosen(data, stages(tell, "choosing", train.literals))
    tell(Progress("training", 0.0))
    learnt = machine.learnt(train, z, how, best.q, best.gamma)
    heavy = heaviest(train, learnt)
    return Tensor(learnt, best, tried, heavy, perf_counter() - started)


def _lasso(data: NumberData, tell: Tell) -> BestLasso:
    (train, z), searched = data.of("train"), data.searched
    done = stages(tell, "lasso", len(data.folds))
    paths = []
    for fold in data.folds:
        paths.append(lasso_path(fold.train, fold.z))
        done()
    both = zip(paths, data.folds, strict=True)
    errors = np.mean([error_on(path, fold) for path, fold in both], axis=0)
    best = smallest(errors)
    upto = tuple(float(penalty) for penalty in PENALTIES[: best + 1])
    fit = lasso_path(train.rows(searched), z[searched], upto)[-1]
    return BestLasso(fit, float(errors.min()), [path[best].heaviest[:POOL] for path in paths])


def _heaviest(fold: NumberFold, tensor: Tensor) -> list[TestSet]:
    """The heaviest conjunctions of the same machine, learnt on a fold's rows."""
    how, best = tensor.learnt.plan, tensor.best
    fewer = replace(how, rows=min(how.rows, len(fold.z)))
    learnt = machine.learnt(fold.train, fold.z, fewer, best.q, best.gamma)
    return [heavy.clause for heavy in heaviest(fold.train, learnt)][:POOL]


def lasso_path(
    rows: OnRows, y: np.ndarray, shares: Sequence[float] | np.ndarray = PENALTIES
) -> list[LassoFit]:
    """A fit for each penalty, from the largest on. y: (n_rows,)."""
    middle = float(y.mean())
    left = y - middle
    sight = rows.strongest(left, AT_ONCE, 0.0)
    if not sight:
        return [LassoFit(float(share), (), np.zeros(0), middle) for share in shares]
    seen = _Seen.of(rows.columns(sight), left)
    most = float(np.abs(seen.along).max()) / len(y)
    weights, fits = np.zeros(len(sight)), []
    for share in shares:
        penalty = max(most * float(share), 1e-300)
        for _ in range(ROUNDS):
            weights = seen.fitted(penalty, weights)
            left = seen.y - seen.columns @ weights
            known = set(sight)
            fresh = [place for place in rows.strongest(left, AT_ONCE, 0.0) if place not in known]
            if not fresh:
                break
            added = rows.columns(fresh)
            due = np.abs(added.T @ left) / len(y) > penalty * 1.01
            if not due.any():
                break
            sight += [place for place, is_due in zip(fresh, due, strict=True) if is_due]
            seen = seen.more(added[:, due])
            weights = np.concatenate([weights, np.zeros(int(due.sum()))])
        there = np.flatnonzero(weights)
        clauses = tuple(sight[i] for i in there)
        base = middle - float(seen.means[there] @ weights[there])
        fits.append(LassoFit(float(share), clauses, weights[there].copy(), base))
    return fits


def error_on(fits: Sequence[LassoFit], fold: NumberFold) -> list[float]:
    """The squared error of each fit on the rows that a fold leaves out."""
    left = [fold.z_left_out - fit.predict(fold.left_out) for fit in fits]
    return [float((residual**2).mean()) for residual in left]


@dataclass(frozen=True, eq=False)
class _Seen:
    """The listed conjunctions, centred, with their products, each computed once.

    columns: (n_rows, n_seen); means: (n_seen,); products: columnsᵀ columns; along: columnsᵀ y; y:
    (n_rows,), centred.
    """

    columns: np.ndarray
    means: np.ndarray
    products: np.ndarray
    along: np.ndarray
    y: np.ndarray

    @classmethod
    def of(cls, held: np.ndarray, y: np.ndarray) -> "_Seen":
        means = held.mean(axis=0)
        columns = held - means
        with one_thread():
            return cls(columns, means, columns.T @ columns, columns.T @ y, y)

    def more(self, held: np.ndarray) -> "_Seen":
        """These with further conjunctions. held: the rows that each covers, (n_rows, n_more)."""
        more_of = _Seen.of(held, self.y)
        with one_thread():
            across = self.columns.T @ more_of.columns
        products = np.block([[self.products, across], [across.T, more_of.products]])
        return _Seen(
            np.column_stack([self.columns, more_of.columns]),
            np.concatenate([self.means, more_of.means]),
            products,
            np.concatenate([self.along, more_of.along]),
            self.y,
        )

    def fitted(self, penalty: float, start: np.ndarray) -> np.ndarray:
        """The weights at a penalty, starting from those of the penalty before."""
        lasso = Lasso(penalty, fit_intercept=False, precompute=self.products, warm_start=True,
                      tol=1e-3, max_iter=20_000, copy_X=False)  # fmt: skip
        lasso.coef_ = start
        with one_thread():
            lasso.fit(np.asfortranarray(self.columns), self.y)
        return lasso.coef_.copy()
