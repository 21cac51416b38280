"""Random small tables and formulas, and every row there can be."""

from collections.abc import Iterator
from itertools import product
from math import inf

import numpy as np

from interpret.data.reading import read_table
from interpret.data.table import Table
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot, Test, Value

VALUES = (("x", "y"), ("x", "y", "z"), ("1", "2", "3", "5"), ("x", "y", ""), ("0", "1"))


def table(rng: np.random.Generator, attributes: int = 4, rows: int = 24) -> Table:
    """Attributes of two to four values, some of them numbers, some with empty cells."""
    domains = [VALUES[i] for i in rng.integers(len(VALUES), size=attributes)]
    cells = [[str(rng.choice(values)) for values in domains] for _ in range(rows)]
    header = [f"a{i}" for i in range(attributes)]
    lines = [[*header, "class"], *([*row, "?"] for row in cells)]
    return read_table("\n".join(",".join(f'"{c}"' for c in line) for line in lines).encode(), "t")


def formula(rng: np.random.Generator, table: Table, clauses: int = 4, tests: int = 3) -> Formula:
    """At most so many clauses of one to so many tests; denied now and then."""
    made = (
        Clause(tuple(_test(rng, table) for _ in range(rng.integers(1, tests + 1))))
        for _ in range(rng.integers(1, clauses + 1))
    )
    return Formula(tuple(made), denied=bool(rng.random() < 0.3))


def values(table: Table, attribute: str) -> dict[Value, int]:
    """How many rows have each value that any row has."""
    cells = table.frame()[attribute].tolist()
    return {value: cells.count(value) for value in dict.fromkeys(cells)}


def every_row(options: dict[str, list[Value]]) -> Iterator[dict[str, Value]]:
    for cells in product(*options.values()):
        yield dict(zip(options, cells, strict=True))


def _test(rng: np.random.Generator, table: Table) -> Test:
    column = table.columns[rng.integers(len(table.columns) - 1)]
    if column.is_numeric and rng.random() < 0.5:
        low, high = sorted(rng.choice([0.5, 1.5, 2.5, 4.0, 5.5], 2, replace=False).tolist())
        return Between(column.name, *[(low, high), (-inf, high), (low, inf)][rng.integers(3)])
    chosen = rng.choice(len(column.values), size=rng.integers(1, 3)).tolist()
    kind = Is if rng.random() < 0.6 else IsNot
    return kind(column.name, tuple(column.values[i] for i in chosen))
