"""What a path leads to: a database, or files by a pattern or a URL, and whether they stay as they
were.
"""

import glob
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from interpret.data.complaints import DataError, listed, quoted
from interpret.data.limits import ReadingLimits

SUFFIXES = (".parquet", ".pq")
TEXTS = (".csv", ".tsv", ".csv.gz", ".tsv.gz")
SERVERS = ("postgresql", "postgres", "clickhouse", "duckdb")
WAREHOUSES = ("bigquery", "snowflake", "trino", "databricks", "athena", "redshift", "pyspark")
PATTERN = frozenset("*?[")
Stamp = tuple[int, str]  # bytes of a file, and when it was changed or its ETag


def is_database(path: str) -> bool:
    """Whether an address is one of an engine that is asked, and not one of files."""
    return path.split("://")[0] in (*SERVERS, *WAREHOUSES) and "://" in path


def is_many(path: str) -> bool:
    """Whether a folder, a pattern or a URL of files is meant."""
    if "://" in path:
        return True
    try:
        folder = Path(path)
        return folder.is_dir() or (bool(PATTERN & set(path)) and not folder.exists())
    except (OSError, ValueError):
        return False


def is_large(path: str, limits: ReadingLimits) -> bool:
    """Whether a path leads to more than can be read at once, or is for several files."""
    try:
        return is_many(path) or Path(path).stat().st_size > limits.bytes
    except (OSError, ValueError):
        return False


@dataclass(frozen=True, eq=False)
class Listing:
    """Files in order. store: fsspec's of a URL, None for this computer; stamps: as they were."""

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
            return Path(path).open("rb") if self.store is None else self.store.open(path, "rb")
        except (OSError, ValueError):
            raise DataError(
                f"TABLE must be a file that can be read, and {quoted(path)} is not."
            ) from None

    def pattern(self, path: str) -> str:
        """A path as DuckDB takes it, for which brackets would make a pattern of other files."""
        return glob.escape(path if self.store is None else self.store.unstrip_protocol(path))

    def within(self) -> list[str]:
        """The paths below the folder that all files lie in."""
        parts = [path.split("/") for path in self.paths]
        same = 0
        while all(len(part) > same + 1 and part[same] == parts[0][same] for part in parts):
            same += 1
        return ["/".join(part[same:]) for part in parts]


def listing(path: str) -> Listing:
    """A DataError where no files are there or where they cannot be listed."""
    if path.startswith("file://"):
        path = unquote(urlsplit(path).path)
    store, paths = _by_url(path) if "://" in path else (None, _here(Path(path).absolute()))
    if not paths:
        raise DataError(
            f"A table in several files must hold a Parquet file ({listed(SUFFIXES)}) or a "
            f"delimited one ({listed(TEXTS)}), and there is none in {quoted(path)}. Name another "
            "folder or pattern."
        )
    paths = sorted(paths)
    return Listing(store, paths, [_stamp(store, file) for file in paths])


def named(path: str) -> str:
    """A file by the last parts of its path, quoted."""
    return quoted("/".join(path.split("/")[-2:]))


def _here(path: Path) -> list[str]:
    if path.is_dir():
        return [(path / file).as_posix() for file in _wanted(
            [file.relative_to(path).as_posix() for file in path.rglob("*") if file.is_file()]
        )]  # fmt: skip
    found = [path] if path.is_file() else map(Path, glob.glob(str(path), recursive=True))  # noqa: PTH207
    return [
        file.as_posix() for file in found
        if file == path or (file.is_file() and not file.name.startswith(("_", ".")))
    ]  # fmt: skip


def _by_url(path: str) -> tuple[Any, list[str]]:
    """The store and the files of a URL that fsspec knows, such as s3://."""
    try:
        from fsspec.core import url_to_fs

        store, inside = url_to_fs(path)
        if PATTERN & set(inside):
            return store, store.glob(inside)
        if store.isdir(inside):
            root = inside.rstrip("/") + "/"
            files = _wanted([file.removeprefix(root) for file in store.find(inside)])
            return store, [root + file for file in files]
        return store, [inside] if store.exists(inside) else []
    except ImportError as error:
        raise DataError(
            f"To read {path.split('://', 1)[0]}:// a package is needed that is not installed here "
            f"({error}). Install requirements-url.txt, and for S3 s3fs."
        ) from None
    except Exception as error:  # every store has its own
        reason = str(error) or type(error).__name__
        raise DataError(f"{quoted(path)} cannot be listed: {quoted(reason)}.") from None


def _wanted(paths: Sequence[str]) -> list[str]:
    """The files of a folder that belong to the table: Parquet if there is any, else texts."""
    shown = [f for f in paths if not any(part.startswith(("_", ".")) for part in f.split("/"))]
    kinds = ([f for f in shown if f.lower().endswith(ends)] for ends in (SUFFIXES, TEXTS))
    return next(filter(None, kinds), [])


def _stamp(store: Any, path: str) -> Stamp:
    """What tells that a file was changed."""
    try:
        if store is None:
            about = Path(path).stat()
            return about.st_size, str(about.st_mtime_ns)
        told = store.info(path)
        tags = (told[key] for key in ("ETag", "etag", "mtime", "LastModified") if told.get(key))
        return told["size"] or 0, str(next(tags, ""))
    except (OSError, ValueError):
        raise _changed(path) from None


def _changed(path: str) -> DataError:
    return DataError(
        f"A file must stay as it is while it is read, and {named(path)} was changed or removed. "
        "Start again when nothing writes to it."
    )
