"""Two questions to SQL about all rows: rows to learn from, and the values that these lack.

Every row has a key (Source.order), and of each class the rows with the lowest keys are the sample.
So the same rows are drawn however an engine reads them, as long as keys repeat.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from interpret.data.cells import typed
from interpret.data.complaints import DataError, listed, quoted
from interpret.data.cuts import cut_of
from interpret.data.formats.parquet import cells_of
from interpret.data.reading import table_of
from interpret.data.table import Table
from interpret.large.source import Source
from interpret.present.dialects import identifier, literal
from kernels.draws import quotas

if TYPE_CHECKING:
    import pyarrow as arrow

LEAST = 20  # rows of each class in the sample, if a class has that many
MOST_CLASSES = 1_000  # that are drawn by their shares
PLACE, KEY = "rulescope place", "rulescope key"


@dataclass(frozen=True, eq=False)
class Learnt:
    """A sample of the rows of a source.

    rows: of the sample, their numbers in the files, None in a database; labelled: how many of all
    rows have a class.
    """

    source: Source
    target: str
    cells: "arrow.Table"
    rows: np.ndarray | None
    labelled: int

    @cached_property
    def table(self) -> Table:
        """The sample as the table to explain; each row has the number that it has in the files."""
        cells = cells_of(self.cells, self.source.declared)
        return replace(table_of(cells, self.source.name, self.source.digest), kept=self.rows)

    def never_drawn(self, different: Mapping[str, int]) -> dict[str, int]:
        """How many values of columns occur in no row of the sample, where some do not. different:
        how many all rows have.
        """
        drawn = {name: len(self.cells.column(name).unique().drop_null()) for name in different}
        return {name: n - drawn[name] for name, n in different.items() if n > drawn[name]}


def learnt(source: Source, target: str | None, seed: int, positive: Sequence[str] = ()) -> Learnt:
    """A DataError if there is no such target. positive: which may be a side of a number."""
    target = source.names[-1] if target is None else target
    if target not in source.names:
        raise DataError(
            f"The table has no column {quoted(target)}. Its columns are "
            f"{listed(map(quoted, source.names))}."
        )
    cell = identifier(target)
    classes: Mapping[str, int] = _classes(source, cell)
    labelled = sum(classes.values())
    is_cut = cut_of(positive) is not None and not {*positive} & classes.keys()
    if len(classes) > MOST_CLASSES or is_cut:
        answer = source.ask(f"SELECT COUNT({cell}) AS n FROM {source.relation}")
        labelled, classes = int(answer.column(0)[0].as_py()), {}
    if not labelled:
        raise DataError(
            f"The class {quoted(target)} must have at least two values, and all its cells are "
            "empty. Choose another column, or add rows."
        )
    return Learnt(source, target, *_drawn(source, target, classes, labelled, seed), labelled)


def _classes(source: Source, cell: str) -> Mapping[str, int]:
    """How many rows each class has."""
    found: Counter[str] = Counter()
    query = f"SELECT {cell} AS value, COUNT(*) AS n FROM {source.relation} GROUP BY {cell}"
    for value, n in zip(*source.ask(query).to_pydict().values(), strict=True):
        found[typed(value)] += int(n)
    del found[""]
    return found


def _drawn(
    source: Source, target: str, classes: Mapping[str, int], labelled: int, seed: int
) -> "tuple[arrow.Table, np.ndarray | None]":
    """The rows to learn from: cells, and numbers in the files. classes: {} to draw without them."""
    from pyarrow import concat_tables

    order, cell = source.order, identifier(target)
    sizes = classes or {"": labelled}
    wanted = quotas(np.array([*sizes.values()], dtype=np.int64), source.sample, LEAST)
    shares = {
        c: min(1.0, (w + 6 * sqrt(w) + 20) / sizes[c]) for c, w in zip(sizes, wanted, strict=True)
    }
    kept = _kept(source, target, shares)
    columns = ", ".join(map(identifier, source.names))
    asked = [
        f"SELECT * FROM (SELECT {columns}{f', {place} AS {identifier(PLACE)}' if place else ''}"
        f", {order.sql(seed, place)} AS {identifier(KEY)} FROM {part}) AS keyed "
        f"WHERE {cell} IS NOT NULL AND {condition}"
        for part, place in source.parts
        for condition in (kept if place else [f"({' OR '.join(kept)})"])
    ]
    rows = concat_tables(map(source.ask, asked))  # one after the other: each takes memory
    keys = rows.column(KEY).to_numpy()
    in_order = np.argsort(keys, kind="stable")
    labels = np.array(
        [typed(one) if classes else "" for one in rows.column(target).to_pylist()], dtype=object
    )[in_order]
    chosen = np.concatenate([in_order[labels == c][:n] for c, n in zip(sizes, wanted, strict=True)])
    has_places = PLACE in rows.column_names
    places = rows.column(PLACE).to_numpy() if has_places else keys
    chosen = chosen[np.argsort(places[chosen], kind="stable")]
    cells = rows.select(list(source.names)).take(chosen)
    return cells, places[chosen] if has_places else None


def _kept(source: Source, target: str, shares: Mapping[str, float]) -> list[str]:
    """Conditions, each of other rows, of which some share of each class is drawn, and a little
    more. Classes of about the same share are told by their keys, without a look at any cell.
    """
    key, limit = identifier(KEY), source.order.limit
    usual = {c: share for c, share in shares.items() if share <= 2 * min(shares.values())}
    below = f"{key} <= {limit(max(usual.values()))}"
    if len(usual) == len(shares):
        return [below]
    text, value_of = _class_cell(source, target)
    whens = "".join(f" WHEN {value_of(c)} THEN {limit(s)}" for c, s in shares.items())
    most = limit(max(shares.values()))  # also of a class that SQL writes otherwise
    are_usual = f"({', '.join(map(value_of, usual))})"
    return [
        f"{text} IN {are_usual} AND {below}",
        f"{text} NOT IN {are_usual} AND {key} <= CASE {text}{whens} ELSE {most} END",
    ]


def _class_cell(source: Source, name: str) -> tuple[str, Callable[[str], str]]:
    """An expression of a row's class, and how a class is written beside it."""
    if source.is_amount(name):
        double = "CAST({} AS DOUBLE PRECISION)"
        return double.format(identifier(name)), lambda text: double.format(literal(text))
    text = f"CAST({identifier(name)} AS VARCHAR)"
    return f"TRIM({text})" if source.kinds[name] == "text" else text, literal
