"""From a table to rankings, judged, with the machine chosen on choices that are never judged."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from scipy import sparse

from interpret import cores
from interpret.cores import Cancelled
from interpret.data.complaints import DataError, counted
from interpret.data.table import Table
from interpret.ranking.choices import ChoiceRoles, Choices, read_choices, roles
from interpret.ranking.judging import JudgedMethod, Judgement, compared, figure_on, judge
from interpret.ranking.methods import (
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
from interpret.ranking.reasons import (
    KERNELS_BY_DEGREE,
    Described,
    JudgedDegree,
    by_degree,
    described,
)
from interpret.ranking.settings import AUTO, Recommending
from interpret.ranking.splits import Split, halves, inner, last
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
Tried = Callable[[Komd], object]  # called with the machine that is tried next; False stops
Tell = Callable[[str, float], object]  # what is at work and how much is done; False stops
MACHINE = "kernel machine"


def chosen_machine(
    R: sparse.csr_array, asked: Recommending, tell: Tried = lambda machine: True
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
    tell: Tried

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


@dataclass(frozen=True, eq=False)
class Recommended:
    """A machine for a table of choices, and how good it is beside the baselines.

    The machine is chosen on all choices. For judging, it and the baselines' settings are chosen
    anew on the part that each split learns from, so that no judged choice takes part in choosing.
    methods: the machine first; complete: whether all of them were judged. held: how many choices
    were held out; unseen: how many of them are of items that nobody chose in the rows learnt from.
    """

    name: str
    digest: str
    roles: ChoiceRoles
    asked: Recommending
    choices: Choices
    notices: tuple[str, ...]
    machine: Komd
    methods: tuple[JudgedMethod, ...]
    degrees: tuple[JudgedDegree, ...]
    held: int
    unseen: int
    complete: bool


def read(table: Table, asked: Recommending) -> tuple[ChoiceRoles, Choices, tuple[str, ...]]:
    """Who chose what in a table, and the notices on it."""
    of_columns = roles(
        table, asked.user_column, asked.item_column, asked.rating_column, asked.time_column
    )
    reading = read_choices(table, of_columns, asked.at_least)
    return of_columns, reading.choices, (*table.notices, *reading.notices)


def describe(table: Table | None, choices: Choices, of_columns: ChoiceRoles) -> Described | None:
    return None if table is None else described(table, choices, of_columns.item)


def recommend(
    table: Table, asked: Recommending, tell: Tell = lambda stage, share: True
) -> Recommended | None:
    """The best machine by what is asked, judged on held-out choices; None where stopped early."""
    of_columns, choices, notices = read(table, asked)
    if not (choices.per_user > 1).any():
        raise DataError(
            "To learn and to judge, some user must have chosen 2 items, and nobody did. Bring "
            "more rows, or name other columns."
        )
    rng = np.random.default_rng(asked.seed)
    splits = list(halves(choices.R, rng)) if asked.protocol == "half" else [last(choices)]
    if asked.protocol == "last" and choices.untimed.any():
        users = counted(int(choices.untimed.sum()), "user")
        notices = (*notices, f"{users} with a choice without a time: ranked, but not judged.")
    splits = [split for split in splits if split.n_held]
    if not any(len(split.users) for split in splits):
        raise DataError(
            "To judge, some choice held out must be of an item that somebody else chose, and none "
            "is. Bring more rows, or hold out other choices."
        )
    baselines = tuned_baselines(asked)
    steps = 1 + len(splits) * (1 + len(baselines)) + len(KERNELS_BY_DEGREE) * asked.degrees
    at_work = _AtWork(tell, steps)
    every: dict[str, Method] = {MACHINE: Chosen(asked, at_work.trying), **baselines}
    judged: list[Judgement] = []
    complete = True
    try:
        at_work.begin("Choosing the machine")
        machine = chosen_machine(choices.R, asked, at_work.trying)
        for name, method in every.items():
            done = judge(name, method, splits, at_work.judging(name, len(splits)))
            if done is None:
                complete = False
                break
            judged.append(done)
    except Cancelled:
        complete = False
    if not judged:
        return None
    degrees: tuple[JudgedDegree, ...] = ()
    if complete and asked.degrees:
        split, *_ = inner(choices.R, np.random.default_rng(asked.seed))
        degrees = by_degree(split, lambda kernel: at_work.begin(f"Measuring {kernel}"))
    return Recommended(
        table.name,
        table.digest,
        of_columns,
        asked,
        choices,
        notices,
        machine,
        compared(judged),
        degrees,
        sum(split.n_held for split in splits),
        sum(split.n_unseen for split in splits),
        complete,
    )


class _AtWork:
    """Tells which of several equally long steps is at work."""

    def __init__(self, tell: Tell, steps: int) -> None:
        self._tell, self._steps, self._begun, self._step = tell, steps, 0, ""

    def begin(self, step: str) -> bool:
        """Tells the next step; False stops."""
        self._step, self._begun = step, self._begun + 1
        return self._now("")

    def trying(self, machine: Komd) -> bool:
        """Tells that the step tries a machine."""
        return self._now(f": trying {machine.kernel}, λ = {machine.regularisation:g}")

    def judging(self, name: str, splits: int) -> Callable[[int], bool]:
        """What tells that a way of ranking is judged on a split."""
        return lambda split: self.begin(f"Judging {name} on split {split + 1} of {splits}")

    def _now(self, detail: str) -> bool:
        share = (self._begun - 1) / self._steps
        return self._tell(f"{self._step}{detail}.", share) is not False
