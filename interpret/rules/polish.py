"""A rule shortened step by step, each step chosen given all the rest; its score never falls.

The score is  Σ v_i δ_f(x_i) − price · tests.  No step makes the rule longer, so a rule that cannot
be shortened at one price cannot at a lower one either.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from interpret.rules.value_sets import Box, Boxes, contains, hull


class Polish:
    """The boxes of a rule, the rows each covers, and how many boxes cover each row.

    weights: of the distinct rows of `boxes`.
    """

    def __init__(
        self, boxes: Boxes, rule: Iterable[Box], weights: np.ndarray, price: float
    ) -> None:
        self.boxes, self.weights = boxes, weights
        noise = 1e-9 * float(np.abs(weights).sum())
        self.price = max(price, noise)  # among equal scores the shorter counts
        self.least = 0.1 * noise  # a step that gains less is rounding
        self.rule: list[Box] = []
        self.rows: list[np.ndarray] = []
        self.times = np.zeros(boxes.n_rows, dtype=np.int32)
        for box in rule:
            self._add(box)

    def run(self) -> list[Box]:
        """The rule after every step that pays: drop a box, change a test, merge two boxes."""
        while self._drop() | self._retest() or self._merge():
            pass
        return self.rule

    def _drop(self) -> bool:
        changed = False
        while self.rule:
            gains = [self._gain(i) for i in range(len(self.rule))]
            worst = int(np.argmin(gains))
            if gains[worst] > 0:
                break
            self._remove(worst)
            changed = True
        return changed

    def _gain(self, i: int) -> float:
        """What the box adds to the others, less the price of its tests."""
        alone = self.rows[i] & (self.times == 1)
        return float(self.weights[alone].sum()) - self.price * self.boxes.length(self.rule[i])

    def _retest(self) -> bool:
        """Each box in turn takes the best values of one attribute, while that pays."""
        changed = False
        for box in list(self.rule):
            better = self._retested(box)
            if better != box:
                self._remove(self.rule.index(box))
                if better not in self.rule:
                    self._add(better)
                changed = True
        return changed

    def _retested(self, box: Box) -> Box:
        others = self.times - self.boxes.rows(box)
        left = np.where(others > 0, 0.0, self.weights)
        while True:
            gain, attribute, accepted = max(self._steps(box, left), default=(0.0, -1, 0))
            if gain <= self.least:
                return box
            box = (*box[:attribute], accepted, *box[attribute + 1 :])

    def _steps(self, box: Box, left: np.ndarray) -> Iterator[tuple[float, int, int]]:
        """What other values of an attribute would gain: (gain, attribute, accepted values)."""
        boxes = self.boxes
        tested = boxes.restricted(box)
        passes = np.array([boxes.accepts(a, box[a]) for a in tested]).reshape(
            len(tested), boxes.n_rows
        )
        fails = len(tested) - passes.sum(axis=0)
        for a, passed in zip(tested, passes, strict=True):
            sets, own = boxes.sets[a], box[a]
            others_hold = fails == ~passed
            gains = np.bincount(
                boxes.codes[a][others_hold], left[others_hold], minlength=len(sets.values)
            )
            length = sets.length(own)
            now = _total(gains, own) - self.price * length
            for accepted in sets.proposals(gains, self.price, length):
                score = _total(gains, accepted) - self.price * sets.length(accepted)
                yield score - now, a, accepted

    def _merge(self) -> bool:
        """Each box in turn merges with another into the smallest box around both, if that pays."""
        changed = False
        for box in list(self.rule):
            around = self._best_around(box) if box in self.rule else None
            if around is not None:
                for one in [one for one in self.rule if contains(around, one)]:
                    self._remove(self.rule.index(one))
                self._add(around)
                changed = True
        return changed

    def _best_around(self, box: Box) -> Box | None:
        left = np.where(self.times > 0, 0.0, self.weights)
        hope, length = float(left[left > 0].sum()), self.boxes.length
        most, best = self.least, None
        for other in self.rule:
            around = hull(box, other)
            saved = self.price * (length(box) + length(other) - length(around))
            if other == box or saved < 0 or saved + hope <= most:
                continue
            gain = saved + float(left[self.boxes.rows(around)].sum())
            if gain > most:
                most, best = gain, around
        return best

    def _add(self, box: Box) -> None:
        rows = self.boxes.rows(box)
        self.rule.append(box)
        self.rows.append(rows)
        self.times += rows

    def _remove(self, i: int) -> None:
        self.times -= self.rows.pop(i)
        self.rule.pop(i)


def _total(gains: np.ndarray, accepted: int) -> float:
    return float(sum(gain for i, gain in enumerate(gains) if accepted >> i & 1))
