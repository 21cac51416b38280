"""Why an item ranks where it does: the chosen items that carry its score; items described."""

from dataclasses import dataclass, replace
from math import fsum

import numpy as np

from interpret.data.complaints import DataError, counted, listed, quoted
from interpret.data.cuts import quantile_cuts
from interpret.data.table import Table
from interpret.ranking.choices import Choices, by_spelling
from interpret.ranking.judging import best
from interpret.ranking.methods import even, first
from kernels.recommender.preference import Preference, Ranker

REASONS = 3  # chosen items that are named for each recommended one


@dataclass(frozen=True, eq=False)
class Described:
    """Items with attributes. places: which item of the choices each row of the table describes."""

    table: Table
    places: np.ndarray
    attributes: tuple[str, ...]
    notices: tuple[str, ...]


def described(table: Table, choices: Choices, item_column: str) -> Described:
    """The items of the choices as a file describes them; numbers are cut at their quantiles.

    DataError where no column names the items.
    """
    name = _naming(table, choices, item_column)
    column, known = by_spelling(table.column(name)), choices.item_places()
    at = np.array([known.get(str(value), -1) for value in column.values])[column.codes]
    rows = np.flatnonzero(at >= 0)
    _, first = np.unique(at[rows], return_index=True)  # the first row of an item described twice
    rows = rows[np.sort(first)]
    notices = []
    lacking = len(known) - len(rows)
    if lacking:
        notices.append(
            f"{counted(lacking, 'item')} of the choices {'is' if lacking == 1 else 'are'} not in "
            f"{quoted(table.name)}: ranked, but not described by any rule."
        )
    more = table.n_rows - len(rows)
    if more:
        notices.append(
            f"{counted(more, 'row')} of {quoted(table.name)} that no choice needs: passed over."
        )
    usable = [
        usable_column
        for usable_column in table.columns
        if usable_column.kind in ("category", "number")
    ]
    attributes = tuple(usable_column.name for usable_column in usable if usable_column.name != name)
    if not attributes:
        raise DataError(
            f"A file of items must have columns that tell them apart beside {quoted(name)}; "
            f"{quoted(table.name)} has {listed(map(quoted, table.names))}. Add some, or leave it."
        )
    of_items = table.rows(rows)
    columns = tuple(
        replace(c, cuts=cuts, coarse=cuts)
        for c in of_items.columns
        for cuts in [quantile_cuts(c) if c.kind == "number" else ()]
    )
    return Described(replace(of_items, columns=columns), at[rows], attributes, tuple(notices))


def _naming(table: Table, choices: Choices, item_column: str) -> str:
    """The column that names the items."""
    known = choices.item_places()

    def n_items_named(name: str) -> int:
        column = table.column(name)
        return len({*column.in_file.texts} & known.keys())

    best = max(table.names, key=lambda name: (n_items_named(name), name == item_column))
    if item_column in table.names and 2 * n_items_named(item_column) >= n_items_named(best):
        best = item_column
    if not n_items_named(best):
        raise DataError(
            f"A file of items must have a column with the names in {quoted(item_column)}, such as "
            f"{listed(map(quoted, choices.items[:2]))}; {quoted(table.name)} has none. Bring "
            "another file."
        )
    return best


@dataclass(frozen=True)
class Reason:
    """A chosen item and its share of a score."""

    item: int
    share: float


@dataclass(frozen=True)
class Place:
    """An item in a user's ranking. score = Σ shares of the reasons + others − common.

    others: the shares of the chosen items that are not named; common: its similarity to what was
    not chosen, which is subtracted once.
    """

    item: int
    score: float
    reasons: tuple[Reason, ...]
    others: float
    common: float


def place(ranker: Ranker, preference: Preference, item: int) -> Place:
    """The reasons of one item's score, the largest first."""
    shares, common = ranker.parts(preference, item)
    largest = first(even(shares[None].copy())[0], np.zeros(len(shares), dtype=bool), REASONS)
    named = tuple(
        Reason(int(preference.chosen[i]), float(shares[i])) for i in largest if shares[i] > 0
    )
    others = fsum(np.delete(shares, largest[: len(named)]))
    return Place(item, fsum([*(r.share for r in named), others, -common]), named, others, common)


def ranking(
    ranker: Ranker, preference: Preference, scores: np.ndarray, top: int
) -> tuple[Place, ...]:
    """The first items that a user did not choose, with reasons; those of nobody come last."""
    return tuple(
        place(ranker, preference, int(item)) for item in best(scores, preference.chosen, top)
    )
