"""Form: one of the two ways in which an answer decides, with its card and all of its figures.

What only a rule has, its weight and the figures of its clauses, stands in `RuleForm`; what only a
card has, its chances and what is proven of its points, in `CardForm`.
"""

from dataclasses import dataclass, field
from functools import cached_property
from math import hypot, log, sqrt
from typing import ClassVar

import numpy as np

from interpret.fit.chances import Curve, rounded
from interpret.fit.choose_card import CardWay, Length
from interpret.measures import Apart, ClauseFigures, Confusion
from interpret.rules.card import Card
from interpret.rules.cards.proof import Proof
from interpret.rules.logic import Clause, Formula
from interpret.shares import Share

RULE, POINTS = "rule", "points"
MACHINE = "machine"  # beside these forms it says of a row whether it is of the class
HAND = "hand"
EQUAL = 1e-6  # chances that differ by less count as equal
# How many rows more the rule must be right on than points, as a share of √n, to come first. Fewer
# are noise: on 14 held-out tasks and 20 of KEEL any share from .1 to .5 was as good.
AHEAD = 0.2


@dataclass(frozen=True)
class Band:
    """Totals from `low` to `high`, and the judged rows that have one of them.

    chance: how probable the class is there, by the curve; between: the 95 % interval of that;
    share: how many of these rows are of the class, with its interval.
    """

    low: int
    high: int
    chance: float
    between: tuple[float, float]
    share: Share


@dataclass(frozen=True)
class Chances:
    """How probable the class is at each total, a logistic curve between `least` and 1 − `least`:
    least + span / (1 + exp(−(slope · total + offset))).

    The curve is learned from the totals that rows had while they were left out of training (Platt
    1999); rows: how many these were, 0 where it was learned from training rows. bands: the totals
    that occur, from the least, each with its judged rows. least: few rows cannot promise less;
    pays: the chance above which it costs less to call a row positive; unsure: s, m, l of the
    standard deviation of log odds at a total t, √(s² (t − m)² + l²), from the same rows.
    """

    slope: float
    offset: float
    rows: int
    bands: tuple[Band, ...] = ()
    least: float = 0.0
    pays: float = 0.5
    unsure: tuple[float, float, float] = (0.0, 0.0, 0.0)

    @cached_property
    def curve(self) -> Curve:
        return Curve(self.slope, self.offset, self.least, self.rows, self.unsure)

    @property
    def span(self) -> float:
        """How far the curve rises from end to end."""
        return self.curve.span

    @property
    def seldom(self) -> float:
        """The end of the interval of a class that none of so many rows had."""
        return self.curve.seldom

    def of(self, totals: np.ndarray) -> np.ndarray:
        """The chance of each total, float (n,)."""
        return self.curve.of(totals)

    def between(self, totals: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The ends of the 95 % interval of the chance at each total, float (n,) both."""
        return self.curve.between(totals)

    def told(self, totals: np.ndarray) -> tuple[float, tuple[float, float]]:
        """The mean chance of some totals, and the ends of its interval."""
        low, high = self.between(totals)
        chance, *ends = (round(float(one.mean()), 6) for one in (self.of(totals), low, high))
        return chance, (ends[0], ends[1])

    def at(self, total: int) -> tuple[float, tuple[float, float]]:
        """The same of one total."""
        return self.told(np.array([total]))

    def place(self, chance: float) -> float | None:
        """The number of points at which the curve has a chance; None where it is at none."""
        inside = (chance - self.least) / self.span
        if not self.slope or not 0 < inside < 1:
            return None
        return (log(inside / (1 - inside)) - self.offset) / self.slope


def along(
    unsure: tuple[float, float, float], slope: float, offset: float
) -> tuple[float, float, float]:
    """How unsure log odds are at x, as of Chances, for x = slope · t + offset: the same at t."""
    spread, middle, least = unsure
    if not slope:
        return 0.0, 0.0, rounded(hypot(spread * (offset - middle), least))
    return rounded(spread * abs(slope)), rounded((middle - offset) / slope), least


@dataclass(frozen=True, kw_only=True)
class Form:
    """A rule or a card. Mappings by part have the keys of PARTS.

    card: of a rule, the one that says the same; right: its verdicts against the classes, and
    fidelity against the machine; apart: where it and the machine differ; auc: the area under the
    ROC curve of its totals, which for a verdict of two values has two lines.
    """

    name: ClassVar[str]
    called: ClassVar[str]  # in a sentence
    by_hand = False

    card: Card
    right: dict[str, Confusion]
    fidelity: dict[str, Share]
    apart: dict[str, Apart]
    auc: dict[str, float | None]

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses in the order in which they are shown."""
        return self.card.clauses


@dataclass(frozen=True, kw_only=True)
class RuleForm(Form):
    """A rule. weight: its w_f in the machine; of_clauses: the figures of each of its clauses."""

    name, called = RULE, "rule"

    weight: float
    of_clauses: dict[str, tuple[ClauseFigures, ...]]
    auc: dict[str, float | None] = field(init=False)

    def __post_init__(self) -> None:
        areas = {part: counts.balanced_accuracy for part, counts in self.right.items()}
        object.__setattr__(self, "auc", areas)

    @cached_property
    def formula(self) -> Formula:
        formula = self.card.formula
        assert formula is not None
        return formula

    @property
    def clauses(self) -> tuple[Clause, ...]:
        return self.formula.clauses


@dataclass(frozen=True, kw_only=True)
class CardForm(Form):
    """A card with points of its own. fitted_to: labels, mix, decisions (of the machine), or hand
    where it was changed by hand; worth: for each term how much more the card loses on judged rows
    without it (Settings.lost); lengths: what validation measured; way: how it was fitted, None
    where it was changed or read from a document.
    """

    name, called = POINTS, "card"

    fitted_to: str
    chances: Chances
    worth: tuple[float, ...]
    lengths: tuple[Length, ...] = ()
    proof: Proof | None = None
    way: CardWay | None = field(default=None, compare=False, repr=False, metadata={"key": None})

    @property
    def by_hand(self) -> bool:  # type: ignore[override]
        """Whether it was changed by hand."""
        return self.fitted_to == HAND

    @property
    def contradicted(self) -> bool:
        """Whether some total has a chance that speaks against its verdict.

        The curve rises: of each verdict only the total nearest to the cut needs to be looked at.
        """
        card, chances = self.card, self.chances
        no, yes = chances.of(np.array([min(card.cut, card.most), max(card.cut + 1, card.least)]))
        return bool(
            (card.least <= card.cut and no > chances.pays + EQUAL)
            or (card.cut < card.most and yes < chances.pays - EQUAL)
        )


@dataclass(frozen=True)
class Forms:
    """Rule and card, both found anew on outer folds and judged on rows that neither was found on.

    rule, points: hits of n rows, as these count; folds: how many.
    """

    rule: float
    points: float
    n: int
    folds: int

    @property
    def first(self) -> str:
        """Points, unless the rule is right on more of the rows than AHEAD explains."""
        return RULE if self.rule - self.points > AHEAD * sqrt(self.n) else POINTS


@dataclass(frozen=True)
class NoCard:
    """Why no card stands beside the rule: none gives other verdicts, none is nearly as right, or
    the best has no line.

    chances: where the best card gave the rule's verdict on every row, how probable the class is
    where the rule does not hold and where it does, each with the ends of its 95 % interval; else
    empty.
    """

    chances: tuple[tuple[float, float, float], ...] = ()
