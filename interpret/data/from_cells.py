"""From cells to a Column: its values, the order they stand in, and the kind it is of."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from interpret.data.cells import distinct
from interpret.data.dates import days, named_parts, parts
from interpret.data.numbers import FEW, numbers_in
from interpret.data.table import Column, Kind, Table, Values

MOST_NUMBERS = 12  # different numbers that still count as categories
IDENTIFIER_SHARE, IDENTIFIER_ROWS = 0.9, 20
IDENTIFIER_NAME = re.compile(r"(?i:\b|_)(?i:id|nr|no|key|index|uuid)(?:\b|_)|[a-z]I[dD]$")


def column_of(name: str, texts: list[str], codes: np.ndarray) -> Column:
    """The column of cells: the distinct texts as in the file, and each row's index into them."""
    stripped = [text.strip() or None for text in texts]
    if _has_commas(stripped):
        stripped = [text and text.replace(",", ".") for text in stripped]
    if stripped != texts:
        stripped, places = distinct(stripped)
        codes = places[codes]
    amounts = numbers_in(stripped)
    order = _order(stripped, amounts)
    values = Values(np.array(stripped, dtype=object)[order].tolist(), amounts[order])
    place = np.empty(len(order), dtype=np.int32)
    place[order] = np.arange(len(order))
    codes = place[codes]
    column = Column(name, values, codes, _kind(name, values, codes))
    bare = column.unmarked
    if bare is column:
        return column
    read = column_of(name, [value or "" for value in bare.values], bare.codes)
    return replace(read, written=column) if _measures(read) else column


def _measures(column: Column) -> bool:
    """Whether the cells that are not empty are numbers, or dates, and differ."""
    if column.is_numeric:
        return len(np.unique(column.values.numbers[:-1])) > 1
    return column.kind == "date" and len(column.values) > 2


def _has_commas(texts: Sequence[str | None]) -> bool:
    """Whether these are many numbers, written with decimal commas."""
    if len(texts) <= MOST_NUMBERS or "," not in "".join(filter(None, texts)):
        return False
    pointed = [text.replace(",", ".") for text in texts if text]
    return not np.isnan(numbers_in(pointed)).any()


def _order(texts: Sequence[str | None], amounts: np.ndarray) -> np.ndarray:
    """The places of the texts in order: numbers, then others, then the empty cell."""
    if len(texts) <= FEW:
        none = np.isnan(amounts).tolist()
        keys = [
            (is_none, 0.0 if is_none else amount, text is None, text or "")
            for is_none, amount, text in zip(none, amounts.tolist(), texts, strict=True)
        ]
        return np.array(sorted(range(len(keys)), key=keys.__getitem__), dtype=np.intp)
    import pyarrow as arrow  # here, because it takes a while to load
    import pyarrow.compute as compute

    table = arrow.table({"amount": amounts, "text": arrow.array(texts, arrow.string())})
    ordered = [("amount", "ascending"), ("text", "ascending")]
    return compute.sort_indices(table, sort_keys=ordered).to_numpy()


def _kind(name: str, values: Values, codes: np.ndarray) -> Kind:
    if len(values) == 1:
        return "constant"
    there = len(values) - (values[-1] is None)
    n_cells = int(np.count_nonzero(codes < there))
    numbers = values.numbers[:there]
    all_differ = n_cells >= IDENTIFIER_ROWS and there > IDENTIFIER_SHARE * n_cells
    if np.isnan(numbers).any():
        if len(values.ways) == 1:
            return "date"
        return "identifier" if all_differ else "category"
    if all_differ and (numbers == np.floor(numbers)).all():
        counted = numbers[-1] - numbers[0] < there / IDENTIFIER_SHARE
        if counted or IDENTIFIER_NAME.search(name):
            return "identifier"
    return "number" if there > MOST_NUMBERS else "category"


def with_dates(table: Table, name: str, way: str) -> Table:
    """The table with columns for year, month and weekday of a column's dates, if it has none.

    way: how the dates are written (interpret.data.dates). A cell that holds no date of this writing
    stands in all three columns as it is.
    """
    column, titles = table.column(name), named_parts(name)
    if set(titles) <= set(table.names):
        return table
    read = days(column.values, way)
    told = np.array([[value or "" for value in column.values]] * len(titles), dtype=object)
    told[:, ~np.isnat(read)] = parts(read[~np.isnat(read)])
    added = []
    for title, texts_of in zip(titles, told, strict=True):
        if title not in table.names:
            texts, places = distinct(texts_of.tolist())
            added.append(column_of(title, texts, places[column.codes]))
    return replace(table, columns=(*table.columns, *added))
