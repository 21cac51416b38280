"""What the rule is fitted to, its side, language, price and limits, chosen on training rows alone.

Ways are compared by the rule's own accuracy on left-out rows, one choice after the other.
Within the noise of that measure the shorter rule is taken, then the one fitted to the machine's own
weights, which can be proven.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from math import inf, sqrt

import numpy as np

from interpret.fit.measured import Measured, RuleCandidate, behind, error
from interpret.fit.row_weights import Decide
from interpret.fit.sample import Sample, Way
from interpret.fit.validation import Validation
from interpret.rules.demands import NOTHING, Demands, Limits
from interpret.settings import Resolved, Settings
from kernels.svm import BooleanSVC

CLAUSES, LITERALS = 60, 12  # limits while choosing
SHORT = (10, 5)  # the limits taken where the rule keeps them
NOISE = 0.8  # standard errors within which a shorter rule is as good
KEPT = 0.8  # share of the gain over a guess that a rule must keep to be taken for its shortness
SURELY = 2.0  # standard errors by which nothing shown beside the answer may be better
LUCK = 1.5  # standard errors that such a gain must reach to count as one
ROUNDING = 1e-9
STAIRS = (150, 300, inf)  # tests: a longer rule must be better by a real step
STEP = 0.005
MANY = 150  # left-out rows from which on a rule without an error says something

Tried = dict[Way, list[Measured]]


@dataclass(frozen=True)
class RuleChoice:
    """How to fit the rule, and what that was measured against (the best price of each way).

    path: the chosen way at every price; curve: for each length the most accurate of all ways and
    prices, each more accurate than all shorter ones, and the chosen one.
    """

    fit_to: str
    side: str
    language: str
    price: float
    clauses: int
    literals: int
    candidates: tuple[RuleCandidate, ...] = ()
    folds: int = 0
    promised: float | None = None  # tests that rules had in validation
    path: tuple[RuleCandidate, ...] = ()
    demands: Demands = NOTHING
    curve: tuple[RuleCandidate, ...] = ()

    @property
    def way(self) -> Way:
        return Way(self.fit_to, self.side, self.language)

    @property
    def never_wrong(self) -> bool:
        """Whether rules of the way that was taken were right on every one of many left-out rows."""
        of_way = [one for one in self.candidates if one.way == self.way]
        return any(one.hits >= one.n >= MANY for one in of_way)

    @property
    def limits(self) -> Limits:
        return Limits(self.clauses, self.literals, self.demands)


def choose_rule(
    sample: Sample,
    svc: BooleanSVC,
    settings: Settings,
    on_progress: Callable[[float], object] = lambda fraction: None,
    demands: Demands = NOTHING,
    decide: Decide | None = None,
) -> RuleChoice:
    """The way to fit the rule to the training rows; what the settings fix is not varied.

    svc: says how a machine is trained on some of them, and is not fitted; demands: what every rule
    must keep to; decide: gives the verdicts on possible rows in place of such machines.
    """
    in_folds = partial(Validation, sample, svc, settings.seed, decide)
    return choose_rule_in(in_folds, sample, settings, on_progress, demands)


def choose_rule_in(
    in_folds: Callable[[], Validation],
    sample: Sample,
    settings: Settings,
    on_progress: Callable[[float], object] = lambda fraction: None,
    demands: Demands = NOTHING,
) -> RuleChoice:
    """The same; in_folds: makes the folds of the training rows, where there is a choice at all."""
    asked = settings.resolved
    nothing_to_choose = None not in (asked.fit_to, asked.side, asked.language, asked.price)
    if nothing_to_choose or sample.smaller_class < 2:
        return RuleChoice(
            asked.fit_to or "weights",
            asked.side or "for",
            asked.language or "monotone",
            asked.price or 0.0,
            *_limits(asked, (0, 0)),
            demands=demands,
        )
    most = Limits(asked.clauses or CLAUSES, asked.literals or LITERALS, demands)
    ways = _Ways(in_folds(), asked, most, on_progress)
    best = ways.try_all(languages(sample))
    scale = len(sample) / len(ways.folds.sample)  # a test must be worth the same share of the rows

    def candidate(one: Measured) -> RuleCandidate:
        return replace(one.candidate, price=scale * one.candidate.price)

    of_ways = [
        candidate(best_of({way: measured}, ways.folds.guess))
        for way, measured in ways.tried.items()
    ]
    path = map(candidate, ways.tried[best.candidate.way])
    return RuleChoice(
        best.candidate.fit_to,
        best.candidate.side,
        best.candidate.language,
        scale * best.candidate.price,
        *_limits(asked, best.longest),
        candidates=tuple(sorted(of_ways, key=lambda one: (-one.accuracy, one.tests))),
        folds=ways.folds.k,
        promised=best.candidate.tests,
        path=tuple(sorted(path, key=lambda one: one.price)),
        demands=demands,
        curve=tuple(map(candidate, _curve(ways.tried, best))),
    )


def _curve(tried: Tried, chosen: Measured) -> list[Measured]:
    """The rules that are more accurate than all shorter ones, and the chosen one, by length."""
    everything = [one for measured in tried.values() for one in measured]
    rows = len(chosen.right)
    everything = [one for one in everything if len(one.right) == rows and one is not chosen]
    curve, reached = [chosen], -inf
    for one in sorted(everything, key=lambda one: (one.candidate.tests, -one.candidate.hits)):
        if one.candidate.hits > reached:
            reached = one.candidate.hits
            curve.append(one)
    return sorted(curve, key=lambda one: (one.candidate.tests, one.candidate.hits))


class _Ways:
    """The ways tried so far, and what was measured of each at every price."""

    def __init__(
        self,
        folds: Validation,
        asked: Resolved,
        limits: Limits,
        on_progress: Callable[[float], object],
    ) -> None:
        self.folds, self.asked, self.limits = folds, asked, limits
        self.on_progress = on_progress
        self.tried: Tried = {}
        self.best: Measured | None = None
        self.total = 1

    def try_all(self, spoken: tuple[str, ...]) -> Measured:
        """One choice after the other: what to fit to and the side, then the language, then mix."""
        spoken = _options(self.asked.language, spoken)
        sides = _options(self.asked.side, ("for", "against"))
        sources = _options(self.asked.fit_to, ("weights", "labels", "domain", "mix"))
        self.total = len(sources) * len(sides) + len(spoken) - 1
        for fit_to in sources[:3]:
            best = self._race([Way(fit_to, side, spoken[0]) for side in sides])
            if best.right.all():
                break
        way = best.candidate.way
        best = self._race([replace(way, language=language) for language in spoken[1:]])
        if best.right.all():
            return best
        way = best.candidate.way
        return self._race([replace(way, fit_to=fit_to) for fit_to in sources[3:]])

    def _race(self, ways: list[Way]) -> Measured:
        """The best of all that were tried, these among them."""
        new = [way for way in ways if way not in self.tried]
        if new or self.best is None:
            asked, n = self.asked.price, len(self.folds.sample)
            taken = {way: prices(n, way.fit_to) if asked is None else [asked] for way in new}
            self.tried |= self.folds.race(taken, self.limits, self.best, self._tell)
            self.best = best_of(self.tried, self.folds.guess)
            self._tell()
        return self.best

    def _tell(self) -> object:
        return self.on_progress(min(1.0, len(self.tried) / self.total))


def best_of(tried: Tried, guess: float) -> Measured:
    """The best of all ways; a way of fitting to "mix" must be better by a standard error.

    Such ways are tried last, against the best of all others, so by luck alone one of them would
    often be a little better or shorter. guess: how often a constant guess is right.
    """
    first = {way: measured for way, measured in tried.items() if way.fit_to != "mix"}
    best = _best_of(tried, guess)
    if best.candidate.fit_to != "mix" or not first:
        return best
    other = _best_of(first, guess)
    return best if behind(best, other) >= error(best, other) else other


def _best_of(tried: Tried, guess: float) -> Measured:
    """The shortest rule within the noise of the most accurate; of equals one fitted to weights.

    The accuracy at a price is averaged with that at its neighbours, half and a quarter each, since
    a rule that is right only at this one price was lucky. Only what was tried on every fold can be
    the best. guess: how often a constant guess is right. A shorter rule must keep most of what the
    most accurate one surely gains over the guess: where that gain is little, a rule that says
    nothing would otherwise be within the noise.
    """
    rows = max(len(one.right) for measured in tried.values() for one in measured)
    everything: list[tuple[Measured, Measured]] = []
    for measured in tried.values():
        to_the_end = [one for one in measured if len(one.right) == rows]
        everything += zip(_steadied(to_the_end), to_the_end, strict=True)
    chosen: tuple[Measured, Measured] | None = None
    for most in STAIRS:
        short = [pair for pair in everything if pair[0].candidate.tests <= most]
        if not short:
            continue
        top = max(short, key=lambda pair: float(pair[0].right.sum()))
        lost = _may_lose(top[1].candidate, guess)
        good = [pair for pair in short if _as_good(pair, top) and behind(top[1], pair[1]) <= lost]
        best = max(short, key=lambda pair: float(pair[1].right.sum()))
        good = [pair for pair in good if not _clearly_worse(pair[1], short)] or [best]
        step = min(good, key=lambda pair: _simplicity(pair[1]))
        if chosen is None or _is_a_step(step[0], chosen[0]):
            chosen = step
    if chosen is None:
        raise ValueError("The best way needs one way at least that was tried to its end.")
    return chosen[1]


def _as_good(pair: tuple[Measured, Measured], top: tuple[Measured, Measured]) -> bool:
    """Whether a rule is within the noise of the top one, or right on the same rows.

    pair, top: each rule twice, averaged with its neighbours and as measured.
    """
    (steady, one), (best, other) = pair, top
    near = behind(best, steady) <= NOISE * error(best, steady)
    return near or np.array_equal(one.right, other.right)


def _clearly_worse(one: Measured, short: list[tuple[Measured, Measured]]) -> bool:
    """Whether another short rule is right so much more often that this cannot be noise."""
    return any(
        behind(other, one) > STEP and behind(other, one) > SURELY * error(other, one)
        for _, other in short
    )


def _is_a_step(longer: Measured, shorter: Measured) -> bool:
    """Whether a longer rule is right so much more often that it is worth its length."""
    return behind(longer, shorter) >= max(STEP, error(longer, shorter))


def _steadied(measured: list[Measured]) -> list[Measured]:
    """The way's prices in their order, each averaged with its neighbours; an end counts twice."""
    right = [one.right for one in measured]
    around = zip([*right[:1], *right], right, [*right[1:], *right[-1:]], strict=False)
    return [
        replace(one, right=(before + 2 * middle + after) / 4)
        for one, (before, middle, after) in zip(measured, around, strict=True)
    ]


def _may_lose(top: RuleCandidate, guess: float) -> float:
    """How much less accurate a shorter rule may be at most, whatever the noise."""
    gain, luck = top.accuracy - guess, LUCK * sqrt(max(0.0, guess * (1 - guess)) / top.n)
    return (1 - KEPT) * gain + ROUNDING if gain > luck else inf


def _simplicity(one: Measured) -> tuple[float, bool, bool]:
    way = one.candidate
    return way.tests, way.fit_to != "weights", way.language != "monotone"


def prices(n: int, fit_to: str) -> list[float]:
    """The prices of a test to choose among, for so many training rows."""
    lowest = -4 if fit_to == "domain" else -2
    found = [2.0**k for k in range(lowest, 10) if 2.0**k <= max(1.0, n / 12)]
    return [0.0, *found[1:]] if fit_to == "weights" else found


def languages(sample: Sample) -> tuple[str, ...]:
    """Both languages, the richer one first; "monotone" alone where they have the same tests."""
    columns = [sample.table.column(name) for name in sample.attributes]
    richer = any(
        column.missing if column.cuts else (column.counts > 0).sum() > 2 for column in columns
    )
    return ("values", "monotone") if richer else ("monotone",)


def _options(asked: str | None, all_: tuple[str, ...]) -> tuple[str, ...]:
    return all_ if asked is None else (asked,)


def _limits(asked: Resolved, longest: tuple[int, int]) -> tuple[int, int]:
    """The limits of the rule: as set, else the thesis's where the rules in validation keep them."""
    short = longest[0] <= SHORT[0] and longest[1] <= SHORT[1]
    clauses, literals = SHORT if short else (CLAUSES, LITERALS)
    return asked.clauses or clauses, asked.literals or literals
