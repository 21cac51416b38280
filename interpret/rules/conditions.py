"""Conditions as tests of a table's columns, checked against what the table has."""

from collections.abc import Collection, Sequence

from interpret.data.complaints import DataError, listed, quoted
from interpret.data.conditions import Condition, conditions_in
from interpret.data.numbers import number
from interpret.data.table import Column, Table
from interpret.rules.logic import Between, Clause, Is, IsNot, Test, Value


def clause_of(text: str, table: Table, attributes: Sequence[str]) -> Clause:
    """The clause of conditions joined by “and”; a DataError says how to write one.

    table: the rows whose values may be asked for, and whose cuts numbers may be compared with.
    """
    clause = Clause(tuple(map(_test, conditions_in(text, table, attributes))))
    check_clause(clause, table, attributes)
    return clause


def _test(condition: Condition) -> Test:
    if condition.kind == "between":
        return Between(condition.attribute, condition.above, condition.to)
    return (Is if condition.kind == "is" else IsNot)(condition.attribute, condition.values)


def check_clause(clause: Clause, table: Table, attributes: Sequence[str]) -> None:
    """A DataError unless the tests ask for what the table has and can hold together."""
    for name, tests in clause.by_attribute.items():
        if name not in attributes:
            raise DataError(
                f"A test must be on an attribute that the machine uses, and {quoted(name)} is "
                f"none. Choose one of {listed(map(quoted, attributes))}."
            )
        column = table.column(name)
        values = seen(column)
        for test in tests:
            _check_values(test, column, values)
        if not any(all(test.accepts(value) for test in tests) for value in values):
            both = " and ".join(quoted(str(test)) for test in tests)
            raise DataError(
                f"A clause must be able to hold, and no value of {quoted(name)} passes {both}. "
                "Take a test away, or put the new one into another clause."
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
        raise DataError(f"A test of {name} needs a value, and none was chosen. Choose one.")
    strange = [value for value in test.values if value not in values]
    if strange:
        raise DataError(
            f"A test must ask for values that the table has, and {name} is never "
            f"{listed(map(quoted, strange))}. Choose from {listed(map(quoted, values))}."
        )
