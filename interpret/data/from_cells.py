"""From cells to a Column: its values, the order they stand in, and the kind it is of."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from interpret.data.cells import Coded, distinct
from interpret.data.dates import days, named_parts, parts
from interpret.data.learn_reading import MOST_NUMBERS
from interpret.data.numbers import FEW, numbers_in
from interpret.data.readings import Meaning, Reading
from interpret.data.table import Column, Kind, Table, Values

MEANINGS: tuple[Meaning, ...] = ("number", "number", "text")  # of year, month and weekday
IDENTIFIER_SHARE, IDENTIFIER_ROWS = 0.9, 20
IDENTIFIER_NAME = re.compile(r"(?i:\b|_)(?i:id|nr|no|key|index|uuid)(?:\b|_)|[a-z]I[dD]$")


def column_of(name: str, coded: Coded, reading: Reading) -> Column:
    """The column of cells, read by this reading."""
    texts, codes = coded.texts, coded.codes
    stripped = [text.strip() for text in texts]
    if stripped != texts:
        stripped, places = distinct(stripped)
        codes = places[codes]
    plain = reading.values_of(stripped)
    column, order = _plain_column(name, plain, codes, reading.meaning)
    cells = None
    if len(column.values) < len(stripped):
        cells = Coded(stripped, codes, coded.declared)
    elif plain != [text or None for text in stripped]:
        cells = Coded([stripped[i] for i in order], column.codes, coded.declared)
    return replace(column, reading=reading, cells=cells)


def _plain_column(
    name: str, texts: Sequence[str | None], codes: np.ndarray, meaning: Meaning
) -> tuple[Column, list[int]]:
    """The column of plain texts, and their order if all of them differ."""
    values, places = distinct(list(texts))
    if len(values) < len(texts):
        codes = places[codes]
    amounts = numbers_in(values)
    order = _order(values, amounts)
    held = Values(
        np.array(values, dtype=object)[order].tolist(),
        amounts[order] if meaning == "number" else np.full(len(order), np.nan),
    )
    place = np.empty(len(order), dtype=np.int32)
    place[order] = np.arange(len(order))
    codes = place[codes]
    return Column(name, held, codes, _kind(name, held, codes, meaning)), order.tolist()


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


def _kind(name: str, values: Values, codes: np.ndarray, meaning: Meaning) -> Kind:
    if len(values) == 1:
        return "constant"
    there = len(values) - (values[-1] is None)
    n_cells = int(np.count_nonzero(codes < there))
    numbers = values.numbers[:there]
    all_differ = n_cells >= IDENTIFIER_ROWS and there > IDENTIFIER_SHARE * n_cells
    if meaning == "date":
        return "date"
    if np.isnan(numbers).any():
        return "identifier" if all_differ else "category"
    if all_differ and (numbers == np.floor(numbers)).all():
        counted = numbers[-1] - numbers[0] < there / IDENTIFIER_SHARE
        if counted or IDENTIFIER_NAME.search(name):
            return "identifier"
    return "number" if there > MOST_NUMBERS else "category"


def with_dates(table: Table, name: str) -> Table:
    """The table with columns for year, month and weekday of a column's dates, if it has none.

    A cell that holds no date stands in all three columns as it is.
    """
    column, titles = table.column(name), named_parts(name)
    if set(titles) <= set(table.names):
        return table
    read = days(column.values)
    texts_of_parts = np.array([column.values] * len(titles), dtype=object)
    texts_of_parts[:, ~np.isnat(read)] = parts(read[~np.isnat(read)])
    added = [
        _plain_column(title, texts.tolist(), column.codes, meaning)[0]
        for title, texts, meaning in zip(titles, texts_of_parts, MEANINGS, strict=True)
        if title not in table.names
    ]
    return replace(table, columns=(*table.columns, *added))
