"""A card to be filled in: one question for each column, or for each clause that stands alone.

A question of a column is which of its pieces a cell is in: its possible cells, as far as the
clauses of the card tell them apart.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf, nextafter

from interpret.data.dates import WEEKDAYS
from interpret.data.numbers import number
from interpret.data.table import Table
from interpret.rules.card import Card
from interpret.rules.demands import seen
from interpret.rules.logic import Between, Clause, Is, IsNot, Test, Value

NO, YES = 0, 1  # answers to whether a clause holds
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


@dataclass(frozen=True)
class Question:
    """What is asked: which piece of a column a cell is in, or whether a clause holds.

    terms: the places of the terms whose clauses ask it; options: of a column its pieces, whose
    passes are of all the card's terms; clause: None where a column is asked for.
    """

    terms: Held
    options: tuple[Piece, ...]
    attribute: str | None = None
    clause: Clause | None = None

    @property
    def ticked(self) -> int | None:
        """The option that a tick stands for, where one box is enough; else None."""
        if len(self.options) != 2 or (self.options[0].passes and self.options[1].passes):
            return None
        return YES if self.options[YES].passes else NO

    def answer(self, row: Mapping[str, Value]) -> int | None:
        """The option that is true of a row; None where its cell is in no piece."""
        if self.clause is not None:
            return YES if self.clause.accepts(row) else NO
        assert self.attribute is not None
        value = row[self.attribute]
        return next((i for i, option in enumerate(self.options) if option.accepts(value)), None)


def form(card: Card, table: Table | None) -> tuple[Question, ...]:
    """The questions in the order of the card's terms; table: rows with the values that occur.

    A clause that shares no column with another clause is one question. The columns of all others
    are asked for one by one, so that answers cannot contradict each other.
    """
    clauses = card.clauses
    asked_by = {
        name: [
            k
            for k, term_clause in enumerate(clauses)
            if any(t.attribute == name for t in term_clause.tests)
        ]
        for name in card.attributes
    }
    questions: list[Question] = []
    done = set()
    for k, clause in enumerate(clauses):
        columns = list(dict.fromkeys(test.attribute for test in clause.tests))
        if all(asked_by[name] == [k] for name in columns):
            this_term = frozenset({k})
            no_or_yes = (Piece((), frozenset()), Piece((), this_term))
            questions.append(Question(this_term, no_or_yes, clause=clause))
            continue
        for name in columns:
            if name not in done:
                done.add(name)
                terms = frozenset(asked_by[name])
                options = pieces(clauses, name, values_of(table, name))
                questions.append(Question(terms, options, attribute=name))
    return tuple(questions)


def values_of(table: Table | None, attribute: str) -> Iterable[Value] | None:
    """The values that a column's rows have; None where there are no rows."""
    return None if table is None else seen(table.column(attribute))


def held(questions: Sequence[Question], answers: Sequence[int | None]) -> Held:
    """The terms that hold by the answers; an unanswered question passes no test."""
    terms: Held = frozenset().union(*(asked_one.terms for asked_one in questions))
    for question, answer in zip(questions, answers, strict=True):
        passed = frozenset() if answer is None else question.options[answer].passes
        terms -= question.terms - passed
    return terms


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
    made = [
        Piece((Is(attribute, tuple(by_value)),), held)
        for held, by_value in _in_order(by_passes, of_others)
    ]
    if any_other:
        rest = tuple(value for by_value in by_passes.values() for value in by_value)
        made.append(Piece((IsNot(attribute, rest),), of_others))
    return _joined(intervals, made)


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
    joined = list(intervals)
    for piece in values:
        same = (i for i, interval in enumerate(intervals) if interval.passes == piece.passes)
        place = next(same, None)
        if place is None:
            joined.append(piece)
        else:
            joined[place] = replace(joined[place], tests=(*joined[place].tests, *piece.tests))
    return tuple(joined)
