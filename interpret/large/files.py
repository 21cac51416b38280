"""Files by DuckDB, in our own process: Parquet as it is, delimited text made into it once."""

import glob
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from interpret import cores
from interpret.data.complaints import DataError, listed, quoted
from interpret.data.formats.head import check_header, check_width
from interpret.data.formats.parquet import INDEX
from interpret.data.limits import ReadingLimits
from interpret.data.reading import PARQUET
from interpret.large.delimited import as_parquet
from interpret.large.source import SIZES, Order, Sizes, Source, single
from interpret.present.cells_in_sql import CellKind
from interpret.present.sql_texts import literal
from interpret.program import unfinished

if TYPE_CHECKING:
    import duckdb
    import pyarrow as arrow

SUFFIXES = (".parquet", ".pq")
TEXTS = (".csv", ".tsv", ".csv.gz", ".tsv.gz")
PATTERN = frozenset("*?[")
MEMORY = "500MB"  # of the engine; what is more is kept on disk meanwhile
KINDS: dict[str, CellKind] = {  # by how DuckDB's types are called
    **dict.fromkeys(("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "DECIMAL"), "number"),
    **dict.fromkeys(("UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT"), "number"),
    **dict.fromkeys(("FLOAT", "DOUBLE"), "float"),
    **dict.fromkeys(("VARCHAR", "ENUM", "UUID", "JSON", '"NULL"'), "text"),
    **dict.fromkeys(("TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS"), "moment"),
    **{"TIMESTAMP WITH TIME ZONE": "moment", "BOOLEAN": "truth", "DATE": "date", "TIME": "time"},
}


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
    if is_many(path):
        return True
    try:
        return Path(path).stat().st_size > limits.bytes
    except (OSError, ValueError):
        return False


@contextmanager
def opened(path: str, sizes: Sizes = SIZES) -> Iterator[Source]:
    """The table that a path leads to; what is made for it lasts as long as it is open.

    A DataError where no files are there, where they differ or where they cannot be read.
    """
    import duckdb

    store, paths = _files_of(path)
    stamps = [_stamp(store, file) for file in paths]
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory(prefix="rulescope-"))
        unfinished.add(folder)
        stack.callback(unfinished.discard, folder)
        engine = _engine(folder)
        stack.callback(engine.close)
        where: list[str] = []

        def ask(sql: str) -> "arrow.Table":
            try:
                told = engine.execute(sql).to_arrow_table()
            except (duckdb.Error, OSError) as error:
                _check_unchanged(store, paths, stamps)
                raise _unreadable(engine, dict(zip(paths, where, strict=True)), error) from None
            _check_unchanged(store, paths, stamps)
            return told

        if is_text := _begins(store, paths[0]) != PARQUET:
            made = [Path(folder) / f"{place}.parquet" for place in range(len(paths))]
            for file, copy in zip(paths, made, strict=True):
                as_parquet(engine, lambda file=file: _open(store, file), _last(file), copy)  # type: ignore[misc]
            where += [str(made_file) for made_file in made]
        elif store is None:
            where += paths
        else:
            engine.register_filesystem(store)
            where += [store.unstrip_protocol(file) for file in paths]
        yield _table(
            ask, path.rstrip("/").rsplit("/", 1)[-1], paths, where, stamps, not is_text, sizes
        )


def _table(
    ask: Any,
    name: str,
    paths: Sequence[str],
    where: Sequence[str],
    stamps: Sequence["Stamp"],
    declares: bool,
    sizes: Sizes,
) -> Source:
    """The table of Parquet files. paths: as people know them; where: as DuckDB finds them."""
    begins, rows, digest = _footers(ask, paths, where, [stamp[0] * declares for stamp in stamps])
    if not rows:
        raise DataError(f"{quoted(name)} has columns and no rows in them. Add the rows.")
    base = _common_folder(paths)
    in_folders = str(any("=" in file.removeprefix(base) for file in paths)).lower()
    relation = (
        f"read_parquet([{', '.join(map(literal, where))}], binary_as_string = true, "
        f"hive_partitioning = {in_folders})"
    )
    types = ask(f"DESCRIBE SELECT * FROM {relation}").to_pylist()
    columns = {row["column_name"]: row["column_type"] for row in types}
    kinds = {
        column: single(column, KINDS.get(type_.split("(")[0]), type_)
        for column, type_ in columns.items()
        if not INDEX.fullmatch(column)
    }
    check_width(len(kinds))
    check_header([*kinds], [()] * len(kinds))
    place = f"{begins}[CAST(file_index AS BIGINT) + 1] + file_row_number"
    order = Order(
        lambda seed: f"CAST(hash({place}, {seed}) >> 1 AS BIGINT)",
        lambda share: str(int(min(1.0, share) * 2**62) * 2 - 1),
    )

    return Source(
        name=name,
        digest=digest,
        kinds=kinds,
        relation=relation,
        rows=rows,
        ask=ask,
        order=order,
        write=partial(_write, ask),
        place=place,
        declares=declares,
        files=len(paths),
        bytes=sum(stamp[0] for stamp in stamps),
        sizes=sizes,
    )


def _write(ask: Any, query: str, into: str) -> None:
    """Keeps the rows of a query in a Parquet file, which appears when all of it is written."""
    begun = Path(f"{into}.partial")
    unfinished.add(str(begun))
    try:
        ask(f"COPY ({query}) TO {literal(str(begun))} (FORMAT parquet)")
        begun.replace(into)
    except OSError as error:
        reason = error.strerror or str(error)
        raise DataError(f"{quoted(into)} cannot be written: {quoted(reason)}.") from None
    finally:
        begun.unlink(missing_ok=True)
        unfinished.discard(str(begun))


def _footers(
    ask: Any, paths: Sequence[str], where: Sequence[str], sizes: Sequence[int]
) -> tuple[list[int], int, str]:
    """The place of each file's first row among all rows, how many there are, and a digest.

    A DataError where the columns of two files differ.
    """
    begins, rows, first = list[int](), 0, list[str]()
    digest, base = sha256(), _common_folder(paths)
    for file, read, size in zip(paths, where, sizes, strict=True):
        told = ask(f"SELECT * EXCLUDE (file_name) FROM parquet_metadata({literal(read)})")
        names = ask(f"SELECT * EXCLUDE (file_name) FROM parquet_schema({literal(read)})")
        titles = [row["name"] for row in names.to_pylist()[1:] if not row["num_children"]]
        first = first or titles
        _check_names(file, titles, paths[0], first)
        digest.update(f"{file.removeprefix(base)} {size}".encode())
        digest.update(repr([names.to_pylist(), told.to_pylist()]).encode())
        begins.append(rows)
        counted = ask(f"SELECT num_rows FROM parquet_file_metadata({literal(read)})")
        rows += counted.column(0)[0].as_py()
    return begins, rows, digest.hexdigest()


def _engine(folder: str) -> "duckdb.DuckDBPyConnection":
    """DuckDB in memory. It installs and loads nothing that is not in it."""
    import duckdb

    engine = duckdb.connect(
        config={
            "threads": cores.jobs(),
            "memory_limit": MEMORY,
            "temp_directory": folder,
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
        }
    )
    engine.execute("SET TimeZone = 'UTC'")
    return engine


def _files_of(path: str) -> tuple[Any, list[str]]:
    """The store of a URL, None for this computer, and the paths of the files in order."""
    if path.startswith("file://"):
        path = unquote(urlsplit(path).path)
    if "://" in path:
        store, paths = _by_url(path)
    else:
        store, whole = None, Path(path).absolute()
        if whole.is_dir():
            inside = [
                file.relative_to(whole).as_posix() for file in whole.rglob("*") if file.is_file()
            ]
            paths = [(whole / file).as_posix() for file in _wanted(inside)]
        elif whole.is_file():
            paths = [whole.as_posix()]
        else:
            matched = [Path(file) for file in glob.glob(str(whole), recursive=True)]  # noqa: PTH207
            paths = [
                file.as_posix() for file in matched
                if file.is_file() and not file.name.startswith(("_", "."))
            ]  # fmt: skip
    if not paths:
        raise DataError(
            f"A table in several files must hold a Parquet file ({listed(SUFFIXES)}) or a "
            f"delimited one ({listed(TEXTS)}), and there is none in {quoted(path)}. Name another "
            "folder or pattern."
        )
    return store, sorted(paths)


def _by_url(path: str) -> tuple[Any, list[str]]:
    """The store and the files of a URL that fsspec knows, such as s3://."""
    try:
        from fsspec.core import url_to_fs

        store, inside = url_to_fs(path)
        if PATTERN & set(inside):
            return store, store.glob(inside)
        if store.isdir(inside):
            root = inside.rstrip("/") + "/"
            return store, [
                root + file for file in _wanted([f.removeprefix(root) for f in store.find(inside)])
            ]
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


def _common_folder(paths: Sequence[str]) -> str:
    """The folder that all of the paths lie in."""
    parts = [path.split("/")[:-1] for path in paths]
    same = 0
    while all(len(part) > same and part[same] == parts[0][same] for part in parts):
        same += 1
    return "/".join(parts[0][:same])


Stamp = tuple[int, str]  # bytes of a file, and when it was changed or its ETag


def _stamp(store: Any, path: str) -> Stamp:
    """What tells that a file was changed."""
    try:
        if store is None:
            about = Path(path).stat()
            return about.st_size, str(about.st_mtime_ns)
        told = store.info(path)
        tag = next(
            (told[key] for key in ("ETag", "etag", "mtime", "LastModified") if told.get(key)), ""
        )
        return told["size"] or 0, str(tag)
    except (OSError, ValueError):
        raise _changed(path) from None


def _check_unchanged(store: Any, paths: Sequence[str], stamps: Sequence[Stamp]) -> None:
    for path, stamp in zip(paths, stamps, strict=True):
        if _stamp(store, path) != stamp:
            raise _changed(path)


def _changed(path: str) -> DataError:
    return DataError(
        f"A file must stay as it is while it is read, and {_named(path)} was changed or removed. "
        "Start again when nothing writes to it."
    )


def _open(store: Any, path: str) -> Any:
    return Path(path).open("rb") if store is None else store.open(path, "rb")


def _begins(store: Any, path: str) -> bytes:
    try:
        with _open(store, path) as file:
            begin: bytes = file.read(len(PARQUET))
            return begin
    except (OSError, ValueError):
        raise DataError(
            f"TABLE must be a file that can be read, and {quoted(path)} is not."
        ) from None


def _check_names(path: str, names: Sequence[str], first: str, wanted: Sequence[str]) -> None:
    lacks = [name for name in wanted if name not in names]
    besides = [name for name in names if name not in wanted]
    if lacks or besides:
        odd = [f"lacks {listed(map(quoted, lacks))}"] if lacks else []
        odd += [f"has also {listed(map(quoted, besides))}"] if besides else []
        raise DataError(
            f"All files of a table must have the same columns, and {_named(path)} "
            f"{' and '.join(odd)}, other than {_named(first)}. Make them alike, or leave the "
            "file out."
        )


def _unreadable(
    engine: "duckdb.DuckDBPyConnection", files: Mapping[str, str], error: Exception
) -> DataError:
    """The complaint about the first file that cannot be read to its end, as far as one is found.

    files: where DuckDB finds each.
    """
    import duckdb

    for path, where in files.items():
        try:
            engine.execute(f"SELECT MAX(COLUMNS(*)) FROM read_parquet({literal(where)})")
        except (duckdb.Error, OSError):
            return DataError(
                f"{_named(path)} cannot be read as a Parquet file. Write it again, or leave it out."
            )
    reason = str(error).splitlines()[0]
    return DataError(f"The files can be read, and this cannot be asked of them: {quoted(reason)}.")


def _last(path: str) -> str:
    return path.rsplit("/", 1)[-1]


def _named(path: str) -> str:
    """A file by the last parts of its path, quoted."""
    return quoted("/".join(path.split("/")[-2:]))
