"""How large a file may be, and how much its reading may take."""

from interpret.data.complaints import DataError

MAX_BYTES = 200 * 2**20
MAX_CELLS = 100_000_000  # as many as the largest CSV file can hold
SHEET_CELLS = 20_000_000  # a workbook's cells take a hundred bytes each until they are coded
TEXTS = 2 * 2**30  # characters of all cells, each counted as often as it stands in the table
MEMORY = 4 * 2**30  # bytes that may be taken while a file is read
LONGEST = 120.0  # seconds of computing, whatever else the machine does
PATIENCE = 600.0  # seconds of the clock
SMALLER = "Take a sample of its rows, leave columns out, or export the table as CSV (UTF-8)."


class TooLargeError(DataError):
    """The table may be read in portions (interpret.large), if its format allows that."""


def check_bytes(size: int) -> None:
    """A DataError where a file is too large, or what it unpacks to."""
    if size > MAX_BYTES:
        raise TooLargeError(
            f"A file may hold {MAX_BYTES >> 20} MB, and this one holds {size / 2**20:,.0f} MB. "
            "Take a sample of its rows, or leave columns out."
        )


def check_cells(n_rows: int, n_columns: int) -> None:
    """A DataError where a table has too many cells."""
    if n_rows * n_columns > MAX_CELLS:
        raise TooLargeError(
            f"A table may have {MAX_CELLS:,} cells, and this one has {n_rows * n_columns:,}. "
            "Take a sample of its rows, or leave columns out."
        )


def check_sheet(n_rows: int, n_columns: int) -> None:
    """A DataError where a sheet of a workbook spans too many cells, empty ones included."""
    if n_rows * n_columns > SHEET_CELLS:
        raise DataError(
            f"A sheet may span {SHEET_CELLS:,} cells, and this one spans {n_rows:,} rows of "
            f"{n_columns:,} columns. Remove cells far from the table, or export the table as CSV "
            "(UTF-8)."
        )


def check_texts(characters: float) -> None:
    """A DataError where the cells of a table hold too many characters, repeated ones included."""
    if characters > TEXTS:
        raise DataError(
            f"The cells of a table may hold {TEXTS / 2**30:g} GB of text, and those of this one "
            f"hold {characters / 2**30:,.1f} GB. Shorten the texts, or leave columns out."
        )


def too_long() -> DataError:
    """The complaint about a file whose reading was ended for its time."""
    return DataError(
        f"A file must be readable in {LONGEST:g} seconds of computing, or {PATIENCE:g} on a busy "
        f"machine, and this one was not. {SMALLER}"
    )


def broken_off() -> DataError:
    """The complaint about a file whose reading ended without a word."""
    return DataError(
        f"A file must be readable within {MEMORY / 2**30:g} GB of memory, and reading this one "
        f"broke off: it takes more, or it is damaged. {SMALLER}"
    )


def no_process(error: OSError) -> DataError:
    """The complaint where the system gives no process for the reading."""
    return DataError(
        "A file is read by a process of its own, and none could be started: "
        f"{(error.strerror or str(error)).lower()}. Try again when the machine has less to do."
    )
