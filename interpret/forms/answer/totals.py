"""Totals of rows on a card: how far they tell the classes apart, a credit scale, and reasons.

On a credit scale so many points double the odds. Every verdict stays: the result is a card like any
other, and rows are scored with the points that it shows.

A reason is a condition that carried the row furthest. A row is compared with the row furthest from
its verdict. For a row called positive, that is a row with the fewest points possible: a condition
with points for the class carries the row by these points if it holds, and a condition with points
against it by the points it spares the row if it does not hold. For any other row it is a row with
the most points possible, and all signs are turned. So the conditions' shares add up to the row's
total minus the least total, or to the greatest total minus the row's.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, log

import numpy as np

from interpret.data.complaints import DataError
from interpret.forms.answer.form import Band, CardForm, Chances, along
from interpret.measures import area_under_curve
from interpret.present import wording
from interpret.rules.card import Card, Term
from interpret.rules.logic import Clause
from interpret.shares import joined

SMALL, LARGE = 0.10, 0.25  # stability indices from which on a change is small, and large
PARTS = 10  # into which the rows are divided, about


@dataclass(frozen=True)
class Totals:
    """A range of totals from `low` up to the next range: its rows then and now."""

    low: int
    then: int
    now: int


@dataclass(frozen=True)
class PointsStability:
    """How the totals of new rows compare with those of the card's rows. index: the population
    stability index; parts: into how many ranges of totals the rows were divided; by_chance: the
    mean of the index where only chance differs; then, now: numbers of rows; ranges: the ranges,
    from the lowest totals on.
    """

    index: float
    parts: int
    by_chance: float
    then: int
    now: int
    ranges: tuple[Totals, ...] = ()


def ks(totals: np.ndarray, y: np.ndarray) -> float | None:
    """The largest difference between the shares of the classes at or below a total (Kolmogorov).

    totals: int (n,); y: bool (n,). None where the rows have one class only.
    """
    if not 0 < y.sum() < len(y):
        return None
    at = np.unique(totals)
    below = [
        np.searchsorted(np.sort(totals[rows]), at, side="right") / rows.sum() for rows in (y, ~y)
    ]
    return float(np.abs(below[0] - below[1]).max())


def gini(totals: np.ndarray, y: np.ndarray) -> float | None:
    """Twice the area under the ROC curve, less 1; None where the rows have one class only."""
    if not 0 < y.sum() < len(y):
        return None
    return 2 * area_under_curve(totals, y) - 1


def stability(bands: Sequence[Band], totals: np.ndarray) -> PointsStability | None:
    """The stability index of new totals, int (n,); None where one side has no rows.

    The new totals are compared with the training rows of the bands, or with the judged rows where
    the former are not known. Neighbouring bands are joined until a part has a tenth of these rows.
    Totals beyond the bands belong to the nearest part. Half a row is added to each part, so that
    none is empty.
    """
    counts = np.array([band.trained for band in bands])
    if not counts.any():
        counts = np.array([band.share.n for band in bands])
    if not counts.any() or not len(totals):
        return None
    starts, then = _parts([band.low for band in bands], counts)
    place = np.maximum(np.searchsorted(starts, totals, side="right") - 1, 0)
    now = np.bincount(place, minlength=len(starts))
    k, n, m = len(starts), int(then.sum()), len(totals)
    expected, found = (then + 0.5) / (n + k / 2), (now + 0.5) / (m + k / 2)
    index = float(((found - expected) * np.log(found / expected)).sum())
    ranges = map(Totals, starts.tolist(), then.tolist(), now.tolist())
    return PointsStability(index, k, (k - 1) * (1 / n + 1 / m), n, m, tuple(ranges))


def _parts(lows: Sequence[int], counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where each part begins, and its rows: bands are joined from the lowest on, until a part has
    at least a tenth of the rows. Bands left over at the end join the last part.
    """
    enough, starts, rows, in_part = counts.sum() / PARTS, [lows[0]], [], 0
    for place, count in enumerate(counts.tolist()):
        if in_part and in_part >= enough:
            starts.append(lows[place])
            rows.append(in_part)
            in_part = 0
        in_part += count
    if rows and in_part < enough:
        starts.pop()
        rows[-1] += in_part
    else:
        rows.append(in_part)
    return np.array(starts), np.array(rows)


LARGEST = 1e6  # of the numbers that a scale is made of
MOST_POINTS = 10**12  # of a term on a scale
MOST_TOTALS = 1_000_000  # of a card that is put on another scale


@dataclass(frozen=True)
class CreditScale:
    """`score` means odds of `odds` to 1 for the class; every `doubles` points more double them."""

    score: float
    doubles: float
    odds: float

    @property
    def chances(self) -> Chances:
        """The chance of the class at each score."""
        slope = log(2) / self.doubles
        return Chances(slope, log(self.odds) - slope * self.score, 0)


def scale_of(text: str) -> CreditScale:
    """The scale of a text like 600:50:19; a DataError if it is none."""
    try:
        score, doubles, odds = map(float, text.split(":"))
    except ValueError:
        score, doubles, odds = 0, 0, 0
    if not (abs(score) <= LARGEST and 0 < doubles <= LARGEST and 1 / LARGEST <= odds <= LARGEST):
        raise DataError(
            "A scale is a score, the points that double the odds, and the odds at that score, like "
            f"600:50:19, each a number up to a million; got {text!r}."
        )
    return CreditScale(score, doubles, odds)


def on_scale(scored: CardForm, scale: CreditScale) -> CardForm:
    """The card with each term's points on the scale, rounded, and the points that every row gets.

    Cut and chances are those of the rounded points: the chance at a score is what the scale says.
    The area under the curve is left out if rows of equal points may differ by rounding. Raises
    DataError if rounding would turn a verdict, or if more points do not mean a higher chance.
    """
    card, curve, chances = scored.card, scored.chances, scale.chances
    if curve.slope <= 0:
        raise DataError(
            "On a scale more points mean better odds, and here the chance does not rise with the "
            "points. Take the card without --scale."
        )
    each = curve.slope / chances.slope
    start = (curve.offset - chances.offset) / chances.slope
    base = round(start)
    chances = replace(chances, unsure=along(curve.unsure, 1 / each, -start / each))
    points = [round(each * term.points) for term in card.terms]
    if max(map(abs, (base, *points))) > MOST_POINTS:
        raise DataError(
            f"On this scale a term would have over {MOST_POINTS:,} points. Let fewer points double "
            "the odds, or take the card without --scale."
        )
    reached = _reached(card, points, base)
    below = max((most for total, (_, most) in reached.items() if total <= card.cut), default=None)
    above = min((least for total, (least, _) in reached.items() if total > card.cut), default=None)
    if 0 in points or (below is not None and above is not None and below >= above):
        enough = ceil((len(points) + 1) * log(2) / curve.slope)
        raise DataError(
            f"Rounded to whole points this scale would turn verdicts: {scale.doubles:g} points to "
            f"double the odds are too few. Take more; {enough:,} are enough."
        )
    cut = floor(base + each * (card.cut + 0.5))
    cut = cut if below is None else max(below, cut)
    cut = cut if above is None else min(above - 1, cut)
    terms = [Term(n, term.clause) for n, term in zip(points, card.terms, strict=True)]
    worth = dict(zip(terms, scored.worth, strict=True))
    if base:
        worth = {Term(base, Clause()): 0.0} | worth
    made = Card(tuple(worth), cut)
    bands = _bands(curve.bands, reached, chances)
    is_exact = all(least == most for least, most in reached.values())
    return replace(
        scored,
        card=made,
        chances=replace(chances, rows=curve.rows, bands=bands),
        auc=scored.auc if is_exact else dict.fromkeys(scored.auc),
        worth=tuple(worth[term] for term in made.terms),
        proof=None,
    )


def _reached(card: Card, points: Sequence[int], base: int) -> dict[int, tuple[int, int]]:
    """For each total that is possible, the least and the most of the new points."""
    reached = {0: (base, base)}
    for term, term_points in zip(card.terms, points, strict=True):
        for total, (least, most) in list(reached.items()):
            both = total + term.points
            others = reached.get(both, (least + term_points, most + term_points))
            reached[both] = min(others[0], least + term_points), max(others[1], most + term_points)
        if len(reached) > MOST_TOTALS:
            raise DataError(
                f"On a scale every total is looked at, and this card has over {MOST_TOTALS:,}. "
                "Take the card without --scale."
            )
    return reached


def _bands(
    bands: Sequence[Band], reached: dict[int, tuple[int, int]], chances: Chances
) -> tuple[Band, ...]:
    """The bands by the new points; bands that rounding has mixed are joined. A band of several
    totals keeps its chance, which is that of its rows.
    """
    found: list[Band] = []
    for band in bands:
        spans = [ends for total, ends in reached.items() if band.low <= total <= band.high]
        if not spans:  # no row can have these totals
            continue
        low, high = min(a for a, _ in spans), max(b for _, b in spans)
        new = replace(band, low=low, high=high)
        while found and found[-1].high >= new.low:
            new = _joined(found.pop(), new)
        found.append(new)
    return tuple(
        band if band.low < band.high else _told(band, *chances.at(band.low)) for band in found
    )


def _told(band: Band, chance: float, between: tuple[float, float]) -> Band:
    return replace(band, chance=chance, between=between)


def _joined(one: Band, other: Band) -> Band:
    """Two bands as one; its chance is their mean, weighted by training rows."""
    weights = [max(1, share.trained) for share in (one, other)]
    return Band(
        min(one.low, other.low),
        max(one.high, other.high),
        float(np.average([one.chance, other.chance], weights=weights)),
        tuple(np.average([one.between, other.between], axis=0, weights=weights).tolist()),
        joined(one.share, other.share),
        one.trained + other.trained,
    )


MOST_REASONS = 4  # reasons of one row, as notices of credit decisions give them


@dataclass(frozen=True)
class PointsReason:
    """A term that carried a row towards its verdict. holds: whether its clause does there."""

    term: Term
    holds: bool

    @property
    def carried(self) -> int:
        """By how many points."""
        return abs(self.term.points)


def reasons(card: Card, fired: np.ndarray) -> tuple[PointsReason, ...]:
    """The terms that carried a row furthest towards its verdict, most first, at most four.

    fired: which clauses hold there, bool (n_terms,). Among terms that carried it equally far, those
    that hold come first, then the order of the card decides. Points that every row gets are no
    reason.
    """
    is_positive = bool((card.points @ fired) > card.cut)
    towards = [
        PointsReason(term, bool(holds))
        for term, holds in zip(card.terms, fired, strict=True)
        if term.clause.tests and ((term.points > 0) == bool(holds)) == is_positive
    ]
    return tuple(
        sorted(towards, key=lambda reason: (-reason.carried, not reason.holds))[:MOST_REASONS]
    )


def reason_words(reason: PointsReason) -> str:
    """A condition with its points, and whether they count because it holds or fails."""
    condition = (
        f"{wording.clause_words(reason.term.clause)} ({wording.points_words(reason.term.points)})"
    )
    return condition if reason.holds else f"does not hold: {condition}"
