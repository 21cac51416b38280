"""Rows of a batch as machine and rule read them: a prepared Table, as fast as their types allow."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from interpret.answers.rule.answer.predictor import Predictor
from interpret.data.amounts import cut_between
from interpret.data.numbers import number
from interpret.data.preparation import Cut, Preparation
from interpret.data.readings import Reading
from interpret.data.table import Column, Table, Values
from interpret.large.columns import amounts_in, coded

if TYPE_CHECKING:
    import pyarrow as arrow


def needed(predictor: Predictor, names: Sequence[str], attributes: Iterable[str]) -> list[str]:
    """The columns of the files that these attributes are read from, and the class."""
    parts = predictor.e.preparation.of_parts
    wanted = {
        parts[name].attribute if name in parts and name not in names else name
        for name in attributes
    }
    return [name for name in names if name in wanted or name == predictor.e.target]


def prepared_batch(batch: "arrow.RecordBatch", predictor: Predictor) -> Table:
    """The prepared Table of a batch, which may hold some of the columns only.

    It equals what the preparation makes of a file of these rows, but numbers that are cut are read
    without a detour over their texts.
    """
    preparation = predictor.e.preparation
    cuts = {cut.attribute: cut for cut in preparation.cuts}
    fills = preparation.filled
    between = cut_between(predictor.e.positive, predictor.e.negative)
    fast: dict[str, Column] = {}
    slow = []
    for name, cells in zip(batch.schema.names, batch.columns, strict=True):
        amounts = None
        if name in cuts or (name == predictor.e.target and between is not None):
            amounts = amounts_in(cells)
        if amounts is None:
            slow.append(_column(name, cells))
        elif name in cuts:
            fast[name] = _cut(name, amounts, cuts[name], fills.get(name))
        else:
            fast[name] = _halved(name, amounts, between, predictor)
    left = Preparation(
        tuple(kept for kept in preparation.cuts if kept.attribute not in fast),
        tuple(kept for kept in preparation.fills if kept.attribute not in fast),
        preparation.readings,
    )
    columns = tuple(slow) or tuple(fast.values())
    table = Table("", "", columns)
    if slow:
        table = left.table(table)
        table = replace(table, columns=(*table.columns, *fast.values()))
    return table


def _column(name: str, cells: "arrow.Array") -> Column:
    """The cells as they stand in the files, which the preparation then reads."""
    texts, codes = coded(cells)
    values = Values((*texts[:-1], None))
    return Column(name, values, codes, "category", reading=Reading(name, declared=True))


def _cut(name: str, amounts: np.ndarray, cut: Cut, fill: str | None) -> Column:
    """A column of numbers, each as what stands for its interval."""
    given = number(fill)
    if given is not None:
        amounts = np.where(np.isnan(amounts), given, amounts)
    codes = np.searchsorted(cut.points, amounts, side="left").astype(np.int32)
    codes[np.isnan(amounts)] = len(cut.stands)
    values = Values((*cut.stands, None))
    return Column(name, values, codes, "number", cuts=cut.points, coarse=cut.coarse)


def _halved(name: str, amounts: np.ndarray, between: float | None, predictor: Predictor) -> Column:
    """A target of numbers as its two classes."""
    codes = np.where(np.isnan(amounts), 2, np.where(amounts > between, 0, 1)).astype(np.int32)
    return Column(
        name, Values((*predictor.e.positive, *predictor.e.negative, None)), codes, "category"
    )
