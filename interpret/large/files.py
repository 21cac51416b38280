"""Files by DuckDB, in our own process: Parquet as it is, delimited text made into it once."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from interpret import cores
from interpret.data.complaints import DataError, listed, quoted
from interpret.data.formats.head import check_header, check_width
from interpret.data.formats.parquet import INDEX
from interpret.data.reading import PARQUET
from interpret.large.delimited import as_parquet
from interpret.large.listing import Listing, listing, named
from interpret.large.source import SIZES, Order, Sizes, Source, single
from interpret.present.cells_in_sql import CellKind
from interpret.present.sql_texts import literal
from interpret.program import unfinished

if TYPE_CHECKING:
    import duckdb
    import pyarrow as arrow

Ask = Callable[[str], "arrow.Table"]
MEMORY = "500MB"  # of the engine; what is more is kept on disk meanwhile
KINDS: dict[str, CellKind] = {  # by how DuckDB's types are called
    **dict.fromkeys(("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "DECIMAL"), "number"),
    **dict.fromkeys(("UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT"), "number"),
    **dict.fromkeys(("FLOAT", "DOUBLE"), "float"),
    **dict.fromkeys(("VARCHAR", "ENUM", "UUID", "JSON", '"NULL"'), "text"),
    **dict.fromkeys(("TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS"), "moment"),
    **{"TIMESTAMP WITH TIME ZONE": "moment", "BOOLEAN": "truth", "DATE": "date", "TIME": "time"},
}


@contextmanager
def opened(path: str, sizes: Sizes = SIZES) -> Iterator[Source]:
    """The table that a path leads to; what is made for it lasts as long as it is open.

    A DataError where no files are there, where they differ or where they cannot be read.
    """
    files = listing(path)
    with TemporaryDirectory(prefix="rulescope-") as folder, _engine(folder) as engine:
        unfinished.add(folder)
        try:
            if files.store is not None:
                engine.register_filesystem(files.store)
            with files.open(files.paths[0]) as first:
                is_text = first.read(len(PARQUET)) != PARQUET
            where = list(map(files.pattern, files.paths))
            if is_text:
                for place, file in enumerate(files.paths):
                    made = Path(folder) / f"{place}.parquet"
                    as_parquet(engine, partial(files.open, file), where[place], named(file), made)
                    where[place] = str(made)
            ask = partial(_ask, engine, files, where)
            name = path.rstrip("/").rsplit("/", 1)[-1]
            yield _table(ask, name, files, where, not is_text, sizes)
        finally:
            unfinished.discard(folder)


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


def _ask(
    engine: "duckdb.DuckDBPyConnection", files: Listing, where: Sequence[str], sql: str
) -> "arrow.Table":
    """What the files say. A DataError names the first one that cannot be read to its end."""
    import duckdb

    try:
        told = engine.execute(sql).to_arrow_table()
    except (duckdb.Error, OSError) as error:
        files.check()
        for path, place in zip(files.paths, where, strict=True):
            try:
                engine.execute(f"SELECT MAX(COLUMNS(*)) FROM read_parquet({literal(place)})")
            except (duckdb.Error, OSError):
                raise DataError(
                    f"{named(path)} cannot be read as a Parquet file. Write it again, or leave it "
                    "out."
                ) from None
        reason = quoted(str(error).splitlines()[0])
        raise DataError(f"The files can be read, but not asked this: {reason}.") from None
    files.check()
    return told


def _table(
    ask: Ask, name: str, files: Listing, where: Sequence[str], declares: bool, sizes: Sizes
) -> Source:
    """The table of Parquet files, which DuckDB finds somewhere."""
    all_files = f"[{', '.join(map(literal, where))}]"
    begins, rows, digest = _footers(ask, files, all_files)
    if not rows:
        raise DataError(f"{quoted(name)} has columns and no rows in them. Add the rows.")
    in_folders = str(any("=" in file for file in files.within())).lower()
    relation = (
        f"read_parquet({all_files}, binary_as_string = true, hive_partitioning = {in_folders})"
    )
    kinds = {
        row["column_name"]: single(
            row["column_name"], KINDS.get(row["column_type"].split("(")[0]), row["column_type"]
        )
        for row in ask(f"DESCRIBE SELECT * FROM {relation}").to_pylist()
        if not INDEX.fullmatch(row["column_name"])
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
        files=len(files.paths),
        bytes=sum(size for size, _ in files.stamps),
        sizes=sizes,
    )


def _footers(ask: Ask, files: Listing, all_files: str) -> tuple[list[int], int, str]:
    """The place of each file's first row among all rows, how many there are, and a digest.

    A DataError where the columns of two files differ.
    """
    titles: Mapping[str, list[str]] = defaultdict(list)
    for row in ask(f"SELECT * FROM parquet_schema({all_files})").to_pylist():
        if not row["num_children"]:
            titles[row["file_name"]].append(row["name"])
    first = next(iter(titles.values()))
    for file, names in zip(files.paths, titles.values(), strict=True):
        _check_names(file, names, files.paths[0], first)
    counts = ask(f"SELECT num_rows FROM parquet_file_metadata({all_files})").column(0).to_pylist()
    held = ask(
        "SELECT path_in_schema, type, MIN(stats_min_value), MAX(stats_max_value), "
        f"SUM(stats_null_count) FROM parquet_metadata({all_files}) "
        "GROUP BY file_name, path_in_schema, type ORDER BY file_name, path_in_schema"
    )
    sizes = [size for size, _ in files.stamps]
    told = repr([files.within(), sizes, counts, held.to_pylist()])
    begins = [sum(counts[:place]) for place in range(len(counts))]
    return begins, sum(counts), sha256(told.encode()).hexdigest()


def _check_names(path: str, names: Sequence[str], first: str, wanted: Sequence[str]) -> None:
    lacks = [name for name in wanted if name not in names]
    besides = [name for name in names if name not in wanted]
    if lacks or besides:
        odd = [f"lacks {listed(map(quoted, lacks))}"] if lacks else []
        odd += [f"has also {listed(map(quoted, besides))}"] if besides else []
        raise DataError(
            f"All files of a table must have the same columns, and {named(path)} "
            f"{' and '.join(odd)}, other than {named(first)}. Make them alike, or leave the "
            "file out."
        )


def _write(ask: Ask, query: str, into: str) -> None:
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
