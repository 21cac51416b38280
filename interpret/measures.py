"""Figures of verdicts: how often they are right, with intervals, and what each clause covers."""

from dataclasses import dataclass, replace

import numpy as np

from interpret.data.table import Table
from interpret.rules.logic import Formula, fired
from interpret.shares import Share, design_effect, share_of, sum_ends

MOST_UNEVEN = 10_000.0  # the largest ratio of the costs of errors in training
TIED = 7  # digits of the largest score; scores that agree in them are equal


@dataclass(frozen=True)
class Effects:
    """The design effect of groups on each rate of a confusion (Share.effect).

    says_yes, missed, false_alarm: of the shares, among all rows, of those that the verdict says yes
    to, that it misses, and that are false alarms.
    """

    accuracy: float = 1.0
    sensitivity: float = 1.0
    specificity: float = 1.0
    positive_predictive_value: float = 1.0
    negative_predictive_value: float = 1.0
    says_yes: float = 1.0
    missed: float = 1.0
    false_alarm: float = 1.0


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
    def never_yes(self) -> bool:
        """Whether the verdict is no on every row."""
        return not self.true_positive + self.false_positive

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
        """The rates of which a low one harms somebody, by name."""
        yes = self.true_positive + self.false_positive
        false_alarms, misses = (
            replace(share, hits=share.n - share.hits)
            for share in (self.specificity, self.sensitivity)
        )
        return {
            "right": self.accuracy,
            "false alarms": false_alarms,
            "misses": misses,
            "says yes": Share(yes, self.n, self.effects.says_yes),
            "precision": self.positive_predictive_value,
        }

    def guessing(self, yes: bool) -> "Confusion":
        """The confusion of always saying yes, or always no, on the same, independent rows."""
        positives = self.true_positive + self.false_negative
        negatives = self.n - positives
        return (
            Confusion(positives, negatives, 0, 0) if yes else Confusion(0, 0, positives, negatives)
        )

    @property
    def balanced_accuracy(self) -> float | None:
        rates = [self.sensitivity.value, self.specificity.value]
        return None if None in rates else sum(rates) / 2  # type: ignore[arg-type]

    @property
    def balanced_ends(self) -> tuple[float, float]:
        """The 95 % interval of the balanced accuracy; ZeroDivisionError where it is None."""
        low, high = sum_ends(((0.5, self.sensitivity), (0.5, self.specificity)))
        return max(0.0, low), min(1.0, high)

    @property
    def f1(self) -> float | None:
        """The harmonic mean of sensitivity (recall) and positive predictive value (precision)."""
        said_or_so = 2 * self.true_positive + self.false_positive + self.false_negative
        return 2 * self.true_positive / said_or_so if said_or_so else None


@dataclass(frozen=True)
class Costs:
    """The costs of a miss and of a false alarm, in any unit, by which verdicts are measured."""

    miss: float = 1.0
    false_alarm: float = 1.0

    @property
    def counting(self) -> dict[bool, float]:
        """The weight of a row of each class in training; the mean of the two is 1.

        Their ratio is at most MOST_UNEVEN, at which machine and rule already never make one of the
        errors.
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
        """The 95 % interval of the cost of a verdict for each row; ZeroDivisionError without a row.

        It is made from the shares of misses and of false alarms as if they were independent. No row
        is both, so the interval is rather too wide.
        """
        n, effects = counts.n, counts.effects
        missed = Share(counts.false_negative, n, effects.missed)
        alarms = Share(counts.false_positive, n, effects.false_alarm)
        low, high = sum_ends(((self.miss, missed), (self.false_alarm, alarms)))
        return max(0.0, low), high

    def says_yes(self, positives: int, n: int) -> bool:
        """Whether always saying yes costs less than always saying no, on such rows."""
        return self.miss * positives > self.false_alarm * (n - positives)

    def guessing(self, yes: bool, counts: "Confusion") -> float:
        """The cost of always saying yes, or always no, on the rows of a confusion."""
        return self.of(counts.guessing(yes))

    def right(self, counts: "Confusion") -> float | None:
        """1 minus a verdict's costs as a share of the costs of being wrong on every row.

        With equal costs this is the accuracy. None where being wrong costs nothing on these rows.
        """
        positives = counts.true_positive + counts.false_negative
        most = self.miss * positives + self.false_alarm * (counts.n - positives)
        return 1 - self.of(counts) / most if most else None


EVEN = Costs()
ROUNDING = 1e-12  # of all weights; a smaller sum is rounding


@dataclass(frozen=True)
class Apart:
    """The rows on which two verdicts differ, by class and by which of the two is right.

    first, second: on how many rows only the first, and only the second, is right, of the positive
    class and of the others; effect: the design effect of groups on the first's share
    (Share.effect).
    """

    first: tuple[int, int] = (0, 0)
    second: tuple[int, int] = (0, 0)
    effect: float = 1.0


def apart(first: np.ndarray, second: np.ndarray, y: np.ndarray, groups: np.ndarray | None) -> Apart:
    """Where two verdicts differ; first, second, y: bool of shape (n_rows,).

    groups: which rows belong together, int (n_rows,).
    """

    def only(one: np.ndarray, other: np.ndarray) -> tuple[int, int]:
        right = (one == y) & (other != y)
        return int(right[y].sum()), int(right[~y].sum())

    differ = first != second
    there = None if groups is None else groups[differ]
    effect = design_effect((first == y)[differ], there)
    return Apart(only(first, second), only(second, first), effect)


@dataclass(frozen=True)
class ClauseFigures:
    """Figures of one clause on some rows.

    rows: how many it covers; right: how many of these are of the class described; of_class: all
    rows of that class; alone: how many no other clause covers; n: all rows, 0 if unknown; effect,
    covering: the design effects of groups on the shares that are right and covered (Share.effect).
    """

    rows: int
    right: int
    of_class: int
    alone: int
    n: int = 0
    effect: float = 1.0
    covering: float = 1.0

    def __post_init__(self) -> None:
        if min(self.effect, self.covering) < 1:
            raise ValueError("the effect of groups must be at least 1")
        if not 0 <= self.right <= self.rows or self.rows > (self.n or self.rows):
            raise ValueError(
                "a clause must cover at most all rows, and be right on at most those it covers"
            )

    @property
    def probability(self) -> Share:
        """How often a row that the clause covers is of the class described, with its interval."""
        return Share(self.right, self.rows, self.effect)

    @property
    def coverage(self) -> Share:
        """How often a row is covered, with its interval."""
        return Share(self.rows, self.n, self.covering)

    @property
    def precision(self) -> float | None:
        return self.right / self.rows if self.rows else None

    @property
    def share(self) -> float | None:
        return self.right / self.of_class if self.of_class else None


def percent(value: float | None, digits: int = 1) -> str:
    """A share in words: "97.2 %", or "–" where there is none.

    0 % is said of nothing alone, and 100 % of all alone.
    """
    if value is None:
        return "–"
    share, least = f"{100 * value:.{digits}f}", 10.0**-digits
    if value > 0 and float(share) == 0:
        return f"less than {least:.{digits}f} %"
    if value < 1 and float(share) == 100:
        return f"more than {100 - least:.{digits}f} %"
    return f"{share} %"


def confusion(verdict: np.ndarray, truth: np.ndarray, groups: np.ndarray | None) -> Confusion:
    """Counts of a bool verdict against a bool truth, both of shape (n_rows,).

    groups: which rows belong together, int (n_rows,); intervals then take them into account. None
    where every row is independent.
    """
    return Confusion(
        int((verdict & truth).sum()),
        int((verdict & ~truth).sum()),
        int((~verdict & truth).sum()),
        int((~verdict & ~truth).sum()),
        ALONE if groups is None else _effects(verdict, truth, groups),
    )


def _effects(verdict: np.ndarray, truth: np.ndarray, groups: np.ndarray) -> Effects:
    right, every = verdict == truth, np.ones_like(truth)
    of = [(right, rows) for rows in (every, truth, ~truth, verdict, ~verdict)]
    of += [(hits, every) for hits in (verdict, truth & ~verdict, verdict & ~truth)]
    return Effects(*(design_effect(hits[rows], groups[rows]) for hits, rows in of))


def agreement(one: np.ndarray, other: np.ndarray, groups: np.ndarray | None) -> Share:
    """How often two verdicts are the same (the fidelity of Polato, section 7.3.1)."""
    return share_of(one == other, groups)


def auc(scores: np.ndarray, truth: np.ndarray) -> float | None:
    """Area under the ROC curve; None where the rows have one class only.

    Scores that differ by rounding alone are equal: many rows are exactly on the margin.
    """
    if not 0 < truth.sum() < len(truth):
        return None
    scale = float(np.abs(scores).max()) or 1.0
    return area_under_curve(np.round(scores / scale, TIED), truth)


def area_under_curve(scores: np.ndarray, truth: np.ndarray) -> float:
    """The share of pairs of a positive and a negative row that are in order; ties count half.

    scores: (n,); truth: bool (n,), of both classes (Mann and Whitney 1947).
    """
    from scipy.stats import rankdata

    positive = int(truth.sum())
    above = rankdata(scores)[truth].sum() - positive * (positive + 1) / 2
    return float(above / (positive * (len(truth) - positive)))


def clause_figures(
    formula: Formula, table: Table, y: np.ndarray, groups: np.ndarray | None
) -> tuple[ClauseFigures, ...]:
    """The figures of each clause; a denied formula's clauses describe the other class.

    groups: which rows belong together, int (n_rows,).
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
            len(y),
            design_effect(described[covered], None if groups is None else groups[covered]),
            design_effect(covered, groups),
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


def majority(y_train: np.ndarray, y: np.ndarray, groups: np.ndarray | None) -> Share:
    """How often guessing the class most frequent in training is right on other rows."""
    guess = y_train.sum() * 2 > len(y_train)
    return agreement(np.full(len(y), guess), y, groups)
