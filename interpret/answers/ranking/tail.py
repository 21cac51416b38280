"""How choices are spread: sparsity, long tails and their slope (Polato, section 10.3)."""

from dataclasses import dataclass

import numpy as np

from interpret.answers.ranking.choices import Choices
from kernels.recommender.items import share_in_common


@dataclass(frozen=True)
class Tail:
    """Counts, the largest first, and the least-squares line of log count over log rank."""

    counts: tuple[int, ...]
    slope: float
    intercept: float


@dataclass(frozen=True)
class Spread:
    """How many choices users and items have, and how dense the table and the kernel are.

    density: the share of ones in the table; kernel: the share of pairs of items that some user
    chose both of; expected: that share if choices were spread evenly (Polato, eq. 10.6 and 10.7).
    """

    users: Tail
    items: Tail
    density: float
    kernel: float
    expected: float


def tail(counts: np.ndarray) -> Tail:
    """The tail of how many choices each user, or each item, has: int (n,)."""
    ordered = np.sort(counts[counts > 0])[::-1]
    if len(ordered) < 2:
        return Tail(tuple(ordered.tolist()), 0.0, 0.0)
    slope, intercept = np.polyfit(np.log(np.arange(1, len(ordered) + 1)), np.log(ordered), 1)
    return Tail(tuple(ordered.tolist()), float(slope), float(intercept))


def spread(choices: Choices) -> Spread:
    """How the choices are spread."""
    n_users, n_items = choices.R.shape
    density = choices.R.nnz / (n_users * n_items)
    any_ = 1 - (1 - density**2) ** n_users
    return Spread(
        tail(choices.per_user),
        tail(choices.per_item),
        density,
        share_in_common(choices.R),
        (n_items + (n_items**2 - n_items) * any_) / n_items**2,
    )
