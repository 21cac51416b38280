"""Rows whose true chances are known, alone, in groups and with weights, for benchmarks.claims."""

from collections.abc import Callable

import numpy as np
import pandas as pd
from scipy.special import expit

FRESH = 10_000  # rows that a claim is held against
CLASS, GROUP, WEIGHT = "y", "g", "w"
COPIES = 10  # rows of a group, where all of them are alike
ALIKE = 1.5  # the deviation of what the rows of a group have in common, in log odds


def frame_of(n: int, rng: np.random.Generator, common: np.ndarray | float = 0.0) -> pd.DataFrame:
    """n independent rows; common: what is added to the log odds of each row, (n,)."""
    a, b = rng.choice(list("abc"), n), np.round(rng.normal(size=n), 2)
    chance = expit(1.2 * (a == "a") + 1.5 * b - 0.4 + common)
    columns = {"a": a, "b": b, "c": rng.choice(list("uv"), n)}
    return pd.DataFrame(columns | {CLASS: np.where(rng.random(n) < chance, "pos", "neg")})


def alone(n: int, rng: np.random.Generator) -> pd.DataFrame:
    return frame_of(n, rng)


def weighted(n: int, rng: np.random.Generator) -> pd.DataFrame:
    """Each row with a weight of its own, from .2 to 3."""
    return frame_of(n, rng).assign(**{WEIGHT: np.round(rng.uniform(0.2, 3.0, n), 3)})


def copied(n: int, rng: np.random.Generator) -> pd.DataFrame:
    """Groups of equal rows."""
    frame = frame_of(n, rng).assign(**{GROUP: np.arange(n)})
    return frame.loc[np.repeat(np.arange(n), COPIES)].reset_index(drop=True)


def grouped(n: int, rng: np.random.Generator) -> pd.DataFrame:
    """Groups of 1 to 9 rows, which have something in common that no column tells."""
    groups = np.repeat(np.arange(n), rng.integers(1, 10, n))
    frame = frame_of(len(groups), rng, ALIKE * rng.normal(size=n)[groups])
    return frame.assign(**{GROUP: groups})


def fresh(kind: str, rng: np.random.Generator) -> pd.DataFrame:
    """Independent rows of the same source: of groups, a row of each."""
    return frame_of(FRESH, rng, ALIKE * rng.normal(size=FRESH) if kind == "groups" else 0.0)


Rows = Callable[[int, np.random.Generator], pd.DataFrame]
# How rows come, and the columns of their groups and weights.
KINDS: dict[str, tuple[Rows, str | None, str | None]] = {
    "alone": (alone, None, None),
    "groups of equal rows": (copied, GROUP, None),
    "groups": (grouped, GROUP, None),
    "weights": (weighted, None, WEIGHT),
}


def shifted(n: int, loss: float, rng: np.random.Generator) -> pd.DataFrame:
    """Rows of which a tenth is of the other class than the age says, and so many more."""
    age = rng.integers(20, 80, n)
    ill = (age > 50) ^ (rng.random(n) < 0.1 + loss)
    columns = {"age": age, "place": rng.choice(list("pqrs"), n)}
    return pd.DataFrame(columns | {CLASS: np.where(ill, "pos", "neg")})


NUMBERS: dict[str, Callable[[np.random.Generator, int], np.ndarray]] = {
    "normal": lambda rng, n: rng.normal(size=n),
    "five degrees": lambda rng, n: rng.standard_t(5, n),
    "three degrees": lambda rng, n: rng.standard_t(3, n),
    "long to one side": lambda rng, n: rng.lognormal(size=n) - np.exp(0.5),
}


def numbers(kind: str, n: int, rng: np.random.Generator) -> pd.DataFrame:
    """A number that is a sum of conditions and noise of some kind."""
    a, b = rng.choice(list("abcd"), n), np.round(rng.normal(size=n), 2)
    y = 4.0 * (a == "a") + 3.0 * (b > 0.3) + 1.5 * NUMBERS[kind](rng, n)
    return pd.DataFrame({"a": a, "b": b, "c": rng.choice(list("uv"), n), "y": np.round(y, 4)})
