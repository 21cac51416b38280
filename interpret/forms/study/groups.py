"""Who is wronged: every rate of machine and rule, or card, by group, and by pairs of groups.

A group is the rows with one value of a column, which need not be an attribute: columns that were
kept out of the machine can be asked about. Numbers are divided into quarters of their rows.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from interpret.data.complaints import EMPTY, DataError, listed, quoted
from interpret.data.cuts import quantile_cuts
from interpret.data.table import Table
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.evidence import chance_apart, not_by_chance
from interpret.measures import Confusion, confusion
from interpret.rules.logic import interval, interval_name
from interpret.shares import Share, independent

LEAST = 10  # rows of a group, unless another number is asked for
MOST_COLUMNS = 4  # asked about at once, with their pairs
NAMED = 8  # numbers that are groups of their own; more are taken in quarters
MACHINE = "machine"


@dataclass(frozen=True)
class Group:
    """The rows with these values of these columns: what the machine and the first form do there."""

    columns: tuple[str, ...]
    values: tuple[str, ...]
    machine: Confusion
    form: Confusion

    def of(self, who: str) -> Confusion:
        return self.machine if who == MACHINE else self.form


@dataclass(frozen=True)
class Few:
    """Groups of some columns that are too small to be shown: how many, and how many rows in all."""

    columns: tuple[str, ...]
    groups: int
    rows: int


@dataclass(frozen=True)
class GroupDifference:
    """A rate that surely differs between a group and all other rows."""

    group: Group
    who: str
    rate: str
    inside: Share
    outside: Share


@dataclass(frozen=True)
class Groups:
    """The groups of some columns with at least `least` rows, and what surely differs between them.

    Where rows belong together, intervals allow for it, and no difference is tested. form: what the
    form that comes first is called, "rule" or "card".
    """

    form: str
    least: int
    rows: int
    groups: tuple[Group, ...]
    few: tuple[Few, ...]
    differences: tuple[GroupDifference, ...]

    @property
    def who(self) -> tuple[str, str]:
        """Whose verdicts are counted."""
        return MACHINE, self.form


def columns_to_ask(a: Answer) -> tuple[str, ...]:
    """The columns whose groups can be asked about: all except the class."""
    return tuple(name for name in a.as_read.names if name != a.explanation.target)


def groups(a: Answer, names: Sequence[str], least: int) -> Groups:
    """Rates on the rows that the answer is judged on, for groups of at least `least` rows.

    Raises DataError if a column does not exist or is the class, or if there are too many.
    """
    names = tuple(dict.fromkeys(names))
    _check(a, names)
    judged, form = a.judged, a.explanation.forms[0].called
    said = {MACHINE: judged.scores > 0, form: a.explanation.forms[0].card.holds(judged.table)}
    table = a.as_read.rows(judged.places)
    groups_found: list[Group] = []
    few: list[Few] = []
    by_name = {name: named_groups(table, name) for name in names}
    for names_crossed in (*((name,) for name in names), *combinations(names, 2)):
        small = []
        for values, rows in _crossed([by_name[name] for name in names_crossed]):
            if len(rows) < least:
                small.append(len(rows))
                continue
            of = None if judged.groups is None else judged.groups[rows]
            counts = (confusion(verdicts[rows], judged.y[rows], of) for verdicts in said.values())
            groups_found.append(Group(names_crossed, values, *counts))
        if small:
            few.append(Few(names_crossed, len(small), sum(small)))
    whole = {who: confusion(verdicts, judged.y, judged.groups) for who, verdicts in said.items()}
    differ = _differences(groups_found, whole) if judged.groups is None else ()
    return Groups(form, least, len(judged.y), tuple(groups_found), tuple(few), differ)


def named_groups(table: Table, name: str) -> tuple[list[str], np.ndarray]:
    """What the groups of a column are called, and the group of each row, int (n_rows,)."""
    column = table.column(name)
    numbers = column.values.numbers
    several = np.count_nonzero(~np.isnan(numbers) & (column.counts > 0)) > NAMED
    points = quantile_cuts(column) if column.is_numeric and several else ()
    named = [
        interval_name(interval(name, points, amount))
        if points and not np.isnan(amount)
        else EMPTY
        if value is None
        else value
        for value, amount in zip(column.values, numbers, strict=True)
    ]
    labels = list(dict.fromkeys(named))
    place = {label: i for i, label in enumerate(labels)}
    return labels, np.array([place[label] for label in named], dtype=np.int64)[column.codes]


def _check(a: Answer, names: Sequence[str]) -> None:
    allowed = columns_to_ask(a)
    strange = [name for name in names if name not in allowed]
    if strange:
        raise DataError(
            f"Groups must be of columns of the table that are not the class, and "
            f"{listed(map(quoted, strange))} is none. Choose from {listed(map(quoted, allowed))}."
        )
    if len(names) > MOST_COLUMNS:
        raise DataError(
            f"Groups can be of {MOST_COLUMNS} columns at once, and {len(names)} were asked for. "
            "Ask for fewer."
        )


def _crossed(
    columns: Sequence[tuple[list[str], np.ndarray]],
) -> Iterable[tuple[tuple[str, ...], np.ndarray]]:
    """For each combination of groups that rows have, its names and these rows, as indices."""
    codes = np.stack([codes_of for _, codes_of in columns])
    there, of = np.unique(codes, axis=1, return_inverse=True)
    order = np.argsort(of.ravel(), kind="stable")
    ends = np.cumsum(np.bincount(of.ravel(), minlength=there.shape[1]))
    for combination, rows in zip(there.T, np.split(order, ends[:-1]), strict=True):
        names = (labels[i] for (labels, _), i in zip(columns, combination, strict=True))
        yield tuple(names), rows


def _differences(
    groups: Sequence[Group], whole: dict[str, Confusion]
) -> tuple[GroupDifference, ...]:
    """What differs by Fisher's exact test, two-sided, the surest first."""
    compared = []
    for group in groups:
        for who, counts in whole.items():
            for name, inside in group.of(who).rates.items():
                every = counts.rates[name]
                outside = independent(every.hits - inside.hits, every.n - inside.n)
                if inside.n and outside.n:
                    compared.append(GroupDifference(group, who, name, inside, outside))
    chances = [chance_apart(one.inside, one.outside) for one in compared]
    return tuple(compared[place] for place in not_by_chance(chances))
