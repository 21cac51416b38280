"""Which texts are numbers: a decimal point, an exponent perhaps, no other signs."""

import re
from collections.abc import Sequence
from math import inf, nan

import numpy as np

NUMBER = r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?"  # in Python as in RE2; linear in both
WHOLE = 1e18  # numbers up to it are written out where they are whole
FEW = 64  # texts of a column that are read sooner one by one than by Arrow
ONE_NUMBER = re.compile(NUMBER, re.ASCII)


def number(text: str | None) -> float | None:
    """The finite number a cell holds, written with a decimal point, or None."""
    if text is None or not ONE_NUMBER.fullmatch(text):
        return None
    value = float(text)
    return value if abs(value) < inf else None


def digits(amount: float) -> str:
    """The number in as few digits as tell it from every other, so that reading gives it back."""
    amount = float(amount)
    return f"{amount:.0f}" if amount.is_integer() and abs(amount) < WHOLE else repr(amount)


def numbers_in(texts: Sequence[str | None]) -> np.ndarray:
    """The number each text is, NaN where it is none: float64 (n_texts,)."""
    if len(texts) <= FEW:
        return np.array([nan if (amount := number(text)) is None else amount for text in texts])
    import pyarrow as arrow  # here, because it takes a while to load
    import pyarrow.compute as compute

    cells = arrow.array(texts, arrow.string())
    is_number = compute.match_substring_regex(cells, f"^({NUMBER})$")
    found = compute.if_else(is_number, cells, arrow.scalar(None, arrow.string()))
    amounts = found.cast(arrow.float64()).to_numpy(zero_copy_only=False)
    return np.where(np.isinf(amounts), nan, amounts)
