"""The rules of several classes side by side: which rows they share, and which no rule covers."""

from dataclasses import dataclass

import numpy as np

from interpret.measures import Share


@dataclass(frozen=True, eq=False)
class Together:
    """What k rules, one for each class, say of n rows.

    both: (k, k), of how many rows two rules say yes, on the diagonal how many one rule says;
    alone: of how many rows each rule alone says yes; none, several: the rows without a rule and
    with more than one; named: of the rows that exactly one rule names, how many it names rightly.
    """

    both: np.ndarray
    alone: tuple[int, ...]
    none: np.ndarray
    several: np.ndarray
    named: Share


def together(says: np.ndarray, truth: np.ndarray) -> Together:
    """says, truth: bool (k, n), whether a rule says that a row is of its class, and whether it is.

    A row may be of no class that has a rule.
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
