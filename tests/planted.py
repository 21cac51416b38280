"""Tables whose class follows a rule known beforehand."""

import random
from collections.abc import Callable, Sequence

from interpret.data.reading import read_table
from interpret.data.table import Table

VALUES = ("abc", "abc", "xy", "xyz", "uv")  # of the attributes p, q, r, s, t


def either(p: str, q: str, r: str, s: str, t: str) -> bool:
    """Two clauses of two tests, in the monotone language."""
    return (p == "a" and q == "b") or (r == "x" and s == "y")


def neither(p: str, q: str, r: str, s: str, t: str) -> bool:
    """The same denied."""
    return not either(p, q, r, s, t)


def avoids(p: str, q: str, r: str, s: str, t: str) -> bool:
    """One clause of three tests, each of a value that is not there."""
    return p != "a" and q != "b" and s != "z"


def planted(
    truth: Callable[..., bool],
    n: int = 150,
    wrong: float = 0.0,
    seed: int = 0,
    values: Sequence[str] = VALUES,
) -> Table:
    """n random rows with the class yes or no; a share of the labels is wrong."""
    rng = random.Random(seed)
    rows = [[rng.choice(own) for own in values] for _ in range(n)]
    flipped = set(rng.sample(range(n), round(wrong * n)))
    labels = ["yes" if truth(*row) != (i in flipped) else "no" for i, row in enumerate(rows)]
    lines = [",".join((*row, label)) for row, label in zip(rows, labels, strict=True)]
    header = ",".join((*"pqrst"[: len(values)], "class"))
    return read_table("\n".join((header, *lines)).encode(), "planted.csv")
