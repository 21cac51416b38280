"""A rule made shorter: with the same verdict on every row, or without what is not worth its price.

`_polished` shortens it step by step, each step chosen given the rest. No step makes the rule
longer, and the score  Σ v_i δ_f(x_i) − price · tests  never falls, so a rule that cannot be
shortened at one price cannot be at a lower one either.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from interpret.data.table import Table
from interpret.rules.logic import Formula
from interpret.rules.pricing import Effort
from interpret.rules.shortest import shortest_cover
from interpret.rules.value_sets import Box, Boxes, contains, hull

NOISE = 1e-9  # of all weight; smaller gains may be rounding
MOST_WORK = 1_000_000_000  # clauses considered times their rows
PRICES = 2.0 ** np.arange(-4, 12)  # of a test, in mean weights of a row worth covering
PER_TEST = 0.1  # validation rows that each test must get right


class Polish:
    """The boxes of a rule, the rows that each covers, and how many boxes cover each row.

    weights: of the distinct rows of `boxes`, (n_rows,); price: of a test.
    """

    def __init__(
        self, boxes: Boxes, rule: Iterable[Box], weights: np.ndarray, price: float
    ) -> None:
        noise = NOISE * float(np.abs(weights).sum())
        self.boxes, self.weights = boxes, weights
        self.price = max(price, noise)  # so that of equal scores the shorter wins
        self.least = 0.1 * noise  # smaller gains of a step are rounding
        self.times = np.zeros(boxes.n_rows, dtype=np.int32)
        self.rows: dict[Box, np.ndarray] = {}
        for box in rule:
            self._add(box)

    def run(self) -> list[Box]:
        """The rule after all steps that pay: dropping a box, changing a test, merging two boxes."""
        while self._prune() | self._retest() or self._merge():
            pass
        return list(self.rows)

    def _add(self, box: Box) -> None:
        if box not in self.rows:
            self.rows[box] = self.boxes.rows(box)
            self.times += self.rows[box]

    def _remove(self, box: Box) -> None:
        self.times -= self.rows.pop(box)

    def _value(self, box: Box) -> float:
        """The weight that a box adds to the others, minus the price of its tests."""
        alone = self.rows[box] & (self.times == 1)
        return float(self.weights[alone].sum()) - self.price * self.boxes.length(box)

    def _prune(self) -> bool:
        """Drops boxes that are not worth their tests, the least first; whether any was dropped."""
        before = len(self.rows)
        while self.rows:
            worst = min(self.rows, key=self._value)
            if self._value(worst) > 0:
                break
            self._remove(worst)
        return len(self.rows) < before

    def _retest(self) -> bool:
        """Gives each box in turn the best values of one attribute, as long as that pays."""
        changed = False
        for box in list(self.rows):
            others = self.times - self.rows[box]
            better = self._retested(box, np.where(others > 0, 0.0, self.weights))
            if better != box:
                self._remove(box)
                self._add(better)
                changed = True
        return changed

    def _retested(self, box: Box, left: np.ndarray) -> Box:
        """The box after all changes of an attribute's values that pay; left: the row weights."""
        while True:
            gain, attribute, accepted = max(self._steps(box, left), default=(0.0, -1, 0))
            if gain <= self.least:
                return box
            box = (*box[:attribute], accepted, *box[attribute + 1 :])

    def _steps(self, box: Box, left: np.ndarray) -> Iterator[tuple[float, int, int]]:
        """The changes of one attribute's accepted values, each as (gain, attribute, values)."""
        boxes, price = self.boxes, self.price
        tested = boxes.restricted(box)
        passes = np.array([boxes.accepts(a, box[a]) for a in tested]).reshape(
            len(tested), boxes.n_rows
        )
        fails = len(tested) - passes.sum(axis=0)
        for a, passed in zip(tested, passes, strict=True):
            sets, chosen = boxes.sets[a], box[a]
            others_hold = fails == ~passed
            gains = np.bincount(
                boxes.codes[a][others_hold], left[others_hold], minlength=len(sets.values)
            )
            length = sets.length(chosen)
            now = _total(gains, chosen) - price * length
            for accepted in sets.proposals(gains, price, length):
                score = _total(gains, accepted) - price * sets.length(accepted)
                yield score - now, a, accepted

    def _merge(self) -> bool:
        """Merges each box in turn with another into the smallest box around both, if that pays."""
        changed = False
        for box in list(self.rows):
            around = self._best_around(box) if box in self.rows else None
            if around is not None:
                for one in [one for one in self.rows if contains(around, one)]:
                    self._remove(one)
                self._add(around)
                changed = True
        return changed

    def _best_around(self, box: Box) -> Box | None:
        """The smallest box around this one and another whose merging gains most, if any gains."""
        left = np.where(self.times > 0, 0.0, self.weights)
        hope, length = float(left[left > 0].sum()), self.boxes.length
        most, best = self.least, None
        for other in self.rows:
            around = hull(box, other)
            saved = self.price * (length(box) + length(other) - length(around))
            if other == box or saved < 0 or saved + hope <= most:
                continue
            gain = saved + float(left[self.boxes.rows(around)].sum())
            if gain > most:
                most, best = gain, around
        return best


def _total(gains: np.ndarray, accepted: int) -> float:
    return float(sum(gain for i, gain in enumerate(gains) if accepted >> i & 1))


@dataclass(frozen=True)
class Simplified:
    """A rule before and after it was shortened.

    mode: "exact" keeps every verdict; "penalised" drops what is not worth its price; "values" keeps
    every verdict, in a richer language than the rule's. shortest: whether no rule over the same
    attributes in that language gives the same verdicts with fewer tests; price: of a test, 0 if the
    verdicts are the same.
    """

    before: Formula
    after: Formula
    mode: Literal["exact", "penalised", "values"]
    shortest: bool = False
    price: float = 0.0


def simplify(
    formula: Formula, table: Table, language: str = "values", work: float = MOST_WORK
) -> Simplified:
    """The shortest formula found with the same verdict on every row of the table.

    Tests and clauses that change nothing are dropped and values merged; then a set cover follows.
    work: the most additions in it, about a nanosecond each.
    """
    effort = Effort(work)
    after, shortest = formula, False
    while table.n_rows and after.attributes:
        boxes = Boxes(table, after, language)
        rule = boxes.all_of(after)
        verdict = boxes.verdict(rule)
        # One wrong row costs more than all tests together.
        weights = np.where(verdict, 1.0, -1.0) * (len(after) + 1)
        cover = shortest_cover(boxes, Polish(boxes, rule, weights, 1.0).run(), verdict, effort)
        shorter = boxes.formula(cover.rule, after.denied)
        done = cover.shortest or len(shorter) == len(after) or effort.stopped
        after, shortest = shorter, cover.shortest
        if done:
            break
    return Simplified(formula, after, "exact", shortest or not after.attributes)


def penalised(
    formula: Formula,
    table: Table,
    weights: np.ndarray,
    price: float,
    language: str = "values",
) -> Simplified:
    """The formula without what is worth less than its price.

    The score  Σ v_i f(x_i) − price · tests  does not fall and the formula does not become longer.
    weights: v of the table's rows, above 0 where the formula should hold.
    """
    after = _polished(formula, table, weights, price, language)
    return Simplified(formula, after, "penalised", price=price)


def validated(
    formula: Formula,
    table: Table,
    weights: np.ndarray,
    validation: Table,
    y: np.ndarray,
    language: str = "values",
) -> Simplified:
    """The formula penalised at the price that is best on validation rows, or unchanged.

    The best price has the most right rows minus a tenth of a row for each test: ten tests for one
    more row are noise. weights: of the table's rows, as for `penalised`; y: of the validation rows.
    """
    covering = -weights if formula.denied else weights
    unit = float(covering[covering > 0].mean()) if (covering > 0).any() else 1.0
    after, path = formula, [(formula, 0.0)]
    for price in (0.0, *(PRICES * unit).tolist()):
        after = _polished(after, table, weights, price, language)
        path.append((after, price))

    def score(step: tuple[Formula, float]) -> tuple[float, int]:
        rule, _ = step
        tests = len(rule)
        return int((rule.holds(validation) == y).sum()) - PER_TEST * tests, -tests

    best, price = max(path, key=score)
    return Simplified(formula, best, "penalised", price=price)


def _polished(
    formula: Formula, table: Table, weights: np.ndarray, price: float, language: str
) -> Formula:
    if not table.n_rows or not formula.attributes:
        return formula
    boxes = Boxes(table, formula, language)
    simpler = boxes.summed(-weights if formula.denied else weights)
    return boxes.formula(Polish(boxes, boxes.all_of(formula), simpler, price).run(), formula.denied)
