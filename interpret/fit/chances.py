"""How probable the class is: by logistic curves on decision values (Platt 1999), which are the same
on every processor, and by the share of the class among the rows of each clause of a rule.
"""

from dataclasses import dataclass
from math import inf, sqrt

import numpy as np

from interpret.shares import Z95, wilson

DIGITS = 6  # of fitted and measured values, so that they are the same on every processor
# Prior of the slope: how far below 1 its mean lies for one row (this falls with the root of the
# number of rows), and its deviation; chosen on made tables (docs/results.md).
OF_CARDS, OF_RULES = (2.0, 0.4), (4.0, 0.25)
SLOWEST = 0.3  # the least mean of that prior
# Length and price are chosen by the very rows that the slope is learned from, which flatters the
# slope, the more the fewer rows there are. So its prior is narrow for few rows: its deviation is
# at most the first number times the rows, or the second if that is larger.
BELIEVED, NARROWEST = 0.002, 0.1
SHIFTED = 2.0  # the deviation of the prior of shifts
SURELY = 1.92  # a curve whose log-likelihood is this much better differs at the level of 95 %
STEPS, HALVINGS = 50, 30
# How far other cards lie from their curves, chosen on made tables (docs/results.md): times the
# variance of the curve, and the variance of 1 row, which falls with the root of their number.
SIBLINGS, OF_ONE = 1.5, 1.6
BINS = 10  # of rows with about the same odds
UNKNOWN = 0.0, 0.0, 1e6  # the uncertainty of log odds without any rows


def platt(scores: np.ndarray, y: np.ndarray) -> tuple[float, float]:
    """Slope and intercept of the curve; a mild penalty on the slope keeps it finite.

    Scores are divided by their standard deviation, so that a thousand rows outweigh the penalty a
    hundred times; divided by the largest score, few large ones would make it many times as heavy.
    scores: float (n,); y: bool (n,), of both classes.
    """
    from sklearn.linear_model import LogisticRegression  # here, because it takes a while to load

    scale = float(scores.std()) or 1.0
    curve = LogisticRegression(solver="newton-cholesky", tol=1e-10).fit(scores[:, None] / scale, y)
    slope, share = float(curve.coef_[0, 0]) / scale, float(y.mean())
    if slope <= 0:  # the scores do not predict the class of these rows
        return 0.0, rounded(np.log(share / (1 - share)))
    return rounded(slope), rounded(curve.intercept_[0])


def rounded(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")


def seldom(n: float) -> float:
    """The least chance that n rows can support; the largest is 1 minus that.

    Laplace's rule of succession gives it to a class that none of the rows has.
    """
    return 1 / (n + 2)


def log_odds(chance: float) -> float:
    return float(np.log(chance / (1 - chance)))


@dataclass(frozen=True)
class Curve:
    """The chance at x, a total or log odds: least + span / (1 + exp(−slope · x − shift)).

    least: the least chance that so few rows can support; rows: how many left-out rows this was
    learned from, 0 where none were left out; unsure: s, m, l of the standard deviation of log odds
    at x, √(s² (x − m)² + l²), from the same rows.
    """

    slope: float = 1.0
    shift: float = 0.0
    least: float = 0.0
    rows: int = 0
    unsure: tuple[float, float, float] = UNKNOWN

    @property
    def span(self) -> float:
        """How far the curve rises from end to end."""
        return 1 - 2 * self.least

    @property
    def seldom(self) -> float:
        """The end of the interval for a class that none of the rows has."""
        return wilson(0.0, 1 / self.least - 2)[1] if self.least else 0.0

    def of(self, x: np.ndarray) -> np.ndarray:
        """The chance at each x, float (n,)."""
        with np.errstate(over="ignore"):  # of a steep curve the chance is 0 or 1
            return self.least + self.span / (1 + np.exp(-(self.slope * x + self.shift)))

    def between(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The ends of the 95 % interval of the chance at each x, float (n,) both."""
        spread, middle, least = self.unsure
        reach = Z95 * np.hypot(spread * (x - middle), least)
        odds, seldom = self.slope * x + self.shift, self.seldom
        with np.errstate(over="ignore"):
            low, high = (1 / (1 + np.exp(-(odds + side))) for side in (-reach, reach))
        return (1 - seldom) * low, seldom + (1 - seldom) * high


AS_THEY_ARE = Curve()


@dataclass(frozen=True, eq=False)
class LeftOutOdds:
    """Rows left out of training, with the log odds from a fit without them.

    odds: float (m,); y: bool (m,); n: the number of independent rows, less than m where rows were
    left out several times or belong together; pays: the chance above which a row is called
    positive; between: the log odds between which the verdict changes; usual: the prior of the
    slope, as OF_CARDS.
    """

    odds: np.ndarray
    y: np.ndarray
    n: float
    pays: float
    between: tuple[float, float] = (-inf, inf)
    usual: tuple[float, float] = OF_CARDS

    @property
    def least(self) -> float:
        """The least chance; the largest is 1 minus that."""
        return rounded(min(seldom(self.n), self.pays / 2, (1 - self.pays) / 2))

    @property
    def usual_slope(self) -> float:
        """The prior mean of the slope for this number of rows."""
        return max(SLOWEST, 1 - self.usual[0] / sqrt(self.n))

    def curve(self) -> tuple[float, float]:
        """Slope and shift of the curve least + (1 − 2 least) / (1 + exp(−slope · odds − shift)).

        A fit of many tests to few rows is too sure of itself, and few rows cannot show by how much:
        so the slope is drawn towards its prior mean. The curve passes through the chance that pays
        where the verdict changes. Both hold unless the rows contradict them significantly. Slope 0
        where the odds do not predict the class.
        """
        level, start = log_odds(self._inside(self.pays)), self.usual_slope
        widest, reach = self.usual[1], max(NARROWEST, BELIEVED * self.n)
        (slope, shift), loss = self._fitted(np.array([start, level]), widest)
        if reach < widest:
            (near, beside), of_near = self._fitted(np.array([start, level]), reach)
            if self._misfit(near, beside) - self._misfit(slope, shift) <= SURELY:
                slope, shift, loss, widest = near, beside, of_near, reach
        if slope <= 0:
            return self.flat
        low, high = self.between
        crossing = (level - shift) / slope
        if low <= crossing <= high:
            return rounded(slope), rounded(shift)
        bound = min(max(crossing, low), high)
        (kept,), of_kept = self._fitted(np.array([slope]), widest, (bound, level))
        if kept > 0 and of_kept - loss <= SURELY:
            slope, shift = kept, level - kept * bound
        return rounded(slope), rounded(shift)

    @property
    def flat(self) -> tuple[float, float]:
        """The curve that gives every row the share of the class."""
        return 0.0, rounded(log_odds(self._inside(float(self.y.mean()))))

    def unsure(self, slope: float, shift: float) -> tuple[float, float, float]:
        """How unsure the log odds of a curve are: the spread s, middle m and least l of their
        standard deviation √(s² (z − m)² + l²) at the odds z.

        The variance is that of the curve itself plus that of single odds around it: as much as for
        any card of so few rows, and as groups of these rows deviate from the curve beyond chance
        (DerSimonian and Laird, Controlled Clinical Trials 7, 1986).
        """
        p, rise = self._chances(slope * self.odds + shift)
        known = rise**2 / (p * (1 - p)) * self.n / len(p)
        beside = OF_ONE / sqrt(self.n) + self._beyond_luck(p)
        if not slope:
            return 0.0, 0.0, rounded(sqrt(SIBLINGS / max(float(known.sum()), 1e-9) + beside))
        X = np.array([self.odds, np.ones(len(p))])
        (a, b), (_, c) = np.linalg.inv((X * known) @ X.T + np.diag(_precision(self.usual[1])))
        least = sqrt(SIBLINGS * (c - b**2 / a) + beside)
        return rounded(sqrt(SIBLINGS * a)), rounded(-b / a), rounded(least)

    def _beyond_luck(self, p: np.ndarray) -> float:
        """The variance of log odds, around those of p, among groups of rows of about equal odds."""
        _, place, sizes = np.unique(self.odds, return_inverse=True, return_counts=True)
        group = ((np.cumsum(sizes) - sizes / 2) * BINS // len(p)).astype(int)[place]
        each = self.n / len(p)
        weight = np.bincount(group, each * p * (1 - p), BINS)
        there = weight > 0
        away = np.bincount(group, each * (self.y - p), BINS)[there] / weight[there]
        weight = weight[there]
        if len(weight) <= len(self.usual):  # a curve fits any two exactly
            return 0.0
        excess = float(weight @ away**2) - (len(weight) - 1)
        return max(0.0, excess / float(weight.sum() - (weight**2).sum() / weight.sum()))

    def _chances(self, log_odds_of: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The chances at log odds of a curve, and their derivatives: float (m,) both."""
        q = 1 / (1 + np.exp(-np.clip(log_odds_of, -700, 700)))
        inside = 1 - 2 * self.least
        return self.least + inside * q, inside * q * (1 - q)

    def _misfit(self, slope: float, shift: float) -> float:
        """The logarithmic loss of the rows, scaled to n independent ones."""
        p, _ = self._chances(slope * self.odds + shift)
        return float(-np.log(np.where(self.y, p, 1 - p)).sum()) * self.n / len(p)

    def _inside(self, chance: float) -> float:
        """Where a chance lies between the least and the largest, from 0 to 1."""
        return min(max((chance - self.least) / (1 - 2 * self.least), self.least), 1 - self.least)

    def _fitted(
        self, start: np.ndarray, deviation: float, crossing: tuple[float, float] | None = None
    ) -> tuple[np.ndarray, float]:
        """Slope and shift of the least loss, by Fisher's scoring, and that loss.

        deviation: of the prior of the slope; crossing: a point of the curve, as odds and the log
        odds there; if it is given, only the slope is fitted.
        """
        around, level = crossing or (0.0, 0.0)
        columns = [self.odds - around] if crossing else [self.odds, np.ones(len(self.odds))]
        X, each = np.array(columns), self.n / len(self.odds)
        usual = np.array([self.usual_slope, log_odds(self._inside(self.pays))])[: len(X)]
        precision = _precision(deviation)[: len(X)]

        def objective(theta: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
            p, rise = self._chances(theta @ X + level)
            likelihood = np.log(np.where(self.y, p, 1 - p)).sum()
            away = theta - usual
            return each * -likelihood + 0.5 * float(precision @ away**2), p, rise

        theta, (loss, p, rise) = start.astype(float), objective(start)
        for _ in range(STEPS):
            gradient = each * X @ ((p - self.y) / (p * (1 - p)) * rise)
            gradient += precision * (theta - usual)
            information = each * (X * (rise**2 / (p * (1 - p)))) @ X.T + np.diag(precision)
            step, share = np.linalg.solve(information, gradient), 1.0
            for _ in range(HALVINGS):
                trial = objective(theta - share * step)
                if trial[0] <= loss:
                    break
                share /= 2
            else:
                break
            gained = loss - trial[0]
            theta, (loss, p, rise) = theta - share * step, trial
            if gained <= 1e-13 * (1 + loss):
                break
        return theta, float(loss)


def _precision(deviation: float) -> np.ndarray:
    """The precisions of the priors of a slope with this deviation, and of a shift."""
    return 1 / np.array([deviation, SHIFTED]) ** 2


@dataclass(frozen=True)
class Shares:
    """The positive class's share among training rows: of each clause, and where no clause holds.

    Shares are (k + 1) / (n + 2) (Laplace's rule of succession). denied: as in Formula.
    """

    clauses: tuple[float, ...]
    otherwise: float
    denied: bool

    def of(self, holding: np.ndarray) -> np.ndarray:
        """For each row the share of the most precise clause that holds: (n_rows,).

        holding: which clauses hold, bool (n_rows, n_clauses).
        """
        if not self.clauses:
            return np.full(len(holding), self.otherwise)
        counts = np.array(self.clauses)
        if self.denied:
            shares = np.where(holding, counts, np.inf).min(axis=1)
        else:
            shares = np.where(holding, counts, -np.inf).max(axis=1)
        return np.where(holding.any(axis=1), shares, self.otherwise)

    def log_odds(self, holding: np.ndarray) -> np.ndarray:
        """The log odds of these shares, of which none is 0 or 1: (n_rows,)."""
        shares = self.of(holding)
        return np.asarray(np.log(shares / (1 - shares)))


def shares_of_rows(holding: np.ndarray, y: np.ndarray, denied: bool) -> Shares:
    """The shares among some rows. holding: bool (n_rows, n_clauses); y: bool (n_rows,)."""
    rest = y[~holding.any(axis=1)]
    shares = [share(int(y[held].sum()), int(held.sum())) for held in holding.T]
    return Shares(tuple(shares), share(int(rest.sum()), len(rest)), denied)


def share(hits: int, n: int) -> float:
    """Laplace's rule of succession."""
    return (hits + 1) / (n + 2)
