"""A delimited file of any size made into Parquet, every cell as its text, by DuckDB.

Where the header is, what divides the cells and how letters are coded is found as for small files.
"""

import gzip
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import IO, TYPE_CHECKING

from interpret.data.cells import titled
from interpret.data.complaints import DataError, quoted
from interpret.data.formats.delimited import layout
from interpret.data.formats.head import check_header
from interpret.data.formats.letters import UTF_8, check_text, encoding_of
from interpret.data.formats.workbook import OLD_OFFICE, ZIP
from interpret.data.reading import GZIP
from interpret.present.texts_in_sql import identifier, literal

if TYPE_CHECKING:
    import duckdb

LOOKED_AT = 2**20  # bytes from which the layout of a file is taken
LONGEST_LINE = 2**24  # bytes of a row


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
            f"{name} is a workbook too large to be read at once. Save it as CSV (UTF-8) or "
            "Parquet, which may be of any size."
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
                    _as_utf_8(raw, text, encoding, copy)
    except (OSError, EOFError, UnicodeError) as error:
        raise _broken(name, 0, str(error), made) from None
    header, _ = titled(laid_out.header)
    check_header(header, [()] * len(header))
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


def _as_utf_8(raw: bytes, text: IO[bytes] | gzip.GzipFile, encoding: str, copy: IO[bytes]) -> None:
    """Copies what was read and the rest of a text, in UTF-8."""
    if encoding == UTF_8:
        copy.write(raw)
        shutil.copyfileobj(text, copy, LOOKED_AT)
        return
    while raw:  # a byte of Latin-1 is a letter, so that no letter is cut in two
        copy.write(raw.decode(encoding).encode())
        raw = text.read(LOOKED_AT)


def _broken(name: str, width: int, reason: str, made: Path) -> DataError:
    """The complaint about a file that cannot be read to its end."""
    lines = [line for line in reason.splitlines() if line.strip()]
    if "space" in reason.lower():
        return DataError(
            f"Rows of {name} are kept on disk while they are read, and "
            f"{quoted(str(made.parent.parent))} has no room. Free some, or set TMPDIR to another "
            "folder."
        )
    return DataError(
        f"Every row of {name} must have as many cells as its header, {width:,}, and be "
        f"text of one encoding: {quoted(' '.join(lines[:1]))}. Mend the row, or export the table "
        "as Parquet."
    )
