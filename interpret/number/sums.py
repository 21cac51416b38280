"""A short sum of conjunctions for a number: which terms pay for their tests, and their effects.

A sum is worth −n log(sum of squared residuals) minus its price: 2 log(number of candidate tests)
for each test, which is what the best candidate would gain on noise alone (Foster & George 1994, the
risk inflation criterion), and log n for each effect.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import log

import numpy as np
from scipy.linalg import LinAlgError, cholesky, solve_triangular

from interpret.number.number_data import levels
from interpret.number.on_rows import SPREAD, OnRows
from interpret.rules.single_tests import TestSet

FRESH = 40  # conjunctions that the residuals suggest, at each term
REBUILT, MOST_REBUILT = 5, 6  # how often two terms are rebuilt, and how many pairs are then tried
EQUAL = 1e-6  # a smaller difference in the worth of sums may be rounding
TINY = 1e-12  # residuals below this share of the variation are rounding


@dataclass(frozen=True, eq=False)
class TermSum:
    """Clauses and their residuals on the rows that they were fitted on.

    basis: orthonormal, (n_rows, 1 + n_clauses); left: (n_rows,).
    """

    clauses: tuple[TestSet, ...]
    basis: np.ndarray
    left: np.ndarray

    @cached_property
    def squares(self) -> float:
        return float(self.left @ self.left)

    @cached_property
    def values(self) -> np.ndarray:
        """The columns that weigh clauses: 1, the residuals, the basis; (n_rows, 3 + n_clauses)."""
        return np.column_stack([np.ones(len(self.left)), self.left, self.basis])


@dataclass(frozen=True)
class Fitted:
    """The base and the effects of a sum, by least squares: base + Σ effect · (the clause holds)."""

    base: float
    effects: tuple[float, ...]


def fit_sum(columns: np.ndarray, y: np.ndarray) -> Fitted:
    """Least squares of y on columns of shape (n_rows, n_clauses) and a base."""
    design = np.column_stack([np.ones(len(y)), columns])
    coefficients = np.linalg.lstsq(design, y, rcond=None)[0]
    return Fitted(float(coefficients[0]), tuple(coefficients[1:].tolist()))


def best_sum(rows: OnRows, y: np.ndarray, pool: Sequence[TestSet], most: int) -> TermSum:
    """A sum of at most `most` clauses, which are taken from the pool and then changed.

    y: (n_rows,), centred. Greedy: the term that is worth most is added, then terms are exchanged
    for their neighbours or dropped, as long as the worth of the sum grows. In the end pairs of
    terms that share an attribute are searched anew, and two or three terms are rebuilt from their
    own tests.
    """
    worth = _Worth.of_rows(rows, y)
    best = _grown(rows, y, _sum(rows, y, ()), pool, most, worth)
    for _ in range(REBUILT):
        better = _rewritten(rows, y, best, worth) or _rebuilt(rows, y, best, pool, worth)
        if better is None:
            break
        best = _grown(rows, y, better, pool, most, worth)
    return best


def grown_sum(rows: OnRows, y: np.ndarray, clauses: tuple[TestSet, ...], most: int) -> TermSum:
    """The sum of these clauses, which were found on some rows, grown on more rows."""
    worth = _Worth.of_rows(rows, y)
    return _grown(rows, y, settled_sum(rows, y, clauses), (), most, worth)


def settled_sum(rows: OnRows, y: np.ndarray, clauses: tuple[TestSet, ...]) -> TermSum:
    """The sum of these clauses after all exchanges and removals that make it worth more."""
    return _settled(rows, y, _sum(rows, y, clauses), _Worth.of_rows(rows, y))


@dataclass(frozen=True)
class _Worth:
    tests: int
    variation: float

    @classmethod
    def of_rows(cls, rows: OnRows, y: np.ndarray) -> "_Worth":
        return cls(int(rows.coarse.sum()), float(y @ y))

    def of(self, squares: float | np.ndarray, clauses: Sequence[TestSet], n: int) -> np.ndarray:
        price = self.price(sum(map(len, clauses)), n, len(clauses))
        return -n * np.log(np.maximum(squares, TINY * self.variation)) - price

    def price(self, tests: int, n: int, effects: int = 1) -> float:
        """The price of a number of tests and of effects, on n rows."""
        return 2 * log(max(self.tests, 2)) * tests + effects * log(n)


def _sum(rows: OnRows, y: np.ndarray, clauses: tuple[TestSet, ...]) -> TermSum:
    basis = _orthonormal(np.column_stack([np.ones(len(y)), rows.columns(clauses)]))
    return TermSum(clauses, basis, y - basis @ (basis.T @ y))


def _orthonormal(design: np.ndarray) -> np.ndarray:
    """An orthonormal basis of the columns' span, of the same shape.

    It comes from the columns' products, which are exact for columns of 0 and 1; where one column is
    nearly a combination of others, QR is more exact.
    """
    products = design.T @ design
    with suppress(LinAlgError):
        factor = cholesky(products, lower=True, check_finite=False)
        if (factor.diagonal() ** 2 > SPREAD**2 * products.diagonal()).all():
            one = np.eye(len(factor))
            return design @ solve_triangular(factor, one, lower=True, check_finite=False).T
    return np.linalg.qr(design)[0]


def _gains(rows: OnRows, sums: np.ndarray) -> np.ndarray:
    """How much of a sum's squared residuals each clause would explain; 0 for one that adds little.

    sums: of 1, the residuals and the basis over the rows of each clause, (n_clauses, 2 + n_basis).
    """
    counts, explains = sums[:, 0], sums[:, 1]
    news = counts - (sums[:, 2:] ** 2).sum(axis=1)
    smaller = np.minimum(counts, rows.n_rows - counts)
    says = (smaller >= rows.least) & (news > SPREAD * smaller)
    return np.where(says, explains**2 / np.where(says, news, 1.0), 0.0)


Option = tuple[float, TestSet]  # the worth of a sum with a further clause, and that clause


def _best_to_add(
    rows: OnRows, whole: TermSum, options: Sequence[TestSet], worth: _Worth
) -> Option | None:
    """The option that makes the sum worth most, and that worth; None where there is no option."""
    options = [option for option in dict.fromkeys(options) if option not in whole.clauses]
    if not options:
        return None
    gains = _gains(rows, rows.columns(options).T @ whole.values)
    prices = np.array([worth.price(len(option), rows.n_rows) for option in options])
    return _best(worth.of(whole.squares - gains, whole.clauses, rows.n_rows) - prices, options)


def _best_neighbour(rows: OnRows, whole: TermSum, clause: TestSet, worth: _Worth) -> Option | None:
    """The best option to add: the clause itself, or with one test removed, added or replaced."""
    fewer = [(*clause[:i], *clause[i + 1 :]) for i in range(len(clause))]
    candidates = [
        _best_to_add(
            rows, whole, [clause, *(fewer_tests for fewer_tests in fewer if fewer_tests)], worth
        )
    ]
    n, known = rows.n_rows, set(whole.clauses)
    for rest, tests in rows.neighbours(clause):
        gains = _gains(rows, rows.sums_beside(rest, whole.values)[tests])
        worths = worth.of(whole.squares - gains, whole.clauses, n)
        worths = worths - worth.price(len(rest) + 1, n)
        options = [tuple(sorted((*rest, test))) for test in tests[_near_best(worths)].tolist()]
        there = [option for option in options if option not in known]
        if there:
            candidates.append((float(worths.max()), min(there)))
    better = [one for one in candidates if one is not None]
    if not better:
        return None
    return _best(np.array([value for value, _ in better]), [whole for _, whole in better])


def _near_best(worths: np.ndarray) -> np.ndarray:
    """The places of the largest worths, up to rounding."""
    return np.flatnonzero(worths >= worths.max(initial=-np.inf) - EQUAL)


def _best(worths: np.ndarray, options: Sequence[TestSet]) -> Option:
    """The option that is worth most; of equal ones the shortest, then the first by its tests."""
    place = min(_near_best(worths).tolist(), key=lambda i: (len(options[i]), options[i]))
    return float(worths[place]), options[place]


def _grown(
    rows: OnRows, y: np.ndarray, best: TermSum, pool: Sequence[TestSet], most: int, worth: _Worth
) -> TermSum:
    """The sum with every further term that is worth its tests."""
    while len(best.clauses) < most:
        grown = _with_one_more(rows, y, best, pool, worth)
        if grown is None:
            break
        best = _settled(rows, y, grown, worth)
    return best


def _sharing(rows: OnRows, whole: TermSum, size: int) -> Iterator[tuple[TestSet, ...]]:
    """Groups of this many clauses in which one shares an attribute with each of the others."""
    tests = rows.single_tests.tests
    attributes = {clause: {tests[i].attribute for i in clause} for clause in whole.clauses}
    for some in combinations(whole.clauses, size):
        if any(all(attributes[one] & attributes[other] for other in some) for one in some):
            yield some


def _rewritten(rows: OnRows, y: np.ndarray, whole: TermSum, worth: _Worth) -> TermSum | None:
    """A sum that is worth more, with two or three terms replaced by parts of their own clauses.

    The same numbers are sums of conjunctions in more than one way: ¬A ∧ ¬B less A ∧ B is 1 − A − B,
    and no exchange of a single test leads from the one to the other.
    """
    n = rows.n_rows
    now = float(worth.of(whole.squares, whole.clauses, n))
    for size in (2, 3):
        for some in _sharing(rows, whole, size):
            rest = tuple(clause for clause in whole.clauses if clause not in some)
            parts = sorted({part for clause in some for k in range(len(clause))
                            for part in combinations(clause, k + 1)} - {*rest})  # fmt: skip
            value, clauses = _best_of_parts(rows, _sum(rows, y, rest), parts, size, worth)
            if value > now + EQUAL:
                other = _sum(rows, y, (*rest, *clauses))
                if float(worth.of(other.squares, other.clauses, n)) > now + EQUAL:
                    return other
    return None


def _best_of_parts(
    rows: OnRows, rest: TermSum, parts: Sequence[TestSet], most: int, worth: _Worth
) -> tuple[float, tuple[TestSet, ...]]:
    """The most that a sum with at most `most` of these clauses is worth, and which they are."""
    n = rows.n_rows
    columns = rows.columns(parts)
    counts = columns.sum(axis=0)
    new = columns - rest.basis @ (rest.basis.T @ columns)
    products, explains = new.T @ new, new.T @ rest.left
    says = np.minimum(counts, n - counts) >= rows.least
    says &= products.diagonal() > SPREAD * np.minimum(counts, n - counts)
    kept = np.flatnonzero(says).tolist()
    prices = np.array([worth.price(len(part), n) for part in parts])
    best: tuple[float, tuple[int, ...]] = (float(worth.of(rest.squares, rest.clauses, n)), ())
    for size in range(1, most + 1):
        sets = np.array(list(combinations(kept, size)), dtype=int).reshape(-1, size)
        joint = products[sets[:, :, None], sets[:, None, :]]
        apart = np.linalg.det(joint) > SPREAD**size * np.prod(products.diagonal()[sets], axis=1)
        sets, joint = sets[apart], joint[apart]
        if not len(sets):
            continue
        gains = np.linalg.solve(joint, explains[sets][:, :, None])[:, :, 0] * explains[sets]
        left = rest.squares - gains.sum(axis=1)
        worths = worth.of(left, rest.clauses, n) - prices[sets].sum(axis=1)
        first = int(_near_best(worths)[0])
        if worths[first] > best[0] + EQUAL:
            best = float(worths[first]), tuple(sets[first].tolist())
    return best[0], tuple(parts[i] for i in best[1])


def _rebuilt(
    rows: OnRows, y: np.ndarray, whole: TermSum, pool: Sequence[TestSet], worth: _Worth
) -> TermSum | None:
    """A sum that is worth more, with two terms that share an attribute replaced by new ones.

    Only the pairs that hold on the most similar rows are tried.
    """
    n = rows.n_rows
    now = float(worth.of(whole.squares, whole.clauses, n))
    columns = rows.columns(whole.clauses)
    place = {clause: i for i, clause in enumerate(whole.clauses)}
    alike = np.abs(np.corrcoef(columns, rowvar=False))
    pairs = list(_sharing(rows, whole, 2))
    near = levels(np.array([alike[place[one], place[other]] for one, other in pairs]))
    for i in np.argsort(near, kind="stable")[:MOST_REBUILT].tolist():
        rest = tuple(kept_clause for kept_clause in whole.clauses if kept_clause not in pairs[i])
        other = _grown(rows, y, _sum(rows, y, rest), pool, len(whole.clauses), worth)
        if float(worth.of(other.squares, other.clauses, n)) > now + EQUAL:
            return other
    return None


def _with_one_more(
    rows: OnRows, y: np.ndarray, whole: TermSum, pool: Sequence[TestSet], worth: _Worth
) -> TermSum | None:
    fresh = rows.strongest(whole.left, FRESH, 0.5)
    best = _best_to_add(rows, whole, [*pool, *fresh], worth)
    if best is None:
        return None
    _, clause = best
    # Worth counts once the term has found its best shape: a pair may only pay with a third test.
    grown = _settled(rows, y, _sum(rows, y, (*whole.clauses, clause)), worth, last_only=True)
    n = rows.n_rows
    before = float(worth.of(whole.squares, whole.clauses, n))
    return grown if float(worth.of(grown.squares, grown.clauses, n)) > before + EQUAL else None


def _settled(
    rows: OnRows, y: np.ndarray, whole: TermSum, worth: _Worth, last_only: bool = False
) -> TermSum:
    """The sum after all exchanges and removals of terms that make it worth more."""
    n, changed = rows.n_rows, True
    while changed:
        changed = False
        places = range(len(whole.clauses))
        for i in list(places)[-1:] if last_only else places:
            if i >= len(whole.clauses):
                break
            now = float(worth.of(whole.squares, whole.clauses, n))
            clause = whole.clauses[i]
            rest = _sum(rows, y, whole.clauses[:i] + whole.clauses[i + 1 :])
            without = float(worth.of(rest.squares, rest.clauses, n))
            neighbour = _best_neighbour(rows, rest, clause, worth)
            if (
                not last_only
                and without >= max(now, neighbour[0] if neighbour else without) - EQUAL
            ):
                whole, changed = rest, True
                break
            if neighbour and neighbour[0] > now + EQUAL:
                clauses = (*rest.clauses[:i], neighbour[1], *rest.clauses[i:])
                whole, changed = _sum(rows, y, clauses), True
    return whole
