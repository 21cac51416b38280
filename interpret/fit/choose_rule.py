"""What the rule is fitted to, its side, language, price and limits, chosen on training rows alone.

Ways are compared by the rule's own accuracy on left-out rows, one choice after the other;
`interpret.fit.rules_on_folds` says which is preferred.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import inf

import numpy as np

from interpret.data.splits import Division
from interpret.fit.chances import AS_THEY_ARE, Curve
from interpret.fit.folds import Folds, LeftOut
from interpret.fit.rule_problem import Decide
from interpret.fit.rules_on_folds import (
    CRITERIA,
    ROUNDING,
    Measured,
    RuleCandidate,
    Tried,
    raced,
    recalibration,
)
from interpret.fit.sample import Sample, Way
from interpret.row_limits import ROWS
from interpret.rules.demands import NOTHING, Demands, Limits
from interpret.settings import Resolved, Settings
from kernels.svm import BooleanSVC

FOLDS = Division(((200, 10, 5), (400, 10, 2), (1500, 5, 1), (inf, 3, 1)), one_from=4000)
MADE_ONCE = Division(((400, 10, 1), (1500, 5, 1), (inf, 3, 1)), one_from=4000)


@dataclass(frozen=True, eq=False)
class Validation:
    """The rules of each way on the rows left out of all folds."""

    tried: Tried
    judged: LeftOut

    def best_without(self, rows: np.ndarray) -> Measured | None:
        """The best that the other rows would have chosen, None where no other was left out.

        rows: of the sample, as indices.
        """
        judged, kept = self.judged.without(rows)
        if not kept.any():
            return None
        tried = {
            way: [_on(one, kept) for one in measured if len(one.right) == len(kept)]
            for way, measured in self.tried.items()
        }
        return CRITERIA.best_of(
            {way: of_way for way, of_way in tried.items() if of_way}, judged.guess
        )


def _on(one: Measured, kept: np.ndarray) -> Measured:
    """The same rules on some of the rows left out."""
    right = one.right[kept]
    candidate = replace(one.candidate, hits=float(right.sum()), n=len(right))
    return replace(one, right=right, candidate=candidate)


@dataclass(frozen=True)
class RuleChoice(Way):
    """How to fit the rule, and the candidates it was chosen from (each way at its best price).

    promised: the mean number of tests of its rules in validation; path: the chosen way at every
    price; curve: the rules of any way and price that are more accurate than all shorter ones, and
    the chosen one; recalibration: the curve from shares of clauses to chances on left-out rows;
    right_on: for each row validated, for how much of its weight such rules were right while it was
    left out, NaN where it never was, (n_rows,); validation: all rules that were tried.
    """

    price: float
    clauses: int
    literals: int
    candidates: tuple[RuleCandidate, ...] = ()
    folds: int = 0
    promised: float | None = None
    path: tuple[RuleCandidate, ...] = ()
    demands: Demands = NOTHING
    curve: tuple[RuleCandidate, ...] = ()
    recalibration: Curve = AS_THEY_ARE
    right_on: np.ndarray | None = field(
        default=None, compare=False, repr=False, metadata={"key": None}
    )
    validation: Validation | None = field(
        default=None, compare=False, repr=False, metadata={"key": None}
    )

    def without(self, rows: np.ndarray) -> "RuleChoice":
        """What the same validation chooses without some rows of the sample, as indices."""
        best = None if self.validation is None else self.validation.best_without(rows)
        if best is None:
            return self
        one = best.candidate
        return replace(
            self,
            fit_to=one.fit_to,
            side=one.side,
            language=one.language,
            price=one.price,
            promised=one.tests,
            validation=None,
        )

    @property
    def right(self) -> float | None:
        """How often rules of the chosen way and price were right on left-out rows."""
        taken = (self.way, self.price)
        measured = (one for one in self.candidates if (one.way, one.price) == taken)
        return next((one.accuracy for one in measured), None)

    @property
    def never_wrong(self) -> bool:
        """Whether rules of the chosen way were right on every one of many left-out rows."""
        of_way = [one for one in self.candidates if one.way == self.way]
        return any(one.hits >= one.n >= CRITERIA.many for one in of_way)

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
    division: Division = FOLDS,
) -> RuleChoice:
    """The way to fit the rule to the training rows; what the settings fix is not varied.

    svc: an unfitted machine, which each fold trains anew; demands: what every rule must satisfy;
    decide: gives the verdicts on possible rows in place of these machines; division: of the rows
    into folds, MADE_ONCE where few rows need not be divided several times.
    """
    resolved = settings.resolved
    nothing_to_choose = None not in (
        resolved.fit_to,
        resolved.side,
        resolved.language,
        resolved.price,
    )
    if nothing_to_choose or sample.smaller_class < 2:
        return RuleChoice(
            resolved.fit_to or "weights",
            resolved.side or "for",
            resolved.language or "monotone",
            resolved.price or 0.0,
            *_limits(resolved, (0, 0)),
            demands=demands,
        )
    most = limits_to_try(resolved, demands)
    folds = Folds.of(sample, division, settings.seed, ROWS.rule, svc, decide)
    ways = _Ways(folds, resolved, most, on_progress)
    best = ways.try_all(languages(sample))
    scale = len(sample) / len(folds.sample)  # a test must be worth the same share of the rows

    def candidate(one: Measured) -> RuleCandidate:
        return replace(one.candidate, price=scale * one.candidate.price)

    of_ways = [
        candidate(CRITERIA.best_of({way: measured}, folds.judged.guess))
        for way, measured in ways.tried.items()
    ]
    return RuleChoice(
        best.candidate.fit_to,
        best.candidate.side,
        best.candidate.language,
        scale * best.candidate.price,
        *_limits(resolved, best.longest),
        candidates=tuple(sorted(of_ways, key=lambda one: (-one.accuracy, one.tests))),
        folds=folds.k,
        promised=best.candidate.tests,
        path=tuple(map(candidate, ways.tried[best.candidate.way])),  # by ascending prices
        demands=demands,
        curve=tuple(map(candidate, _curve(ways.tried, best))),
        recalibration=recalibration(folds, best),
        right_on=folds.judged.by_row(best.right),
        validation=Validation(ways.tried, folds.judged),
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
    """The ways tried so far, each with its measurements at every price."""

    def __init__(
        self,
        folds: Folds,
        resolved: Resolved,
        limits: Limits,
        on_progress: Callable[[float], object],
    ) -> None:
        self.folds, self.resolved, self.limits = folds, resolved, limits
        self.on_progress = on_progress
        self.tried: dict[Way, list[Measured]] = {}
        self.best: Measured | None = None
        self.total = 1

    def try_all(self, spoken: tuple[str, ...]) -> Measured:
        """The best way, chosen in steps: what to fit to and side, then language, then the mix.

        Where the best rules of machine and labels are empty, and none is right more often than a
        constant guess, the rest is not tried.
        """
        spoken = _options(self.resolved.language, spoken)
        sides = _options(self.resolved.side, ("for", "against"))
        sources = _options(self.resolved.fit_to, ("weights", "labels", "domain", "mix"))
        self.total = len(sources) * len(sides) + len(spoken) - 1
        for fit_to in sources[:3]:
            best = self._race([Way(fit_to, side, spoken[0]) for side in sides])
            if best.right.all():
                break
            if fit_to == "labels" and not (best.candidate.clauses or self._beats_the_guess()):
                return best
        way = best.candidate.way
        best = self._race([replace(way, language=language) for language in spoken[1:]])
        if best.right.all():
            return best
        way = best.candidate.way
        return self._race([replace(way, fit_to=fit_to) for fit_to in sources[3:]])

    def _race(self, ways: list[Way]) -> Measured:
        """The best of all ways tried so far, including these."""
        new = [way for way in ways if way not in self.tried]
        if new or self.best is None:
            price, n = self.resolved.price, len(self.folds.sample)
            taken = {way: prices(n, way.fit_to) if price is None else [price] for way in new}
            self.tried |= raced(self.folds, taken, self.limits, self.best, self._tell)
            self.best = CRITERIA.best_of(self.tried, self.folds.judged.guess)
            self._tell()
        return self.best

    def _beats_the_guess(self) -> bool:
        """Whether any rule so far was right more often than a constant guess."""
        guess = self.folds.judged.guess + ROUNDING
        return any(one.candidate.accuracy > guess for of in self.tried.values() for one in of)

    def _tell(self) -> object:
        return self.on_progress(min(1.0, len(self.tried) / self.total))


def prices(n: int, fit_to: str) -> list[float]:
    """The prices of a test to choose among, for n training rows."""
    lowest = -4 if fit_to == "domain" else -2
    powers = [2.0**k for k in range(lowest, 10) if 2.0**k <= max(1.0, n / 12)]
    return [0.0, *powers[1:]] if fit_to == "weights" else powers


def languages(sample: Sample) -> tuple[str, ...]:
    """Both languages, the richer one first; "monotone" alone where they have the same tests."""
    columns = [sample.table.column(name) for name in sample.attributes]
    richer = any(
        column.missing if column.cuts else (column.counts > 0).sum() > 2 for column in columns
    )
    return ("values", "monotone") if richer else ("monotone",)


def _options(setting: str | None, all_: tuple[str, ...]) -> tuple[str, ...]:
    return all_ if setting is None else (setting,)


def limits_to_try(resolved: Resolved, demands: Demands) -> Limits:
    """The limits of the rules that are tried: those of the settings, else the widest."""
    clauses, literals = resolved.clauses or CRITERIA.clauses, resolved.literals or CRITERIA.literals
    return Limits(clauses, literals, demands)


def _limits(resolved: Resolved, longest: tuple[int, int]) -> tuple[int, int]:
    """The limits of the rule: the settings', else the thesis's if validation kept them."""
    short = all(length <= most for length, most in zip(longest, CRITERIA.short, strict=True))
    clauses, literals = CRITERIA.short if short else (CRITERIA.clauses, CRITERIA.literals)
    return resolved.clauses or clauses, resolved.literals or literals
