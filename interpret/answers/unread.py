"""What a row gets whose verdict hangs on a cell that cannot be read: nothing unless it is asked."""

import warnings
from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np

from interpret.data.complaints import DataError, counted
from interpret.data.read_again import unread_words
from interpret.data.table import Column, Table

Unread = Literal["empty", "no", "yes", "error"]  # no verdict, that verdict, or a refusal
NONE: Unread = "empty"
REFUSED: Unread = "error"


def verdict(said: np.ndarray, is_open: np.ndarray, unread: Unread) -> np.ndarray:
    """A verdict, bool (n_rows,), with what is asked for where it is open; no where it is empty."""
    return np.where(is_open, unread == "yes", said)


def told_unread(columns: Iterable[Column]) -> str:
    """The cells of some columns that cannot be read, in sentences."""
    return " ".join(sentence for column in columns for sentence in unread_words(column))


def warn_of_open(columns: Iterable[Column], is_open: np.ndarray, what: str, verdicts: str) -> None:
    """One UserWarning where rows are open, bool (n_rows,), about cells of columns.

    what: what they have instead, such as "class None"; verdicts: words for unread= that give one.
    """
    if n := int(is_open.sum()):
        rows = f"{counted(n, 'row')} {'has' if n == 1 else 'have'}"
        warnings.warn(
            f"{told_unread(columns)} As that decides, {rows} {what}. Mend these cells, or choose "
            f"what such rows get (unread={verdicts}).",
            stacklevel=3,
        )


def check_read(columns: Iterable[Column], is_open: np.ndarray, unread: Unread) -> None:
    """A DataError where some row is open, bool (n_rows,), and that is to be refused.

    columns: those with the cells.
    """
    if unread != REFUSED or not is_open.any():
        return
    raise DataError(
        "Every cell that a verdict hangs on must be written so that it can be read. "
        f"{told_unread(columns)} Mend these cells, leave their rows out, or choose what they get "
        "(unread: no or yes)."
    )


def unread_in(table: Table, names: Sequence[str]) -> np.ndarray:
    """Which rows have a cell in one of these columns that cannot be read: bool (n_rows,)."""
    unread = np.zeros(table.n_rows, dtype=bool)
    for name in names:
        if name in table.names:
            unread |= table.column(name).unread
    return unread
