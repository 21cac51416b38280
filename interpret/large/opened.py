"""What a path leads to: Parquet files as they are, or one delimited file made into Parquet."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from interpret.data.cells import titled
from interpret.data.complaints import DataError, quoted
from interpret.data.formats.delimited import layout
from interpret.data.formats.head import check_header
from interpret.data.formats.letters import UTF_8, check_text, encoding_of
from interpret.data.formats.workbook import OLD_OFFICE, ZIP
from interpret.data.limits import ReadingLimits
from interpret.data.reading import GZIP, PARQUET
from interpret.large.files import is_many
from interpret.large.source import SIZES, Sizes, Source, source
from interpret.program import unfinished

LOOKED_AT = 2**20  # bytes from which the layout of a file is taken
BLOCK = 2**24  # bytes that are parsed at a time
GROUP = 2**20  # rows of a row group


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
    """The source that a path leads to; files made for it last as long as it is open."""
    if is_many(path) or _begins(path, 4) == PARQUET:
        yield source(path, sizes=sizes)
        return
    name = Path(path).name
    if _begins(path, 8).startswith((ZIP, OLD_OFFICE)):
        raise DataError(
            f"{quoted(name)} is a workbook too large to be read at once. Save it as CSV (UTF-8) or "
            "Parquet, which may be of any size."
        )
    with TemporaryDirectory(prefix="rulescope-") as folder:
        unfinished.add(folder)
        try:
            made = Path(folder) / "table.parquet"
            as_parquet(path, made)
            yield source(str(made), name, sizes, declares=False)
        finally:
            unfinished.discard(folder)


def as_parquet(path: str, made: Path) -> None:
    """Writes a delimited file, also gzipped, as Parquet, every cell as its text."""
    import pyarrow as arrow  # here, because it takes a while to load
    from pyarrow import csv, parquet

    name, before = quoted(Path(path).name), Path(path).stat()
    room = shutil.disk_usage(made.parent).free
    if room < before.st_size:
        raise DataError(
            f"Rows of {name} are kept on disk while they are read, and of {before.st_size >> 20:,} "
            f"MB {room >> 20:,} MB are free in {quoted(str(made.parent.parent))}. Free some, or "
            "set TMPDIR to another folder."
        )
    zipped = "gzip" if _begins(path, 2) == GZIP else None
    with arrow.input_stream(path, compression=zipped) as stream:
        raw = stream.read(LOOKED_AT)
    some = raw[: raw.rfind(b"\n") + 1] or raw
    check_text(some)
    encoding = encoding_of(some)
    laid_out = layout(some.decode(encoding, "replace").encode())
    header, _ = titled(laid_out.header)
    check_header(header, [()] * len(header))
    beyond = [f"{len(header)} and {n}" for n in range(1, laid_out.width - len(header) + 1)]
    read = csv.ReadOptions(
        column_names=[*header, *beyond],  # those are empty
        skip_rows=laid_out.line,
        block_size=BLOCK,
        encoding="utf8" if encoding == UTF_8 else encoding,
    )
    parse = csv.ParseOptions(delimiter=laid_out.delimiter, newlines_in_values=True)
    text = arrow.string()
    convert = csv.ConvertOptions(
        column_types=dict.fromkeys(header, text),
        include_columns=header,
        strings_can_be_null=False,
    )
    try:
        with (
            arrow.input_stream(path, compression=zipped) as stream,
            csv.open_csv(stream, read, parse, convert) as blocks,
            parquet.ParquetWriter(made, blocks.schema, compression="snappy") as writer,
        ):
            for block in _grouped(blocks):
                writer.write_table(block, row_group_size=GROUP)
    except (arrow.ArrowException, OSError, ValueError) as error:
        raise DataError(
            f"Every row of {name} must have as many cells as its header, {len(header):,}, "
            f"and be text of one encoding: {quoted(str(error))}. Mend the row, or export the table "
            "as Parquet."
        ) from None
    after = Path(path).stat()
    if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
        raise DataError(
            f"A file must stay as it is while it is read, and {name} was changed. Start again when "
            "nothing writes to it."
        )


def _grouped(blocks: "object") -> "Iterator[object]":
    """Blocks joined until they fill a row group."""
    import pyarrow as arrow

    held: list[object] = []
    rows = 0
    for block in blocks:  # type: ignore[attr-defined]
        held, rows = [*held, block], rows + block.num_rows
        if rows >= GROUP:
            yield arrow.Table.from_batches(held)
            held, rows = [], 0
    if held:
        yield arrow.Table.from_batches(held)


def _begins(path: str, n: int) -> bytes:
    try:
        with Path(path).open("rb") as file:
            return file.read(n)
    except (OSError, ValueError):
        raise DataError(
            f"TABLE must be a file that can be read, and {quoted(path)} is not."
        ) from None
