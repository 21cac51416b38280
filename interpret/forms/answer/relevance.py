"""What counts: single values in the machine's decision, and columns in the verdict of a form."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from interpret.data.numbers import number
from interpret.data.table import Column, Table
from interpret.rules.card import Card
from interpret.rules.logic import Value, accepted, interval, interval_name


@dataclass(frozen=True)
class LiteralWeight:
    """The weight of `attribute = value`: above zero it speaks for the positive class.

    Where numbers are cut, the value is one of the machine's intervals, in words.
    """

    attribute: str
    value: Value
    weight: float

    @property
    def rounded(self) -> float:
        """The weight as a person reads it, by which values are ordered. Weights that look equal
        mostly are equal: they differ by rounding alone.
        """
        return float(f"{self.weight:.3g}")


def literal_weights(
    train: Table, attributes: Sequence[str], weights: Sequence[float]
) -> tuple[LiteralWeight, ...]:
    """For each value of each attribute, the sum of the weights y_i α_i of the rows that have it.

    weights: (n_rows,), of the training rows (Polato, eq. 7.1, for features of one variable). The
    values of an attribute stand together, that of empty cells last. The attribute whose values
    weigh most together comes first, and empty cells do not count for that, as a few of them would
    decide it; equal ones keep the order of their columns.
    """
    groups = [_of_attribute(train, name, np.asarray(weights)) for name in attributes]
    groups.sort(key=lambda group: -sum(abs(one.rounded) for one in group if one.value is not None))
    return tuple(literal for group in groups for literal in group)


def _of_attribute(train: Table, name: str, weights: np.ndarray) -> list[LiteralWeight]:
    column = train.column(name)
    sums = np.bincount(column.codes, weights=weights, minlength=len(column.values))
    weight_of: dict[Value, float] = {}
    for value, weight, count in zip(column.values, sums.tolist(), column.counts, strict=True):
        if count:
            shown = _named(column, value)
            weight_of[shown] = weight_of.get(shown, 0.0) + weight
    by_value = sorted(weight_of.items(), key=lambda one: one[0] is None)
    return [LiteralWeight(name, value, weight) for value, weight in by_value]


def _named(column: Column, value: Value) -> Value:
    amount = number(value) if column.cuts else None
    if amount is None:
        return value
    return interval_name(interval(column.name, column.coarse, amount))


def columns_that_matter(card: Card, table: Table) -> tuple[tuple[str, float], ...]:
    """For each attribute of the card, the share of verdicts that change where its cell is drawn
    anew from the cells of the table: the mean over all draws (relevance to a hypothesis, Polato,
    definition 7.2). The largest share comes first.
    """
    says = card.holds(table)
    shares = [(name, _changed(card, table, table.column(name), says)) for name in card.attributes]
    return tuple(sorted(shares, key=lambda one: -one[1]))


def _changed(card: Card, table: Table, column: Column, says: np.ndarray) -> float:
    """Values that pass the same tests change the same verdicts, so one of each kind is tried."""
    tests = [test for clause in card.clauses for test in clause.by_attribute.get(column.name, ())]
    passes = accepted(tests, column.values)
    _, tried, kind = np.unique(passes, axis=1, return_index=True, return_inverse=True)
    often = np.bincount(kind.ravel(), weights=column.counts)
    changed = 0.0
    for code, times in zip(tried, often, strict=True):
        if times:
            drawn = column.of_made_rows(np.full(len(says), code, dtype=np.int32))
            changed += times * (card.holds(table.having(drawn)) != says).mean()
    return float(changed / len(says))
