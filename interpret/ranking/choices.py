"""Choices: who chose what, as a 0/1 table, and how they are read from a file's columns."""

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

import numpy as np
from scipy import sparse

from interpret.data.complaints import DataError, counted, listed, quoted
from interpret.data.from_cells import column_of
from interpret.data.readings import Reading
from interpret.data.table import Column, Table
from interpret.data.times import UNKNOWN, can_be_time, places_in_time
from kernels.recommender.items import bytes_needed

NAMES = {
    "user": r"user|customer|client|member|reader|viewer|listener|patron|person|who|account|visitor",
    "item": r"item|movie|film|book|isbn|product|article|song|track|artist|joke|title|game|what|sku",
    "rating": r"rating|stars?|score|grade|note|vote|value",
    "time": r"time|date|when|day|timestamp|at",
}
NAMED = {role: re.compile(rf"(?<![a-z])({names})s?(?![a-z])") for role, names in NAMES.items()}
WORD_BEGINS = re.compile(r"(?<=[a-z])(?=[A-Z])")
MOST_ITEMS = 20_000  # the matrix of their similarities takes 1.6 GB
FEW = 2  # choices of a user or an item below which there is nothing to learn from


@dataclass(frozen=True)
class ChoiceRoles:
    """The columns of users and items, and of ratings and times where there are any."""

    user: str
    item: str
    rating: str | None = None
    time: str | None = None

    @property
    def sentence(self) -> str:
        """What the columns are read as, in one sentence."""
        text = f"Each row says that {quoted(self.user)} chose {quoted(self.item)}"
        text += f", rated {quoted(self.rating)}" if self.rating else ""
        return text + (f", at {quoted(self.time)}." if self.time else ".")


def roles(
    table: Table,
    user: str | None = None,
    item: str | None = None,
    rating: str | None = None,
    time: str | None = None,
) -> ChoiceRoles:
    """The columns that are named; the others are guessed by their names and values.

    A DataError where no column can be that of users, or of items.
    """
    given = {"user": user, "item": item, "rating": rating, "time": time}
    taken = {table.column(name).name for name in given.values() if name is not None}
    for role in NAMES:
        if given[role] is not None:
            continue
        rest = [column for column in table.columns if column.name not in taken]
        column = next((c for c in rest if _named(role, c.name) and _fits(role, c, table)), None)
        if column is None and role in ("user", "item"):
            column = next((free for free in rest if _fits(role, free, table)), None)
        if column is not None:
            given[role] = column.name
            taken.add(column.name)
    if given["user"] is None or given["item"] is None:
        raise DataError(
            "Choices need a column of users and one of items, with several values each; the "
            f"table has {listed(map(quoted, table.names))}. Name the two, or bring more rows."
        )
    used = [name for name in given.values() if name is not None]
    twice = [name for name in used if used.count(name) > 1]
    if twice:
        raise DataError(
            "Users, items, ratings and times must each have a column of their own; got "
            f"{quoted(twice[0])} for two of them."
        )
    return ChoiceRoles(str(given["user"]), str(given["item"]), given["rating"], given["time"])


def are_named(table: Table) -> bool:
    """Whether the names of columns suggest one of users and one of items."""
    return all(any(_named(role, name) for name in table.names) for role in ("user", "item"))


def _named(role: str, name: str) -> bool:
    words = WORD_BEGINS.sub(" ", name).lower()
    return NAMED[role].search(words.replace("_", " ")) is not None


def _fits(role: str, column: Column, table: Table) -> bool:
    """Whether the column's values can play the role."""
    if role == "rating":
        return column.is_numeric
    if role == "time":
        return can_be_time(table, column.name)
    return len(column.values) > 1


@dataclass(frozen=True, eq=False)
class Choices:
    """Who chose what.

    users, items: their names. R: 1 where the user of a row chose the item of a column, uint8 of
    shape (n_users, n_items), its indices sorted. when: the time of each choice, on any scale, in
    the order of R's entries, UNKNOWN where its cell is empty; None where the file has no times.
    """

    users: tuple[str, ...]
    items: tuple[str, ...]
    R: sparse.csr_array
    when: np.ndarray | None = None

    @cached_property
    def per_user(self) -> np.ndarray:
        """How many items each user chose."""
        return np.diff(self.R.indptr)

    @cached_property
    def per_item(self) -> np.ndarray:
        """How many users chose each item."""
        return np.bincount(self.R.indices, minlength=len(self.items))

    @cached_property
    def untimed(self) -> np.ndarray:
        """Which users have a choice of unknown time, so that their last one is unknown: bool."""
        unknown = np.zeros(len(self.users), dtype=bool)
        if self.when is not None:
            of_user = np.repeat(np.arange(len(self.users)), self.per_user)
            unknown[of_user[self.when == UNKNOWN]] = True
        return unknown

    @cached_property
    def _user_places(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.users)}

    @cached_property
    def _item_places(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.items)}

    def chosen(self, user: int) -> np.ndarray:
        """The items a user chose."""
        return self.R.indices[self.R.indptr[user] : self.R.indptr[user + 1]]

    def user(self, name: str) -> int:
        """The place of a user; for an unknown name, a DataError suggests similar ones."""
        return _place("user", name, self._user_places)

    def item(self, name: str) -> int:
        """The place of an item; for an unknown name, a DataError suggests similar ones."""
        return _place("item", name, self._item_places)

    def item_places(self) -> dict[str, int]:
        return self._item_places


def by_spelling(column: Column) -> Column:
    """A column of users or items, which are told apart as they are written: 5 is not 5.0."""
    return column_of(column.name, column.in_file, Reading(column.name))


@dataclass(frozen=True, eq=False)
class ChoicesRead:
    """Choices, with sentences on how they were read."""

    choices: Choices
    notices: tuple[str, ...]


def read_choices(table: Table, roles: ChoiceRoles, at_least: float | None = None) -> ChoicesRead:
    """The choices in a table's rows. A DataError where there are too few to rank by.

    at_least: the least rating that counts as a choice; None where every row is one.
    """
    notices = []
    users, items = table.column(roles.user), table.column(roles.item)
    there = ~users.missing_rows & ~items.missing_rows
    users, items = by_spelling(users), by_spelling(items)
    if not there.all():
        left = counted(int((~there).sum()), "row")
        notices.append(f"{left} without a user or an item: left out.")
    rows = np.flatnonzero(there)
    code = users.codes[rows].astype(np.int64) * len(items.values) + items.codes[rows]
    when = places_in_time(table, roles.time)[rows] if roles.time else None
    order = np.lexsort((code,) if when is None else (when, code))
    last = order[np.flatnonzero(np.diff(code[order], append=-1))]  # the latest of equal pairs
    if len(last) < len(rows):
        notices.append(
            f"{counted(len(rows) - len(last), 'row')} left out: the same user and item stand "
            "together in a later row, which counts."
        )
    if at_least is not None:
        last = last[_high_enough(table, roles, at_least, rows[last], notices)]
    if not len(last):
        raise DataError(
            "At least one row must be a choice, and none is. Lower the rating that counts as one."
        )
    code = code[last]
    when = None if when is None else when[last]
    who, what = np.divmod(code, len(items.values))
    kept_users, who = np.unique(who, return_inverse=True)
    kept_items, what = np.unique(what, return_inverse=True)
    names = tuple(str(items.values[i]) for i in kept_items)
    if len(names) > MOST_ITEMS:
        often = np.bincount(what)
        within = np.sort(np.argsort(-often, kind="stable")[:MOST_ITEMS])
        notices.append(
            f"{len(names):,} items, of which the {MOST_ITEMS:,} most chosen are within reach: the "
            f"similarities of all would take {bytes_needed(len(names)) / 2**30:,.1f} GB of memory. "
            "The others are left out."
        )
        kept = np.isin(what, within)
        who, what = who[kept], np.searchsorted(within, what[kept])
        when = None if when is None else when[kept]
        names = tuple(names[i] for i in within)
        remaining, who = np.unique(who, return_inverse=True)
        kept_users = kept_users[remaining]
    ends = np.cumsum([0, *np.bincount(who, minlength=len(kept_users))])
    R = sparse.csr_array(
        (np.ones(len(who), np.uint8), what.astype(np.int32), ends.astype(np.int32)),
        shape=(len(kept_users), len(names)),
    )
    choices = Choices(tuple(str(users.values[i]) for i in kept_users), names, R, when)
    notices += _too_few(choices)
    return ChoicesRead(choices, tuple(notices))


def _high_enough(
    table: Table, roles: ChoiceRoles, at_least: float, rows: np.ndarray, notices: list[str]
) -> np.ndarray:
    """Which of the rows, given as indices, have a rating that counts as a choice."""
    if roles.rating is None:
        raise DataError(
            "A least rating needs a column of ratings, and none was found. Name it, or count "
            "every row."
        )
    column = table.column(roles.rating)
    amounts = column.values.numbers[column.codes[rows]]
    if np.isnan(amounts).all():
        raise DataError(
            f"Ratings must be numbers to count from {at_least:g}, and {quoted(roles.rating)} holds "
            f"{listed(quoted(value) for value in column.values[:3])}. Name another column, or "
            "count every row."
        )
    high = amounts >= at_least
    below = int((~high).sum())
    if below:
        notices.append(
            f"{counted(below, 'row')} with a rating below {at_least:g} or none: no choice."
        )
    return high


def _too_few(choices: Choices) -> list[str]:
    """Sentences on the users and items that have one choice; a DataError where nothing is left."""
    notices = []
    for counts, thing, sentence in (
        (choices.per_user, "user", "with a single choice: ranked, but not judged."),
        (choices.per_item, "item", "with a single user: little can be learnt there."),
    ):
        n = int((counts < FEW).sum())
        if n:
            notices.append(f"{counted(n, thing)} {sentence}")
    if len(choices.items) < 2 or len(choices.users) < 2:
        raise DataError(
            "A ranking needs at least 2 users and 2 items, and the choices are of "
            f"{counted(len(choices.users), 'user')} and {counted(len(choices.items), 'item')}. "
            "Bring more rows, or name other columns."
        )
    return notices


def _place(thing: str, name: str, places: dict[str, int]) -> int:
    if name not in places:
        close = get_close_matches(name, places, n=3)
        hint = f" Did you mean {' or '.join(map(quoted, close))}?" if close else ""
        raise DataError(f"There is no {thing} {quoted(name)} in the choices.{hint}")
    return places[name]
