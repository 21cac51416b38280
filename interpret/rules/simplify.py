"""A rule made shorter: with the same verdict on every row, or less what is not worth its price."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from interpret.data.table import Table
from interpret.rules.logic import Formula
from interpret.rules.polish import Polish
from interpret.rules.pricing import Effort
from interpret.rules.shortest import shortest_cover
from interpret.rules.value_sets import Boxes

MOST_WORK = 1_000_000_000  # clauses looked at times the rows they are looked at on
PRICES = 2.0 ** np.arange(-4, 12)  # of a test, in mean weights of a row worth covering
PER_TEST = 0.1  # rows that a test must get right on validation rows


@dataclass(frozen=True)
class Simplified:
    """A rule before and after it was shortened.

    mode: "exact" keeps every verdict; "penalised" drops what is not worth its price; "values" keeps
    every verdict, in a richer language than the rule's. shortest: no rule over the same attributes,
    in that language, gives the same verdicts with fewer tests; price: of a test, 0 if the verdicts
    are the same.
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

    Tests and clauses that change nothing go, values merge; then a set cover. work: additions in
    it at most, about a nanosecond each.
    """
    effort = Effort(work)
    after, shortest = formula, False
    while table.n_rows and after.attributes:
        boxes = Boxes(table, after, language)
        rule = boxes.all_of(after)
        verdict = boxes.verdict(rule)
        # Any wrong row costs more than all tests together.
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

    Neither does the score  Σ v_i f(x_i) − price · tests  fall, for weights v of the table's rows
    that are above 0 where the formula should hold, nor does the formula become longer.
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
    """The formula penalised at the price that is best on validation rows, or as it was.

    The best price gets most rows right, less a tenth of a row for each test: ten tests for one more
    row are noise. weights: of the table's rows, as for `penalised`; y: of the validation rows.
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
