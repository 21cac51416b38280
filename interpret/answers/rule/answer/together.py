"""The rules of several classes side by side: which rows they share, and which no rule covers."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from interpret.measures import Share


@dataclass(frozen=True, eq=False)
class Together:
    """What k rules, one for each class, say of n rows.

    both: (k, k), on how many rows two rules both say yes; on the diagonal, on how many one does.
    alone: on how many rows only this rule says yes. none, several: the rows on which no rule, and
    on which more than one, says yes. named: on how many of the rows where exactly one rule says yes
    that rule is right.
    """

    both: np.ndarray
    alone: tuple[int, ...]
    none: np.ndarray
    several: np.ndarray
    named: Share


def together(says: np.ndarray, truth: np.ndarray) -> Together:
    """Counts what k rules say of n rows.

    says, truth: bool (k, n), whether each rule says that a row is of its class, and whether it is.
    A row may be of a class that has no rule.
    """
    claims = says.sum(axis=0)
    one = claims == 1
    return Together(
        both=says.astype(np.int64) @ says.T.astype(np.int64),
        alone=tuple((says & one).sum(axis=1).tolist()),
        none=np.flatnonzero(claims == 0),
        several=np.flatnonzero(claims > 1),
        named=Share(int((says & truth & one).sum()), int(one.sum())),
    )


@dataclass(frozen=True)
class Claims:
    """The rows of one class: how many are of each of KINDS, and how many each other rule has."""

    name: str
    kinds: tuple[int, int, int, int]
    others: tuple[tuple[str, int], ...]


def claims(names: Sequence[str], says: np.ndarray, truth: np.ndarray) -> tuple[Claims, ...]:
    """For each class, which rules claim its rows.

    says, truth: bool (k, n), whether each rule says that a row is of its class, and whether it is.
    """
    one = says.sum(axis=0) == 1
    found = []
    for i, name in enumerate(names):
        of_class = truth[i]
        alone = [int((of_class & one & other).sum()) for other in says]
        several, none = (
            int((of_class & rows).sum()) for rows in (says.sum(axis=0) > 1, ~says.any(0))
        )
        others = [(names[j], n) for j, n in enumerate(alone) if n and j != i]
        kinds = (alone[i], several, none, sum(alone) - alone[i])
        found.append(Claims(name, kinds, tuple(sorted(others, key=lambda other: -other[1]))))
    return tuple(found)
