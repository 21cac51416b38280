"""Sums of conjunctions on rows that folds leave out: whether they help, and at which length.

Everything is done anew in each fold: the conjunctions, the choice among them, their cuts. Terms are
chosen among cuts at quantiles; these are then moved to where they explain most. Otherwise a cut
that is a few rows off would leave residuals that further terms pay to repair. Other scales of the
number are tried on the same folds.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from interpret.data.cuts import cut_behind
from interpret.number.judged import Estimate, JudgedNumbers, judged, nearly_always_explains
from interpret.number.number_data import NEAR, NumberData, largest
from interpret.number.on_rows import SPREAD, OnRows
from interpret.number.sums import TermSum, best_sum, fit_sum, grown_sum, settled_sum, shortened
from interpret.rules.logic import Between, Test
from interpret.rules.single_tests import TestSet

ROUNDS = 5  # of moving every cut and dropping terms; and sweeps over all cuts in one
Conditions = tuple[tuple[Test, ...], ...]
FEW, MUCH = 0.01, 0.25  # tails are heavy if this share of rows has that share of the variation
LOGARITHM, RANKS = "logarithm", "rank"
SCALES = (LOGARITHM, RANKS)


def refined(rows: OnRows, y: np.ndarray, whole: TermSum) -> Conditions:
    """The conditions of the sum, every cut moved, without the tests that no longer pay.

    y: (n_rows,), centred. The sum of squared residuals grows only where a term is dropped, and then
    by no more than the price of its tests.
    """
    conditions = rows.conditions(whole.clauses)
    for _ in range(ROUNDS):
        moved = _moved(rows, y, conditions)
        finer, clauses = rows.holding(moved)
        before, conditions = conditions, finer.conditions(settled_sum(finer, y, clauses).clauses)
        if conditions in (before, moved):
            break
    return conditions


def _moved(rows: OnRows, y: np.ndarray, conditions: Conditions) -> Conditions:
    """Moves each cut to where the refitted sum has the smallest residuals, until no move gains."""
    moved = [list(tests) for tests in conditions]
    for _ in range(ROUNDS):
        gains = False
        for term, tests in enumerate(moved):
            for place, test in enumerate(tests):
                if isinstance(test, Between) and test.attribute in rows.amounts:
                    tests[place], better = _best_cut(rows, y, moved, term, test)
                    gains |= better
        if not gains:
            break
    return tuple(map(tuple, moved))


def _best_cut(
    rows: OnRows, y: np.ndarray, conditions: Sequence[Sequence[Test]], term: int, test: Between
) -> tuple[Between, bool]:
    """The test with the best cut for y, and whether it is better than the present one.

    One pass over the rows that the other tests of the term cover, sorted by amount: a cut lies half
    way between two amounts, however far apart they are.
    """
    amounts = rows.amounts[test.attribute]
    others = [rows.held_by(tests) for i, tests in enumerate(conditions) if i != term]
    basis = np.linalg.qr(np.column_stack([np.ones(len(y)), *others]))[0]
    left = y - basis @ (basis.T @ y)
    beside = rows.held_by([condition for condition in conditions[term] if condition != test])
    inside = np.flatnonzero(beside & ~np.isnan(amounts))
    is_low = test.above == -np.inf
    inside = inside[np.argsort(amounts[inside] if is_low else -amounts[inside], kind="stable")]
    along = amounts[inside]
    ends = np.flatnonzero(np.diff(along))  # the last row of each amount but the last amount
    counts = ends + 1.0
    smaller = np.minimum(counts, len(y) - counts)
    news = counts - (np.cumsum(basis[inside], axis=0)[ends] ** 2).sum(axis=1)
    says = (smaller >= rows.least) & (news > SPREAD * smaller)
    if not says.any():
        return test, False
    gains = np.where(says, np.cumsum(left[inside])[ends] ** 2 / np.where(says, news, 1.0), -1.0)
    covered = along <= test.to if is_low else along > test.above
    now = np.flatnonzero(counts == covered.sum())
    best, before = largest(gains), float(gains[now[0]]) if len(now) else 0.0
    better = float(gains[best]) > before + NEAR * abs(before)
    if not better:
        if not len(now):
            return test, False
        best = int(now[0])
    differ = np.unique(along)  # ascending, and `along` may descend
    cut = cut_behind(differ, best if is_low else len(differ) - 2 - best)
    name = test.attribute
    return (Between(name, to=cut) if is_low else Between(name, above=cut)), better


@dataclass(frozen=True, eq=False)
class ValidatedSums:
    """How sums do on the rows that folds leave out.

    errors: the squared errors of sums of 0, 1, … terms; the last is that of the whole sums; judged:
    the whole sums, against the mean of the rows that each was learnt from; help: whether these
    predict better than the mean, beyond chance; conditions: those of each fold's whole sum; missed:
    the squared error of the whole sums on each row left out, as a share of the mean variation,
    (n_judged,); groups: which of these rows belong together.
    """

    errors: list[float]
    judged: JudgedNumbers
    help: bool
    conditions: tuple[Conditions, ...]
    missed: np.ndarray
    groups: np.ndarray | None

    @property
    def error(self) -> float:
        return self.errors[-1]


def validated(
    data: NumberData, pools: Sequence[Sequence[TestSet]], tell: Callable[[], object]
) -> ValidatedSums:
    """The sums learnt on each fold, judged on the rows it leaves out.

    pools: the conjunctions from which each fold takes its first terms.
    """

    def learnt() -> Iterator[Conditions]:
        for fold, pool in zip(data.folds, pools, strict=True):
            y = fold.z - fold.z.mean()
            yield refined(fold.train, y, best_sum(fold.train, y, pool, data.most))
            tell()

    return judged_sums(data, learnt())


def judged_sums(data: NumberData, of_folds: Iterable[Conditions]) -> ValidatedSums:
    """The sums of these conditions, each learnt on its fold, judged on the rows that this leaves
    out. A fold whose sum has fewer terms counts with the longest sum it has.
    """
    paths, true, said, rows_of, found = [], [], [], [], list[Conditions]()
    for fold, conditions in zip(data.folds, of_folds, strict=True):
        rows, target, mean = fold.train, fold.z, float(fold.z.mean())
        found.append(conditions)
        rows, clauses = rows.holding(conditions)
        left_out, _ = fold.left_out.holding(conditions)
        path = []
        for shorter in shortened(rows, target - mean, clauses):
            sum_of = fit_sum(rows.columns(shorter), target)
            guess = sum_of.base + left_out.columns(shorter) @ np.array(sum_of.effects)
            path.append(float(((fold.z_left_out - guess) ** 2).mean()))
        paths.append(path)
        true.append(fold.z_left_out - mean)
        said.append(guess - mean)
        rows_of.append(fold.outside)
    longest = max(map(len, paths))
    errors = np.mean([as_long(path, longest) for path in paths], axis=0).tolist()
    groups = data.groups_of("train")
    own_groups = None if groups is None else groups[np.concatenate(rows_of)]
    around, guessed = np.concatenate(true), np.concatenate(said)
    on_folds = around, guessed, 0.0, data.seed, own_groups
    helps = nearly_always_explains(*on_folds)
    missed = (around - guessed) ** 2 / float((around**2).mean())
    return ValidatedSums(errors, judged(*on_folds), helps, tuple(found), missed, own_groups)


def as_long(path: list[float], n: int) -> list[float]:
    """The path at length n: cut off, or its last entry repeated."""
    return (path + [path[-1]] * n)[:n]


def whole_sum(data: NumberData, pool: Sequence[TestSet]) -> Conditions:
    """The conditions of the best sum on the training rows. pool: as in best_sum."""
    (train, z), searched = data.of("train"), data.searched
    few, left = train.rows(searched), z - z.mean()
    whole = best_sum(few, z[searched] - z[searched].mean(), pool, data.most)
    if len(searched) < len(z):
        whole = grown_sum(train, left, whole.clauses, data.most)
    return refined(train, left, whole)


@dataclass(frozen=True)
class OtherScale:
    """A scale, and the share of the variation on it that sums explain on rows left out."""

    scale: str
    explained: Estimate


def is_heavy_tailed(y: np.ndarray) -> bool:
    """Whether the few rows farthest from the mean make much of the variation. y: (n_rows,)."""
    far = np.sort((y - y.mean()) ** 2)[::-1]
    return bool(far[: max(1, round(FEW * len(y)))].sum() >= MUCH * far.sum())


def better_scales(
    data: NumberData, as_it_is: ValidatedSums, tell: Callable[[], object]
) -> tuple[OtherScale, ...]:
    """The scales on which sums explain more of the variation than on the number's own, beyond
    noise.
    """
    if not is_heavy_tailed(data.task.y[data.parts["train"]]):
        return ()
    least = max(0.0, as_it_is.judged.explained.value or 0.0)
    nothing: list[list[TestSet]] = [[] for _ in data.folds]
    better = []
    for scale in SCALES:
        if scale == LOGARITHM and data.task.y.min() <= 0:
            continue
        other = validated(_on_scale(data, scale), nothing, tell).judged.explained
        if other.low is not None and other.low > least:
            better.append(OtherScale(scale, other))
    return tuple(better)


def _on_scale(data: NumberData, scale: str) -> NumberData:
    """The data with the folds' numbers on another scale, standardised."""
    train = data.task.y[data.parts["train"]]
    scaled = np.log(train) if scale == LOGARITHM else np.searchsorted(np.sort(train), train)
    z = (scaled - scaled.mean()) / (scaled.std() or 1.0)
    folds = [replace(fold, z=z[fold.inside], z_left_out=z[fold.outside]) for fold in data.folds]
    return replace(data, folds=tuple(folds))
