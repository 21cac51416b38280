"""Kernels side by side on one table: each judged on left-out rows, best first."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from interpret import documents as doc
from interpret.cores import Cancelled
from interpret.data.attributes import Columns
from interpret.data.complaints import DataError, counted
from interpret.data.preparation import GAPS
from interpret.data.prepare import prepared
from interpret.data.splits import Split
from interpret.data.table import domain_size
from interpret.data.task import Task, conflicts
from interpret.fit.parts import tasks_asked
from interpret.fit.sample import read
from interpret.lab.nested_validation import (
    Inner,
    JudgedFold,
    JudgedKernel,
    influence,
    judge,
    splits,
)
from interpret.measures import percent
from interpret.registry import Kind, Listening, Result, RunRequest, class_asked
from interpret.row_limits import ROWS
from interpret.versions import versions
from kernels.catalog import parse
from kernels.draws import stratified

KERNELS = (
    "linear",
    "mC(2)",
    "mC(3)",
    "mD(2)",
    "mDNF(2,2)",
    "mDNF(3,3)",
    "rules(10,5)",
    "RBF(0.1)",
    "Tanimoto",
)
COSTS = (1 / 16, 1 / 2, 4.0, 32.0)
LEAST_OF_RARER = 0.1  # of the rows drawn, if the rarer class has as many
DRAWN, FEW = 124 / 432, 100  # of all possible rows, as in the Monks problems, and if these are few
DIGITS = 6  # of a decision
FOLDS, INNER, FEWEST = 5, 3, 3
WHOLE, AGAIN = "A stored comparison must be as it was written", "Compare again."
ALL_DIFFER = "No two different rows have a feature in common, so nothing can be learned."
ALL_ALIKE = "All rows are equally similar to it, so it cannot tell them apart."


@dataclass(frozen=True)
class Compared:
    """One kernel, judged on left-out rows.

    decisions: of each row by the machine trained without it, None of a row that is never left out;
    wrong: how many of them are on the other class's side; note: what is odd about the kernel on
    these rows, or "".
    """

    kernel: str
    folds: tuple[JudgedFold, ...]
    decisions: tuple[float | None, ...]
    wrong: int
    note: str

    @property
    def left_out(self) -> int:
        """How many rows were left out in some fold."""
        return sum(one is not None for one in self.decisions)

    @property
    def aucs(self) -> tuple[float, ...]:
        return tuple(fold.auc for fold in self.folds)

    @property
    def auc(self) -> float:
        return float(np.mean(self.aucs))


@dataclass(frozen=True)
class Comparison:
    """Kernels on some rows of a task.

    rows: indices into the task's table, in its order; covariance: of the kernels' AUCs, in their
    order; units: the rows of the smaller class, or the groups if these are fewer.
    """

    table: str
    digest: str
    target: str
    positive: tuple[str, ...]
    negative: tuple[str, ...]
    columns: Columns
    seed: int
    n_rows: int
    rows: tuple[int, ...]
    conflicts: int
    kernels: tuple[Compared, ...]
    covariance: tuple[tuple[float, ...], ...]
    units: int

    @property
    def names(self) -> list[str]:
        """The kernels that are judged, best first."""
        return [one.kernel for one in self.kernels]


def compare(
    task: Task,
    names: Sequence[str],
    seed: int = 0,
    on_progress: Callable[[str, float], bool] = lambda kernel, fraction: True,
    on_answer: Callable[[Comparison], object] = lambda comparison: None,
) -> Comparison:
    """Judges the kernels one after the other; on_answer gets the comparison after each.

    on_progress(kernel, fraction of it done) returns False to stop; the answer then has the kernels
    done so far. A DataError where a class has too few rows.
    """
    rows = sampled(task.y, seed, _most(task))
    y = task.y[rows]
    contradicting = conflicts(prepared(task, rows)[0])
    _, _, sample = read(replace(task, table=task.table.rows(rows), y=y), np.arange(len(y)), None)
    X, ties = sample.examples, sample.ties
    outer = splits(y, _n_folds(y), seed, ties)
    readings = [sample.as_taught(train).examples for train, _ in outer]
    groups = np.arange(len(y)) if ties.blocks is None else np.unique_inverse(ties.blocks)[1]
    done: list[Compared] = []
    moved: dict[str, np.ndarray] = {}

    def comparison() -> Comparison:
        ranked = sorted(done, key=lambda compared: -compared.auc)
        by_group = [np.bincount(groups, moved[compared.kernel]) for compared in ranked]
        return Comparison(
            task.table.name,
            task.table.digest,
            task.target,
            task.positive,
            task.negative,
            task.columns,
            seed,
            len(task.y),
            tuple(rows.tolist()),
            contradicting,
            tuple(ranked),
            tuple(tuple(float(one @ other) for other in by_group) for one in by_group),
            min(int(y.sum()), int((~y).sum()), int(groups.max()) + 1),
        )

    for kernel in names:

        def tell(fraction: float, kernel: str = kernel) -> None:
            if not on_progress(kernel, fraction):
                raise Cancelled

        inner = Inner(COSTS, INNER, seed, ties)
        try:
            tell(0.0)
            judged = judge([parse(kernel)], readings, y, outer, inner, tell)
        except Cancelled:
            break
        decided = _decided(judged, y, outer)
        done.append(Compared(kernel, judged.folds, *decided, _note(parse(kernel)(X), X)))
        moved[kernel] = influence(judged.scores, y, outer)
        on_answer(comparison())
    return comparison()


def _decided(
    judged: JudgedKernel, y: np.ndarray, outer: Sequence[Split]
) -> tuple[tuple[float | None, ...], int]:
    """The decision of each row that was left out, and how many of these are wrong."""
    left_out = np.isin(np.arange(len(y)), np.concatenate([test for _, test in outer]))
    scores = judged.scores.round(DIGITS)
    pairs = zip(scores.tolist(), left_out, strict=True)
    wrong = ((scores > 0) != y) & left_out
    return tuple(score if is_one else None for score, is_one in pairs), int(wrong.sum())


def _n_folds(y: np.ndarray) -> int:
    folds = min(FOLDS, int(min(y.sum(), (~y).sum())))
    if folds < FEWEST:
        raise DataError(
            f"Comparing kernels needs at least {FEWEST} rows of each class, and the smaller class "
            f"has {folds}. Choose another class, or bring more rows."
        )
    return folds


def is_complete(task: Task) -> bool:
    """Whether all possible rows are there. Of these only some are compared: a machine that has
    learnt from nearly all of them knows those that are left out.
    """
    n, names = domain_size(task.table, task.attributes), task.attributes
    if len(names) < 2 or n > task.table.n_rows:
        return False
    codes = np.column_stack([task.table.column(name).codes for name in names])
    return len(np.unique(codes, axis=0)) == n


def _most(task: Task) -> int:
    """How many rows of a task are compared at most."""
    some = max(FEW, round(DRAWN * len(task.y))) if is_complete(task) else len(task.y)
    return min(ROWS.compared_kernels, some)


def sampled(y: np.ndarray, seed: int, most: int = ROWS.compared_kernels) -> np.ndarray:
    """Ascending indices of at most `most` rows, each class in its share.

    The rarer class gets at least LEAST_OF_RARER of them.
    """
    return stratified(y, most, np.random.default_rng(seed), int(LEAST_OF_RARER * most))


def document(comparison: Comparison) -> dict[str, Any]:
    """The comparison as standard JSON; restore() is its inverse."""
    return {
        "schema": doc.SCHEMA,
        "versions": versions(),
        "comparison": doc.as_json(comparison),
    }


def restore(document: Mapping[str, Any]) -> Comparison:
    """The comparison of a document; a DataError in one sentence where it was altered."""
    comparison: Comparison = doc.restored(DocumentShape, document, WHOLE, AGAIN)["comparison"]
    return comparison


def _note(K: np.ndarray, X: np.ndarray) -> str:
    """What is odd about a Gram matrix of these examples; "" if nothing is."""
    if np.ptp(K) == 0:
        return ALL_ALIKE
    if ((K == 0) | (K == 1)).all() and np.count_nonzero(K) == _equal_pairs(X):
        return ALL_DIFFER
    return ""


def _equal_pairs(X: np.ndarray) -> int:
    _, sizes = np.unique(X, axis=0, return_counts=True)
    return int((sizes**2).sum())


def _comparison(given: dict[str, Any]) -> Comparison:
    """The comparison with these fields; ValueError where they contradict each other."""
    comparison = Comparison(**given)
    if max(comparison.rows) >= comparison.n_rows or len({*comparison.rows}) < len(comparison.rows):
        raise ValueError("the rows of a comparison must be different rows of the table")
    if {len(kernel.decisions) for kernel in comparison.kernels} != {len(comparison.rows)}:
        raise ValueError("a kernel must have a decision for each row")
    if len({len(kernel.folds) for kernel in comparison.kernels}) > 1:
        raise ValueError("all kernels must be judged on the same number of folds")
    if {len(comparison.kernels)} != {len(comparison.covariance), *map(len, comparison.covariance)}:
        raise ValueError("the covariance must have a row and a column for each kernel")
    return comparison


_Fold = doc.made(JudgedFold, auc=doc.Fraction, accuracy=doc.Fraction, C=doc.Cost)
_Compared = doc.made(Compared, kernel=doc.KernelName, folds=doc.many(_Fold, least=2))
_Comparison = doc.fields_of(
    Comparison,
    n_rows=doc.Positive,
    rows=doc.many(doc.Count, least=1),
    columns=doc.made(Columns, gaps=doc.one_of(GAPS)),
    kernels=doc.many(_Compared, least=1),
    units=doc.Positive,
)
DocumentShape = doc.an_object(comparison=doc.into(_Comparison, _comparison))


def work(run: RunRequest, reporter: Listening) -> Result | None:
    """The document of spec["kernels"] compared on the table."""
    settings, table = run.settings, run.table()
    names = run.spec["kernels"]

    def tell(kernel: str, fraction: float) -> bool:
        of_all = (names.index(kernel) + fraction) / len(names)
        return reporter.step({"kernel": kernel, "fraction": of_all})

    def show(answer: Comparison) -> None:
        reporter.publish(document(answer))

    task = tasks_asked(table, settings)[0]
    done = compare(task, names, settings.seed, tell, show)
    return document(done) if done.kernels else None


def _question(spec: Mapping[str, Any]) -> str:
    return f"{counted(len(spec['kernels']), 'kernel')} compared on {class_asked(spec)}"


def _outcome(comparison: Comparison) -> str:
    best = max(comparison.kernels, key=lambda compared: compared.auc)
    return f"AUC {percent(best.auc)}, best {best.kernel}"


KIND = Kind(
    page="compare_kernels",
    work=work,
    restore=restore,
    question=_question,
    outcome=_outcome,
    thing="comparison",
    button="Compare",
    nothing_yet="Nothing is compared yet. Press “Compare”: most tables take less than a minute.",
    kept="The kernels that were done are below.",
)
