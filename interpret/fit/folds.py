"""Folds of a sample, made once and shared: what is learnt on each, and races over them.

Machine, rule and card are chosen on such folds and judged on others. A candidate that is far behind
the best on the first folds is not tried on the rest. Rounds and thresholds are fixed, so that a
race is the same on any number of cores.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import inf, sqrt
from typing import Any, TypeVar

import numpy as np

from interpret import cores
from interpret.data.splits import Division, Split
from interpret.fit.machine import BYTES_PER_PAIR, PER_PAIR, room_beside, train_nearly
from interpret.fit.rule_problem import Decide, TrainedMachine
from interpret.fit.sample import Sample, rescaled
from kernels.svm import BooleanSVC

# where a machine and a rule are chosen for each of many classes
EACH_OF_MANY = Division(((1500, 5, 1), (inf, 3, 1)), one_from=4000)
HOPELESS = 2.0  # standard errors behind the best
ENOUGH = 60  # left-out rows; before that, nothing is hopeless

Key = TypeVar("Key")
Option = TypeVar("Option")
Result = TypeVar("Result")
Menu = Mapping[Key, Sequence[Option]]  # the options that race; those of one key are tried together
Done = dict[Key, dict[Option, list[Result]]]  # the results of each, fold by fold


@dataclass(frozen=True, eq=False)
class Fold:
    """Rows to learn from and rows left out, both read by what the former teach.

    seeds: for random draws; left_out.each: scaled so that it is 1 on average over all folds.
    """

    train: Sample
    left_out: Sample
    seeds: tuple[int, int]

    @cached_property
    def kept(self) -> dict[Any, Any]:
        """Values computed from the fold, by a key, shared by all who need them."""
        return {}


@dataclass(frozen=True, eq=False)
class LeftOut:
    """The rows that folds leave out, in the order of the folds: (n_left_out,) each.

    rows: indices into a sample of n rows; y: which are positive; each: their weights.
    """

    rows: np.ndarray
    y: np.ndarray
    each: np.ndarray
    n: int

    @property
    def guess(self) -> float:
        """How often a constant guess is right on them, by the weights of rows."""
        return float(max(self.each[self.y].sum(), self.each[~self.y].sum()) / self.each.sum())

    def by_row(self, values: np.ndarray) -> np.ndarray:
        """The mean of values of left-out rows by row, NaN where it never was left out: (n,)."""
        often = np.bincount(self.rows, minlength=self.n).astype(float)
        often[often == 0] = np.nan
        return np.asarray(np.bincount(self.rows, values, self.n) / often)

    def without(self, rows: np.ndarray) -> tuple["LeftOut", np.ndarray]:
        """What is left without some rows of the sample, and at which places it was, bool."""
        kept = ~np.isin(self.rows, rows)
        return LeftOut(self.rows[kept], self.y[kept], self.each[kept], self.n), kept


@dataclass(frozen=True, eq=False)
class Folds:
    """The rows of a sample, or some of many, divided into folds.

    sample: these rows; splits: indices into them; k: how many splits a division has; svc: an
    unfitted machine, trained in each fold when it is needed; decide: gives the verdicts on possible
    rows in place of these machines.
    """

    sample: Sample
    splits: Sequence[Split]
    k: int
    seed: int
    svc: BooleanSVC | None = None
    decide: Decide | None = None

    @classmethod
    def of(
        cls,
        sample: Sample,
        division: Division,
        seed: int,
        most: int | None = None,
        svc: BooleanSVC | None = None,
        decide: Decide | None = None,
    ) -> "Folds":
        """At most `most` rows of the sample, divided."""
        sample = sample if most is None else sample.drawn(most, seed)
        return cls(sample, *division.splits(sample.y, sample.ties, seed), seed, svc, decide)

    @cached_property
    def left_out(self) -> np.ndarray:
        """The rows left out, as indices, in the order of the folds."""
        return np.concatenate([left_out for _, left_out in self.splits])

    @cached_property
    def judged(self) -> "LeftOut":
        left_out = self.left_out
        return LeftOut(
            left_out, self.sample.y[left_out], self.sample.each[left_out], len(self.sample)
        )

    @cached_property
    def folds(self) -> list[Fold]:
        """The rows of each fold, read by what its training rows teach."""
        made, scale = [], rescaled(self.sample.each[self.left_out])
        for place, (fit, left_out) in enumerate(self.splits):
            taught = self.sample.as_taught(fit)
            train, unseen = (replace(taught.rows(rows), origin=None) for rows in (fit, left_out))
            unseen = replace(unseen, each=scale * unseen.each)
            made.append(Fold(train, unseen, (self.seed, place)))
        return made

    def machines(self, places: range) -> list[TrainedMachine]:
        """The machines of the training rows of these folds."""
        untrained = [place for place in places if place not in self._machines]
        pairs = [len(self.splits[place][0]) ** 2 for place in untrained]
        memory, work = float(BYTES_PER_PAIR * max(pairs, default=0)), float(PER_PAIR * sum(pairs))
        arguments = [(self.svc, self.folds[place].train) for place in untrained]
        trained = cores.run(train_nearly, arguments, work, memory=memory, room=room_beside())
        for place, machine in zip(untrained, trained, strict=True):
            self._machines[place] = replace(machine, decide=self.decide or machine.decide)
        return [self._machines[place] for place in places]

    @cached_property
    def _machines(self) -> dict[int, TrainedMachine]:
        return {}

    @cached_property
    def n_cases(self) -> int:
        """How many different rows, or groups of them, are left out."""
        groups = self.sample.ties.groups
        return len(np.unique(self.left_out if groups is None else groups[self.left_out]))

    @property
    def rounds(self) -> list[int]:
        return rounds([len(left_out) for _, left_out in self.splits])


def rounds(sizes: Sequence[int]) -> list[int]:
    """How many folds are done after each round of a race; each round doubles their number.

    sizes: how many rows each fold leaves out.
    """
    seen = np.cumsum(sizes)
    done = [1 + int(np.argmax(seen >= min(ENOUGH, seen[-1])))]
    while done[-1] < len(sizes):
        done.append(min(2 * done[-1], len(sizes)))
    return done


def race(
    menu: Menu[Key, Option],
    rounds: Sequence[int],
    on_folds: Callable[[Menu[Key, Option], range], Iterable[tuple[Key, Sequence[Result]]]],
    near: Callable[[Done[Key, Option, Result]], Menu[Key, Option]],
) -> Done[Key, Option, Result]:
    """The results of each option on the folds it was tried on.

    rounds: how many folds are done after each round, ascending; on_folds: tries a menu on some
    folds, and yields for each key and fold, in the order of folds, a result of each option; near:
    selects the options that go on from those that were tried on all folds so far.
    """
    done: Done[Key, Option, Result] = {
        key: {option: [] for option in options} for key, options in menu.items()
    }
    for start, stop in pairwise([0, *rounds]):
        if not menu:
            break
        for key, results in on_folds(menu, range(start, stop)):
            for option, result in zip(menu[key], results, strict=True):
                done[key][option].append(result)
        if stop < rounds[-1]:
            tried = {key: {one: done[key][one] for one in menu[key]} for key in menu}
            menu = {key: options for key, options in near(tried).items() if options}
    return done


def ahead(one: np.ndarray, other: np.ndarray, n: int | None = None) -> tuple[float, float]:
    """By how much the mean of one is above that of the other, and the standard error of that.

    one, other: values of the same rows, (n_rows,); n: how many of these rows are different.
    """
    difference = one.astype(float) - other
    return float(one.mean() - other.mean()), float(difference.std() / sqrt(n or len(difference)))


def hopeless(right: np.ndarray, best: np.ndarray) -> bool:
    """Whether a candidate is far behind the best.

    right, best: the weight of each row so far where the one or the other is right, else 0;
    (n_rows,).
    """
    far, error = ahead(best, right)
    return far > HOPELESS * error
