"""Tables whose number is a known sum of conjunctions, with noise, or is noise alone."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd

VALUES = ("a", "b", "c", "d")
NOISE: tuple[Callable[[np.random.Generator, int], np.ndarray], ...] = (
    lambda rng, n: rng.normal(size=n),
    lambda rng, n: rng.lognormal(sigma=1.5, size=n),
    lambda rng, n: rng.standard_t(2, size=n),
    lambda rng, n: rng.poisson(8, size=n) + rng.integers(0, 8, n),  # counts
    lambda rng, n: rng.lognormal(size=n) * (rng.random(n) < 1 / 3),  # zero in most rows
)
LEAST = 0.04  # of the rows, that a term covers and leaves at least


@dataclass(frozen=True)
class Planted:
    """A table, its true terms (tests as (column, operator, value)), their effects, the noise."""

    frame: pd.DataFrame
    terms: tuple[tuple[tuple[str, str, object], ...], ...]
    effects: tuple[float, ...]
    signal: np.ndarray


def holds(term: tuple[tuple[str, str, object], ...], frame: pd.DataFrame) -> np.ndarray:
    """Which rows a term covers."""
    covered = np.ones(len(frame), dtype=bool)
    for column, operator, value in term:
        cells = frame[column].to_numpy()
        if operator == "=":
            covered &= cells == value
        else:
            covered &= (cells > value) == (operator == ">")
    return covered


def planted(
    n_rows: int, mixed: bool, terms: int = 5, columns: int = 40, ratio: float = 5.0, seed: int = 0
) -> Planted:
    """A sum of terms of one to three tests each; the signal varies `ratio` times as the noise."""
    rng = np.random.default_rng(seed)
    data: dict[str, np.ndarray] = {}
    for j in range(columns):
        if mixed and j % 2:
            data[f"n{j}"] = np.round(rng.uniform(0, 100, n_rows), 1)
        else:
            data[f"c{j}"] = np.array(VALUES[: 2 + j % 3])[rng.integers(0, 2 + j % 3, n_rows)]
    frame = pd.DataFrame(data)
    chosen: list[tuple[tuple[str, str, object], ...]] = []
    while len(chosen) < terms:
        size = 1 + len(chosen) % 3
        tests: list[tuple[str, str, object]] = []
        for name in rng.choice(list(data), size, replace=False).tolist():
            if name[0] == "n":
                tests.append((name, ">", 10.0 * rng.integers(3, 7)) if rng.random() < 0.5
                             else (name, "≤", 10.0 * rng.integers(4, 8)))  # fmt: skip
            else:
                tests.append((name, "=", str(rng.choice(sorted(set(data[name]))))))
        covered = holds(tuple(tests), frame).mean()
        used = {name for column in chosen for name, *_ in column}
        if LEAST <= covered <= 1 - LEAST and not used & {name for name, *_ in tests}:
            chosen.append(tuple(tests))
    effects = rng.choice([-1.0, 1.0], terms) * rng.uniform(5, 10, terms)
    signal = sum(e * holds(t, frame) for e, t in zip(effects, chosen, strict=True)) + 50.0
    noise = rng.normal(size=n_rows) * signal.std() / ratio
    frame["y"] = np.round(signal + noise, 3)
    return Planted(frame, tuple(chosen), tuple(effects.tolist()), signal)


def noise(number: int) -> pd.DataFrame:
    """Table `number`, whose y has nothing to do with the columns beside it."""
    rng = np.random.default_rng([number, 0])
    n, columns = int(rng.integers(200, 501)), dict[str, np.ndarray]()
    for j in range(int(rng.integers(4, 9))):
        if number % 3 == 1 or (number % 3 == 2 and j % 2):
            columns[f"n{j}"] = np.round(rng.normal(size=n), 2)
        else:
            columns[f"c{j}"] = rng.choice(VALUES[: int(rng.integers(2, 5))], n)
    y = NOISE[number % len(NOISE)](rng, n)
    return pd.DataFrame(columns | {"y": np.round(y, 4)})
