"""Databases that whoever runs the server names, whose tables stay where they are.

A sample of a table is kept as a Parquet file like any other table, whose metadata tell where its
rows come from, so that a run can count on every row what it found on the sample. An address leaves
this module for the engine alone: no page, run, log or sentence holds one.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import BytesIO
from typing import TYPE_CHECKING

from interpret.data.complaints import DataError, listed, quoted
from interpret.data.formats.parquet import NOTICE
from interpret.data.reading import PARQUET

if TYPE_CHECKING:
    import pyarrow as arrow

    from interpret.forms.answer.answer import Answer
    from interpret.large.source import Source

SOURCES = "RULESCOPE_SOURCES"
PEOPLE = ("RULESCOPE_SHARED", "RULESCOPE_LOGIN_URL")  # set on a server that people share
SERVERS, FILE = ("postgresql", "postgres", "clickhouse"), "duckdb"
ORIGIN = b"rulescope source"  # the key of a sample's metadata
FIRST = 20  # rows that are looked at


@dataclass(frozen=True)
class Origin:
    """Where the rows of a sample come from. source: the name of a database; key: the column that
    tells rows apart, None where the engine knows; rows: how many the table had.
    """

    source: str
    table: str
    key: str | None
    rows: int


@dataclass(frozen=True, eq=False)
class Look:
    """A table as it is seen before anything is drawn. first: some of its rows; repeats: whether
    another draw would give the same ones.
    """

    rows: int
    first: "arrow.Table"
    repeats: bool


def sources(environment: Mapping[str, str]) -> dict[str, str]:
    """The address of each database by its name; a DataError, without the address, where none can
    be meant.
    """
    found: dict[str, str] = {}
    shared = any(environment.get(name, "0") not in ("", "0") for name in PEOPLE)
    engines = SERVERS if shared else (*SERVERS, FILE)
    for part in environment.get(SOURCES, "").split():
        name, _, address = part.partition("=")
        if not name or address.split("://")[0] not in engines or "://" not in address:
            raise DataError(
                f"{SOURCES} must hold NAME=ADDRESS, several with blanks between them, each address "
                f"beginning with {listed(f'{engine}://' for engine in engines)}, and its part "
                f"{len(found) + 1} does not. A server that people share opens no file."
            )
        found[name] = address
    return found


def tables(source: str) -> list[str]:
    """The names of a database's tables and views; a DataError where they cannot be had."""
    from interpret.large.database import table_names

    return table_names(_address(source))


@contextmanager
def opened(source: str, table: str, key: str | None) -> Iterator["Source"]:
    """A table of a database that was named; a DataError for any other."""
    from interpret.large.database import connected

    if table not in tables(source):
        raise DataError(f"{quoted(source)} has no table {quoted(table)}. Choose another one.")
    with connected(_address(source), table, key=key) as rows:
        yield rows


def look(source: str, table: str) -> Look:
    with opened(source, table, None) as rows:
        first = rows.ask(f"SELECT * FROM {rows.relation} LIMIT {FIRST}")
        return Look(rows.rows, first.select(list(rows.names)), rows.order.repeats)


def sample(source: str, table: str, key: str | None, target: str, seed: int) -> bytes:
    """A Parquet file with a sample of a table, each class with its share."""
    from pyarrow import parquet

    from interpret.large.explain import drawn_words
    from interpret.large.learn import learnt

    with opened(source, table, key) as rows:
        known = learnt(rows, target, seed)
        origin = json.dumps([source, table, key, rows.rows])
        metadata = {ORIGIN: origin.encode(), NOTICE: drawn_words(known, source).encode()}
        buffer = BytesIO()
        parquet.write_table(known.cells.replace_schema_metadata(metadata), buffer)
        return buffer.getvalue()


def origin(raw: bytes) -> Origin | None:
    """Where the rows of a stored table come from, if it is a sample of one that stays elsewhere."""
    from pyarrow import parquet

    if not raw.startswith(PARQUET):
        return None
    try:
        written = (parquet.read_schema(BytesIO(raw)).metadata or {}).get(ORIGIN)
        return None if written is None else Origin(*json.loads(written))
    except (OSError, TypeError, ValueError):
        return None


def on_all_rows(whence: Origin, answers: "Sequence[Answer]") -> "list[Answer]":
    """Answers with a notice of what their first forms do on every row, or why that is not known.

    Their SQL then reads the cells of all rows.
    """
    from interpret.large.explain import judged_words
    from interpret.large.explain import on_all_rows as judged
    from interpret.tell.rule.words import ON_ALL

    read: Sequence[Answer] = answers
    try:
        with opened(whence.source, whence.table, whence.key) as rows:
            changed = f" The table had {whence.rows:,} rows when the sample was drawn."
            read, _, all_rows = judged(rows, answers, answers[0].in_file)
            sentences = [
                judged_words(a.explanation, forms) + changed * (rows.rows != whence.rows)
                for a, forms in zip(read, all_rows, strict=True)
            ]
    except DataError as error:
        sentences = [f"{ON_ALL[1]}: {error}"] * len(answers)
    return [
        replace(a, explanation=replace(a.explanation, notices=(words, *a.explanation.notices)))
        for a, words in zip(read, sentences, strict=True)
    ]


def _address(source: str) -> str:
    named = sources(os.environ)
    if source not in named:
        raise DataError(f"This server knows no database {quoted(source)}. Choose another one.")
    address = named[source]
    if address.startswith(f"{FILE}://") and "?" not in address:
        return f"{address}?read_only=true"  # so that several may read it
    return address
