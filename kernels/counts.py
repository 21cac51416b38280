"""Counts: the four integers of which every kernel of this project is a function.

For a family of yes/no features: how many there are, how many hold in x, in z, in both.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb


@dataclass(frozen=True, slots=True)
class Counts:
    """How many features a family has, and how many hold in x, in z and in both."""

    total: int
    in_x: int
    in_z: int
    both: int

    def __invert__(self) -> "Counts":
        """The family of negations: ¬f for every feature f."""
        neither = self.total - self.in_x - self.in_z + self.both
        return Counts(self.total, self.total - self.in_x, self.total - self.in_z, neither)

    def __add__(self, other: "Counts") -> "Counts":
        """The union of two families: the feature maps concatenated."""
        return Counts(
            self.total + other.total,
            self.in_x + other.in_x,
            self.in_z + other.in_z,
            self.both + other.both,
        )

    def choose(self, size: int) -> "Counts":
        """The family of ANDs of `size` distinct features (Polato, eq. 6.4)."""
        return Counts(
            comb(self.total, size),
            comb(self.in_x, size),
            comb(self.in_z, size),
            comb(self.both, size),
        )

    def up_to(self, size: int) -> "Counts":
        """The family of ANDs of 1 to `size` distinct features (Polato, section 7.2.1)."""
        return Counts(
            _combs_up_to(self.total, size),
            _combs_up_to(self.in_x, size),
            _combs_up_to(self.in_z, size),
            _combs_up_to(self.both, size),
        )

    def signed(self) -> "Counts":
        """The family of literals: every feature and its negation (Polato, section 6.4.1)."""
        return self + ~self


def combine(truth: Sequence[bool], a: Counts, b: Counts) -> Counts:
    """The family with one feature f∘g for each f of `a` and g of `b` (Polato, eq. 8.2 and 8.3).

    `truth` is the connective's column for (f, g) = (0, 0), (0, 1), (1, 0), (1, 1).
    """
    rows = [(p, q) for p in (0, 1) for q in (0, 1) if truth[2 * p + q]]
    joint_a, joint_b = _joint(a), _joint(b)
    return Counts(
        a.total * b.total,
        sum((a.in_x, a.total - a.in_x)[1 - p] * (b.in_x, b.total - b.in_x)[1 - q] for p, q in rows),
        sum((a.in_z, a.total - a.in_z)[1 - p] * (b.in_z, b.total - b.in_z)[1 - q] for p, q in rows),
        sum(joint_a[p, r] * joint_b[q, s] for p, q in rows for r, s in rows),
    )


def _joint(c: Counts) -> dict[tuple[int, int], int]:
    """How many features take the value p in x and r in z, for each (p, r)."""
    return {
        (1, 1): c.both,
        (1, 0): c.in_x - c.both,
        (0, 1): c.in_z - c.both,
        (0, 0): (~c).both,
    }


def _combs_up_to(n: int, size: int) -> int:
    """comb(n, 1) + … + comb(n, size) by one running product."""
    total, term = 0, 1
    for k in range(1, min(n, size) + 1):
        term = term * (n - k + 1) // k
        total += term
    return total
