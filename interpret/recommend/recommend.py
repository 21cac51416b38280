"""From a table to rankings, judged: the order of the steps and nothing else."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

import numpy as np

from interpret.data.complaints import DataError, counted
from interpret.data.table import Table
from interpret.recommend.choices import Choices, read_choices
from interpret.recommend.choosing import Chosen, chosen_machine, tuned_baselines
from interpret.recommend.columns import ChoiceRoles, roles
from interpret.recommend.degrees import JudgedDegree, by_degree
from interpret.recommend.described import Described, described
from interpret.recommend.judging import JudgedMethod, judge
from interpret.recommend.methods import Komd, Method
from interpret.recommend.settings import Recommending
from interpret.recommend.splits import halves, inner, last
from interpret.tasks import Cancelled

Tell = Callable[[str, float], object]  # a stage and how much of all is done; False stops
MACHINE = "kernel machine"
CHOSEN, TRIED = 0.5, 30  # the share of a run in which machines are tried, about so many at a time


@dataclass(frozen=True, eq=False)
class Recommended:
    """A machine for a table of choices, and how good it is beside the baselines.

    The machine is chosen on all choices. To be judged it is chosen anew, as the baselines'
    settings are, on what each split learns from, so that no judged choice chooses anything.
    methods: the machine first; complete: whether all of them were judged. cold: how many held
    choices were of items that nobody else chose.
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
    cold: int
    complete: bool


def read(table: Table, asked: Recommending) -> tuple[ChoiceRoles, Choices, tuple[str, ...]]:
    """Who chose what in a table, and what is to be said of it."""
    own = roles(table, asked.user_column, asked.item_column, asked.rating_column, asked.time_column)
    reading = read_choices(table, own, asked.at_least)
    return own, reading.choices, (*table.notices, *reading.notices)


def describe(table: Table | None, choices: Choices, own: ChoiceRoles) -> Described | None:
    return None if table is None else described(table, choices, own.item)


def recommend(
    table: Table, asked: Recommending, tell: Tell = lambda stage, share: True
) -> Recommended | None:
    """The best machine by what is asked, judged on held-out choices; None where stopped early."""
    own, choices, notices = read(table, asked)
    if not (choices.per_user > 1).any():
        raise DataError(
            "To learn and to judge, some user must have chosen 2 items, and nobody did. Bring "
            "more rows, or name other columns."
        )
    if tell("reading", 0.0) is False:
        return None
    rng = np.random.default_rng(asked.seed)
    splits = list(halves(choices.R, rng)) if asked.protocol == "half" else [last(choices)]
    if asked.protocol == "last" and choices.untimed.any():
        told = counted(int(choices.untimed.sum()), "user")
        notices = (*notices, f"{told} with a choice without a time: ranked, but not judged.")
    splits = [split for split in splits if len(split.users)]
    if not splits:
        raise DataError(
            "To judge, some choice held out must be of an item that somebody else chose, and none "
            "is. Bring more rows, or hold out other choices."
        )
    choosing = _choosing(tell, len(splits) + 1)
    judged: list[JudgedMethod] = []
    every: dict[str, Method] = {MACHINE: Chosen(asked, choosing), **tuned_baselines(asked)}
    complete = True
    try:
        machine = chosen_machine(choices.R, asked, choosing)
        for name, method in every.items():
            share = CHOSEN + (0.9 - CHOSEN) * len(judged) / len(every)
            done = judge(name, method, splits, _told(tell, name, share))
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
        degrees = by_degree(split, lambda stage, share: tell(stage, 0.9 + 0.1 * share))
    return Recommended(
        table.name,
        table.digest,
        own,
        asked,
        choices,
        notices,
        machine,
        tuple(judged),
        degrees,
        sum(split.cold for split in splits),
        complete,
    )


def _choosing(tell: Tell, times: int) -> Callable[[int], object]:
    """What is told while machines are tried, so many times about TRIED of them."""
    tried = count()
    return lambda _: tell("choosing", CHOSEN * min(1, next(tried) / (times * TRIED)))


def _told(tell: Tell, stage: str, share: float) -> Callable[[], object]:
    return lambda: tell(stage, share)
