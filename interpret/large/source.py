"""Source: a table that stays where it is, what SQL needs to know of it, and which files it is.

A path leads to a database, or to files by a pattern or a URL; these must stay as they were.
"""

import glob
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from interpret.data.complaints import DataError, listed, quoted
from interpret.data.formats.head import check_header, check_width
from interpret.data.formats.parquet import INDEX
from interpret.data.limits import ReadingLimits
from interpret.present.cells_in_sql import AMOUNTS, CellKind
from interpret.present.dialects import DUCKDB, Dialect

SUFFIXES = (".parquet", ".pq")
TEXTS = (".csv", ".tsv", ".csv.gz", ".tsv.gz")
SERVERS = ("postgresql", "postgres", "clickhouse", "duckdb")
WAREHOUSES = ("bigquery", "snowflake", "trino", "databricks", "athena", "redshift", "pyspark")
PATTERN = frozenset("*?[")
Stamp = tuple[int, str]  # bytes of a file, and when it was changed or its ETag

SAMPLE = 50_000  # rows that machine, rule and card learn from
KINDS: Mapping[str, CellKind] = {  # by how Arrow calls the types of what engines give
    **dict.fromkeys(("integer", "decimal"), "number"),
    **dict.fromkeys(("string", "large_string", "string_view", "dictionary", "null"), "text"),
    **dict.fromkeys(("float16", "float32"), "single"),
    **{"floating": "float", "boolean": "truth", "date": "date", "timestamp": "moment"},
    "time": "time",
}


def is_database(path: str) -> bool:
    """Whether an address is one of an engine that is asked, and not one of files."""
    return path.split("://")[0] in (*SERVERS, *WAREHOUSES) and "://" in path


def is_large(path: str, limits: ReadingLimits) -> bool:
    """Whether a path leads to more than can be read at once, or is for several files."""
    try:
        if "://" in path or os.path.isdir(path):  # noqa: PTH112
            return True
        file = Path(path)
        return file.stat().st_size > limits.bytes if file.exists() else bool(PATTERN & {*path})
    except (OSError, ValueError):
        return False


class Here:
    """The files of this computer, asked as fsspec's stores are."""

    isfile, isdir = staticmethod(os.path.isfile), staticmethod(os.path.isdir)

    def find(self, folder: str) -> list[str]:
        return [file.as_posix() for file in Path(folder).rglob("*") if file.is_file()]

    def glob(self, pattern: str) -> list[str]:
        return [file for file in glob.glob(pattern, recursive=True) if os.path.isfile(file)]  # noqa: PTH113, PTH207

    def info(self, path: str) -> dict[str, Any]:
        about = Path(path).stat()
        return {"size": about.st_size, "mtime": about.st_mtime_ns}

    def open(self, path: str, mode: str) -> Any:
        return Path(path).open(mode)

    def unstrip_protocol(self, path: str) -> str:
        return path


HERE = Here()


@dataclass(frozen=True, eq=False)
class Listing:
    """Files in order. store: fsspec's of a URL, or HERE; stamps: as the files were."""

    store: Any
    paths: Sequence[str]
    stamps: Sequence[Stamp]

    def check(self) -> None:
        """A DataError where a file was changed since it was listed."""
        for path, stamp in zip(self.paths, self.stamps, strict=True):
            if _stamp(self.store, path) != stamp:
                raise _changed(path)

    def open(self, path: str) -> Any:
        try:
            return self.store.open(path, "rb")
        except (OSError, ValueError):
            raise DataError(
                f"TABLE must be a file that can be read, and {quoted(path)} is not."
            ) from None

    def pattern(self, path: str) -> str:
        """A path as DuckDB takes it, for which brackets would make a pattern of other files."""
        return glob.escape(self.store.unstrip_protocol(path))

    def within(self) -> list[str]:
        """The paths below the folder that all files lie in."""
        folder = os.path.commonpath([path.rpartition("/")[0] for path in self.paths])
        return [os.path.relpath(path, folder) for path in self.paths]


def listing(path: str) -> Listing:
    """A DataError where no files are there or where they cannot be listed."""
    if path.startswith("file://"):
        path = unquote(urlsplit(path).path)
    try:
        store, inside = _store(path) if "://" in path else (HERE, Path(path).absolute().as_posix())
        paths = sorted(_found(store, inside))
    except DataError:
        raise
    except Exception as error:  # every store has its own
        reason = str(error) or type(error).__name__
        raise DataError(f"{quoted(path)} cannot be listed: {quoted(reason)}.") from None
    if not paths:
        raise DataError(
            f"A table in several files must hold a Parquet file ({listed(SUFFIXES)}) or a "
            f"delimited one ({listed(TEXTS)}), and there is none in {quoted(path)}. Name another "
            "folder or pattern."
        )
    return Listing(store, paths, [_stamp(store, file) for file in paths])


def named(path: str) -> str:
    """A file by the last parts of its path, quoted."""
    return quoted("/".join(path.split("/")[-2:]))


def _store(path: str) -> tuple[Any, str]:
    """The store of a URL that fsspec knows, such as s3://, and the path in it."""
    try:
        from fsspec.core import url_to_fs

        store, inside = url_to_fs(path)
    except ImportError as error:
        raise DataError(
            f"To read {path.split('://', 1)[0]}:// a package is needed that is not installed here "
            f"({error}). Install requirements-url.txt, and for S3 s3fs."
        ) from None
    return store, inside


def _found(store: Any, path: str) -> list[str]:
    """The files that belong to the table: of a folder the Parquet files if any, else texts."""
    if store.isfile(path):
        return [path]
    is_folder = store.isdir(path)
    files = store.find(path) if is_folder else store.glob(path)
    root = path if is_folder else "/".join(takewhile(PATTERN.isdisjoint, path.split("/")))
    below = ((file, file[len(root) :].split("/")) for file in files)
    shown = [file for file, parts in below if not any(part[:1] in ("_", ".") for part in parts)]
    if not is_folder:
        return shown
    kinds = ([f for f in shown if f.lower().endswith(ends)] for ends in (SUFFIXES, TEXTS))
    return next(filter(None, kinds), [])


def _stamp(store: Any, path: str) -> Stamp:
    """What tells that a file was changed."""
    try:
        known = store.info(path)
    except (OSError, ValueError):
        raise _changed(path) from None
    tags = (known[key] for key in ("ETag", "etag", "mtime", "LastModified") if known.get(key))
    return known["size"] or 0, str(next(tags, ""))


def _changed(path: str) -> DataError:
    return DataError(
        f"A file must stay as it is while it is read, and {named(path)} was changed or removed. "
        "Start again when nothing writes to it."
    )


if TYPE_CHECKING:
    import pyarrow as arrow
Ask = Callable[[str], "arrow.Table"]


@dataclass(frozen=True)
class Order:
    """What draws rows. sql: an expression of a row's key for a seed and its place, spread evenly;
    limit: the literal below which a share of all keys lie; repeats: whether a row always has the
    same key.
    """

    sql: Callable[[int, str], str]
    limit: Callable[[float], str]
    repeats: bool = True


@dataclass(frozen=True, eq=False)
class Source:
    """A table that stays where it is.

    relation: what stands behind FROM; parts: the same in parts, each with an expression of a row's
    place, its number in the whole table, "" in a database, where rows have none; ask: runs a query,
    a DataError where that fails; write: keeps the rows of a query under a name; kinds: what each
    column holds, by its name; digest: of the columns and of what tells that the rows are others;
    declares: whether the types say that a column holds texts; files, bytes: how many files hold it,
    0 in a database; sample: how many rows are drawn; dialect: of what it is asked.
    """

    name: str
    relation: str
    parts: Sequence[tuple[str, str]]
    ask: Ask
    order: Order
    write: Callable[[str, str], None]
    kinds: Mapping[str, CellKind]
    rows: int
    digest: str
    declares: bool = True
    files: int = 0
    bytes: int = 0
    sample: int = SAMPLE
    dialect: Dialect = DUCKDB

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.kinds)

    @property
    def declared(self) -> tuple[str, ...]:
        """The columns whose types say that they hold texts."""
        return tuple(name for name, kind in self.kinds.items() if self.declares and kind == "text")

    def is_amount(self, name: str) -> bool:
        return self.kinds[name] in AMOUNTS


def kinds_in(name: str, relation: str, ask: Ask) -> tuple[dict[str, CellKind], int, str]:
    """What each column holds, how many rows there are, and a digest of both.

    A DataError where columns cannot be read, or where there are no rows.
    """
    schema = ask(f"SELECT * FROM {relation} LIMIT 0").schema
    kinds = {field.name: _kind(field) for field in schema if not INDEX.fullmatch(field.name)}
    check_width(len(kinds))
    check_header([*kinds], [()] * len(kinds))
    rows = int(ask(f"SELECT COUNT(*) AS n FROM {relation}").column(0)[0].as_py())
    if not rows:
        raise DataError(f"{quoted(name)} has columns and no rows in them. Add the rows.")
    return kinds, rows, sha256(repr((name, kinds, rows)).encode()).hexdigest()


def _kind(field: "arrow.Field") -> CellKind:
    from pyarrow import types

    for name, kind in KINDS.items():
        if getattr(types, f"is_{name}")(field.type):
            return kind
    raise DataError(
        "Every cell must hold one value: a number, a text, a date, a time, or true or false. "
        f"Those of {quoted(field.name)} hold several or another ({field.type}). Leave the column "
        "out, or make columns of its parts."
    )
