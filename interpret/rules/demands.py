"""What is demanded of a rule: columns and values forbidden, or a direction.

No test names a *forbidden* column or value. With a *direction*, larger numbers may speak only for
the class, or only against it. In the study of other good rules a rule is also *held* to lines,
which are given: they cost nothing, and the limits apply only to what a search adds. That is a
smaller problem of the same kind (`given`): only the rows that no such line covers are left. Its
bound plus the weight of the rows already covered is the bound of the whole problem.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from interpret.data.complaints import DataError, listed, quoted
from interpret.data.conditions import Condition, conditions_in
from interpret.data.cuts import cuts_between
from interpret.data.numbers import number
from interpret.data.table import Column, Table
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot, Test, Value


@dataclass(frozen=True)
class Demands:
    """What a rule must satisfy.

    clauses: lines that the rule is held to; forbidden: attributes; values: pairs of an attribute
    and a value that no test names; above, below: attributes of which larger numbers may speak only
    for the class, or only against it.
    """

    clauses: tuple[Clause, ...] = ()
    forbidden: tuple[str, ...] = ()
    values: tuple[tuple[str, Value], ...] = ()
    above: tuple[str, ...] = ()
    below: tuple[str, ...] = ()

    @property
    def directed(self) -> tuple[str, ...]:
        """The attributes with a direction."""
        return (*self.above, *self.below)

    def allowed(self, column: Column, tests: list[Test], denied: bool) -> list[Test]:
        """The tests of an attribute that a search may use. denied: whether the rule is denied.

        A number with a direction may be cut between any two of its values.
        """
        name = column.name
        if name in self.forbidden:
            return []
        if name in self.directed:
            upward = (name in self.above) != denied
            return [Between(name, at) if upward else Between(name, to=at) for at in _places(column)]
        named = {value for attribute, value in self.values if attribute == name}
        return [t for t in tests if isinstance(t, Between) or not named.intersection(t.values)]


NOTHING = Demands()


@dataclass(frozen=True)
class Limits:
    """The limits of a rule, not counting lines it is held to, and its demands."""

    clauses: int
    literals: int
    demands: Demands = NOTHING


@dataclass(frozen=True)
class Given:
    """The lines of a rule that are given. covered: the weight of the rows that they cover."""

    clauses: tuple[Clause, ...] = ()
    covered: float = 0.0

    def formula(self, formula: Formula) -> Formula:
        """The whole rule: the given lines joined with a formula that a search found."""
        if not self.clauses:
            return formula
        return replace(formula, clauses=(*self.clauses, *formula.clauses))


def given(demands: Demands, table: Table, weights: np.ndarray) -> tuple[Given, np.ndarray]:
    """The given lines of a rule on these rows, and the weights that are left for a search."""
    left = weights.copy()
    covered = np.zeros(len(weights), dtype=bool)
    for clause in demands.clauses:
        covered |= clause.holds(table)
    left[covered] = 0.0
    return Given(demands.clauses, float(weights[covered].sum())), left


def demanded(only: Sequence[str], table: Table, attributes: Sequence[str]) -> Demands:
    """The demands of the settings; a DataError in one sentence where they cannot be met.

    table: the training rows as machine and rule read them.
    """
    banned, above, below = read_demands(only)
    columns, values = _forbidden(banned, table, attributes)
    for name in (*above, *below):
        if name not in attributes or not table.column(name).is_numeric:
            raise DataError(
                f"Only a column of numbers that the machine uses can have a direction, and "
                f"{quoted(name)} is none. Forbid its values instead."
            )
    if {*attributes} <= {*columns}:
        raise DataError(
            "A rule must have a column to ask for, and every column is forbidden. Allow one."
        )
    return Demands((), columns, values, above, below)


def read_demands(
    texts: Sequence[str],
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """What is banned, and the columns of which more speaks only for the class, or only against it.

    A DataError for another text.
    """
    ways: dict[str, list[str]] = {"not": [], "up": [], "down": []}
    for text in texts:
        first, _, rest = text.strip().partition(" ")
        name, _, last = text.strip().rpartition(" ")
        way, of = (first, rest) if first == "not" else (last, name)
        if way not in ways or not of.strip():
            raise DataError(
                "A rule can keep to demands like 'age up', 'age down', 'not sex' and "
                f"'not colour = red'; {quoted(text)} is none."
            )
        ways[way].append(of.strip())
    banned, up, down = map(tuple, ways.values())
    return banned, up, down


def _forbidden(
    texts: Sequence[str], table: Table, attributes: Sequence[str]
) -> tuple[tuple[str, ...], tuple[tuple[str, Value], ...]]:
    """The columns that are forbidden, and the values that are."""
    columns, values = [], []
    for text in texts:
        if text.strip() in attributes:
            columns.append(text.strip())
            continue
        if "=" not in text:
            raise DataError(
                f"Only a column of the rule or one of its values can be forbidden, like colour "
                f"or colour = red; {quoted(text)} is neither. The columns are "
                f"{listed(map(quoted, attributes))}."
            )
        for test in clause_of(text, table, attributes).tests:
            if not isinstance(test, Is):
                raise DataError(
                    f"A value is forbidden like colour = red; {quoted(text)} is no value. For a "
                    "number, give its column a direction instead."
                )
            values += [(test.attribute, value) for value in test.values]
    return tuple(columns), tuple(values)


def demands_words(demands: Demands) -> str:
    """The demands in words, as the end of a sentence about rules; "" without demands."""
    sentences = []
    if demands.forbidden:
        sentences.append(f"never ask for {listed(map(quoted, demands.forbidden))}")
    if demands.values:
        named = (f"{quoted(name)} = {quoted(value)}" for name, value in demands.values)
        sentences.append(f"never name {listed(named)}")
    sentences += [
        f"take more of {listed(map(quoted, names))} {way} the class only, by > or ≤ alone"
        for names, way in ((demands.above, "for"), (demands.below, "against"))
        if names
    ]
    return " and ".join(sentences)


def _places(column: Column) -> list[float]:
    """The cuts of a column of numbers, or else the places between two of its values."""
    if column.cuts:
        return list(column.cuts)
    there = column.values.numbers[column.counts > 0]
    return cuts_between(np.unique(there[~np.isnan(there)]))


def clause_of(text: str, table: Table, attributes: Sequence[str]) -> Clause:
    """The clause of conditions joined by “and”; a DataError says how to write one.

    table: the rows that have the values that tests may name, and the cuts of numbers.
    """
    clause = Clause(tuple(map(_test, conditions_in(text, table, attributes))))
    check_clause(clause, table, attributes)
    return clause


def _test(condition: Condition) -> Test:
    if condition.kind == "between":
        return Between(condition.attribute, condition.above, condition.to)
    return (Is if condition.kind == "is" else IsNot)(condition.attribute, condition.values)


def check_clause(clause: Clause, table: Table, attributes: Sequence[str]) -> None:
    """A DataError unless the table has the tests' values and a row can pass them all."""
    for name, tests in clause.by_attribute.items():
        if name not in attributes:
            raise DataError(
                f"A condition must be on an attribute that the machine uses, and {quoted(name)} is "
                f"none. Choose one of {listed(map(quoted, attributes))}."
            )
        column = table.column(name)
        values = seen(column)
        for test in tests:
            _check_values(test, column, values)
        if not any(all(test.accepts(value) for test in tests) for value in values):
            both = " and ".join(quoted(str(test)) for test in tests)
            raise DataError(
                f"A line must be able to hold, and no value of {quoted(name)} passes {both}. "
                "Take a condition away, or put the new one into another line."
            )


def seen(column: Column) -> dict[Value, int]:
    """The values that the column's rows have, and how many rows have each."""
    counts = zip(column.values, column.counts.tolist(), strict=True)
    return {value: count for value, count in counts if count}


def _check_values(test: Test, column: Column, values: Collection[Value]) -> None:
    name = quoted(test.attribute)
    if column.cuts and not isinstance(test, Between) and test.values != (None,):
        raise DataError(
            f"The numbers of {name} are cut into intervals. Compare them, as in > or <=, instead."
        )
    if isinstance(test, Between):
        texts = [value for value in values if value is not None and number(value) is None]
        if texts:
            raise DataError(
                f"Only numbers can be compared, and {name} has the value {quoted(texts[0])}. "
                "Ask for its values instead."
            )
        return
    if not test.values:
        raise DataError(f"A condition on {name} needs a value, and none was chosen. Choose one.")
    strange = [value for value in test.values if value not in values]
    if strange:
        raise DataError(
            f"A condition must ask for values that the table has, and {name} is never "
            f"{listed(map(quoted, strange))}. Choose from {listed(map(quoted, values))}."
        )
