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
LITERALS = (1, 2, 3, 5)  # tests in a clause at most; 5 is tried only if 3 are better than fewer
RIDGES = (0.2, 2.0)  # ridge / 2 times the sum of squared weights is added to the loss of all rows
STAGES = (25, 40)  # clauses at most; 40 only if the best card is nearly 25 long
ROWS_PER_CLAUSE = 2  # of the rarer class; fewer can tell nothing of a further clause
NEAR = 0.25  # standard errors by which a shorter card may be less often right
WORSE = 0.005  # by which it may be worse, its logarithmic loss included
TAUGHT = 1500  # rows; with as many, labels alone teach enough
SURELY = 2.0  # standard errors by which what is fitted to a machine must be better
FITTED_TO = {"labels": LABELS, "mix": MIX, "weights": DECISIONS, "domain": DECISIONS}


@dataclass(frozen=True)
class Length:
    """Cards of one length in validation. hits: of n left-out rows, as these count; tests: mean."""

    terms: int
    literals: int
    hits: float
    n: int
    tests: float


@dataclass(frozen=True, eq=False)
class CardChoice:
    """How to fit a card of so many terms, from a path of sums up to the longest. lengths: what
    validation measured at every length, at the best limit on tests in a clause; left_out: on how
    many rows; folds: these rows; demands: what every card keeps to.
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
        """Whether such cards were not measurably less often right than that on left-out rows."""
        measured = self.lengths[self.terms]
        share = min(1.0, measured.hits / measured.n)  # weights may add up to a little more
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

    The measure is averaged over neighbouring lengths, since a length that is good alone was lucky.
    Of those that are not measurably worse than the best, the card of fewest tests is taken. svc:
    says how a machine is trained on the rows, and is not fitted; division: of the rows, MADE_ONCE
    where folds of few rows need not be made anew; machine_right: how often such machines were right
    on left-out rows, where that is known. Raises cores.Cancelled where go_on returned False.
    """
    seed, decide = request.settings.seed, request.decide
    folds = Folds.of(sample, division, seed, ROWS.card, svc, decide)
    # A model that gives the verdicts in the machine's stead was not measured.
    teacher_right = machine_right if decide is None else None
    n, asked, demands = len(folds.sample), request.settings.resolved, request.demands
    n_rarer = int(np.bincount(folds.sample.y, minlength=2).min())
    most = max(1, min(asked.clauses or STAGES[-1], n_rarer // ROWS_PER_CLAUSE))
    language = asked.language or languages(sample)[0]
    for stage in STAGES:
        longest = min(stage, most) + len(demands.clauses)
        space = Space(language, demands, longest)
        race = partial(raced, folds, space=space, go_on=go_on)
        best, terms = _raced(race, asked, n, teacher_right)
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
    race: Callable[..., list[Validated]], asked: Resolved, n: int, machine_right: float | None
) -> tuple[Validated, int]:
    """The best of what was tried, one choice after the other, and its length.

    The ridge with short clauses, then longer ones, then what is fitted to: a machine is taken only
    where it is surely better, because it is tried last, against the best of the others. It is not
    even tried where it was itself right no more often than they: it has nothing to teach them.
    """
    fitted_to = LABELS if asked.fit_to is None else FITTED_TO[asked.fit_to]
    allowed = [limit for limit in LITERALS if limit <= (asked.literals or LITERALS[-1])]
    found = race([Try(fitted_to, ridge, limit) for limit in allowed[:2] for ridge in RIDGES])
    best, terms = _best(found, n)
    for literals in allowed[2:]:
        if allowed[2] in (literals, best.tried.literals):
            found += race([replace(best.tried, literals=literals)], leader=best)
            best, terms = _best(found, n)
    may_teach = machine_right is None or machine_right > float(best.right[terms].mean())
    if asked.fit_to is None and n < TAUGHT and may_teach and not best.is_never_wrong(terms):
        of_machine = [replace(best.tried, fitted_to=target) for target in (MIX, DECISIONS)]
        if others := race(of_machine, leader=best, far=0.0):  # it must be surely better
            other, length = _best(others, n)
            gain, error = ahead(other.right[length], best.right[terms], n)
            if gain > max(ROUNDING, SURELY * error):
                return other, length
    return best, terms


def _best(measured: Sequence[Validated], n: int) -> tuple[Validated, int]:
    """The shortest sum that is never wrong; else that is not measurably less often right than the
    best one, nor much worse by its logarithmic loss.

    n: how many different rows were left out; a row that was left out twice tells little more.
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
