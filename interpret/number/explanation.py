"""NumberExplanation: a number as a base and a few conjunctions that add to it or take off."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.linear_model import RidgeCV
from sklearn.tree import DecisionTreeRegressor

from interpret.data.encoding import Encoding
from interpret.data.preparation import Preparation
from interpret.data.splits import Split
from interpret.data.table import Table
from interpret.data.task import NumberTask, number_task
from interpret.number.judged import Estimate, JudgedNumbers, judged
from interpret.number.machine import TriedMachine
from interpret.rules.logic import Clause
from interpret.settings import Settings
from kernels.blas import one_thread

DEPTH = 3
STRENGTHS = np.geomspace(0.1, 1000, 9)
SOURCES = {"tensor": "the tensor machine", "lasso": "the lasso"}


@dataclass(frozen=True)
class BesideSum:
    """A learner, its figures on the rows held out, and the size of its model in words."""

    name: str
    judged: JudgedNumbers
    size: str


def simple_ways(
    train: Table,
    test: Table,
    attributes: tuple[str, ...],
    y: np.ndarray,
    y_test: np.ndarray,
    folds: Sequence[Split] | None = None,
) -> tuple[BesideSum, ...]:
    """The mean, one split, a tree of depth 3, ridge regression. y: (n_rows,), standardised.

    folds: of the training rows, by which the strength of the ridge is chosen; None leaves out one
    row at a time.
    """
    encoding = Encoding.fit(train, attributes)
    X, X_test = encoding.encode(train).astype(float), encoding.encode(test).astype(float)
    learners = [BesideSum("the mean", judged(y_test, np.zeros(len(y_test)), 0.0), "no condition")]
    for name, depth in (("one split", 1), (f"tree of depth {DEPTH}", DEPTH)):
        tree = DecisionTreeRegressor(max_depth=depth, min_samples_leaf=5, random_state=0)
        tree.fit(X, y)
        predicted = tree.predict(X_test) if len(X_test) else y_test
        leaves = tree.get_n_leaves()
        learners.append(BesideSum(name, judged(y_test, predicted, 0.0), f"{leaves} leaves"))
    with one_thread():
        error = "neg_mean_squared_error"
        ridge = RidgeCV(alphas=STRENGTHS, cv=folds, scoring=error).fit(X, y)
        predicted = ridge.predict(X_test) if len(X_test) else y_test
    size = f"{X.shape[1]} weights"
    return (*learners, BesideSum("ridge regression", judged(y_test, predicted, 0.0), size))


@dataclass(frozen=True)
class NumberTerm:
    """A conjunction and what it adds, refitted by least squares on the training rows.

    low, high: the 95 % interval of the effect on the rows that the answer is judged on, None where
    these rows are too few; carried_by: the few training rows, by their numbers in the file, without
    which the effect vanishes, () where more rows carry it; rows: how many it covers, by part;
    weight: (Σ α_i δ_f(x_i))^(q−1) in the machine, of standardised numbers, None where it has more
    tests than the machine's conjunctions; rank: 1 and how many conjunctions weigh more, None where
    it is not listed among the heaviest; proven: no heavier one is missing from the list; again: how
    many of the sums found anew on folds have a term on about the same training rows, or on all
    others.
    """

    clause: Clause
    effect: float
    low: float | None
    high: float | None
    carried_by: tuple[int, ...]
    rows: dict[str, int]
    weight: float | None
    rank: int | None
    proven: bool
    again: int


@dataclass(frozen=True)
class HeavyConjunction:
    """One of the machine's heaviest conjunctions."""

    clause: Clause
    weight: float
    proven: bool


@dataclass(frozen=True)
class TensorMachine:
    """What is shown of the machine. rows: how many of the training rows (`of`) it learned from;
    tried: each machine that was tried to choose it; fewer: how much it explains of unseen rows if
    it learns from half of its rows, None where it learned from all of them.
    """

    degree: int
    way: str
    q: int
    gamma: float
    rows: int
    of: int
    features: int
    gap: float
    judged: JudgedNumbers
    heaviest: tuple[HeavyConjunction, ...]
    tried: tuple[TriedMachine, ...]
    fewer: float | None
    seconds: float


@dataclass(frozen=True)
class NumberExplanation:
    """A table's number explained, and all that is shown of it. Rows are indices into the task.

    validated: the squared error of each way on folds, as a share of the variation; source: the way
    whose conjunctions the terms started from, which is the better one on folds; on_folds: such sums
    on left-out rows, against the mean: terms are shown only if these help beyond noise; searched:
    the number of training rows that were searched for terms; half_searched: the share explained on
    folds if half as many rows are searched, None where all rows are searched. observed, predicted:
    for each row of the task.
    """

    settings: Settings
    table: str
    digest: str
    target: str
    attributes: tuple[str, ...]
    preparation: Preparation
    notices: tuple[str, ...]
    rows: dict[str, tuple[int, ...]]
    mean: float
    spread: float
    base: float
    terms: tuple[NumberTerm, ...]
    judged: dict[str, JudgedNumbers]
    mean_judged: dict[str, JudgedNumbers]
    machine: TensorMachine
    beside: tuple[BesideSum, ...]
    validated: dict[str, float]
    source: str
    on_folds: JudgedNumbers
    searched: int
    half_searched: Estimate | None
    observed: tuple[float, ...]
    predicted: tuple[float, ...]
    folds: int

    @property
    def tests(self) -> int:
        """How many tests the terms have in all."""
        return sum(len(term.clause) for term in self.terms)

    @property
    def judged_on(self) -> str:
        """The part whose figures are shown: the rows held out, or else the training rows."""
        return "test" if self.rows["test"] else "train"


def rows_as_read(e: NumberExplanation, table: Table) -> NumberTask:
    """The task whose rows an explanation's rows are indices into, with its cells as in the file."""
    return number_task(table, e.target, e.settings.columns)


def explained_rows(e: NumberExplanation, table: Table) -> Table:
    """The rows that an explanation's rows are indices into, as the machine reads them."""
    return e.preparation.table(rows_as_read(e, table).table)


def holds_of(e: NumberExplanation, rows: Table) -> np.ndarray:
    """Which terms hold for rows as the machine reads them: bool (n_rows, n_terms)."""
    held = [term.clause.holds(rows) for term in e.terms]
    return np.array(held, dtype=bool).reshape(len(e.terms), rows.n_rows).T
