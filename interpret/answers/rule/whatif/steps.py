"""What an attribute of a row can be changed to: a value, or a number on another side of a cut."""

from collections.abc import Sequence
from dataclasses import dataclass

from interpret.data.numbers import number
from interpret.data.table import Column
from interpret.rules.demands import seen
from interpret.rules.logic import Between, Value, interval


@dataclass(frozen=True)
class ValueStep:
    """A value to change to, how many rows have it or another of its interval, and the interval."""

    value: Value
    count: int
    within: Between | None = None


def steps(column: Column, points: Sequence[float], start: Value) -> list[ValueStep]:
    """A step for each value of the column, or for each interval of numbers that are cut. points:
    the cuts that matter; an interval is named by its value nearest to the start.
    """
    found = [ValueStep(value, count) for value, count in seen(column).items()]
    if not column.cuts:
        return found
    here = number(start)
    by_interval: dict[Between, list[tuple[float, ValueStep]]] = {}
    others = []
    for step in found:
        amount = number(step.value)
        if amount is None:
            others.append(step)
        else:
            by_interval.setdefault(interval(column.name, points, amount), []).append((amount, step))

    def far(one: tuple[float, ValueStep]) -> float:
        amount, step = one
        return abs(amount - here) if here is not None else -step.count

    return [
        ValueStep(min(options, key=far)[1].value, sum(step.count for _, step in options), within)
        for within, options in by_interval.items()
    ] + others
