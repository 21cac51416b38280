"""The machine and the baselines' own settings, chosen on choices that are never judged."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from scipy import sparse

from interpret import cores
from interpret.answers.ranking.judging import figure_on
from interpret.answers.ranking.methods import (
    ASYMMETRIES,
    BASELINES,
    RIDGES,
    AsymmetricCosine,
    Ease,
    Komd,
    Method,
    Scores,
    ranked,
)
from interpret.answers.ranking.settings import AUTO, Recommending
from interpret.answers.ranking.splits import Split, inner
from interpret.cores import Cancelled
from kernels.catalog import parse
from kernels.recommender.items import similar
from kernels.recommender.similar import Similar

KERNELS = (
    "linear",
    "Tanimoto",
    "mC(2)",
    "polynomial(2,0)",
    "mD(2)",
    "mD(5)",
    "mD(10)",
    "mD(30)",
    "mD(100)",
)
TUNING = 3_000  # about how many additions one setting of a baseline takes for each choice
REGULARISATIONS = (0.01, 0.1, 1.0, 10.0)
POWERS = (0.0, 0.25, 0.5, 0.75)
Tell = Callable[[Komd], object]  # called with the machine that is tried next; False stops


def chosen_machine(
    R: sparse.csr_array, asked: Recommending, tell: Tell = lambda machine: True
) -> Komd:
    """The machine that ranks held-out choices of R best, by the metric that was asked for.

    Kernel, λ, whose negatives count and the power of popularity are chosen one after the other, and
    again until none of them changes. The first of equally good machines on the menu is taken, which
    is the simplest. Raises Cancelled where tell(machine), asked before it is tried, returns False.
    """
    splits = inner(R, np.random.default_rng(asked.seed))
    kernels = KERNELS if asked.kernel == AUTO else (asked.kernel,)
    is_auto = asked.regularisation == AUTO
    lambdas = REGULARISATIONS if is_auto else (float(asked.regularisation),)
    owns = (True, False) if asked.negatives == AUTO else (asked.negatives == "own",)
    known: dict[Komd, float] = {}

    @lru_cache(maxsize=1)
    def matrices(kernel: str) -> dict[int, Similar]:
        return {id(split.R): similar(parse(kernel), split.R) for split in splits}

    def ranks(machine: Komd) -> Method:
        by_matrix = matrices(machine.kernel)
        return lambda R, users: ranked(machine.on(by_matrix[id(R)], R), R, users)

    def best(machines: Iterable[Komd]) -> Komd:
        machines = list(machines)
        if len(machines) > 1:
            for machine in machines:
                if machine not in known:
                    if tell(machine) is False:
                        raise Cancelled
                    known[machine] = figure_on(ranks(machine), splits, asked.metric)
        return max(machines, key=lambda option: known.get(option, -np.inf))

    powers = POWERS if asked.popularity == AUTO else (float(asked.popularity),)
    menu: dict[str, tuple[Any, ...]] = {
        "regularisation": lambdas,
        "popularity": powers,
        "kernel": kernels,
        "own": owns,
    }
    found, before = Komd(kernels[0], lambdas[0], owns[0], powers[0]), None
    while found != before:
        before = found
        for name, options in menu.items():
            found = best(replace(found, **{name: one}) for one in options)
    return found


@dataclass(frozen=True)
class Chosen:
    """The way of ranking that chooses its machine on the table that it is given."""

    asked: Recommending
    tell: Tell

    def __call__(self, R: sparse.csr_array, users: np.ndarray) -> Scores:
        return chosen_machine(R, self.asked, self.tell)(R, users)


@dataclass(frozen=True)
class Tuned:
    """The way of ranking that takes the best of these on the table that it is given."""

    options: tuple[Method, ...]
    asked: Recommending

    def __call__(self, R: sparse.csr_array, users: np.ndarray) -> Scores:
        splits = inner(R, np.random.default_rng(self.asked.seed))
        parts = [(option, splits, self.asked.metric) for option in self.options]
        figures = list(cores.run(_figure_of, parts, TUNING * R.nnz * len(parts)))
        return self.options[int(np.argmax(figures))](R, users)


def _figure_of(method: Method, splits: list[Split], metric: str, _: cores.GoOn) -> float:
    return figure_on(method, splits, metric)


def tuned_baselines(asked: Recommending) -> Mapping[str, Method]:
    """The baselines asked for, each with its own setting by an inner split, as the machine has."""
    options: dict[str, list[Method]] = {
        "MSDw": [AsymmetricCosine(a) for a in ASYMMETRIES],
        "EASE": [Ease(l2) for l2 in RIDGES],
    }
    tuned = BASELINES | {name: Tuned(tuple(option), asked) for name, option in options.items()}
    return {name: method for name, method in tuned.items() if name not in asked.without}
