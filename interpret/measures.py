"""From verdicts to figures: how often right, with intervals, and what each clause covers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import sqrt

import numpy as np

from interpret.data.table import Table
from interpret.rules.logic import Formula, fired

Z95 = 1.959963984540054  # deviations to either side of a normal mean between which 95 % lie
MOST_UNEVEN = 10_000.0  # times that one error costs more than the other, in training
TIED = 7  # digits, counted from the largest score: scores that agree in them are equal


@dataclass(frozen=True)
class Share:
    """`hits` of `n` cases, with the 95 % Wilson interval; value None where there is no case.

    effect: how many times wider than that of independent cases the variance is, 1 where they are
    independent. The interval is then that of n / effect cases (Rao and Scott, Biometrics 48, 1992).
    """

    hits: int
    n: int
    effect: float = 1.0

    @property
    def value(self) -> float | None:
        return self.rate if self.n else None

    @property
    def rate(self) -> float:
        """The value of a share of at least one case; ZeroDivisionError of none."""
        return self.hits / self.n

    @property
    def percent(self) -> float | None:
        return 100 * self.hits / self.n if self.n else None

    @property
    def interval(self) -> tuple[float, float] | None:
        return self.ends if self.n else None

    @property
    def ends(self) -> tuple[float, float]:
        """The interval of a share of at least one case; ValueError of none."""
        if self.effect > 1:
            return wilson(self.rate, self.n / self.effect)
        return _wilson_of(self.hits, self.n)


@lru_cache(maxsize=10_000)
def _wilson_of(hits: int, n: int) -> tuple[float, float]:
    """The interval of independent cases; kept, since a page asks for the same at each click."""
    from scipy.stats import binomtest  # here, because it takes half a second to load

    low, high = binomtest(hits, n).proportion_ci(method="wilson")
    return float(low), float(high)


@dataclass(frozen=True)
class Effects:
    """What groups do to the variance of each rate of a confusion: Share.effect."""

    accuracy: float = 1.0
    sensitivity: float = 1.0
    specificity: float = 1.0
    positive_predictive_value: float = 1.0
    negative_predictive_value: float = 1.0


ALONE = Effects()


@dataclass(frozen=True)
class Confusion:
    """A verdict against the truth, counted; every rate of it follows."""

    true_positive: int
    false_positive: int
    false_negative: int
    true_negative: int
    effects: Effects = ALONE

    @property
    def n(self) -> int:
        return self.true_positive + self.false_positive + self.false_negative + self.true_negative

    @property
    def accuracy(self) -> Share:
        return Share(self.true_positive + self.true_negative, self.n, self.effects.accuracy)

    @property
    def sensitivity(self) -> Share:
        n = self.true_positive + self.false_negative
        return Share(self.true_positive, n, self.effects.sensitivity)

    @property
    def specificity(self) -> Share:
        n = self.true_negative + self.false_positive
        return Share(self.true_negative, n, self.effects.specificity)

    @property
    def positive_predictive_value(self) -> Share:
        n = self.true_positive + self.false_positive
        return Share(self.true_positive, n, self.effects.positive_predictive_value)

    @property
    def negative_predictive_value(self) -> Share:
        n = self.true_negative + self.false_negative
        return Share(self.true_negative, n, self.effects.negative_predictive_value)

    @property
    def rates(self) -> dict[str, Share]:
        """The rates that can wrong somebody, by name."""
        yes = self.true_positive + self.false_positive
        false_alarms, misses = (
            replace(share, hits=share.n - share.hits)
            for share in (self.specificity, self.sensitivity)
        )
        return {
            "right": self.accuracy,
            "false alarms": false_alarms,
            "misses": misses,
            "says yes": Share(yes, self.n),
            "precision": self.positive_predictive_value,
        }

    @property
    def balanced_accuracy(self) -> float | None:
        rates = [self.sensitivity.value, self.specificity.value]
        return None if None in rates else sum(rates) / 2  # type: ignore[arg-type]

    @property
    def balanced_ends(self) -> tuple[float, float]:
        """The 95 % interval of the balanced accuracy; ZeroDivisionError where it is None."""
        low, high = _weighted_ends(((0.5, self.sensitivity), (0.5, self.specificity)))
        return max(0.0, low), min(1.0, high)

    @property
    def f1(self) -> float | None:
        """The harmonic mean of sensitivity (recall) and positive predictive value (precision)."""
        said_or_so = 2 * self.true_positive + self.false_positive + self.false_negative
        return 2 * self.true_positive / said_or_so if said_or_so else None


def _weighted_ends(shares: Sequence[tuple[float, Share]]) -> tuple[float, float]:
    """The 95 % interval of a weighted sum of independent shares, from their own intervals.

    Zou and Donner, Statistics in Medicine 27, 2008. Each weight is positive.
    """
    middle = sum(weight * share.rate for weight, share in shares)
    below, above = (
        sqrt(sum((weight * (share.rate - share.ends[end])) ** 2 for weight, share in shares))
        for end in (0, 1)
    )
    return middle - below, middle + above


@dataclass(frozen=True)
class Costs:
    """What a miss and a false alarm cost, in any unit: the measure of a verdict."""

    miss: float = 1.0
    false_alarm: float = 1.0

    @property
    def counting(self) -> dict[bool, float]:
        """What a row of each class counts for in training; the mean of the two is 1. Beyond
        MOST_UNEVEN to one, machine and rule already never err on one side.
        """
        highest = max(self.miss, self.false_alarm) / MOST_UNEVEN
        miss, alarm = max(self.miss, highest), max(self.false_alarm, highest)
        return {True: 2 * miss / (miss + alarm), False: 2 * alarm / (miss + alarm)}

    @property
    def worthwhile(self) -> float:
        """The probability from which on it costs less to say yes (Elkan, IJCAI 2001, eq. 2)."""
        return self.false_alarm / (self.miss + self.false_alarm)

    def of(self, counts: "Confusion") -> float:
        """What a verdict costs on all of its rows."""
        return self.miss * counts.false_negative + self.false_alarm * counts.false_positive

    def between(self, counts: "Confusion") -> tuple[float, float]:
        """The 95 % interval of what a verdict costs a row; ZeroDivisionError without a row.

        Made of the shares of rows that are missed and that are false alarms: no row is both, so the
        interval is rather too wide.
        """
        n, effect = counts.n, counts.effects.accuracy
        low, high = _weighted_ends(
            (
                (self.miss, Share(counts.false_negative, n, effect)),
                (self.false_alarm, Share(counts.false_positive, n, effect)),
            )
        )
        return max(0.0, low), high

    def says_yes(self, positives: int, n: int) -> bool:
        """Whether always saying yes costs less than always saying no, on such rows."""
        return self.miss * positives > self.false_alarm * (n - positives)

    def guessing(self, yes: bool, counts: "Confusion") -> float:
        """What always saying yes, or always no, costs on the rows of a confusion."""
        positives = counts.true_positive + counts.false_negative
        return self.false_alarm * (counts.n - positives) if yes else self.miss * positives

    def right(self, counts: "Confusion") -> float | None:
        """1 minus a verdict's costs, as a share of the costs of being wrong on every row. With
        equal costs this is the accuracy. None where being wrong costs nothing on these rows.
        """
        positives = counts.true_positive + counts.false_negative
        most = self.miss * positives + self.false_alarm * (counts.n - positives)
        return 1 - self.of(counts) / most if most else None


EVEN = Costs()
ROUNDING = 1e-12  # of all weights: a smaller sum is 0 up to rounding


@dataclass(frozen=True)
class Apart:
    """The rows on which two verdicts differ, by class and by which of the two is right.

    first, second: how many only the first and only the second is right on, of the rows of the
    positive class and of the others.
    """

    first: tuple[int, int] = (0, 0)
    second: tuple[int, int] = (0, 0)


def apart(first: np.ndarray, second: np.ndarray, y: np.ndarray) -> Apart:
    """Where two verdicts differ; all three bool of shape (n_rows,)."""

    def only(one: np.ndarray, other: np.ndarray) -> tuple[int, int]:
        right = (one == y) & (other != y)
        return int(right[y].sum()), int(right[~y].sum())

    return Apart(only(first, second), only(second, first))


@dataclass(frozen=True)
class ClauseFigures:
    """What one clause does on some rows.

    rows: covered; right: of these, of the class described; of_class: all rows of that class;
    alone: covered by no other clause; effect: what groups do to the share that is right
    (Share.effect).
    """

    rows: int
    right: int
    of_class: int
    alone: int
    effect: float = 1.0

    @property
    def probability(self) -> Share:
        """How often a row that the clause covers is of the class described, with its interval."""
        return Share(self.right, self.rows, self.effect)

    @property
    def precision(self) -> float | None:
        return self.right / self.rows if self.rows else None

    @property
    def share(self) -> float | None:
        return self.right / self.of_class if self.of_class else None


def percent(value: float | None, digits: int = 1) -> str:
    """A share in words: "97.2 %", or "–" where there is none."""
    return "–" if value is None else f"{100 * value:.{digits}f} %"


def confusion(
    verdict: np.ndarray, truth: np.ndarray, groups: np.ndarray | None = None
) -> Confusion:
    """Counts of a bool verdict against a bool truth, both of shape (n_rows,).

    groups: whose rows belong together, int (n_rows,); intervals are then those of groups.
    """
    return Confusion(
        int((verdict & truth).sum()),
        int((verdict & ~truth).sum()),
        int((~verdict & truth).sum()),
        int((~verdict & ~truth).sum()),
        ALONE if groups is None else _effects(verdict, truth, groups),
    )


def _effects(verdict: np.ndarray, truth: np.ndarray, groups: np.ndarray) -> Effects:
    right = verdict == truth
    of = (np.ones_like(truth), truth, ~truth, verdict, ~verdict)
    return Effects(*(design_effect(right[rows], groups[rows]) for rows in of))


def agreement(one: np.ndarray, other: np.ndarray, groups: np.ndarray | None = None) -> Share:
    """On how many rows two verdicts are the same (the fidelity of Polato, section 7.3.1)."""
    same = one == other
    effect = 1.0 if groups is None else design_effect(same, groups)
    return Share(int(same.sum()), len(one), effect)


def design_effect(hits: np.ndarray, groups: np.ndarray) -> float:
    """How many times wider than of independent rows the variance of a share is, 1 at least.

    hits: bool (n_rows,); groups: int (n_rows,). The variance of a ratio by groups (Rao and Scott,
    Biometrics 48, 1992) over that of a binomial share. Where all rows are hits, or none is, the
    variance cannot be estimated, and groups are counted instead of rows.
    """
    n = len(hits)
    if not n:
        return 1.0
    _, place = np.unique(groups, return_inverse=True)
    k, share = int(place.max()) + 1, float(hits.mean())
    if share in (0.0, 1.0) or k < 2:
        return n / k
    apart = np.bincount(place, hits - share)
    return max(1.0, float(k / (k - 1) * (apart**2).sum() / (n * share * (1 - share))))


def wilson(share: float, n: float) -> tuple[float, float]:
    """The 95 % interval of a share of n cases, which need not be whole (Wilson 1927)."""
    z2 = Z95**2
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    reach = Z95 / (1 + z2 / n) * sqrt(share * (1 - share) / n + z2 / (4 * n**2))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def auc(scores: np.ndarray, truth: np.ndarray) -> float | None:
    """Area under the ROC curve; None where the rows have one class only.

    Scores that differ by rounding alone are equal: many rows stand exactly on the margin.
    """
    if not 0 < truth.sum() < len(truth):
        return None
    scale = float(np.abs(scores).max()) or 1.0
    return area_under_curve(np.round(scores / scale, TIED), truth)


def area_under_curve(scores: np.ndarray, truth: np.ndarray) -> float:
    """The share of pairs of a positive and a negative row in order; ties count half.

    scores: (n,); truth: bool (n,), of both classes (Mann and Whitney 1947).
    """
    from scipy.stats import rankdata

    positive = int(truth.sum())
    above = rankdata(scores)[truth].sum() - positive * (positive + 1) / 2
    return float(above / (positive * (len(truth) - positive)))


def clause_figures(
    formula: Formula, table: Table, y: np.ndarray, groups: np.ndarray | None = None
) -> tuple[ClauseFigures, ...]:
    """For each clause what it covers; a denied formula's clauses describe the other class.

    groups: whose rows belong together, int (n_rows,).
    """
    described = ~y if formula.denied else y
    covers = fired(formula.clauses, table).T
    once = covers.sum(axis=0) == 1
    return tuple(
        ClauseFigures(
            int(covered.sum()),
            int((covered & described).sum()),
            int(described.sum()),
            int((covered & once).sum()),
            1.0 if groups is None else design_effect(described[covered], groups[covered]),
        )
        for covered in covers
    )


def weights_without(formula: Formula, table: Table, weights: np.ndarray) -> tuple[float, ...]:
    """The formula's weight without each of its clauses. weights: y_i α_i of the table's rows."""
    covers = fired(formula.clauses, table).T
    times = covers.sum(axis=0)
    others = times - covers > 0
    float_weights = np.asarray(weights, dtype=float)
    without = (others != formula.denied).astype(float) @ float_weights
    return tuple(
        np.where(np.abs(without) < ROUNDING * np.abs(float_weights).sum(), 0.0, without).tolist()
    )


def majority(y_train: np.ndarray, y: np.ndarray, groups: np.ndarray | None = None) -> Share:
    """How often the class most frequent in training is right on other rows."""
    guess = y_train.sum() * 2 > len(y_train)
    return agreement(np.full(len(y), guess), y, groups)
