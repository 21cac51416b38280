"""The data that explain a number: standardised numbers, tests on the rows, parts and folds.

Choices do not depend on the last digits of a sum, which differ from one processor to another:
values nearer than NEAR count as equal, and are ranked by their order.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, inf

import numpy as np

from interpret.data.complaints import DataError
from interpret.data.preparation import Preparation
from interpret.data.prepare import prepared
from interpret.data.roles import ties_of
from interpret.data.splits import LOOSE, PARTS, Division, Ties, divided, held_out
from interpret.data.task import NumberTask
from interpret.number.on_rows import OnRows
from interpret.row_limits import ROWS
from interpret.rules.logic import Between
from interpret.rules.single_tests import single_tests
from interpret.settings import AUTO, Settings
from kernels.draws import stratified

NEAR = 1e-7  # as a share of the largest value
TERMS, LITERALS = 12, 3  # at most, unless the settings say otherwise
DIVISION = Division(((400, 5, 1), (inf, 3, 1)))
LEAST_SHARE, LEAST_ROWS = 0.01, 3  # of the rows: a term must cover and leave out at least as many
Taught = tuple[NumberTask, Preparation]  # a task as read by what some rows taught, and that reading


def levels(values: np.ndarray) -> np.ndarray:
    """The place of each value's level among all, from 0 for the largest: int (n,).

    Values that are nearer than NEAR to the next larger one are on its level.
    """
    order = np.argsort(-values, kind="stable")
    scale = float(np.abs(values).max(initial=0.0))
    steps = -np.diff(values[order], prepend=values[order[:1]]) > NEAR * scale
    level_of = np.empty(len(values), dtype=int)
    level_of[order] = np.cumsum(steps)
    return level_of


def largest(values: Sequence[float] | np.ndarray) -> int:
    """The first of the places whose values are as large as any."""
    amounts = np.asarray(values, dtype=float)
    return int(np.flatnonzero(amounts >= amounts.max() - NEAR * float(np.abs(amounts).max()))[0])


def smallest(values: Sequence[float] | np.ndarray) -> int:
    """The first of the places whose values are as small as any."""
    return largest(-np.asarray(values, dtype=float))


@dataclass(frozen=True, eq=False)
class NumberFold:
    """Rows to learn from and rows left out; all are read by what the former teach.

    A large fold learns from a sample of its rows. z, z_left_out: the standardised numbers of both,
    (n_rows,); inside, outside: both as indices into the training rows.
    """

    train: OnRows
    z: np.ndarray
    left_out: OnRows
    z_left_out: np.ndarray
    inside: np.ndarray
    outside: np.ndarray


@dataclass(frozen=True)
class Scale:
    """How numbers are standardised: divided by the largest first, so that no square overflows."""

    largest: float
    mean: float
    spread: float

    @classmethod
    def of(cls, y: np.ndarray, train: np.ndarray) -> "Scale":
        largest = float(np.abs(y).max()) or 1.0
        scaled = y[train] / largest
        return cls(largest, float(scaled.mean()), float(scaled.std()) or 1.0)

    @property
    def unit(self) -> float:
        """The amount that 1 of the standardised numbers stands for."""
        return self.spread * self.largest

    def standard(self, y: np.ndarray) -> np.ndarray:
        return (y / self.largest - self.mean) / self.spread

    def amounts(self, z: np.ndarray) -> np.ndarray:
        return (z * self.spread + self.mean) * self.largest


@dataclass(frozen=True, eq=False)
class NumberData:
    """All that a number is explained from, made once of its task and the settings.

    raw: the task with its cells as in the file; taught: the task as read by what its training rows
    teach; ties: which rows belong together; z: the standardised numbers, (n_rows,); rows: the tests
    on all rows; folds: of the training rows.
    """

    settings: Settings
    raw: NumberTask
    taught: Taught
    ties: Ties
    parts: dict[str, np.ndarray]
    scale: Scale
    z: np.ndarray
    rows: OnRows
    folds: tuple[NumberFold, ...]

    @property
    def task(self) -> NumberTask:
        return self.taught[0]

    @property
    def seed(self) -> int:
        return self.settings.seed

    @property
    def most(self) -> int:
        """How many terms a sum has at most."""
        return self.settings.resolved.clauses or TERMS

    @property
    def judged_on(self) -> str:
        """The part that the answer is judged on: the rows held out, or else the training rows."""
        return "test" if len(self.parts["test"]) else "train"

    def of(self, part: str) -> tuple[OnRows, np.ndarray]:
        return self.rows.rows(self.parts[part]), self.z[self.parts[part]]

    @property
    def searched(self) -> np.ndarray:
        """The training rows that are searched for terms, as indices into them."""
        return some(np.arange(len(self.parts["train"])), self.seed)

    @property
    def halved(self) -> "NumberData":
        """The data with half of the rows that each fold learns from."""
        folds = []
        for fold in self.folds:
            few = some(np.arange(len(fold.z)), self.seed, len(fold.z) // 2)
            folds.append(replace(fold, train=fold.train.rows(few), z=fold.z[few],
                                 inside=fold.inside[few]))  # fmt: skip
        return replace(self, folds=tuple(folds))

    def groups_of(self, part: str) -> np.ndarray | None:
        return self.ties.rows(self.parts[part]).groups


def some(rows: np.ndarray, seed: int, most: int = ROWS.number) -> np.ndarray:
    """These rows, or at most `most` of them drawn at random, in their order."""
    of_one_class = np.zeros(len(rows))
    return rows[stratified(of_one_class, most, np.random.default_rng(seed))]


def number_data(raw: NumberTask, settings: Settings) -> NumberData:
    """The data of a task with its cells as in the file."""
    ties = ties_of(raw.table, raw.columns.roles)
    parts = split(len(raw.y), settings, ties)
    train = parts["train"]
    taught = task, preparation = prepared(raw, train)
    scale = Scale.of(task.y, train)
    z = scale.standard(task.y)
    least = max(LEAST_ROWS, ceil(LEAST_SHARE * len(train)))
    training = replace(raw, table=raw.table.rows(train), y=raw.y[train])
    as_all_teach = replace(task, table=task.table.rows(train), y=task.y[train]), preparation
    read = []
    for inside, outside in DIVISION.splits(z[train], ties.rows(train), settings.seed)[0]:
        rows = _tests_on(training, _as_taught(training, inside, as_all_teach), settings, least)
        few = some(inside, settings.seed)
        (one, z_one), (other, z_other) = ((rows.rows(i), z[train][i]) for i in (few, outside))
        read.append(NumberFold(one, z_one, other, z_other, few, outside))
    rows = _tests_on(raw, taught, settings, least)
    return NumberData(settings, raw, taught, ties, parts, scale, z, rows, tuple(read))


def _as_taught(task: NumberTask, teachers: np.ndarray, otherwise: Taught) -> Taught:
    """The task with its cells read by what these rows alone teach, so that the others can judge."""
    try:
        return prepared(task, teachers)
    except DataError:  # no attribute tells these rows apart, however they are read
        return otherwise


def _tests_on(raw: NumberTask, taught: Taught, settings: Settings, least: int) -> OnRows:
    task, preparation = taught
    language = "monotone" if settings.language == AUTO else settings.language
    tests = single_tests(task.table, task.attributes, language)
    columns = {column.name: column for column in task.table.columns}
    coarse = [
        not (isinstance(test, Between) and columns[test.attribute].cuts)
        or bool({test.above, test.to} & set(columns[test.attribute].coarse))
        for test in tests.tests
    ]
    literals = settings.resolved.literals or LITERALS
    return OnRows(tests, np.array(coarse), literals, least, _amounts(raw, preparation))


def _amounts(raw: NumberTask, preparation: Preparation) -> dict[str, np.ndarray]:
    """The numbers of each attribute whose cuts nobody chose, (n_rows,)."""
    uncut = replace(preparation, cuts=()).table(raw.table)
    columns = [uncut.column(cut.attribute) for cut in preparation.cuts]
    return {
        column.name: column.values.numbers[column.codes]
        for column in columns
        if column.name not in raw.columns.cells_asked.cuts
    }


def split(n_rows: int, settings: Settings, ties: Ties = LOOSE) -> dict[str, np.ndarray]:
    """The rows to train on and those held out, in order: indices into the task, by part."""
    if settings.test == 0:
        return {"train": np.arange(n_rows), "test": np.arange(0)}
    n = min(max(2, ceil(settings.share * n_rows)), n_rows - 2)
    if ties.blocks is not None or ties.held_out is not None:
        alike = np.zeros(n_rows, dtype=int)
        test = held_out(alike, ties, settings.share, n, settings.seed)
        return {"train": np.setdiff1d(np.arange(n_rows), test), "test": test}
    return dict(zip(PARTS, divided(n_rows, n, settings.seed), strict=True))
