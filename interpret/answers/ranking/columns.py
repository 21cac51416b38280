"""Which columns say who chose what: guessed by their names and values."""

import re
from dataclasses import dataclass

from interpret.data.complaints import DataError, listed, quoted
from interpret.data.splits import can_be_time
from interpret.data.table import Column, Table

NAMES = {
    "user": r"user|customer|client|member|reader|viewer|listener|patron|person|who|account|visitor",
    "item": r"item|movie|film|book|isbn|product|article|song|track|artist|joke|title|game|what|sku",
    "rating": r"rating|stars?|score|grade|note|vote|value",
    "time": r"time|date|when|day|timestamp|at",
}
NAMED = {role: re.compile(rf"(?<![a-z])({names})s?(?![a-z])") for role, names in NAMES.items()}
WORD_BEGINS = re.compile(r"(?<=[a-z])(?=[A-Z])")


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
    """The columns that are named, and the others guessed by their names and values.

    A DataError where no column can be that of users, or of items.
    """
    given = {"user": user, "item": item, "rating": rating, "time": time}
    taken = {table.column(name).name for name in given.values() if name is not None}
    for role in NAMES:
        if given[role] is not None:
            continue
        rest = [column for column in table.columns if column.name not in taken]
        found = next((c for c in rest if _named(role, c.name) and _fits(role, c, table)), None)
        if found is None and role in ("user", "item"):
            found = next((free for free in rest if _fits(role, free, table)), None)
        if found is not None:
            given[role] = found.name
            taken.add(found.name)
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
    """Whether some column is called as users are, and another as items."""
    return all(any(_named(role, name) for name in table.names) for role in ("user", "item"))


def _named(role: str, name: str) -> bool:
    words = WORD_BEGINS.sub(" ", name).lower()
    return NAMED[role].search(words.replace("_", " ")) is not None


def _fits(role: str, column: Column, table: Table) -> bool:
    """Whether the values can be what the role needs."""
    if role == "rating":
        return column.is_numeric
    if role == "time":
        return can_be_time(table, column.name)
    return len(column.values) > 1
