"""Files by DuckDB, in our own process: Parquet as it is, delimited text made into it once.

Of a delimited file every cell is kept as its text; where the header is, what divides the cells and
how letters are coded is found as for small files.
"""

import gzip
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from tempfile import gettempdir
from typing import IO, TYPE_CHECKING

from interpret import cores
from interpret.data.cells import titled
from interpret.data.complaints import DataError, listed, quoted
from interpret.data.formats.delimited import layout
from interpret.data.formats.head import check_header
from interpret.data.formats.letters import UTF_8, check_text, encoding_of
from interpret.data.formats.workbook import OLD_OFFICE, ZIP
from interpret.data.learn_reading import twins_in
from interpret.data.reading import GZIP, PARQUET
from interpret.large.source import (
    HERE,
    SAMPLE,
    Ask,
    Listing,
    Order,
    Source,
    kinds_in,
    listing,
    named,
)
from interpret.present.dialects import identifier, literal
from interpret.program import unfinished

if TYPE_CHECKING:
    import duckdb
    import pyarrow as arrow

MEMORY = "500MB"  # of the engine; what is more is kept on disk meanwhile

LOOKED_AT = 2**20  # bytes from which the layout of a file is taken
LONGEST_LINE = 2**24  # bytes of a row


@contextmanager
def opened(path: str, sample: int = SAMPLE) -> Iterator[Source]:
    """The table that a path leads to; what is made for it lasts as long as it is open.

    A DataError where no files are there, where they differ or where they cannot be read.
    """
    files = listing(path)
    with _folder() as folder, _engine(folder) as engine:
        if files.store is not HERE:
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
        try:
            yield _source(ask, name, files, where, not is_text, sample)
        finally:
            files.check()  # here and before anything is kept: after each of n parts it were n²


@contextmanager
def _folder() -> Iterator[str]:
    """A folder for a while, which an interrupt knows from before it is there until it is gone."""
    folder = Path(gettempdir()) / f"rulescope-{token_hex(8)}"
    unfinished.add(str(folder))
    try:
        folder.mkdir(0o700)
        yield str(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        unfinished.discard(str(folder))


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
            "enable_external_file_cache": False,
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
        rows = engine.execute(sql).to_arrow_table()
        # Then DuckDB gives memory back, which it would otherwise keep for some ten seconds.
        engine.execute(f"SET memory_limit = '{MEMORY}'")
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
        if "Invalid string encoding" in str(error):
            raise DataError(
                "Text must be UTF-8, and a column of the files holds other bytes. Write it as "
                "text, or leave it out."
            ) from None
        reason = quoted(str(error).splitlines()[0])
        raise DataError(f"The files can be read, but not asked this: {reason}.") from None
    return rows


def _source(
    ask: Ask, name: str, files: Listing, where: Sequence[str], declares: bool, sample: int
) -> Source:
    """The table of Parquet files, which DuckDB finds somewhere."""
    all_files = f"[{', '.join(map(literal, where))}]"
    is_one_type = _check_alike(ask, files, all_files)
    counts = ask(f"SELECT num_rows FROM parquet_file_metadata({all_files})").column(0).to_pylist()
    begins = [sum(counts[:place]) for place in range(len(counts))]
    in_folders = any("=" in file for file in files.within())
    read_as = (
        f"binary_as_string = true, hive_partitioning = {in_folders}, "
        f"union_by_name = {not is_one_type}"
    )
    relation = f"read_parquet({all_files}, {read_as})"
    parts = [(relation, f"{begins}[CAST(file_index AS BIGINT) + 1] + file_row_number")]
    if is_one_type and not in_folders:  # DuckDB then skips pages of which no row is drawn
        parts = [
            (f"read_parquet({literal(one)}, {read_as})", f"{begin} + file_row_number")
            for one, begin in zip(where, begins, strict=True)
        ]
    kinds, rows, _ = kinds_in(name, relation, ask)
    held = ask(
        "SELECT path_in_schema, MIN(stats_min_value), MAX(stats_max_value), "
        f"SUM(stats_null_count) FROM parquet_metadata({all_files}) GROUP BY ALL ORDER BY ALL"
    )
    contents = repr([files.within(), [size for size, _ in files.stamps], counts, held.to_pylist()])
    order = Order(
        lambda seed, place: f"CAST(hash({place}, {seed}) >> 1 AS BIGINT)",
        lambda share: str(int(min(1.0, share) * 2**62) * 2 - 1),
    )
    return Source(
        name,
        relation,
        parts,
        ask,
        order,
        partial(_write, ask, files),
        kinds,
        rows,
        sha256(contents.encode()).hexdigest(),
        declares,
        files=len(files.paths),
        bytes=sum(size for size, _ in files.stamps),
        sample=sample,
    )


def _check_alike(ask: Ask, files: Listing, all_files: str) -> bool:
    """A DataError where the columns of two files differ; otherwise whether their types do not."""
    titles: dict[str, list[str]] = {}
    types: dict[str, set[str]] = {}
    for row in ask(f"SELECT * FROM parquet_schema({all_files})").to_pylist():
        if not row["num_children"]:
            titles.setdefault(row["file_name"], []).append(row["name"])
            type_of = repr([row[key] for key in ("type", "converted_type", "logical_type")])
            types.setdefault(row["name"], set()).add(type_of)
    first, *others = titles.values()
    check_twins(first)
    for file, names in zip(files.paths[1:], others, strict=True):
        lacks = [name for name in first if name not in names]
        besides = [name for name in names if name not in first]
        odd = [f"lacks {listed(map(quoted, lacks))}"] if lacks else []
        odd += [f"has also {listed(map(quoted, besides))}"] if besides else []
        if odd:
            raise DataError(
                f"All files of a table must have the same columns, and {named(file)} "
                f"{' and '.join(odd)}, other than {named(files.paths[0])}. Make them alike."
            )
    return all(len(type_of) == 1 for type_of in types.values())


def check_twins(names: Sequence[str]) -> None:
    """A DataError where the engine would take two columns for one."""
    for name, twin in twins_in(names).items():
        raise DataError(
            "In a table of files the names of columns must differ in more than the size of their "
            f"letters, and {quoted(name)} and {quoted(twin)} do not. Rename one of them."
        )


def _write(ask: Ask, files: Listing, query: str, into: str) -> None:
    """Keeps the rows of a query in a Parquet file, which appears when all of it is written and the
    files are as they were.
    """
    begun = Path(f"{into}.partial")
    unfinished.add(str(begun))
    try:
        ask(f"COPY ({query}) TO {literal(str(begun))} (FORMAT parquet)")
        files.check()
        begun.replace(into)
    except OSError as error:
        reason = error.strerror or str(error)
        raise DataError(f"{quoted(into)} cannot be written: {quoted(reason)}.") from None
    finally:
        begun.unlink(missing_ok=True)
        unfinished.discard(str(begun))


if TYPE_CHECKING:
    import duckdb


def as_parquet(
    engine: "duckdb.DuckDBPyConnection",
    begin: Callable[[], IO[bytes]],
    where: str,
    name: str,
    made: Path,
) -> None:
    """Writes a delimited file, also gzipped, as Parquet.

    begin: opens it; where: as DuckDB finds it; name: how people call it, quoted.

    A DataError where it is none, where its rows differ in length, or where the disk is full.
    """
    import duckdb

    plain = made.with_suffix(".txt")
    with begin() as file:
        head = file.read(max(len(OLD_OFFICE), len(ZIP), len(GZIP)))
    if head.startswith((ZIP, OLD_OFFICE)):
        raise DataError(
            f"{name} is a workbook too large to be read at once. Save it as CSV (UTF-8) or Parquet."
        )
    try:
        is_zipped = head.startswith(GZIP)  # unpacked by Python, which notices one that is cut off
        with begin() as file, gzip.open(file) if is_zipped else file as text:
            raw = text.read(LOOKED_AT)
            some = raw[: raw.rfind(b"\n") + 1] or raw
            check_text(some)
            encoding = encoding_of(some)
            laid_out = layout(some.decode(encoding, "replace").encode())
            if is_zipped or encoding != UTF_8:
                where = str(plain)
                with plain.open("wb") as copy:
                    _as_utf_8(raw, text, encoding, copy, name)
    except (OSError, EOFError, UnicodeError) as error:
        raise _broken(name, 0, str(error), made) from None
    header, _ = titled(laid_out.header)
    check_header(header, [()] * len(header))
    check_twins(header)
    beyond = [f"{len(header)} and {n}" for n in range(1, laid_out.width - len(header) + 1)]
    columns = ", ".join(f"{literal(title)}: 'VARCHAR'" for title in (*header, *beyond))
    kept = ", ".join(map(identifier, header))
    try:
        engine.execute(
            f"COPY (SELECT {kept} FROM read_csv({literal(where)}, auto_detect = false, "
            f"columns = {{{columns}}}, delim = {literal(laid_out.delimiter)}, quote = '\"', "
            f"escape = '\"', header = false, skip = {laid_out.line}, "
            f"max_line_size = {LONGEST_LINE}, strict_mode = true)) "
            f"TO {literal(str(made))} (FORMAT parquet)"
        )
    except duckdb.Error as error:
        raise _broken(name, len(header), str(error), made) from None
    finally:
        plain.unlink(missing_ok=True)


def _as_utf_8(
    raw: bytes, text: IO[bytes] | gzip.GzipFile, encoding: str, copy: IO[bytes], name: str
) -> None:
    """Copies what was read and the rest of a text, in UTF-8, until a row is too large."""
    length = 0
    while raw:  # a byte of Latin-1 is a letter, so that no letter is cut in two
        length = len(raw) - raw.rfind(b"\n") - 1 if b"\n" in raw else length + len(raw)
        if length > LONGEST_LINE:
            raise _too_large(name)
        copy.write(raw if encoding == UTF_8 else raw.decode(encoding).encode())
        raw = text.read(LOOKED_AT)


def _broken(name: str, width: int, reason: str, made: Path) -> DataError:
    """The complaint about a file that cannot be read to its end."""
    lines = [line for line in reason.splitlines() if line.strip()]
    if "space" in reason.lower():
        return DataError(
            f"Rows of {name} are kept on disk while they are read, and "
            f"{quoted(str(made.parent.parent))} has no room. Free some, or set TMPDIR."
        )
    if "Maximum line size" in reason or "Out of Memory" in reason:
        return _too_large(name)
    return DataError(
        f"Every row of {name} must have as many cells as its header, {width:,}, and be "
        f"text of one encoding: {quoted(' '.join(lines[:1]))}. Mend the row, or export the table "
        "as Parquet."
    )


def _too_large(name: str) -> DataError:
    return DataError(
        f"{name} is too large: a row may hold {LONGEST_LINE >> 20} MB. Leave columns out."
    )
