"""A task in parts, rows to train on and rows held out, as machine and rule read it."""

from dataclasses import dataclass
from math import ceil

import numpy as np

from interpret.data.complaints import DataError
from interpret.data.prepare import Preparation
from interpret.data.roles import ties_of
from interpret.data.splits import held_out
from interpret.data.table import Table
from interpret.data.task import Task, tasks
from interpret.fit.sample import Sample, canonical, read
from interpret.rules.demands import Demands
from interpret.settings import Settings


@dataclass(frozen=True, eq=False)
class Rows:
    """A task as machine and rule read it, in parts.

    parts: "train" and "test", as indices of rows; train: the training rows in the order of their
    cells; order: the place of each among those of the part; demands: what a rule must keep to.
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


def tasks_asked(table: Table, settings: Settings) -> tuple[Task, ...]:
    """A task for each class that the settings ask for: one of two classes, or every one of more."""
    return tasks(table, settings.target, settings.positive, settings.columns)


def read_parts(task: Task, settings: Settings) -> Rows:
    """The task, split and read as its training rows teach."""
    parts = split(task, settings)
    train = parts["train"]
    order = canonical(task.table.rows(train), (*task.attributes, task.target))
    task, preparation, sample = read(task, train[order], settings.counting)
    demands = settings.demands(sample.table, task.attributes)
    return Rows(task, preparation, parts, sample, order, demands)


def split(task: Task, settings: Settings) -> dict[str, np.ndarray]:
    """The rows to train on and those held out, in order: indices into the task, by part.

    Every class holds out the same rows, so that the rules can be judged together.
    """
    everything = np.arange(len(task.y))
    ties = ties_of(task.table, task.columns.roles)
    if settings.test_size == 0 and ties.held_out is None:
        return {"train": everything, "test": everything[:0]}
    wanted = ceil(settings.test_size * len(everything))
    n = min(max(2, wanted), len(everything) - 2)
    test = held_out(_strata(task, n), ties, settings.test_size, n, settings.seed)
    train = np.delete(everything, test)
    if len(np.unique(task.y[train])) < 2:
        raise DataError(
            f"The rows to learn from must hold both classes, and the {len(train):,} that are left "
            f"at test size {settings.test_size:g} hold one. Hold out fewer or other rows."
        )
    return {"train": train, "test": test}


def _strata(task: Task, held_out: int) -> np.ndarray:
    """What every part must hold its share of: the classes, whichever of them is explained."""
    classes = task.table.column(task.target)
    if np.count_nonzero(classes.counts) == 2:
        return task.y
    rare = classes.counts < 2
    strata = np.where(rare, -1, np.arange(len(rare)))[classes.codes]
    n_strata, smallest = len(np.unique(strata)), np.unique(strata, return_counts=True)[1].min()
    fits = smallest > 1 and n_strata <= min(held_out, len(strata) - held_out)
    return strata if fits else task.y
