"""The nearest change of a row that turns the rule's verdict, exactly.

Nearest: the fewest attributes changed, to values that the table has; of as few, the values that
are commonest there (the largest product of their counts).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from math import inf, log, prod
from operator import and_, attrgetter

import numpy as np
from scipy.optimize import LinearConstraint, milp

from interpret.answers.rule.whatif.row import Row
from interpret.answers.rule.whatif.steps import steps
from interpret.data.table import Table
from interpret.rules.logic import Between, Formula, Test, Value, interval_name


@dataclass(frozen=True)
class Change:
    """An attribute takes another value; within: every number of this interval does as well."""

    attribute: str
    before: Value
    after: Value
    within: Between | None = None

    def __str__(self) -> str:
        after = interval_name(self.within) if self.within else self.after or "empty"
        return f"{self.attribute} from {self.before or 'empty'} to {after}"


@dataclass(frozen=True)
class _Option:
    """A value to change to. passes: bits of the clauses whose tests accept the value."""

    value: Value
    count: int
    passes: int
    within: Between | None = None


_Options = Mapping[str, Sequence[_Option]]  # of the attributes that may still be changed
_Chosen = dict[str, _Option]


def nearest_flip_of_rule(
    formula: Formula,
    row: Row,
    table: Table,
    attributes: Sequence[str],
    locked: Collection[str] = (),
) -> tuple[Change, ...] | None:
    """The fewest changes that turn the formula's verdict on the row; None if there are none. If no
    clause holds, one must be made to hold; if some hold, no clause may hold afterwards, not even
    one that did not hold before. The locked attributes stay as they are.
    """
    n = len(formula.clauses)
    tests = _tests_by_attribute(formula)
    now = {name: _passes(test, row[name], n) for name, test in tests.items()}
    options = {
        name: [
            _Option(step.value, step.count, _passes(tests[name], step.value, n), step.within)
            for step in steps(table.column(name), _ends(tests[name]), row[name])
        ]
        for name in attributes
        if name in tests and name not in locked
    }
    find = _none_holds if _holding(now, n) else _one_holds
    chosen = find(n, now, options)
    if chosen is None:
        return None
    return tuple(
        Change(name, row[name], chosen[name].value, chosen[name].within)
        for name in attributes
        if name in chosen
    )


def _tests_by_attribute(formula: Formula) -> dict[str, list[tuple[int, Test]]]:
    """The tests of each attribute, with the number of their clause."""
    tests: dict[str, list[tuple[int, Test]]] = {name: [] for name in formula.attributes}
    for k, clause in enumerate(formula.clauses):
        for test in clause.tests:
            tests[test.attribute].append((k, test))
    return tests


def _ends(tests: Sequence[tuple[int, Test]]) -> list[float]:
    """The numbers at which any of the tests changes its result."""
    ranges = (test for _, test in tests if isinstance(test, Between))
    ends = {end for test in ranges for end in (test.above, test.to)}
    return sorted(ends - {-inf, inf})


def _passes(tests: Sequence[tuple[int, Test]], value: Value, n: int) -> int:
    refused = 0
    for k, test in tests:
        if not test.accepts(value):
            refused |= 1 << k
    return (1 << n) - 1 & ~refused


def _holding(passes: Mapping[str, int], n: int) -> int:
    """A bit for each clause that holds."""
    return reduce(and_, passes.values(), (1 << n) - 1)


def _one_holds(n: int, now: Mapping[str, int], options: _Options) -> _Chosen | None:
    """The fewest changes after which some clause holds: its failing attributes, and no others."""
    ways = []
    for k in range(n):
        failing = [name for name, passes in now.items() if not passes >> k & 1]
        passing = {
            name: [option for option in options.get(name, ()) if option.passes >> k & 1]
            for name in failing
        }
        if all(passing.values()):
            ways.append(
                {
                    name: max(passing_steps, key=attrgetter("count"))
                    for name, passing_steps in passing.items()
                }
            )
    return min(ways, key=lambda way: (len(way), -_commonness(way)), default=None)


def _none_holds(n: int, now: Mapping[str, int], options: _Options) -> _Chosen | None:
    """The fewest changes after which no clause holds: a small integer program.

    A variable for each change. Each clause must fail in an attribute that is changed to a value it
    refuses, or in one that it refuses now and that stays.
    """
    changes = [
        (name, option) for name, choices in options.items() for option in _undominated(choices)
    ]
    if not changes:
        return None
    of = {
        name: np.array([changed == name for changed, _ in changes], dtype=float) for name in options
    }
    fails = np.zeros((n, len(changes)))
    fail_now = np.zeros(n)
    for k in range(n):
        for name, passes in now.items():
            if not passes >> k & 1:
                fail_now[k] += 1
                fails[k] -= of.get(name, 0.0)
        fails[k] += [not option.passes >> k & 1 for _, option in changes]
    rarity = np.array([-log(option.count) for _, option in changes])
    rarity -= rarity.min()
    solved = milp(
        1 + len(of) * rarity.max() + rarity,
        integrality=np.ones(len(changes)),
        bounds=(0, 1),
        constraints=[
            LinearConstraint(fails, lb=1 - fail_now),
            LinearConstraint(np.array(list(of.values())), ub=1),
        ],
        options={"mip_rel_gap": 0},
    )
    if solved.x is None:
        return None
    return {changes[i][0]: changes[i][1] for i in np.flatnonzero(solved.x > 0.5)}


def _undominated(options: Sequence[_Option]) -> list[_Option]:
    """The options that matter: no other at least as common passes a subset of its clauses."""
    kept: list[_Option] = []
    for option in sorted(options, key=lambda option: (option.passes.bit_count(), -option.count)):
        if not any(
            other.passes & ~option.passes == 0 and other.count >= option.count for other in kept
        ):
            kept.append(option)
    return kept


def _commonness(way: _Chosen) -> int:
    return prod(option.count for option in way.values())
