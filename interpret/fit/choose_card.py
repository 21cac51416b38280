"""What a card is fitted to, how long its clauses are and how many it has, chosen by folds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial
from math import inf, sqrt

import numpy as np

from interpret import cores
from interpret.data.splits import Division
from interpret.fit.cards_on_folds import (
    ROUNDING,
    Request,
    Space,
    Validated,
    raced,
)
from interpret.fit.choose_rule import languages
from interpret.fit.folds import Folds, LeftOut, ahead
from interpret.fit.sample import Sample
from interpret.row_limits import ROWS
from interpret.rules.cards.logistic import DECISIONS, LABELS, MIX, Try
from interpret.rules.demands import Demands
from interpret.settings import Resolved
from kernels.svm import BooleanSVC

FOLDS = Division(((400, 5, 3), (1500, 5, 2), (inf, 3, 1)))
MADE_ONCE = Division(((400, 5, 1), (inf, 3, 1)))
LINES = 20  # of a card, at most, where nothing is said
LITERALS = (1, 2, 3, 5)  # the most tests in a clause; 5 is tried only if 3 beat fewer
RIDGES = (0.2, 2.0)  # ridge / 2 times the sum of squared weights is added to the loss of all rows
ROWS_PER_CLAUSE = 2  # of the rarer class; fewer do not support a further clause
TAUGHT = 1500  # from this number of rows on, only labels are fitted to
# Standard errors by which no sum may be behind the rule. The rule's figure is the best of many: two
# would drop cards that are right more often on other rows (haberman: 76 % beside a rule's 73).
BEHIND = 3.0
AHEAD = 1.0  # standard errors from which on sums say more than a rule with the same verdicts
SURELY = 2.0  # standard errors by which a card fitted to a machine must be better
FITTED_TO = {"labels": LABELS, "mix": MIX, "weights": DECISIONS, "domain": DECISIONS}


@dataclass(frozen=True)
class Length:
    """Cards of one length in validation.

    hits: the weight of the left-out rows that were right, of n; tests: the mean number of tests.
    """

    terms: int
    literals: int
    hits: float
    n: int
    tests: float


@dataclass(frozen=True, eq=False)
class CardWay:
    """How to fit a card: its number of terms, taken from a path of sums up to the longest.

    demands: what every card must satisfy; reach: the most points of a clause, set by
    `interpret.fit.fit_card`; measured: all sums that were tried, on the rows left out that
    they were judged on.
    """

    tried: Try
    terms: int
    longest: int
    language: str
    demands: Demands
    reach: int
    measured: tuple[Validated, ...]
    judged: LeftOut

    def without(self, rows: np.ndarray) -> "CardWay":
        """What the same validation chooses without some rows of the sample, as indices: ridge,
        limit on tests and length. What is fitted to and the most points stay.
        """
        judged, kept = self.judged.without(rows)
        if not kept.any():  # no other row was left out
            return self
        same = [one for one in self.measured if one.tried.fitted_to == self.tried.fitted_to]
        best, terms = _best([one.on(kept) for one in same], judged)
        return replace(self, tried=best.tried, terms=terms, measured=())


@dataclass(frozen=True, eq=False)
class CardChoice(CardWay):
    """How to fit a card, and what it was chosen by.

    lengths: what validation measured at every length, at the best limit on tests in a clause;
    right_on: for each row, for how much of its weight the sums that were right most often were so
    while it was left out, NaN where it never was; folds: of these rows; odds: the log odds that
    cards like it gave the rows left out first, set by `interpret.fit.fit_card`.
    """

    lengths: tuple[Length, ...]
    right_on: np.ndarray
    folds: Folds
    odds: np.ndarray = field(default_factory=lambda: np.zeros(0))

    @property
    def way(self) -> CardWay:
        """The way alone, which does not hold on to folds."""
        return CardWay(**{one.name: getattr(self, one.name) for one in fields(CardWay)})

    def ahead_of(self, right_on: np.ndarray | None) -> float:
        """On how much more of the left-out rows a sum was right than the rule, in standard errors.

        right_on: of the rule, for the same rows; None where it was not validated. Nothing is known
        where it was validated on others: 0.
        """
        if right_on is None or len(right_on) != len(self.right_on):
            return 0.0
        there = ~np.isnan(self.right_on + right_on)
        gain, error = ahead(self.right_on[there], right_on[there])
        return 0.0 if abs(gain) <= ROUNDING else gain / max(error, ROUNDING)


def choose_card(
    sample: Sample,
    svc: BooleanSVC,
    request: Request,
    go_on: Callable[[], object] = cores.always,
    division: Division = FOLDS,
    machine_right: float | None = None,
) -> CardChoice:
    """What a card is fitted to, and how many clauses of how many tests do best on left-out rows.

    The measure is averaged over neighbouring lengths, since a length that stands out from them was
    lucky. Of the cards than which no other is better by more than a standard error, paired by rows,
    the one of fewest tests is taken: over 44 splits of 22 tables it was as often right as the best
    by that measure and had a fifth fewer tests. svc: an unfitted machine, trained anew in each
    fold; division: of the rows into folds, MADE_ONCE where few rows need not be divided several
    times; machine_right: how often such machines were right on left-out rows, if known. Raises
    cores.Cancelled if go_on returns False.
    """
    seed, decide = request.settings.seed, request.decide
    folds = Folds.of(sample, division, seed, ROWS.card, svc, decide)
    # A model that replaces the machine was not measured.
    teacher_right = machine_right if decide is None else None
    resolved, demands = request.settings.resolved, request.demands
    n_rarer = int(np.bincount(folds.sample.y, minlength=2).min())
    most = min(resolved.clauses or LINES, n_rarer // ROWS_PER_CLAUSE)
    longest = max(1, most)
    language = resolved.language or languages(sample)[0]
    race = partial(raced, folds, space=Space(language, demands, longest), go_on=go_on)
    measured, best, terms = _raced(race, folds, resolved, teacher_right)
    hits = (one for option in measured for one in option.hit)
    return CardChoice(
        best.tried,
        terms,
        longest,
        language,
        demands,
        0,
        tuple(measured),
        folds.judged,
        tuple(_lengths(best, len(folds.left_out))),
        folds.judged.by_row(max(hits, key=np.sum)),
        folds,
    )


def _raced(
    race: Callable[..., list[Validated]],
    folds: Folds,
    resolved: Resolved,
    machine_right: float | None,
) -> tuple[list[Validated], Validated, int]:
    """Everything tried, the best kind of sum, found by one choice after the other, and its length.

    First the ridge with short clauses is chosen, then the limit on tests, then what is fitted to.
    The machine is tried last, against the best of the others, so it is taken only if it is
    significantly better. It is not tried at all if it was right no more often than these cards,
    since it could not teach them anything.
    """
    n = len(folds.sample)
    fitted_to = LABELS if resolved.fit_to is None else FITTED_TO[resolved.fit_to]
    allowed = [limit for limit in LITERALS if limit <= (resolved.literals or LITERALS[-1])]
    measured = race([Try(fitted_to, ridge, limit) for limit in allowed[:2] for ridge in RIDGES])
    best, terms = _best(measured, folds.judged)
    for literals in allowed[2:]:
        if allowed[2] in (literals, best.tried.literals):
            measured += race([replace(best.tried, literals=literals)], leader=best)
            best, terms = _best(measured, folds.judged)
    may_teach = machine_right is None or machine_right > float(best.right[terms].mean())
    if resolved.fit_to is None and n < TAUGHT and may_teach and not best.is_never_wrong(terms):
        of_machine = [replace(best.tried, fitted_to=target) for target in (MIX, DECISIONS)]
        if others := race(of_machine, leader=best, far=0.0):  # it must be surely better
            other, length = _best(others, folds.judged)
            gain, error = ahead(other.right[length], best.right[terms], n)
            if gain > max(ROUNDING, SURELY * error):
                return measured + others, other, length
    return measured, best, terms


def _best(measured: Sequence[Validated], judged: LeftOut) -> tuple[Validated, int]:
    """The sum of fewest tests that is never wrong, and its length; else the one of fewest tests
    than which no other, of any kind and length, is measurably better.

    Sums that are right no more often than a constant guess are taken only if all are so.
    """
    every = [(option, k) for option in measured for k in range(1, len(option.right))]
    guessed = (judged.guess + ROUNDING) * len(judged.rows)
    places = [(option, k) for option, k in every if option.hits[k] > guessed] or every
    rows = np.array([judged.by_row(option.measure[k]) for option, k in places])
    rows = rows[:, ~np.isnan(rows[0])]

    def none_is_better(place: int) -> bool:
        gains = rows - rows[place]
        errors = gains.std(axis=1) / sqrt(rows.shape[1])
        return bool((gains.mean(axis=1) <= errors + ROUNDING).all())

    as_good = [(option, k) for option, k in places if option.is_never_wrong(k)]
    as_good = as_good or [one for place, one in enumerate(places) if none_is_better(place)]
    return min(
        as_good,
        key=lambda choice: (round(float(choice[0].tests[choice[1]]), 6), choice[0].tried.literals),
    )


def _lengths(validated: Validated, n: int) -> list[Length]:
    return [
        Length(
            k,
            validated.tried.literals,
            round(float(validated.hits[k]), 9),
            n,
            float(validated.tests[k]),
        )
        for k in range(len(validated.right))
    ]
