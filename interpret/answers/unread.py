"""What a row gets whose verdict hangs on a cell that cannot be read: nothing unless it is asked."""

from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np

from interpret.data.complaints import DataError
from interpret.data.read_again import unread_words
from interpret.data.table import Column, Table

Unread = Literal["empty", "no", "yes", "error"]  # no verdict, that verdict, or a refusal
NONE: Unread = "empty"
REFUSED: Unread = "error"


def verdict(said: np.ndarray, is_open: np.ndarray, unread: Unread) -> np.ndarray:
    """A verdict, bool (n_rows,), with what is asked for where it is open; no where it is empty."""
    return np.where(is_open, unread == "yes", said)


def check_read(columns: Iterable[Column], is_open: np.ndarray, unread: Unread) -> None:
    """A DataError where some row is open, bool (n_rows,), and that is to be refused.

    columns: those with the cells.
    """
    if unread != REFUSED or not is_open.any():
        return
    told = " ".join(sentence for column in columns for sentence in unread_words(column))
    raise DataError(
        f"Every cell that a verdict hangs on must be written so that it can be read. {told} Mend "
        "these cells, leave their rows out, or choose what they get (unread: no or yes)."
    )


def unread_in(table: Table, names: Sequence[str]) -> np.ndarray:
    """Which rows have a cell in one of these columns that cannot be read: bool (n_rows,)."""
    unread = np.zeros(table.n_rows, dtype=bool)
    for name in names:
        if name in table.names:
            unread |= table.column(name).unread
    return unread
