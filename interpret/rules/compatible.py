"""Which tests may stand in one clause, without a matrix of all pairs of tests."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

TESTS_AT_A_TIME = 500  # whose pairs are counted at once, so that a wide attribute fits


@dataclass(frozen=True, eq=False)
class Compatible:
    """Which pairs of tests may stand in one clause.

    Two tests of different attributes always may, two of the same attribute if neither implies nor
    excludes the other. blocks: for each attribute the pairs of its tests, bool (n_tests, n_tests).
    """

    blocks: tuple[np.ndarray, ...]

    @classmethod
    def of(cls, accepts: Iterable[np.ndarray]) -> "Compatible":
        """From which values the tests of each attribute accept: bool (n_tests, n_values) each."""
        blocks = []
        for accepted in accepts:
            rows_of_test = accepted.astype(np.float32)
            n_values = rows_of_test.sum(axis=1)
            block = np.empty((len(rows_of_test), len(rows_of_test)), dtype=bool)
            for start in range(0, len(rows_of_test), TESTS_AT_A_TIME):
                some = slice(start, start + TESTS_AT_A_TIME)
                both = rows_of_test[some] @ rows_of_test.T  # numbers of values, exact below 2²⁴
                narrower = np.minimum.outer(n_values[some], n_values)
                block[some] = (both > 0) & (both < narrower)
            blocks.append(block)
        return cls(tuple(blocks))

    @cached_property
    def _block(self) -> list[int]:
        """For each test, the place of its attribute's block."""
        return [place for place, block in enumerate(self.blocks) for _ in range(len(block))]

    @cached_property
    def _first(self) -> list[int]:
        """The first test of each block, and at the end the number of all tests."""
        return [0, *np.cumsum([len(block) for block in self.blocks], dtype=int).tolist()]

    def __len__(self) -> int:
        return len(self._block)

    def row(self, test: int) -> np.ndarray:
        """Which tests may stand beside this one: bool (n_tests,)."""
        return self.rows([test])[0]

    def rows(self, tests: Sequence[int]) -> np.ndarray:
        """Which tests may stand beside each of these: bool (len(tests), n_tests)."""
        allowed = np.ones((len(tests), len(self)), dtype=bool)
        for row, test in zip(allowed, tests, strict=True):
            place = self._block[test]
            first, beyond = self._first[place], self._first[place + 1]
            row[first:beyond] = self.blocks[place][test - first]
        return allowed

    def pair(self, one: int, other: int) -> bool:
        """Whether these two tests may stand in one clause."""
        place = self._block[one]
        first, beyond = self._first[place], self._first[place + 1]
        inside = first <= other < beyond
        return not inside or bool(self.blocks[place][one - first, other - first])
