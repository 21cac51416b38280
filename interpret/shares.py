"""Shares of cases with their 95 % intervals. Every interval of a share is made here.

Rows that belong together, such as those of one group or the copies of a row with a fractional
weight, carry less information than as many independent rows. `share_of` takes groups into account;
`independent` is for cases that are known to be independent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt

import numpy as np

Z95 = 1.959963984540054  # deviations on either side of a normal mean that contain 95 %
UPPER = 0.975  # the probability that a deviation is below Z95
SURELY = 0.9  # the level of the upper limit of the effect of groups


@dataclass(frozen=True)
class Share:
    """`hits` of `n` cases, with the 95 % Wilson interval; value None where there is no case.

    effect: how many rows carry as much information as one independent case, 1 if independent. The
    interval is that of n / effect cases (Rao and Scott, Biometrics 48, 1992).
    """

    hits: int
    n: int
    effect: float = 1.0

    @property
    def value(self) -> float | None:
        return self.rate if self.n else None

    @property
    def rate(self) -> float:
        """The value; ZeroDivisionError without a case."""
        return self.hits / self.n

    @property
    def percent(self) -> float | None:
        return 100 * self.hits / self.n if self.n else None

    @property
    def interval(self) -> tuple[float, float] | None:
        return self.ends if self.n else None

    @property
    def ends(self) -> tuple[float, float]:
        """The interval; ZeroDivisionError without a case."""
        return wilson(self.rate, self.n / self.effect)


def share_of(hits: np.ndarray, groups: np.ndarray | None) -> Share:
    """The share of hits, bool (n_rows,). groups: which rows belong together, int (n_rows,)."""
    return Share(int(hits.sum()), len(hits), design_effect(hits, groups))


def independent(hits: int, n: int) -> Share:
    """The share of n cases that do not depend on one another."""
    return Share(hits, n)


def design_effect(hits: np.ndarray, groups: np.ndarray | None) -> float:
    """How many rows carry as much information on this share as one independent row, at least 1.

    hits: bool (n_rows,); groups: int (n_rows,), None where every row is independent. It is the
    variance of a ratio by groups (Rao and Scott, Biometrics 48, 1992) over that of a binomial
    share. With few groups this is often far too small, so its upper limit is taken (that of a
    variance, with one less degree of freedom than the equivalent number of groups of equal size),
    but no more than if all rows of a group were alike (Kish, Survey Sampling, 1965), unless the
    variance itself is more. Where all rows are hits, or none is, the rows of a group count as
    alike.
    """
    if groups is None or not len(hits):
        return 1.0
    from scipy.special import chdtri  # here, because it takes time to load

    n = len(hits)
    _, place, sizes = np.unique(groups, return_inverse=True, return_counts=True)
    alike, k, share = float((sizes.astype(float) ** 2).sum() / n), len(sizes), float(hits.mean())
    if share in (0.0, 1.0) or k < 2:
        return alike
    apart = np.bincount(place, hits - share)
    effect = max(1.0, float((apart**2).sum() / (n * share * (1 - share))))
    free = max(1.0, n / alike - 1)
    return round(min(effect * free / float(chdtri(free, SURELY)), max(effect, alike)), 9)


def mean_error(values: np.ndarray, groups: np.ndarray | None) -> float:
    """The standard error of a mean over rows; times Z95 it is half of the 95 % interval.

    values: float (n_rows,), of at least one row; groups: as in design_effect. It is that of a ratio
    by groups, enlarged by Student's t with one less degree of freedom than the equivalent number of
    groups of equal size.
    """
    from scipy.special import stdtrit  # here, because it takes time to load

    n = len(values)
    place = np.arange(n) if groups is None else np.unique(groups, return_inverse=True)[1]
    sizes, apart = np.bincount(place), np.bincount(place, values - values.mean())
    k, alike = len(sizes), float((sizes.astype(float) ** 2).sum() / n)
    if k < 2:
        return inf
    student = float(stdtrit(max(1.0, n / alike - 1), UPPER)) / Z95
    return student * sqrt(k / (k - 1) * float((apart**2).sum())) / n


@dataclass(frozen=True, kw_only=True)
class Loss:
    """What rules, cards or sums lose against others, judged in pairs on rows left out.

    lost: by how much smaller a share of the rows they are right, of sums by how much smaller a
    share of the variation they explain; low, high: its 95 % interval.
    """

    lost: float
    low: float
    high: float

    @property
    def is_needed(self) -> bool:
        """Whether they are surely worse, so that what they lack is needed."""
        return self.low > 0

    @property
    def is_good(self) -> bool:
        """Whether they are not measurably worse: they lose at most one standard error."""
        return self.lost <= (self.high - self.lost) / Z95


@dataclass(frozen=True, kw_only=True)
class Lacking(Loss):
    """What is lost by those that may not ask for a column."""

    column: str


def loss_of(values: np.ndarray, groups: np.ndarray | None) -> Loss:
    """The loss, from what is lost on each row, (n_rows,). groups: as in mean_error."""
    lost, error = float(values.mean()), mean_error(values, groups)
    return Loss(lost=lost, low=lost - Z95 * error, high=lost + Z95 * error)


def wilson(share: float, n: float) -> tuple[float, float]:
    """The 95 % interval of a share of n cases (Wilson 1927); n need not be a whole number."""
    z2 = Z95**2
    middle = (2 * n * share + z2) / (2 * (n + z2))
    reach = Z95 / (2 * (n + z2)) * sqrt(4 * n * share * (1 - share) + z2)
    return 0.0 if share == 0 else middle - reach, 1.0 if share == 1 else middle + reach


def sum_ends(shares: Sequence[tuple[float, Share]]) -> tuple[float, float]:
    """The 95 % interval of a weighted sum of independent shares, from their own intervals.

    shares: pairs of a weight, which may be negative, and a share of at least one case (Zou and
    Donner, Statistics in Medicine 27, 2008; of two shares with the weights 1 and −1 it is the
    interval of their difference of Newcombe, Statistics in Medicine 17, 1998, 873).
    """
    middle, below, above = 0.0, 0.0, 0.0
    for weight, share in shares:
        ends = sorted(weight * end for end in share.ends)
        middle += weight * share.rate
        below += (weight * share.rate - ends[0]) ** 2
        above += (ends[1] - weight * share.rate) ** 2
    return middle - sqrt(below), middle + sqrt(above)
