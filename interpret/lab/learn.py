"""Kernel learning on one table: ways of weighing kernels, and random formulas as kernels."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from time import perf_counter
from typing import Any

import numpy as np

from interpret import documents as doc
from interpret.data.complaints import DataError
from interpret.data.task import Task
from interpret.fit.parts import split, tasks_asked
from interpret.fit.sample import read
from interpret.measures import area_under_curve, percent
from interpret.registry import Kind, Listening, Result, RunRequest, class_asked
from interpret.row_limits import ROWS
from interpret.versions import versions
from kernels.base import FeatureKernel, Kernel
from kernels.boolean import MonotoneConjunctive, Variables
from kernels.draws import stratified
from kernels.geometry import Family, hull_distance2, radius2, radius_margin_ratio
from kernels.mkl import Step, Weigh, average, cutting_plane, easy_mkl, gram, mixture, r_mkl, rm_gd
from kernels.propositional import Grammar, depth, operators, tree, written
from kernels.solve import Margin, margin
from kernels.steady import decided, products

WAYS: dict[str, Weigh] = {
    "cutting plane": cutting_plane,
    "GRAM": partial(gram, tolerance=1e-6, most=200),
    "RM-GD": partial(rm_gd, tolerance=1e-5),
    "R-MKL": partial(r_mkl, tolerance=1e-4),
    "EasyMKL": easy_mkl,
    "average": average,
}
WHOLE, AGAIN = "What was learnt must be as it was written", "Learn again."
DIGITS, LEAST_WEIGHT = 4, 0.0005  # of the weights in a kernel's name
ALIKE = 0.1  # of its norm; a kernel that differs less from the identity counts as identity
PUBLISHED = 5  # formulas that are published at a time
DEEPEST = 12  # the most levels of a formula that is drawn as a tree


@dataclass(frozen=True)
class Learning:
    """What to learn. degrees: of the mC-kernels, 1 to this; ways: names of WAYS.

    formulas: how many random ones, 0 for none; length: their average number of operators.
    """

    degrees: int
    ways: tuple[str, ...]
    formulas: int = 0
    length: float = 5.0


@dataclass(frozen=True)
class Weighing:
    """The result of one way of weighing. Ratios are R²/(ρ² n), ρ the distance of the hulls.

    weights: of degrees 1, 2, … and, last, the identity. curve: (seconds, ratio, bound) at each
    step; auc: of the hard margin on the rows held out, None without such rows; kernel: the name of
    the mixture; complete: whether it was not stopped early.
    """

    name: str
    weights: tuple[float, ...]
    curve: tuple[tuple[float, float, float], ...]
    auc: float | None
    seconds: float
    kernel: str
    complete: bool

    @property
    def ratio(self) -> float:
        return self.curve[-1][1]

    @property
    def bound(self) -> float:
        return self.curve[-1][2]

    @property
    def gap(self) -> float:
        """The share by which the ratio could be smaller, at most."""
        return max(0.0, 1 - self.bound / self.ratio) if self.ratio > 0 else 0.0


@dataclass(frozen=True)
class Written:
    """A formula as a kernel, normalised. ratio: None where it does not separate the classes.

    tree: one line for each sign, or a sentence if it is too deep to be drawn.
    """

    text: str
    tree: str
    operators: int
    ratio: float | None
    auc: float | None


@dataclass(frozen=True)
class Learnt:
    """Kernels learnt on the training rows of a task.

    near: the least degree whose kernel is nearly the identity on these rows, or None. linear: the
    linear kernel, to compare mixtures and formulas with.
    """

    table: str
    digest: str
    target: str
    positive: tuple[str, ...]
    n_train: int
    n_test: int
    degrees: int
    near: int | None
    ways: tuple[Weighing, ...] = ()
    linear: Written | None = None
    formulas: tuple[Written, ...] = ()

    @property
    def best(self) -> Weighing:
        """The way with the smallest ratio; of equals one with a proof, then the first in WAYS."""
        names = list(WAYS)
        return min(self.ways, key=lambda way: (round(way.ratio, 6), names.index(way.name)))

    def way(self, name: str) -> Weighing:
        return next(way for way in self.ways if way.name == name)

    @property
    def bound(self) -> float:
        """The best bound of all ways: no mixture of the family has a smaller ratio."""
        return max((way.bound for way in self.ways), default=0.0)


def learn(
    task: Task,
    split: dict[str, np.ndarray],
    seed: int,
    learning: Learning,
    on_progress: Callable[[dict[str, Any]], bool] = lambda step: True,
    on_answer: Callable[[Learnt], object] = lambda learnt: None,
) -> Learnt:
    """Learns on the "train" rows of split, indices into the task, and judges on its "test".

    on_progress gets {"doing", "fraction", "step", "ratio", "bound"} and returns False to stop: the
    answer then has what is done, with the best so far of the current way. on_answer gets the answer
    after each part. DataError where there is nothing to learn.
    """
    train = split["train"]
    train = train[stratified(task.y[train], ROWS.learnt_kernel, np.random.default_rng(seed))]
    task, _, sample = read(task, train, None)
    X = sample.examples
    if len(np.unique(X, axis=0)) < 2:
        raise DataError("All rows are equal in every attribute, so no kernel can tell them apart.")
    y = sample.signs
    unseen = _Unseen(sample.encoding.encode(task.table.rows(split["test"])), task.y[split["test"]])
    ones = int(X.sum(axis=1).max())
    degrees = min(learning.degrees, ones)
    kernels = tuple(MonotoneConjunctive(d).normalized() for d in range(1, degrees + 1))
    family = Family(kernels, X, y)
    learnt = Learnt(
        table=task.table.name,
        digest=task.table.digest,
        target=task.target,
        positive=task.positive,
        n_train=len(train),
        n_test=len(unseen.y),
        degrees=degrees,
        near=_near_identity(family),
        linear=_measured(Variables(), X, y, unseen),
    )
    parts = len(learning.ways) + (learning.formulas > 0)
    for part, name in enumerate(learning.ways):

        def tell(step: int, at: Step, part: int = part, name: str = name) -> bool:
            done = {"doing": name, "fraction": (part + 1 - 0.9**step) / parts, "step": step}
            return on_progress(done | {"ratio": at.ratio / len(y), "bound": at.bound / len(y)})

        way = _followed(name, family, X, unseen, ones, tell)
        learnt = replace(learnt, ways=(*learnt.ways, way))
        on_answer(learnt)
        if not way.complete:
            return learnt
    for n, formula in enumerate(Grammar(learning.length).formulas(learning.formulas, seed)):
        fraction = (len(learning.ways) + n / learning.formulas) / parts
        if not on_progress({"doing": "formulas", "fraction": fraction, "step": n}):
            break
        one = _measured(formula, X, y, unseen)
        learnt = replace(learnt, formulas=(*learnt.formulas, one))
        if n % PUBLISHED == PUBLISHED - 1:
            on_answer(learnt)
    return learnt


def document(learnt: Learnt) -> dict[str, Any]:
    """The kernels learnt as standard JSON; restore() is its inverse."""
    return {"schema": doc.SCHEMA, "versions": versions(), "learnt": doc.as_json(learnt)}


def restore(document: Mapping[str, Any]) -> Learnt:
    """The kernels of a document; a DataError in one sentence where it was altered."""
    learnt: Learnt = doc.restored(DocumentShape, document, WHOLE, AGAIN)["learnt"]
    return learnt


@dataclass(frozen=True, eq=False)
class _Unseen:
    """Rows that are held out: examples and classes, bool."""

    X: np.ndarray
    y: np.ndarray

    def auc(self, kernel: Kernel, solved: Margin, X: np.ndarray, y: np.ndarray) -> float | None:
        """The AUC of a machine trained on X and y; None where these rows are of one class only."""
        if len(np.unique(self.y)) < 2:
            return None
        support = np.flatnonzero(solved.alpha)
        scores = products(kernel(self.X, X[support]), (y * solved.alpha)[support])
        return area_under_curve(decided(scores), self.y)


def _followed(
    name: str,
    family: Family,
    X: np.ndarray,
    unseen: _Unseen,
    ones: int,
    tell: Callable[[int, Step], bool],
) -> Weighing:
    """Runs a way of weighing to its end or until it is stopped. ones: of each example."""
    n = len(X)
    began, curve, complete = perf_counter(), [], True
    for step in WAYS[name](family):
        curve.append((perf_counter() - began, step.ratio / n, step.bound / n))
        if not tell(len(curve), step):
            complete = False
            break
    seconds = perf_counter() - began
    solved = margin(family.gram(step.weights), family.y)
    return Weighing(
        name=name,
        weights=tuple(step.weights.tolist()),
        curve=tuple(curve),
        auc=unseen.auc(mixture(family, step.weights), solved, X, family.y),
        seconds=seconds,
        kernel=_named(step.weights, ones),
        complete=complete,
    )


def _named(weights: np.ndarray, ones: int) -> str:
    """The mixture's name; the identity is mC of the number of ones of an example."""
    shares = dict(enumerate(weights[:-1].tolist(), start=1))
    shares[ones] = shares.get(ones, 0.0) + float(weights[-1])
    kept = [(share, d) for d, share in shares.items() if share >= LEAST_WEIGHT]
    return " + ".join(f"{share:.{DIGITS}g}*mC({d})" for share, d in kept)


def _measured(formula: FeatureKernel, X: np.ndarray, y: np.ndarray, unseen: _Unseen) -> Written:
    kernel = formula.normalized()
    K = kernel(X)
    ratio = radius_margin_ratio(radius2(K), hull_distance2(K, y), len(y)).upper
    deep = depth(formula)
    return Written(
        written(formula),
        tree(formula) if deep <= DEEPEST else f"{deep} levels: too deep to be drawn.",
        operators(formula),
        ratio if ratio < inf else None,
        unseen.auc(kernel, margin(K, y), X, y),
    )


def _near_identity(family: Family) -> int | None:
    """The least degree whose Gram matrix is the identity up to a share ALIKE of its norm."""
    n = len(family.y)
    pairs = np.bincount(family.codes.ravel(), minlength=family.table.shape[1])
    pairs = pairs - np.bincount(family.diagonal, minlength=family.table.shape[1])
    near = np.flatnonzero(np.sqrt(family.table**2 @ pairs / n) <= ALIKE)
    return int(near[0]) + 1 if len(near) else None


def _fitting(learnt: Learnt) -> Learnt:
    if any(len(way.weights) != learnt.degrees + 1 for way in learnt.ways):
        raise ValueError("a way must have a weight for each degree and one for the identity")
    return learnt


doc.known(
    Weighing,
    doc.made(
        Weighing,
        name=doc.one_of(WAYS),
        curve=doc.many(tuple[doc.Amount, doc.Amount, doc.Amount], least=1),
        auc=doc.Fraction | None,
        kernel=doc.KernelName,
    ),
)
_Learnt = doc.made(Learnt, degrees=doc.Positive, near=doc.Positive | None)
DocumentShape = doc.an_object(learnt=doc.into(_Learnt, _fitting))


def work(run: RunRequest, reporter: Listening) -> Result | None:
    """The document of what spec["asked"] learns."""
    settings, table = run.settings, run.table()
    what = Learning(**run.spec["asked"] | {"ways": tuple(run.spec["asked"]["ways"])})

    def show(learnt: Learnt) -> None:
        reporter.publish(document(learnt))

    task = tasks_asked(table, settings)[0]
    done = learn(task, split(task, settings), settings.seed, what, reporter.step, show)
    return document(done) if done.ways or done.formulas else None


def _question(spec: Mapping[str, Any]) -> str:
    return f"a kernel learnt for {class_asked(spec)}"


def _outcome(learnt: Learnt) -> str:
    if not learnt.ways:
        return f"{len(learnt.formulas)} formulas"
    best = learnt.best
    auc = "" if best.auc is None else f"AUC {percent(best.auc)}, "
    return f"{auc}ratio {best.ratio:.4g}, {best.name}"


KIND = Kind(
    page="compare_kernels",
    work=work,
    restore=restore,
    question=_question,
    outcome=_outcome,
    thing="learning",
    button="Learn",
    nothing_yet="Nothing is learnt yet. Press “Learn”: kernels of all degrees are weighed, and "
    "the smallest radius-margin ratio is proven.",
    kept="What was learnt by then is below.",
)
