"""A rule shortened step by step, each step chosen given all the rest; its score never falls.

The score is  Σ v_i δ_f(x_i) − price · tests.  No step makes the rule longer, so a rule that cannot
be shortened at one price cannot at a lower one either.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from interpret.rules.cover import Cover, noise_of
from interpret.rules.value_sets import Box, Boxes, contains, hull


class Polish:
    """The boxes of a rule as a cover. weights: of the distinct rows of `boxes`, (n_rows,)."""

    def __init__(
        self, boxes: Boxes, rule: Iterable[Box], weights: np.ndarray, price: float
    ) -> None:
        noise = noise_of(weights)
        self.boxes = boxes
        self.least = 0.1 * noise  # a step that gains less is rounding
        self.cover: Cover[Box] = Cover(
            weights,
            max(price, noise),  # among equal scores the shorter counts
            boxes.rows,
            boxes.length,
            rule,
        )

    def run(self) -> list[Box]:
        """The rule after every step that pays: drop a box, change a test, merge two boxes."""
        while self.cover.prune(0.0) | self._retest() or self._merge():
            pass
        return self.cover.parts

    def _retest(self) -> bool:
        """Each box in turn takes the best values of one attribute, while that pays."""
        changed = False
        for box in list(self.cover.parts):
            place = self.cover.parts.index(box)
            better = self._retested(box, self.cover.left(but=place))
            if better != box:
                self.cover.remove(place)
                if better not in self.cover.parts:
                    self.cover.add(better)
                changed = True
        return changed

    def _retested(self, box: Box, left: np.ndarray) -> Box:
        """The box after every change of an attribute's values that pays; left: the row weights."""
        while True:
            gain, attribute, accepted = max(self._steps(box, left), default=(0.0, -1, 0))
            if gain <= self.least:
                return box
            box = (*box[:attribute], accepted, *box[attribute + 1 :])

    def _steps(self, box: Box, left: np.ndarray) -> Iterator[tuple[float, int, int]]:
        """What it would gain to accept other values of one attribute: (gain, attribute, values)."""
        boxes, price = self.boxes, self.cover.price
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
        """Each box in turn merges with another into the smallest box around both, if that pays."""
        cover, changed = self.cover, False
        for box in list(cover.parts):
            around = self._best_around(box) if box in cover.parts else None
            if around is not None:
                for one in [one for one in cover.parts if contains(around, one)]:
                    cover.remove(cover.parts.index(one))
                cover.add(around)
                changed = True
        return changed

    def _best_around(self, box: Box) -> Box | None:
        """The smallest box around this one and another whose merging gains most, if any gains."""
        left = self.cover.left()
        hope, length = float(left[left > 0].sum()), self.boxes.length
        most, best = self.least, None
        for other in self.cover.parts:
            around = hull(box, other)
            saved = self.cover.price * (length(box) + length(other) - length(around))
            if other == box or saved < 0 or saved + hope <= most:
                continue
            gain = saved + float(left[self.boxes.rows(around)].sum())
            if gain > most:
                most, best = gain, around
        return best


def _total(gains: np.ndarray, accepted: int) -> float:
    return float(sum(gain for i, gain in enumerate(gains) if accepted >> i & 1))
