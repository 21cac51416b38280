"""Where judged rows lie: in which lines of the rule, and along a column of numbers."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from interpret.forms.answer.answer import Answer
from interpret.present import wording
from interpret.rules.logic import fired

MOST_CLAUSES, MOST_SETS = 12, 12  # that are shown, those with most rows
BINS = 30
TAILS = (0.5, 99.5)  # percentiles, beyond which rows are counted in the outer bars


@dataclass(frozen=True)
class CoveredSet:
    """The rows that just these clauses cover: how many, and on how many the rule is right."""

    clauses: tuple[int, ...]
    rows: int
    right: int


@dataclass(frozen=True)
class Overlap:
    """Clauses in words, those that cover most first, and the sets of them that rows are in.

    left_clauses, left_rows: clauses that are not shown, and rows in sets that are not.
    """

    clauses: tuple[str, ...]
    sets: tuple[CoveredSet, ...]
    left_clauses: int
    left_rows: int


def clause_overlap(a: Answer) -> Overlap:
    """The overlap on the judged rows that some clause covers."""
    formula, judged = a.explanation.rule.formula, a.judged
    covers = fired(formula.clauses, judged.table).T
    described = ~judged.y if formula.denied else judged.y
    order = np.argsort(-covers.sum(axis=1), kind="stable")[:MOST_CLAUSES]
    shown = covers[order]
    patterns, which = np.unique(shown, axis=1, return_inverse=True)
    which = which.ravel()
    found = []
    for place, pattern in enumerate(patterns.T):
        rows = which == place
        if pattern.any():
            clauses = tuple(np.flatnonzero(pattern).tolist())
            found.append(CoveredSet(clauses, int(rows.sum()), int(described[rows].sum())))
    found.sort(key=lambda covered: (-covered.rows, covered.clauses))
    return Overlap(
        tuple(wording.clause_words(formula.clauses[place]) for place in order),
        tuple(found[:MOST_SETS]),
        len(formula.clauses) - len(order),
        sum(covered.rows for covered in found[MOST_SETS:]),
    )


@dataclass(frozen=True)
class NumberLine:
    """Rows of both classes along a column. counts: of each bin, rows of the class and others.

    edges: of the bins, one more than there are; cuts: the rule's, rising; between: rows of either
    class up to the first cut, between each two, and above the last.
    """

    name: str
    classes: tuple[str, str]
    edges: tuple[float, ...]
    counts: tuple[tuple[int, int], ...]
    cuts: tuple[float, ...]
    between: tuple[tuple[int, int], ...]


def number_line(
    name: str, classes: tuple[str, str], amounts: np.ndarray, y: np.ndarray, cuts: Sequence[float]
) -> NumberLine:
    """amounts: float (n,), NaN where there is no number; y: bool (n,), whether of the first class.

    Few different numbers have a bin each; many have bins of equal width that include all cuts.
    """
    there = ~np.isnan(amounts)
    numbers = np.unique(amounts[there])
    if len(numbers) <= BINS:
        middle = (numbers[1:] + numbers[:-1]) / 2
        reach = (numbers[1] - numbers[0]) / 2 if len(numbers) > 1 else 0.5
        ends = numbers[[0, -1]] if len(numbers) else np.zeros(2)
        edges = np.array([ends[0] - reach, *middle, ends[1] + reach])
    else:
        low, high = np.percentile(amounts[there], TAILS)
        edges = np.linspace(min(low, *cuts), max(high, *cuts), BINS + 1)
    ends = np.sort(np.asarray(cuts, dtype=float))
    counts, between = (_counted(amounts[there], y[there], inner) for inner in (edges[1:-1], ends))
    return NumberLine(name, classes, tuple(edges.tolist()), counts, tuple(ends.tolist()), between)


def _counted(amounts: np.ndarray, y: np.ndarray, inner: np.ndarray) -> tuple[tuple[int, int], ...]:
    """How many rows of either class lie up to each of these ends, and above the last."""
    place = np.searchsorted(inner, amounts, side="left")
    of = [np.bincount(place[y == of_class], minlength=len(inner) + 1) for of_class in (True, False)]
    return tuple((int(one), int(other)) for one, other in zip(*of, strict=True))


@dataclass(frozen=True)
class Ribbon:
    """Rows with one verdict. places: of the clauses that say it, none where no clause holds; yes:
    the verdict; rows: their places among the explained ones, (n,); right: on how many it is right.
    """

    places: tuple[int, ...]
    yes: bool
    rows: np.ndarray
    right: int

    @property
    def n(self) -> int:
        return len(self.rows)

    @property
    def wrong(self) -> int:
        return self.n - self.right


def in_first_line(a: Answer, order: Sequence[int], alone: int) -> tuple[Ribbon, ...]:
    """Each judged row in the first clause that covers it, and last the rows of none.

    order: the clauses by their places in the rule; alone: how many of them stand alone, while all
    further ones stand together.
    """
    clauses, describes = a.explanation.rule.formula.clauses, not a.explanation.rule.formula.denied
    parts: list[tuple[int, ...]] = [(place,) for place in order[:alone]]
    parts += [tuple(order[alone:])] if order[alone:] else []
    left, found = np.ones(len(a.judged.y), dtype=bool), []
    for part in parts:
        holds = [clauses[place].holds(a.judged.table) for place in part]
        rows = left & np.logical_or.reduce(holds)
        found.append(_ribbon(a, part, rows, describes))
        left &= ~rows
    return (*found, _ribbon(a, (), left, not describes))


def _ribbon(a: Answer, places: tuple[int, ...], of: np.ndarray, yes: bool) -> Ribbon:
    """of: which of the judged rows, as a mask."""
    right = int((a.judged.y[of] == yes).sum())
    return Ribbon(places, yes, a.judged.places[of], right)
