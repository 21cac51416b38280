"""Rows of a batch as machine and rule read them: a prepared Table, as fast as their types allow."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from interpret import cores
from interpret.answers.rows import NONE, Unread, check_columns, distinct_names
from interpret.cores import Cancelled
from interpret.data.cells import without_dictionaries
from interpret.data.complaints import DataError, quoted
from interpret.data.cuts import cut_between
from interpret.data.numbers import number
from interpret.data.preparation import Cut, Preparation
from interpret.data.readings import Reading
from interpret.data.table import Column, Table, Values
from interpret.forms.answer.predictor import Predictor
from interpret.forms.answer.scored import counts_of, verdict_columns
from interpret.large.columns import amounts_in, coded
from interpret.large.source import Portion, Source
from interpret.program import unfinished

if TYPE_CHECKING:
    import pyarrow as arrow

WORK = 20_000.0  # about how many nanoseconds a row takes


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


def score(
    source: Source,
    predictors: Sequence[Predictor],
    folder: Path,
    unread: Unread = NONE,
    go_on: cores.GoOn = cores.always,
) -> list[np.ndarray]:
    """Writes the rows with their verdicts into a new folder, one file for each portion.

    The folder appears when all of it is written. Returns the counts of each class
    (counts_of). unread: what rows get where a cell that cannot be read decides.
    """
    for predictor in predictors:
        parts = {part for dates in predictor.e.preparation.dates for part in dates.parts}
        check_columns(source.names, [name for name in predictor.attributes if name not in parts])
    partial = folder.with_name(folder.name + ".partial")
    try:
        partial.mkdir()
    except OSError as error:
        raise DataError(
            f"Scored rows are written into {quoted(partial.name)} first, which cannot be made: "
            f"{quoted(error.strerror or str(error))}. Remove it, or name another folder."
        ) from None
    unfinished.add(str(partial))
    arguments = [
        (
            portion,
            source.names,
            tuple(predictors),
            unread,
            str(partial / f"part-{place:05}.parquet"),
        )
        for place, portion in enumerate(source.portions)
    ]
    done, totals = 0, [np.zeros(1, dtype=np.int64) for _ in predictors]
    try:
        for counts in cores.run(_score, arguments, WORK * source.rows, go_on):
            done += 1
            totals = [a + b for a, b in zip(totals, counts, strict=True)]
        if done < len(arguments):
            raise Cancelled
        partial.rename(folder)
    except BaseException:
        for file in partial.glob("part-*.parquet"):
            file.unlink(missing_ok=True)
        partial.rmdir()
        raise
    finally:
        unfinished.discard(str(partial))
    return totals


def _score(
    portion: Portion,
    names: Sequence[str],
    predictors: Sequence[Predictor],
    unread: Unread,
    path: str,
    go_on: cores.GoOn,
) -> list[np.ndarray]:
    from pyarrow import parquet

    totals, writer = [np.zeros(1, dtype=np.int64) for _ in predictors], None
    try:
        for batch in portion.batches(names):
            if go_on() is False:
                break
            scored, counts = _scored(batch, predictors, unread)
            totals = [a + b for a, b in zip(totals, counts, strict=True)]
            writer = writer or parquet.ParquetWriter(path, scored.schema)
            writer.write_table(scored)
    except OSError as error:
        raise DataError(
            f"{quoted(path)} cannot be written: {quoted(error.strerror or str(error))}."
        ) from None
    finally:
        if writer is not None:
            writer.close()
    return totals


def _scored(
    batch: "arrow.RecordBatch", predictors: Sequence[Predictor], unread: Unread
) -> "tuple[arrow.Table, list[np.ndarray]]":
    """A batch's own columns and those of its verdicts, and their counts."""
    import pyarrow as arrow

    scores = [
        predictor.scores_of_prepared(prepared_batch(batch, predictor), unread)
        for predictor in predictors
    ]
    written = without_dictionaries(arrow.Table.from_batches([batch]))
    added = verdict_columns(batch.num_rows, scores)
    columns = [*written.columns, *(arrow.array(cells) for _, cells in added)]
    names = distinct_names([*((name, []) for name in written.column_names), *added])
    table = arrow.table(columns, names=names)
    return table, [counts_of(one) for one in scores]
