"""What a card is fitted to, how long its clauses are and how many it has, chosen by folds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf, sqrt

import numpy as np

from interpret import cores
from interpret.data.splits import Division
from interpret.fit.cards_on_folds import (
    AROUND,
    ROUNDING,
    Request,
    Space,
    Validated,
    raced,
)
from interpret.fit.choose_rule import languages
from interpret.fit.folds import Folds, ahead
from interpret.fit.sample import Sample
from interpret.row_limits import ROWS
from interpret.rules.cards.facts import DECISIONS, LABELS, MIX, Try
from interpret.rules.demands import Demands
from interpret.settings import Resolved
from kernels.svm import BooleanSVC

FOLDS = Division(((400, 5, 3), (1500, 5, 2), (inf, 3, 1)))
MADE_ONCE = Division(((400, 5, 1), (inf, 3, 1)))
LITERALS = (1, 2, 3, 5)  # the most tests in a clause; 5 is tried only if 3 beat fewer
RIDGES = (0.2, 2.0)  # ridge / 2 times the sum of squared weights is added to the loss of all rows
STAGES = (25, 40)  # the most clauses; 40 only if the best card has nearly 25
ROWS_PER_CLAUSE = 2  # of the rarer class; fewer do not support a further clause
NEAR = 0.25  # standard errors by which a shorter card may be less often right
WORSE = 0.005  # how much worse a shorter card's measure may be, logarithmic loss included
TAUGHT = 1500  # from this number of rows on, only labels are fitted to
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
class CardChoice:
    """How to fit a card: its number of terms, taken from a path of sums up to the longest.

    lengths: what validation measured at every length, at the best limit on tests in a clause;
    left_out: on how many rows; folds: of these rows; demands: what every card must satisfy.
    """

    tried: Try
    terms: int
    longest: int
    language: str
    lengths: tuple[Length, ...]
    left_out: int
    folds: Folds
    demands: Demands

    def is_as_right_as(self, right: float) -> bool:
        """Whether such cards were right on left-out rows at least about as often as `right`."""
        measured = self.lengths[self.terms]
        share = min(1.0, measured.hits / measured.n)  # weights may add up to slightly more than n
        return share >= right - sqrt(share * (1 - share) / self.left_out) - ROUNDING


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
    lucky. Of those about as good as the best, the card of fewest tests is taken. svc: an unfitted
    machine, trained anew in each fold; division: of the rows into folds, MADE_ONCE where few rows
    need not be divided several times; machine_right: how often such machines were right on left-out
    rows, if known. Raises cores.Cancelled if go_on returns False.
    """
    seed, decide = request.settings.seed, request.decide
    folds = Folds.of(sample, division, seed, ROWS.card, svc, decide)
    # A model that replaces the machine was not measured.
    teacher_right = machine_right if decide is None else None
    n, resolved, demands = len(folds.sample), request.settings.resolved, request.demands
    n_rarer = int(np.bincount(folds.sample.y, minlength=2).min())
    most = max(1, min(resolved.clauses or STAGES[-1], n_rarer // ROWS_PER_CLAUSE))
    language = resolved.language or languages(sample)[0]
    for stage in STAGES:
        longest = min(stage, most) + len(demands.clauses)
        space = Space(language, demands, longest)
        race = partial(raced, folds, space=space, go_on=go_on)
        best, terms = _raced(race, resolved, n, teacher_right)
        if stage >= most or int(np.argmax(best.good)) + AROUND < longest:
            break
    return CardChoice(
        best.tried,
        terms,
        longest,
        language,
        tuple(_lengths(best, len(folds.left_out))),
        len(np.unique(folds.left_out)),
        folds,
        demands,
    )


def _raced(
    race: Callable[..., list[Validated]], resolved: Resolved, n: int, machine_right: float | None
) -> tuple[Validated, int]:
    """The best kind of sum, found by one choice after the other, and its length.

    First the ridge with short clauses is chosen, then the limit on tests, then what is fitted to.
    The machine is tried last, against the best of the others, so it is taken only if it is
    significantly better. It is not tried at all if it was right no more often than these cards,
    since it could not teach them anything.
    """
    fitted_to = LABELS if resolved.fit_to is None else FITTED_TO[resolved.fit_to]
    allowed = [limit for limit in LITERALS if limit <= (resolved.literals or LITERALS[-1])]
    measured = race([Try(fitted_to, ridge, limit) for limit in allowed[:2] for ridge in RIDGES])
    best, terms = _best(measured, n)
    for literals in allowed[2:]:
        if allowed[2] in (literals, best.tried.literals):
            measured += race([replace(best.tried, literals=literals)], leader=best)
            best, terms = _best(measured, n)
    may_teach = machine_right is None or machine_right > float(best.right[terms].mean())
    if resolved.fit_to is None and n < TAUGHT and may_teach and not best.is_never_wrong(terms):
        of_machine = [replace(best.tried, fitted_to=target) for target in (MIX, DECISIONS)]
        if others := race(of_machine, leader=best, far=0.0):  # it must be surely better
            other, length = _best(others, n)
            gain, error = ahead(other.right[length], best.right[terms], n)
            if gain > max(ROUNDING, SURELY * error):
                return other, length
    return best, terms


def _best(measured: Sequence[Validated], n: int) -> tuple[Validated, int]:
    """The shortest sum that is never wrong, and its length; else the shortest one that is right
    about as often as the best, and not much worse by its logarithmic loss.

    n: how many different rows were left out; a row that was left out twice counts once.
    """
    places = [(option, k) for option in measured for k in range(1, len(option.right))]
    top, at = max(places, key=lambda choice: round(float(choice[0].good[choice[1]]), 9))

    def near(one: Validated, k: int) -> bool:
        behind, error = ahead(top.right[at], one.right[k], n)
        rarely = behind <= NEAR * error + ROUNDING
        return rarely and float(top.good[at] - one.good[k]) <= WORSE

    as_good = [(option, k) for option, k in places if option.is_never_wrong(k)]
    as_good = as_good or [(option, k) for option, k in places if near(option, k)]
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
