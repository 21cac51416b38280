"""Tables whose class follows a planted card, and tables of noise.

Table number i of n rows is always the same one.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.optimize import brentq
from scipy.special import expit

VALUES = ("a", "b", "c", "d")
WRONG = (0.0, 0.1, 0.2)  # shares of the labels
FRESH, CLASS = 50_000, "class"


@dataclass(frozen=True)
class Case:
    """Rows to learn from and fresh ones, with their class: whether each planted clause holds on the
    fresh rows, bool (n_clauses, n_fresh), and what the truth says of them.
    """

    train: pd.DataFrame
    fresh: pd.DataFrame
    clauses: np.ndarray
    truth: np.ndarray
    is_logistic: bool
    wrong: float


def columns_of(texts: int, numbers: int, n: int, rng: np.random.Generator) -> dict[str, np.ndarray]:
    found: dict[str, np.ndarray] = {}
    for j in range(texts):
        found[f"c{j}"] = rng.choice(VALUES[: 2 + j % 3], n)
    for j in range(numbers):
        found[f"n{j}"] = np.round(rng.uniform(0, 100, n), 1)
    return found


def clause_of(columns: dict[str, np.ndarray], tests: int, rng: np.random.Generator) -> np.ndarray:
    """Rows where some tests hold, each on a column of its own."""
    held = np.ones(len(next(iter(columns.values()))), dtype=bool)
    for name in rng.choice(list(columns), tests, replace=False).tolist():
        own = columns[name]
        if own.dtype.kind == "f":
            held &= (own > rng.uniform(25, 75)) == (rng.random() < 0.5)
        else:
            held &= own == rng.choice(np.unique(own))
    return held


def planted(number: int, n: int, wrong: float | None = None, clauses: int | None = None) -> Case:
    """Table `number` of n rows."""
    rng = np.random.default_rng((number, n))
    rate = WRONG[number // 2 % len(WRONG)] if wrong is None else wrong
    columns = columns_of(6, 6, n + FRESH, rng)
    wanted = int(rng.integers(5, 13)) if clauses is None else clauses
    held: list[np.ndarray] = []
    while len(held) < wanted:
        own = clause_of(columns, int(rng.integers(1, 3)), rng)
        is_new = all(abs(np.corrcoef(own, other)[0, 1]) < 0.5 for other in held)
        if 0.1 <= own.mean() <= 0.9 and is_new:
            held.append(own)
    rows = np.array(held)
    points = rng.choice([-1, 1], wanted) * rng.integers(1, 6, wanted)
    totals = points @ rows
    apart = totals - (np.floor(np.median(totals)) + 0.5)
    said = apart > 0
    if number % 2 == 0 and rate:

        def excess(a: float) -> float:
            return float(expit(-a * np.abs(apart)).mean()) - rate

        y = rng.random(len(said)) < expit(brentq(excess, 0.001, 50) * apart)
    else:
        y = said ^ (rng.random(len(said)) < rate)
    frame = pd.DataFrame(columns | {CLASS: np.where(y, "yes", "no")})
    return Case(frame[:n], frame[n:], rows[:, n:], said[n:], number % 2 == 0, rate)


def noise(number: int) -> pd.DataFrame:
    """A table whose class is independent of its columns."""
    rng = np.random.default_rng((number, 1))
    n, width = (100, 200, 400, 1000)[number % 4], int(rng.integers(4, 13))
    texts = (width, 0, width // 2)[number // 4 % 3]
    columns = columns_of(texts, width - texts, n, rng)
    y = rng.random(n) < (0.5, 0.3)[number // 12 % 2]
    return pd.DataFrame(columns | {CLASS: np.where(y, "yes", "no")})
