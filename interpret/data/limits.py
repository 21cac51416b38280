"""How large a file may be, and how much its reading may take."""

from dataclasses import dataclass

from interpret.data.complaints import DataError

SMALLER = "Take a sample of its rows, leave columns out, or export the table as CSV (UTF-8)."


class TooLargeError(DataError):
    """The table may be asked where it is (interpret.large), if its format allows that."""


@dataclass(frozen=True)
class ReadingLimits:
    """The most of each. A check raises a DataError, and the other methods return one.

    sheet_cells: fewer than in a table, since each takes a hundred bytes until it is coded; texts:
    characters of all cells, repeated ones included; memory: bytes taken while a file is read;
    longest: seconds of computing, whatever else the machine does; patience: seconds of the clock;
    grace: seconds beyond these after which a reading process is taken for dead.
    """

    bytes: int = 200 * 2**20
    cells: int = 100_000_000  # as many as the largest CSV file can hold
    sheet_cells: int = 20_000_000
    texts: int = 2 * 2**30
    memory: int = 4 * 2**30
    longest: float = 120.0
    patience: float = 600.0
    grace: float = 5.0

    def check_bytes(self, size: int) -> None:
        """Raises where a file is too large, or what it unpacks to."""
        if size > self.bytes:
            raise TooLargeError(
                f"A file may hold {self.bytes >> 20} MB, and this one holds {size / 2**20:,.0f} "
                "MB. Take a sample of its rows, or leave columns out."
            )

    def check_cells(self, n_rows: int, n_columns: int) -> None:
        """Raises where a table has too many cells."""
        if n_rows * n_columns > self.cells:
            raise TooLargeError(
                f"A table may have {self.cells:,} cells, and this one has {n_rows * n_columns:,}. "
                "Take a sample of its rows, or leave columns out."
            )

    def check_sheet(self, n_rows: int, n_columns: int) -> None:
        """Raises where a sheet of a workbook spans too many cells, empty ones included."""
        if n_rows * n_columns > self.sheet_cells:
            raise DataError(
                f"A sheet may span {self.sheet_cells:,} cells, and this one spans {n_rows:,} rows "
                f"of {n_columns:,} columns. Remove cells far from the table, or export the table "
                "as CSV (UTF-8)."
            )

    def check_texts(self, characters: float) -> None:
        """Raises where the cells of a table hold too many characters, repeated ones included."""
        if characters > self.texts:
            raise DataError(
                f"The cells of a table may hold {self.texts / 2**30:g} GB of text, and those of "
                f"this one hold {characters / 2**30:,.1f} GB. Shorten the texts, or leave columns "
                "out."
            )

    def too_long(self) -> DataError:
        """The complaint about a file whose reading took too long."""
        return DataError(
            f"A file must be readable in {self.longest:g} seconds of computing, or "
            f"{self.patience:g} on a busy machine, and this one was not. {SMALLER}"
        )

    def broken_off(self) -> DataError:
        """The complaint about a file whose reading process ended without a word."""
        return DataError(
            f"A file must be readable within {self.memory / 2**30:g} GB of memory, and reading "
            f"this one broke off: it takes more, or it is damaged. {SMALLER} In a workbook, remove "
            "cells far from the table."
        )


LIMITS = ReadingLimits()
