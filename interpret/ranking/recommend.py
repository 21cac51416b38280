"""From a table to judged rankings, with every setting; no judged choice takes part in choosing."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from typing import Any

import numpy as np
from scipy import sparse

from interpret import cores
from interpret.cores import Cancelled
from interpret.data.complaints import DataError, counted
from interpret.data.table import Table
from interpret.ranking.choices import ChoiceRoles, Choices, read_choices, roles
from interpret.ranking.judging import (
    JudgedMethod,
    Judgement,
    Split,
    compared,
    figure_on,
    halves,
    inner,
    judge,
    last,
)
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
from interpret.ranking.reasons import Described, described
from interpret.settings import AUTO, SettingsError, check_setting, setting
from kernels.catalog import parse
from kernels.recommender.items import similar
from kernels.recommender.similar import Similar

LEFT_OUT = {  # popularity and item cosine are always compared too
    "none": (),
    "MSDw": ("MSDw",),
    "EASE": ("EASE",),
    "both": ("MSDw", "EASE"),
}
METRICS = ("nDCG@10", "mAP@10", "recall@10", "AUC")

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
TUNING = 3_000  # additions that one setting of a baseline takes for each choice, roughly
REGULARISATIONS = (0.01, 0.1, 1.0, 10.0)
POWERS = (0.0, 0.25, 0.5, 0.75)
MACHINE = "kernel machine"


@dataclass(frozen=True)
class Recommending:
    """Which columns say who chose what, how to rank, and how to judge the rankings."""

    user_column: str | None = setting(None, "the column of users (default: by name)", shown="NAME")
    item_column: str | None = setting(None, "the column of items (default: by name)", shown="NAME")
    rating_column: str | None = setting(None, "the column of ratings", shown="NAME")
    time_column: str | None = setting(None, "the column of times", shown="NAME")
    at_least: float | None = setting(
        None, "a row with a lower rating is no choice", low=-(10**9), high=10**9, shown="RATING"
    )
    kernel: str = setting(AUTO, "auto, or a kernel such as mD(30)", shown="NAME")
    regularisation: float | str = setting(
        AUTO, "λ, how evenly the chosen items count", low=0, high=1_000_000
    )
    negatives: str = setting(
        AUTO,
        "what stands for the items not chosen: each user's own mean of them, or that of all items",
        choices=(AUTO, "own", "all"),
    )
    popularity: float | str = setting(
        AUTO,
        "p, where a score is multiplied by an item's number of users to the power p; the thesis's "
        "is 0",
        low=0,
        high=2,
    )
    metric: str = setting("nDCG@10", "what the machine is chosen by", choices=METRICS)
    protocol: str = setting(
        "half",
        "what is held out: half of the choices of every fifth user in turn, or everyone's last",
        choices=("half", "last"),
    )
    without: str = setting("none", "baselines to leave out", choices=tuple(LEFT_OUT))
    top: int = setting(10, "items to recommend (default: 10)", low=1, high=1000, shown="N")
    seed: int = setting(0, "of the splits", low=0, high=2**31 - 1, shown="N")

    def __post_init__(self) -> None:
        for field in fields(self):
            check_setting(field, getattr(self, field.name))
        if self.kernel != AUTO:
            try:
                parse(self.kernel)
            except ValueError as error:
                raise SettingsError(str(error)) from None

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "Recommending":
        """Reads what to_dict wrote; a SettingsError where names were altered."""
        names = {field.name for field in fields(cls)}
        if values.keys() != names:
            raise SettingsError(f"Settings must be these as stored: {', '.join(sorted(names))}.")
        return cls(**values)


Tried = Callable[[Komd], object]  # called with the machine that is tried next; False stops
Tell = Callable[[str, float], object]  # called with the step and the share done; False stops


def chosen_machine(
    R: sparse.csr_array, settings: Recommending, tell: Tried = lambda machine: True
) -> Komd:
    """The machine that ranks held-out choices of R best, by the metric of the settings.

    Kernel, λ, whose negatives count and the power of popularity are chosen one after the other,
    until none of them changes. Of equally good machines the first on the menu is taken, which is
    the simplest. Raises Cancelled if tell(machine), called before each is tried, returns False.
    """
    splits = inner(R, np.random.default_rng(settings.seed))
    kernels = KERNELS if settings.kernel == AUTO else (settings.kernel,)
    is_auto = settings.regularisation == AUTO
    lambdas = REGULARISATIONS if is_auto else (float(settings.regularisation),)
    owns = (True, False) if settings.negatives == AUTO else (settings.negatives == "own",)
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
                    known[machine] = figure_on(ranks(machine), splits, settings.metric)
        return max(machines, key=lambda option: known.get(option, -np.inf))

    powers = POWERS if settings.popularity == AUTO else (float(settings.popularity),)
    menu: dict[str, tuple[Any, ...]] = {
        "regularisation": lambdas,
        "popularity": powers,
        "kernel": kernels,
        "own": owns,
    }
    chosen, before = Komd(kernels[0], lambdas[0], owns[0], powers[0]), None
    while chosen != before:
        before = chosen
        for name, options in menu.items():
            chosen = best(replace(chosen, **{name: one}) for one in options)
    return chosen


@dataclass(frozen=True)
class Chosen:
    """The method that chooses its machine on the table it learns from."""

    settings: Recommending
    tell: Tried

    def __call__(self, R: sparse.csr_array, users: np.ndarray) -> Scores:
        return chosen_machine(R, self.settings, self.tell)(R, users)


@dataclass(frozen=True)
class Tuned:
    """The method that takes the best of some options on the table it learns from."""

    options: tuple[Method, ...]
    settings: Recommending

    def __call__(self, R: sparse.csr_array, users: np.ndarray) -> Scores:
        splits = inner(R, np.random.default_rng(self.settings.seed))
        parts = [(option, splits, self.settings.metric) for option in self.options]
        figures = list(cores.run(_figure_of, parts, TUNING * R.nnz * len(parts)))
        return self.options[int(np.argmax(figures))](R, users)


def _figure_of(method: Method, splits: list[Split], metric: str, _: cores.GoOn) -> float:
    return figure_on(method, splits, metric)


def tuned_baselines(settings: Recommending) -> Mapping[str, Method]:
    """The baselines; the settings of each are chosen on an inner split, as the machine's are."""
    options: dict[str, list[Method]] = {
        "MSDw": [AsymmetricCosine(a) for a in ASYMMETRIES],
        "EASE": [Ease(l2) for l2 in RIDGES],
    }
    tuned = BASELINES | {name: Tuned(tuple(option), settings) for name, option in options.items()}
    return {
        name: method for name, method in tuned.items() if name not in LEFT_OUT[settings.without]
    }


@dataclass(frozen=True, eq=False)
class Recommended:
    """A machine for a table of choices, and how good it is beside the baselines.

    The machine is chosen on all choices. For judging, it and the baselines' settings are chosen
    anew on the part that each split learns from, so that no judged choice takes part in choosing.
    methods: the machine first; complete: whether all of them were judged. held: how many choices
    were held out; unseen: how many of these are of items that nobody chose in the rows learnt from.
    """

    name: str
    digest: str
    roles: ChoiceRoles
    settings: Recommending
    choices: Choices
    notices: tuple[str, ...]
    machine: Komd
    methods: tuple[JudgedMethod, ...]
    held: int
    unseen: int
    complete: bool


def read(table: Table, settings: Recommending) -> tuple[ChoiceRoles, Choices, tuple[str, ...]]:
    """Who chose what in a table, and the notices on it."""
    of_columns = roles(
        table,
        settings.user_column,
        settings.item_column,
        settings.rating_column,
        settings.time_column,
    )
    reading = read_choices(table, of_columns, settings.at_least)
    return of_columns, reading.choices, (*table.notices, *reading.notices)


def describe(table: Table | None, choices: Choices, of_columns: ChoiceRoles) -> Described | None:
    return None if table is None else described(table, choices, of_columns.item)


def recommend(
    table: Table, settings: Recommending, tell: Tell = lambda stage, share: True
) -> Recommended | None:
    """The best machine by the metric, judged on held-out choices; None if stopped early."""
    of_columns, choices, notices = read(table, settings)
    if not (choices.per_user > 1).any():
        raise DataError(
            "Some user must have chosen 2 items, and nobody did. Bring more rows, or name other "
            "columns."
        )
    rng = np.random.default_rng(settings.seed)
    splits = list(halves(choices.R, rng)) if settings.protocol == "half" else [last(choices)]
    if settings.protocol == "last" and choices.untimed.any():
        users = counted(int(choices.untimed.sum()), "user")
        notices = (*notices, f"{users} with a choice without a time: ranked, but not judged.")
    splits = [split for split in splits if split.n_held]
    if not any(len(split.users) for split in splits):
        raise DataError(
            "Some choice held out must be of an item that somebody else chose, and none is. Bring "
            "more rows, or hold out others."
        )
    baselines = tuned_baselines(settings)
    at_work = _AtWork(tell, 1 + len(splits) * (1 + len(baselines)))
    every: dict[str, Method] = {MACHINE: Chosen(settings, at_work.trying), **baselines}
    judged: list[Judgement] = []
    complete = True
    try:
        at_work.begin("Choosing the machine")
        machine = chosen_machine(choices.R, settings, at_work.trying)
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
    return Recommended(
        table.name,
        table.digest,
        of_columns,
        settings,
        choices,
        notices,
        machine,
        compared(judged),
        sum(split.n_held for split in splits),
        sum(split.n_unseen for split in splits),
        complete,
    )


class _AtWork:
    """Reports progress through steps of equal length."""

    def __init__(self, tell: Tell, steps: int) -> None:
        self._tell, self._steps, self._begun, self._step = tell, steps, 0, ""

    def begin(self, step: str) -> bool:
        """Reports that the next step begins; False stops."""
        self._step, self._begun = step, self._begun + 1
        return self._now("")

    def trying(self, machine: Komd) -> bool:
        """Reports that the step tries a machine; False stops."""
        return self._now(f": trying {machine.kernel}, λ = {machine.regularisation:g}")

    def judging(self, name: str, splits: int) -> Callable[[int], bool]:
        """A function that reports the split on which a method is judged."""
        return lambda split: self.begin(f"Judging {name} on split {split + 1} of {splits}")

    def _now(self, detail: str) -> bool:
        share = (self._begun - 1) / self._steps
        return self._tell(f"{self._step}{detail}.", share) is not False
