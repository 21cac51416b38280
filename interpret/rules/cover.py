"""A rule as a cover of rows: its parts, which are clauses or boxes, with the rows of each."""

from collections.abc import Callable, Iterable
from math import inf
from typing import Generic, TypeVar

import numpy as np

NOISE = 1e-9  # of all weight: a gain that is no larger is rounding

Part = TypeVar("Part")


class Cover(Generic[Part]):
    """The parts of a rule, the rows that each covers, and how many parts cover each row.

    weights: of the rows, (n_rows,); price: of a test; rows_of: the rows that a part covers, bool
    (n_rows,); length_of: the tests of a part.
    """

    def __init__(
        self,
        weights: np.ndarray,
        price: float,
        rows_of: Callable[[Part], np.ndarray],
        length_of: Callable[[Part], float],
        parts: Iterable[Part] = (),
    ) -> None:
        self.weights, self.price = weights, price
        self.rows_of, self.length_of = rows_of, length_of
        self.noise = noise_of(weights)
        self.parts: list[Part] = []
        self.rows: list[np.ndarray] = []
        self.times = np.zeros(len(weights), dtype=np.int32)
        for part in parts:
            self.add(part)

    def add(self, part: Part) -> None:
        rows = self.rows_of(part)
        self.parts.append(part)
        self.rows.append(rows)
        self.times += rows

    def remove(self, place: int) -> Part:
        self.times -= self.rows.pop(place)
        return self.parts.pop(place)

    def left(self, but: int | None = None) -> np.ndarray:
        """The row weights, 0 where a part covers the row already. but: a part not to count."""
        times = self.times if but is None else self.times - self.rows[but]
        return np.where(times > 0, 0.0, self.weights)

    def value(self, place: int) -> float:
        """What a part adds to the others, less the price of its tests."""
        alone = self.rows[place] & (self.times == 1)
        return float(self.weights[alone].sum()) - self.price * self.length_of(self.parts[place])

    def prune(self, floor: float, most: float = inf) -> bool:
        """Drops the part that adds least, again and again; whether any was dropped.

        A part is dropped while it adds no more than the floor, or there are more than `most`.
        """
        before = len(self.parts)
        while self.parts:
            values = [self.value(place) for place in range(len(self.parts))]
            worst = int(np.argmin(values))
            if values[worst] > floor and len(self.parts) <= most:
                break
            self.remove(worst)
        return len(self.parts) < before


def noise_of(weights: np.ndarray) -> float:
    """The gain below which a change of a rule on rows of these weights is rounding."""
    return NOISE * float(np.abs(weights).sum())
