"""Attributes: which columns tell rows apart, as the user asks, and which are left out.

Every column becomes 0/1 variables for the machine and tests for the rule. Their memory is estimated
here from the number of rows, before it is taken, and from above: not all steps need their most at
the same time. Of very many columns some are chosen first, by a quick measure of all.
"""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from interpret.data.asked import NUMBER, CellsAsked, read_asked, split
from interpret.data.complaints import DataError, counted, listed, quoted
from interpret.data.cuts import idle_cuts, is_amount
from interpret.data.dates import named_parts
from interpret.data.from_cells import with_dates
from interpret.data.learn_reading import MOST_NUMBERS, names_things
from interpret.data.numbers import number
from interpret.data.preparation import empty_cells, gappy, marks_in_class, told_by_gaps
from interpret.data.questions import marks_read
from interpret.data.readings import is_mark
from interpret.data.roles import NO_ROLES, WORDS, Roles, only_held_out, with_roles
from interpret.data.table import Column, Kind, Table

MOST_NAMED = 1000  # values of an attribute that a rule can name
NAMED_ALONE = f"a rule can name the {MOST_NAMED:,} most frequent of a column."

DUPLICATE: Kind = "duplicate"
LEFT_OUT: dict[Kind, str] = {
    "identifier": "a column in which nearly every cell differs names rows",
    "constant": "a column with one value tells no rows apart",
    DUPLICATE: "a column that is the class under other names gives it away",
}


@dataclass(frozen=True)
class Columns:
    """What the user asks of the columns, by their names.

    drop: columns left out; keep: columns used although they would be left out; read: how columns
    are to be read, as `read_asked` takes it; gaps: what an empty cell is, a key of GAPS; sheet: the
    one of a workbook that holds the columns; roles: columns with another purpose.
    """

    drop: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    read: tuple[str, ...] = ()
    gaps: str = "value"
    sheet: str | None = None
    roles: Roles = NO_ROLES

    @cached_property
    def cells_asked(self) -> CellsAsked:
        """What the user says of how columns are read."""
        return read_asked(self.read)

    @property
    def said(self) -> tuple[tuple[str, str], ...]:
        """The columns that are read in some way, and how, as it was said."""
        return tuple(map(split, self.read))


NOTHING_ASKED = Columns()


def described(
    table: Table, target: str, columns: Columns, what: str
) -> tuple[Table, tuple[str, ...], list[str]]:
    """The rows that have a target, the attributes, and sentences on what was left out.

    table: with its cells read as the columns ask; what: the word for the target, "class" or
    "number". A DataError says what cannot be used.
    """
    _check_roles(table, target, columns.roles)
    table, notices_of_roles = with_roles(table, columns.roles)
    labels = table.column(target)
    roles = columns.roles.named
    read = [name for name in table.names if name not in columns.drop and name not in roles]
    notices = notices_of_roles + marks_read([table.column(name) for name in read])
    if labels.missing:
        notices.append(
            f"{counted(labels.missing, 'row')} left out: no {what} stands in {quoted(target)}."
        )
        table = table.rows(labels.codes < len(labels.values) - 1)
    of_file = table.names
    table, attributes, left_out = _attributes(table, target, columns)
    notices = left_out + notices + empty_cells(table, attributes, columns.gaps, of_file)
    if what == "class":
        notices += marks_in_class(labels) + told_by_gaps(table, target, attributes)
    notices += _too_many_values(table, attributes) + idle_cuts(table, columns.cells_asked.cuts)
    if columns.gaps == "drop-row":
        table = table.rows(~gappy(table, attributes))
    notices += only_held_out(table, attributes, columns.roles)
    return table, attributes, notices


def kind_of(column: Column, target: Column, columns: Columns) -> Kind:
    """What a column is used as: the kind asked for, else its own, or a duplicate."""
    if column.name in columns.cells_asked.texts or column.name in columns.cells_asked.numbers:
        return "category" if column.name in columns.cells_asked.texts else "number"
    kind = column.kind
    if kind not in LEFT_OUT and _renames(column, target):
        kind = DUPLICATE
    if kind in LEFT_OUT and column.name in columns.keep:
        return "number" if column.is_numeric and len(column.values) > MOST_NUMBERS else "category"
    return kind


def telling(table: Table, target: str, columns: Columns) -> tuple[str, ...]:
    """The columns to keep so that every column that tells rows apart is used, unless dropped."""
    named = {*columns.drop, *columns.roles.named, target}
    names: list[str] = []
    for column in table.columns:
        if column.name not in named and column.kind != "constant":
            is_date = column.kind == "date" and column.name not in columns.cells_asked.texts
            names += named_parts(column.name) if is_date else [column.name]
    return tuple(dict.fromkeys((*columns.keep, *names)))


def _attributes(
    table: Table, target: str, columns: Columns
) -> tuple[Table, tuple[str, ...], list[str]]:
    """The table with its columns' kinds as asked for, the attributes, and what is left out."""
    roles = columns.roles.named
    dates = [c for c in table.columns if c.kind == "date" and c.name not in (target, *roles)]
    dates = [c for c in dates if c.name not in (*columns.drop, *columns.cells_asked.texts)]
    for column in dates:
        table = with_dates(table, column.name)
    _check_names(table, target, columns)
    labels = table.column(target)
    kinds = [c.kind if c is labels else kind_of(c, labels, columns) for c in table.columns]
    typed = (replace(c, kind=k) for c, k in zip(table.columns, kinds, strict=True))
    table = replace(table, columns=tuple(typed))
    others = [c for c in table.columns if c.name not in (target, *columns.drop, *roles)]
    attributes = sorted(c.name for c in others if c.kind not in (*LEFT_OUT, "date"))
    if not attributes:  # then even a column that repeats the class under other names is kept
        attributes = sorted(c.name for c in others if c.kind == DUPLICATE)
        others = [c for c in others if c.kind != DUPLICATE]
    notices = _left_out(others)
    if dates:
        named = listed(quoted(column.name) for column in dates)
        notices.append(f"Read as year, month and weekday: {named}.")
    if not attributes:
        raise DataError(
            f"At least one attribute is needed beside the class {quoted(target)}, and none is "
            f"left. {' '.join(notices) or 'Leave fewer columns out.'}"
        )
    return table, tuple(attributes), notices


def _check_roles(table: Table, target: str, roles: Roles) -> None:
    """A DataError unless the columns with roles are there, and none of them is the class."""
    for name, role in roles.named.items():
        if table.column(name).name == target:
            raise DataError(
                f"The class {quoted(target)} can have no other role, and was named as "
                f"{WORDS[role]} too. Name another column."
            )


def check_read(table: Table, asked: CellsAsked) -> None:
    """A DataError unless each column that is to be read in some way can be read so."""
    for name in asked.texts:
        table.column(name)
    for name in dict.fromkeys((*asked.numbers, *asked.decimals)):
        column = table.column(name)
        if names_things(column.in_file.texts):
            raise DataError(
                f"The cells of {quoted(name)} were to be read as numbers, and some of them would "
                "then be the same number. Say nothing of how it is read."
            )
        if not column.is_numeric:
            raise _not_so(name, "numbers", [v for v in column.values if v and number(v) is None])
    for name, mark in asked.decimals.items():
        column = table.column(name)
        marked = [text for text in column.in_file.texts if "." in text or "," in text]
        if marked and column.reading is not None and column.reading.spelling.decimal != mark:
            raise _not_so(name, f"numbers with decimals behind {quoted(mark)}", marked)
    for name, day_first in asked.day_first.items():
        column = table.column(name)
        read = column.reading
        if read is None or read.meaning != "date" or read.day_first not in (None, day_first):
            order = "the day first" if day_first else "the month first"
            raise _not_so(name, f"dates with {order}", list(filter(None, column.in_file.texts)))


def _not_so(name: str, what: str, cells: Sequence[str]) -> DataError:
    came = f"it has the cell {quoted(cells[0])}" if cells else "all its cells are empty"
    return DataError(
        f"The cells of {quoted(name)} were to be read as {what}, and {came}. Say nothing of how it "
        "is read, or read it in another way."
    )


def _check_names(table: Table, target: str, columns: Columns) -> None:
    """A DataError unless the columns can be used as asked."""
    if target in [table.column(name).name for name in columns.drop]:
        raise DataError(
            f"The class must stay in the table, and {quoted(target)} was to be left out. "
            "Keep it, or choose another column as the class."
        )
    for name in columns.keep:
        table.column(name)


def _renames(column: Column, target: Column) -> bool:
    """Whether the column's values and the classes stand one for one."""
    n_values = np.count_nonzero(column.counts)
    if n_values != np.count_nonzero(target.counts) or n_values < 2:
        return False
    pairs = np.unique(column.codes * np.int64(len(target.values)) + target.codes)
    if len(pairs) != n_values:
        return False
    steps = np.diff(pairs % len(target.values))
    return not is_amount(target) or bool((steps > 0).all() or (steps < 0).all())


def _left_out(columns: Sequence[Column]) -> list[str]:
    like_numbers = {c.name: odd for c in columns if c.kind == "identifier" and (odd := _odd(c))}
    notices = [
        f"Left out: {quoted(name)}; most of its cells are numbers and others, such as "
        f"{quoted(odd)}, are not. Read these as empty "
        f"(--read {shlex.quote(f'{name}={NUMBER}')}) to use it."
        for name, odd in like_numbers.items()
    ]
    columns = [column for column in columns if column.name not in like_numbers]
    for kind, reason in LEFT_OUT.items():
        names = [
            f"{quoted(column.name)} ({counted(len(column.values), 'value')})"
            for column in columns
            if column.kind == kind
        ]
        if names:
            notices.append(f"Left out: {listed(names)}; {reason}.")
    return notices


def _odd(column: Column) -> str:
    """A value that is no number in a column of texts that mostly are; "" where they are not."""
    texts = [value for value in column.values if value and not is_mark(value)]
    odd = [text for text in texts if number(text) is None]
    return odd[0] if odd and 2 * len(odd) < len(texts) else ""


def _too_many_values(table: Table, attributes: Sequence[str]) -> list[str]:
    columns = (c for c in map(table.column, attributes) if c.kind != "number")
    many = [c for c in columns if len(c.values) > MOST_NAMED]
    of_columns = listed(f"{quoted(c.name)} has {len(c.values):,} values" for c in many)
    return [f"{of_columns}: {NAMED_ALONE}"] if many else []


COMPARED, FOLDED = 12_000, 12_000  # rows of an exact machine; of the machines of all folds together
SEARCHED, IMPROVED = 10_000, 100_000  # rows that a rule is searched on, and improved on
TOLD_DIGITS = 9  # of a column's information; equal to these, the first column is kept


@dataclass(frozen=True)
class Width:
    """How many variables of the machine and tests of the rule a column becomes."""

    variables: int
    tests: int

    @classmethod
    def of(cls, column: Column, points: int | None = None, coarse: int = 0) -> "Width":
        """column: its training rows; points, coarse: how many cuts it has, and how many coarse."""
        values = int(np.count_nonzero(column.counts))
        if points is not None:
            empty = int(column.missing > 0)
            return cls((2 + empty) * coarse, 2 * (points + empty))
        named = min(values, MOST_NAMED)
        return cls(values, named if named < 3 else 4 * named if column.is_numeric else 2 * named)

    def bytes(self, n_rows: int, n_train: int) -> int:
        """An estimate from above, for a table of n_rows rows, n_train of them to learn from."""
        n = n_train
        variable = n_rows + 2 * n + 4 * min(n, COMPARED) + min(30 * n, FOLDED) + 500
        test = 2 * n + 20 * min(n, SEARCHED) + 8 * min(n, IMPROVED) + 1500
        return self.variables * variable + self.tests * test


@dataclass(frozen=True)
class WidthLimits:
    """How many columns and tests there may be on the way to a rule, and how many bytes."""

    columns: int = 500  # each has its own cost, in every fold
    tests: int = 5_000  # its searches weigh each of them some thousand times
    bytes: int = 2 * 2**30

    def fit(self, widths: Mapping[str, Width], n_rows: int, n_train: int) -> bool:
        """Whether the columns keep to the limits."""
        n_tests = sum(width.tests for width in widths.values())
        n_bytes = sum(width.bytes(n_rows, n_train) for width in widths.values())
        return n_tests <= self.tests and n_bytes <= self.bytes

    def fitting(
        self, widths: Mapping[str, Width], nats: Mapping[str, float], n_rows: int, n_train: int
    ) -> tuple[str, ...]:
        """The columns for which there is room, those that tell most about the class first.

        nats: what information_on says of each column. DataError where there is room for none.
        """
        room, tests, kept = self.bytes, self.tests, set()
        for name in sorted(widths, key=lambda name: -nats[name]):
            needed = widths[name].bytes(n_rows, n_train)
            if needed <= room and widths[name].tests <= tests:
                kept.add(name)
                room, tests = room - needed, tests - widths[name].tests
        if not kept:
            raise DataError(
                f"No column fits into {self.bytes / 2**30:g} GB of memory on the way to a rule: "
                f"there are {n_train:,} rows to learn from, and each column has too many values. "
                "Take a sample of the rows, or leave columns out."
            )
        return tuple(name for name in widths if name in kept)

    def words(self, kept: Sequence[str], n_columns: int) -> str:
        """The notice of which columns are used, where there is no room for all."""
        return (
            f"Used: {len(kept):,} of {n_columns:,} columns, those that tell most of the class on "
            f"the training rows (mutual information): {listed(map(quoted, kept))}. A rule is "
            f"searched in {self.columns:,} columns, among {self.tests:,} conditions and in "
            f"{self.bytes / 2**30:g} GB of memory at most, and all columns would take more. Leave "
            "columns out yourself to use others."
        )


OF_A_RULE = WidthLimits()
OF_A_SUM = WidthLimits(tests=20_000)  # of a number: it is cut more finely, one search is enough


def information_on(y: np.ndarray, column: Column, points: Sequence[float] | None = None) -> float:
    """How much the column tells about the class, in nats, less what noise would tell by chance.

    It is the mutual information of y, bool (n_rows,), and the column's values or the intervals
    between its cut points, corrected for few rows (Miller 1955).
    """
    if points is None:
        return _information(y, column.codes)
    numbers = column.values.numbers
    interval = np.searchsorted(points, numbers, side="left")
    return _information(y, np.where(np.isnan(numbers), len(points) + 1, interval)[column.codes])


def most_telling(
    columns: Sequence[Column], rows: np.ndarray, y: np.ndarray, parts: int, most: int
) -> tuple[str, ...]:
    """The `most` columns that tell most about the class by information_on, in the order given.

    rows: indices; y: bool, of these rows; parts: into how many quantile parts numbers are divided.
    """
    nats = [_information(y, _parts(column, rows, parts)) for column in columns]
    kept = np.sort(np.argsort(-np.round(nats, TOLD_DIGITS), kind="stable")[:most])
    return tuple(columns[i].name for i in kept)


def _parts(column: Column, rows: np.ndarray, parts: int) -> np.ndarray:
    """Which value each of these rows has or, of a column of numbers, which quantile part."""
    codes = column.codes[rows]
    if column.kind != "number":
        return codes
    sizes = np.bincount(codes, minlength=len(column.values))
    before = np.cumsum(sizes) - sizes
    part = np.where(np.isnan(column.values.numbers), parts, parts * before // len(rows))
    return part[codes]


def _information(y: np.ndarray, place: np.ndarray) -> float:
    """What the places that rows fall into tell about the class; place: int from 0, (n_rows,)."""
    n, n_places = len(y), int(place.max()) + 1
    counts = np.bincount(2 * place.astype(np.int64) + y, minlength=2 * n_places).reshape(-1, 2)
    both = counts[counts.any(axis=1)] / n
    expected = np.outer(both.sum(axis=1), both.sum(axis=0))
    seen = both > 0
    shared = float((both[seen] * np.log(both[seen] / expected[seen])).sum())
    return shared - (len(both) - 1) / (2 * n)
