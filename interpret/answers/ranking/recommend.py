"""From a table to rankings, judged: the order of the steps and nothing else."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from interpret.answers.ranking.choices import Choices, read_choices
from interpret.answers.ranking.choosing import Chosen, chosen_machine, tuned_baselines
from interpret.answers.ranking.columns import ChoiceRoles, roles
from interpret.answers.ranking.degrees import KERNELS, JudgedDegree, by_degree
from interpret.answers.ranking.described import Described, described
from interpret.answers.ranking.judging import JudgedMethod, Judgement, compared, judge
from interpret.answers.ranking.methods import Komd, Method
from interpret.answers.ranking.settings import Recommending
from interpret.answers.ranking.splits import halves, inner, last
from interpret.cores import Cancelled
from interpret.data.complaints import DataError, counted
from interpret.data.table import Table

Tell = Callable[[str, float], object]  # what is at work and how much is done; False stops
MACHINE = "kernel machine"


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
    steps = 1 + len(splits) * (1 + len(baselines)) + len(KERNELS) * asked.degrees
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
