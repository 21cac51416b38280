"""A task in parts, rows to train on and rows held out, as machine and rule read it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np

from interpret.data.complaints import DataError
from interpret.data.preparation import Preparation
from interpret.data.roles import ties_of
from interpret.data.splits import held_out
from interpret.data.table import Table
from interpret.data.task import Task, tasks
from interpret.fit.sample import Sample, canonical, read
from interpret.measures import Confusion, agreement, confusion
from interpret.rules.demands import Demands
from interpret.settings import Settings
from interpret.shares import Share, share_of


@dataclass(frozen=True, eq=False)
class Rows:
    """A task as machine and rule read it, in parts.

    parts: "train" and "test", as indices of rows; train: the training rows in the order of their
    cells; order: the place of each of them in the part; demands: what a rule must satisfy.
    """

    task: Task
    preparation: Preparation
    parts: dict[str, np.ndarray]
    train: Sample
    order: np.ndarray
    demands: Demands

    def in_part(self, values: np.ndarray) -> np.ndarray:
        """Values of the training rows, (n_train,), in the order of the part."""
        placed = np.empty_like(values)
        placed[self.order] = values
        return placed

    @property
    def evaluation(self) -> np.ndarray:
        """The rows to judge by: those held out, or the training rows where there are none."""
        return self.parts["test"] if len(self.parts["test"]) else self.parts["train"]

    @property
    def groups(self) -> np.ndarray | None:
        """Which of the rows to judge by belong together, int (n,)."""
        return ties_of(self.task.table, self.task.columns.roles).rows(self.evaluation).groups


@dataclass(frozen=True, eq=False)
class Part:
    """Some rows of an answer: those that were trained on, or those that it is judged on.

    name: "train" or "test"; places: indices into the answer's rows, int (n,); table: their cells as
    machine and rule read them; y: whether each is of the positive class, bool (n,); scores: the
    machine's decision values, float (n,), positive for the positive class; groups: which rows
    belong together, int (n,), None where every row is independent.
    """

    name: str
    places: np.ndarray
    table: Table
    y: np.ndarray
    scores: np.ndarray
    groups: np.ndarray | None = None

    def right(self, said: np.ndarray) -> Confusion:
        """How often a verdict, bool (n,), is the class in the table."""
        return confusion(said, self.y, self.groups)

    def share(self, hits: np.ndarray, rows: np.ndarray) -> Share:
        """The share of hits among some of the rows, both bool (n,)."""
        return share_of(hits[rows], None if self.groups is None else self.groups[rows])

    def agrees(self, said: np.ndarray) -> Share:
        """How often a verdict, bool (n,), is that of the machine."""
        return agreement(said, self.scores > 0, self.groups)


def parts_of(
    task: Task, places: Mapping[str, Sequence[int] | np.ndarray], scores: Sequence[float]
) -> dict[str, Part]:
    """The parts of a task whose cells are as machine and rule read them.

    places: the rows of each part, as indices; scores: the machine's, of every row.
    """
    groups = ties_of(task.table, task.columns.roles).groups
    parts = {}
    for name, rows in places.items():
        at = np.array(rows, dtype=int)
        parts[name] = Part(
            name,
            at,
            task.table.rows(at),
            task.y[at],
            np.array(scores)[at],
            None if groups is None else groups[at],
        )
    return parts


def tasks_asked(table: Table, settings: Settings) -> tuple[Task, ...]:
    """A task for each class that the settings ask for: one of two classes, or every one of more."""
    return tasks(table, settings.target, settings.positive, settings.columns)


def read_parts(task: Task, settings: Settings) -> Rows:
    """The task, split, and read by what its training rows teach."""
    parts = split(task, settings)
    train = parts["train"]
    order = canonical(task.table.rows(train), (*task.attributes, task.target))
    task, preparation, sample = read(task, train[order], settings.counting)
    demands = settings.demands(sample.table, task.attributes)
    return Rows(task, preparation, parts, sample, order, demands)


def split(task: Task, settings: Settings) -> dict[str, np.ndarray]:
    """The rows to train on and those held out, in order: indices into the task, by part.

    The rows held out are the same whichever class is explained, so that rules can be judged
    together.
    """
    everything = np.arange(len(task.y))
    ties = ties_of(task.table, task.columns.roles)
    if settings.test == 0:
        return {"train": everything, "test": everything[:0]}
    wanted = ceil(settings.share * len(everything))
    n = min(max(2, wanted), len(everything) - 2)
    test = held_out(_strata(task, n), ties, settings.share, n, settings.seed)
    train = np.delete(everything, test)
    if len(np.unique(task.y[train])) < 2:
        raise DataError(
            f"The rows to learn from must have both classes, and the {len(train):,} that are left "
            "have one. Hold out fewer or other rows."
        )
    return {"train": train, "test": test}


def _strata(task: Task, held_out: int) -> np.ndarray:
    """The strata of which each part gets its share: the classes, whichever of them is explained."""
    classes = task.table.column(task.target)
    if np.count_nonzero(classes.counts) == 2:
        return task.y
    rare = classes.counts < 2
    strata = np.where(rare, -1, np.arange(len(rare)))[classes.codes]
    n_strata, smallest = len(np.unique(strata)), np.unique(strata, return_counts=True)[1].min()
    fits = smallest > 1 and n_strata <= min(held_out, len(strata) - held_out)
    return strata if fits else task.y
