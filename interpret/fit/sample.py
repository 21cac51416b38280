"""The rows that a rule is learned from, a Sample, and the way in which it is fitted, a Way."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isclose

import numpy as np

from interpret.data.complaints import DataError
from interpret.data.encoding import Encoding
from interpret.data.preparation import Preparation
from interpret.data.prepare import prepared
from interpret.data.roles import NO_ROLES, Roles, ties_of
from interpret.data.splits import Ties
from interpret.data.table import Table
from interpret.data.task import Task
from interpret.rules.demands import NOTHING, Demands
from interpret.rules.logic import Formula
from interpret.rules.single_tests import SingleTests, single_tests
from kernels.draws import stratified
from kernels.steady import on_grid
from kernels.svm import row_weights

LEAST = 10  # rows of each class among those drawn, since there are at most as many folds
Counting = Mapping[bool, float] | str | None  # a class weight as scikit-learn calls it


@dataclass(frozen=True, eq=False)
class Origin:
    """The rows of a sample with their cells as in the file, and what was learned to read them."""

    task: Task
    preparation: Preparation


@dataclass(frozen=True, eq=False)
class Sample:
    """Rows to learn from, with their cells as machine and rule read them.

    y: which rows are positive, bool (n_rows,); each: the weight of each row, (n_rows,), 1 unless
    classes are weighted; origin: the same rows as in the file, None if they cannot be read anew;
    roles: of the other columns.
    """

    table: Table
    attributes: tuple[str, ...]
    y: np.ndarray
    each: np.ndarray
    origin: Origin | None = None
    roles: Roles = NO_ROLES

    @classmethod
    def of(
        cls,
        table: Table,
        attributes: tuple[str, ...],
        y: np.ndarray,
        counting: Counting = None,
        roles: Roles = NO_ROLES,
    ) -> "Sample":
        """The sample of a table's rows; counting: a class weight as scikit-learn calls it."""
        return cls(table, attributes, y, row_weights(counting, y), roles=roles)

    def __len__(self) -> int:
        return len(self.y)

    def rows(self, indices: np.ndarray) -> "Sample":
        """The sample of some of the rows, with their weights."""
        origin = self.origin
        if origin is not None:
            rows = replace(
                origin.task, table=origin.task.table.rows(indices), y=origin.task.y[indices]
            )
            origin = replace(origin, task=rows)
        table = self.table.rows(indices)
        return replace(self, table=table, y=self.y[indices], each=self.each[indices], origin=origin)

    def drawn(self, n: int, seed: int) -> "Sample":
        """At most n of the rows, and of each class at least LEAST, drawn at random.

        Weights make up for a class that is drawn beyond its share: its rows weigh less, and those
        of the other class more.
        """
        if len(self) <= n:
            return self
        some = self.rows(stratified(self.y, n, np.random.default_rng(seed), LEAST))
        whole, few = (np.bincount(y, minlength=2) for y in (self.y, some.y))
        shares = len(some) * whole / len(self)
        factors = np.where(abs(few - shares) < 1, 1.0, shares / np.maximum(1, few))
        return replace(some, each=on_grid(some.each * factors[some.y.astype(int)]))

    def as_taught(self, teachers: np.ndarray) -> "Sample":
        """The same rows, with cuts learned from some of them alone, the teachers.

        The other rows took no part, so they can judge. teachers: indices, (n_teachers,). This can
        be repeated with some of the teachers. Returns the sample itself if the teachers lead to the
        same cuts, or to none because they are all alike.
        """
        key = teachers.tobytes()
        if key not in self._taught:
            self._taught[key] = self._read_anew(teachers)
        return self._taught[key]

    @cached_property
    def _taught(self) -> "dict[bytes, Sample]":
        return {}

    def _read_anew(self, teachers: np.ndarray) -> "Sample":
        if self.origin is None:
            return self
        try:
            task, learned = prepared(self.origin.task, teachers)
        except DataError:  # no attribute tells these rows apart, however they are read
            return self
        if learned == self.origin.preparation and task.attributes == self.attributes:
            return self
        origin = replace(self.origin, preparation=learned)
        return replace(self, table=task.table, attributes=task.attributes, origin=origin)

    def counted(self, counting: Counting) -> "Sample":
        """The same rows with weights by their classes' sizes among these rows."""
        return replace(self, each=row_weights(counting, self.y))

    @property
    def signs(self) -> np.ndarray:
        """1 for the rows of the positive class, −1 for the others: float64 of shape (n_rows,)."""
        return np.where(self.y, 1.0, -1.0)

    @property
    def smaller_class(self) -> int:
        """How many rows the smaller of the two classes has."""
        return int(min(self.y.sum(), (~self.y).sum()))

    @cached_property
    def ties(self) -> Ties:
        """The groups and times that every split of the rows must respect."""
        return ties_of(self.table, self.roles)

    @cached_property
    def encoding(self) -> Encoding:
        return Encoding.fit(self.table, self.attributes)

    def single_tests(self, language: str, demands: Demands, denied: bool) -> SingleTests:
        """The single tests of a language on the rows, made once."""
        demands = replace(demands, clauses=())  # these allow and forbid no test
        key = language, demands, denied and demands != NOTHING
        if key not in self._single_tests:
            if demands.forbidden:  # other demands ask for the tests of the columns that are left
                others = self.single_tests(language, replace(demands, forbidden=()), denied)
                self._single_tests[key] = others.without(demands.forbidden)
            else:
                self._single_tests[key] = single_tests(self.table, self.attributes, *key)
        return self._single_tests[key]

    @cached_property
    def _single_tests(self) -> dict[tuple[str, Demands, bool], SingleTests]:
        return {}

    @cached_property
    def examples(self) -> np.ndarray:
        """The rows as a machine reads them: 0/1 of shape (n_rows, n_variables)."""
        return self.encoding.encode(self.table)


def rescaled(each: np.ndarray) -> float:
    """The factor on weights of rows that makes their sum the number of rows."""
    factor = len(each) / float(each.sum())
    return 1.0 if isclose(factor, 1.0, rel_tol=1e-9) else factor


def read(task: Task, train: np.ndarray, counting: Counting) -> tuple[Task, Preparation, Sample]:
    """The task, read by what its training rows (as indices) teach, and those rows as a sample."""
    task_read, preparation = prepared(task, train)
    rows = replace(task, table=task.table.rows(train), y=task.y[train])
    sample = Sample.of(
        task_read.table.rows(train),
        task_read.attributes,
        task.y[train],
        counting,
        task.columns.roles,
    )
    return task_read, preparation, replace(sample, origin=Origin(rows, preparation))


def canonical(table: Table, names: Sequence[str]) -> np.ndarray:
    """An order of the rows, as indices, by the cells of these columns alone.

    Where a machine's weights are not unique, and wherever rows are drawn, the result depends on the
    order of the rows. In this order the same rows always give the same result: only rows of equal
    cells keep their order in the file, and swapping these changes nothing.
    """
    keys = table.keys(names) or [np.zeros(table.n_rows)]
    return np.lexsort(keys[::-1])


@dataclass(frozen=True)
class Way:
    """A way to fit a rule; its fields have the values of the settings of these names.

    A rule describes the positive class, or it describes the other class and is denied: the methods
    say what that means for row weights and for the formula that a search finds.
    """

    fit_to: str
    side: str
    language: str

    @property
    def way(self) -> "Way":
        """The way alone, without the further fields of a subclass."""
        return Way(self.fit_to, self.side, self.language)

    @property
    def denies(self) -> bool:
        return self.side == "against"

    def worth(self, weights: np.ndarray) -> np.ndarray:
        """What covering each row is worth, from weights that favour the positive class."""
        return -weights if self.denies else weights

    def verdict(self, formula: Formula) -> Formula:
        """The formula of the positive class, from the one that the search found."""
        return formula.denial if self.denies else formula
