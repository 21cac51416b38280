"""The pieces of a column: its possible cells, as far as the clauses of a card tell them apart."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf, nextafter

from interpret.data.dates import WEEKDAYS
from interpret.data.numbers import number
from interpret.rules.logic import Between, Clause, Is, IsNot, Test, Value

FEW = 3  # values that are named one by one rather than as "any other"

Held = frozenset[int]  # places of clauses


@dataclass(frozen=True)
class Piece:
    """Cells that no clause tells apart: those that pass one of the tests.

    passes: the clauses, by their places, whose own tests of the column hold there.
    """

    tests: tuple[Test, ...]
    passes: Held

    def accepts(self, value: Value) -> bool:
        return any(test.accepts(value) for test in self.tests)


def pieces(
    clauses: Sequence[Clause], attribute: str, values: Iterable[Value] | None = None
) -> tuple[Piece, ...]:
    """The pieces of a column: intervals from the least, then values, "any other" last.

    values: those that occur; None where that is not known. The pieces hold these and whatever the
    clauses name, and no cell is in two.
    """
    tests_of = {
        place: tests
        for place, clause in enumerate(clauses)
        if (tests := [test for test in clause.tests if test.attribute == attribute])
    }

    def passes(value: Value) -> Held:
        return frozenset(k for k, tests in tests_of.items() if all(t.accepts(value) for t in tests))

    tests = [test for tests in tests_of.values() for test in tests]
    named = {v for test in tests if not isinstance(test, Between) for v in test.values}
    ends = {end for test in tests if isinstance(test, Between) for end in test.ends}
    is_cut = bool(ends) and all(number(value) is None for value in named)
    intervals: list[Piece] = []
    for low, high in pairwise((-inf, *sorted(ends), inf)) if is_cut else ():
        inside = repr(high if high < inf else nextafter(low, inf))
        _append(intervals, Between(attribute, low, high), passes(inside))
    there = sorted({*(values or ()), *named}, key=lambda value: (value is None, value or ""))
    by_passes: dict[Held, list[Value]] = {}
    for value in there:
        if not is_cut or number(value) is None:
            by_passes.setdefault(passes(value), []).append(value)
    of_others = frozenset(
        k for k, term_tests in tests_of.items() if all(isinstance(t, IsNot) for t in term_tests)
    )
    others = by_passes.get(of_others, [])
    any_other = len(others) > FEW or (values is None and not is_cut)
    if any_other:
        by_passes.pop(of_others, None)
    found = [
        Piece((Is(attribute, tuple(by_value)),), held)
        for held, by_value in _in_order(by_passes, of_others)
    ]
    if any_other:
        rest = tuple(value for by_value in by_passes.values() for value in by_value)
        found.append(Piece((IsNot(attribute, rest),), of_others))
    return _joined(intervals, found)


def _in_order(
    by_passes: dict[Held, list[Value]], of_others: Held
) -> list[tuple[Held, list[Value]]]:
    """Numbers and weekdays in their own order, other values as the clauses name them.

    of_others: what a value passes that no clause names; it stands last among other values.
    """
    values = {value for by_value in by_passes.values() for value in by_value} - {None}
    place: dict[Value, float] = {value: WEEKDAYS.index(value) for value in values & {*WEEKDAYS}}
    place |= {value: at for value in values if (at := number(value)) is not None}
    if values and place.keys() == values:
        return sorted(
            by_passes.items(), key=lambda one: min(place.get(value, inf) for value in one[1])
        )
    return sorted(
        by_passes.items(),
        key=lambda one: (one[0] == of_others, not one[0], sorted(one[0])),
    )


def _append(intervals: list[Piece], test: Between, passes: Held) -> None:
    """The next interval, joined with the one below where the clauses do not tell them apart."""
    if intervals and intervals[-1].passes == passes:
        (below,) = intervals[-1].tests
        assert isinstance(below, Between)
        test = Between(test.attribute, below.above, test.to)
        intervals.pop()
    intervals.append(Piece((test,), passes))


def _joined(intervals: Sequence[Piece], values: Sequence[Piece]) -> tuple[Piece, ...]:
    """Intervals; cells without a number join the first one they are not told apart from."""
    found = list(intervals)
    for piece in values:
        same = (i for i, interval in enumerate(intervals) if interval.passes == piece.passes)
        place = next(same, None)
        if place is None:
            found.append(piece)
        else:
            found[place] = replace(found[place], tests=(*found[place].tests, *piece.tests))
    return tuple(found)
