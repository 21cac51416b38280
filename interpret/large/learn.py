"""One pass over all rows: what the columns hold, and the rows that machine and rule learn from.

Every row has a key, a hash of its number and of the seed. The rows with the lowest keys are the
sample; the machine judges those with the next keys if it cannot judge all. So the same rows are
drawn however they lie in batches and whoever reads them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from interpret import cores
from interpret.cores import Cancelled
from interpret.data.cells import without_dictionaries
from interpret.data.complaints import DataError, listed, quoted
from interpret.data.formats.parquet import cells_of
from interpret.data.reading import table_of
from interpret.data.table import Table
from interpret.large.columns import ColumnSoFar, Held, coded, together
from interpret.large.source import Portion, Source
from kernels.draws import quotas

if TYPE_CHECKING:
    import pyarrow as arrow

LEAST = 20  # rows of each class in the sample, if a class has that many
WORK = 10.0  # about how many nanoseconds a cell takes
KEYS = 2.0**64
MIX = (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)  # Steele et al. 2014, splitmix64


@dataclass(frozen=True, eq=False)
class Drawn:
    """Rows that were drawn, in the order of the files: their cells, numbers and keys."""

    cells: "arrow.Table"
    rows: np.ndarray
    keys: np.ndarray

    def some(self, chosen: np.ndarray) -> "Drawn":
        """The drawn rows with these indices."""
        return Drawn(self.cells.take(chosen), self.rows[chosen], self.keys[chosen])


@dataclass(frozen=True, eq=False)
class LearntFiles:
    """What all rows hold; the rows to learn from; and others, to judge a machine by."""

    source: Source
    target: str
    columns: tuple[Held, ...]
    sample: Drawn
    beside: Drawn

    def column(self, name: str) -> Held:
        return next(column for column in self.columns if column.name == name)

    @property
    def labelled(self) -> int:
        """How many rows have a class."""
        return self.source.rows - self.column(self.target).empty

    @property
    def table(self) -> Table:
        """The sample as the table to explain; each row has the number that it has in the files."""
        source = self.source
        cells = cells_of(self.sample.cells, source.declared)
        return replace(table_of(cells, source.name, source.digest), kept=self.sample.rows)


def learnt(
    source: Source, target: str | None, seed: int, go_on: cores.GoOn = cores.always
) -> LearntFiles:
    """Reads every row once. A DataError if a file cannot be read or there is no such target."""
    target = source.names[-1] if target is None else target
    if target not in source.names:
        raise DataError(
            f"The table has no column {quoted(target)}. Its columns are "
            f"{listed(map(quoted, source.names))}."
        )
    enough = 1.3 * source.sizes.sample + 10 * sqrt(source.sizes.sample)
    bound = _bound(source.rows, enough)
    beyond = _bound(source.rows, enough + source.sizes.beside)
    arguments = [(part, source.names, target, seed, beyond) for part in source.portions]
    work = WORK * source.rows * len(source.names)
    held: list[tuple[Held, ...]] = []
    drawn: list[Drawn] = []
    for counted, some in cores.run(_learn, arguments, work, go_on):
        held = [tuple(map(together, zip(held[0], counted, strict=True)))] if held else [counted]
        drawn.append(some)
    if len(drawn) < len(arguments):
        raise Cancelled
    rows = _joined(drawn)
    near = np.flatnonzero(rows.keys < bound)
    labels = next(labels_of for labels_of in held[0] if labels_of.name == target)
    sample = _stratified(rows, near, labels, source)
    far = np.flatnonzero((rows.keys >= bound) & (rows.keys < beyond))
    far = np.setdiff1d(far, sample)  # rows of a rare class may be in both
    return LearntFiles(source, target, held[0], rows.some(sample), rows.some(far))


def keys_of(rows: np.ndarray, seed: int) -> np.ndarray:
    """The key of each row by its number: uint64, as good as random (splitmix64)."""
    with np.errstate(over="ignore"):
        z = (rows.astype(np.uint64) + np.uint64(1)) * np.uint64(MIX[0])
        z += np.uint64((seed * 0xD1B54A32D192ED03) % 2**64)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(MIX[1])
        z = (z ^ (z >> np.uint64(27))) * np.uint64(MIX[2])
        return z ^ (z >> np.uint64(31))


def _bound(rows: int, wanted: float) -> np.uint64:
    """The key below which about that many rows lie."""
    return np.uint64(min(2**64 - 1, int(KEYS * min(1.0, wanted / rows))))


def _learn(
    portion: Portion,
    names: Sequence[str],
    target: str,
    seed: int,
    beyond: np.uint64,
    go_on: cores.GoOn,
) -> tuple[tuple[Held, ...], Drawn]:
    """What the columns of one portion hold, and the rows drawn from it."""
    import pyarrow as arrow

    columns = [ColumnSoFar(name) for name in names]
    place, first, drawn = names.index(target), portion.first, []
    rare: dict[str, int] = {}
    for batch in portion.batches(names):
        if go_on() is False:
            break
        for column, cells in zip(columns, batch.columns, strict=True):
            column.see(cells)
        rows = np.arange(first, first + batch.num_rows, dtype=np.int64)
        keys = keys_of(rows, seed)
        first += batch.num_rows
        wanted = keys < beyond
        if columns[place].values is not None:
            wanted |= _first_of_class(batch.column(place), rare)
        chosen = np.flatnonzero(wanted)
        some = arrow.Table.from_batches([batch.take(arrow.array(chosen))])
        cells = without_dictionaries(some)  # each batch has its own
        drawn.append(Drawn(cells, rows[chosen], keys[chosen]))
    return tuple(column.held() for column in columns), _joined(drawn)


def _first_of_class(cells: "arrow.Array", seen: dict[str, int]) -> np.ndarray:
    """Which rows are among the first LEAST of their class in a portion: bool (n_rows,)."""
    texts, codes = coded(cells)
    wanted = np.zeros(len(codes), dtype=bool)
    for code, text in enumerate(texts[:-1]):
        if seen.get(text, 0) < LEAST:
            first_rows = np.flatnonzero(codes == code)[: LEAST - seen.get(text, 0)]
            wanted[first_rows] = True
            seen[text] = seen.get(text, 0) + len(first_rows)
    return wanted


def _stratified(rows: Drawn, near: np.ndarray, labels: Held, source: Source) -> np.ndarray:
    """The rows to learn from, as indices: those of the lowest keys, by the classes' shares."""
    texts, codes = coded(rows.cells.column(labels.name).combine_chunks())
    most = source.sizes.sample
    if labels.values is None or source.rows == labels.empty:
        there = near[codes[near] < len(texts) - 1]
        return np.sort(there[np.argsort(rows.keys[there], kind="stable")[:most]])
    is_near = np.zeros(len(codes), dtype=bool)
    is_near[near] = True
    chosen = []
    sizes = np.array([labels.values[text] for text in texts[:-1]])
    for code, quota in enumerate(quotas(sizes, most, LEAST)):
        rows_of_class = np.flatnonzero((codes == code) & (is_near | (quota <= LEAST)))
        rows_of_class = rows_of_class[np.argsort(rows.keys[rows_of_class], kind="stable")]
        chosen.append(rows_of_class[:quota])
    return np.sort(np.concatenate(chosen))


def _joined(drawn: Sequence[Drawn]) -> Drawn:
    import pyarrow as arrow

    return Drawn(
        arrow.concat_tables([sample.cells for sample in drawn]),
        np.concatenate([sample.rows for sample in drawn]),
        np.concatenate([sample.keys for sample in drawn]),
    )
