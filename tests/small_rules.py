"""Rule problems for tests: small random ones with their answers by enumeration; a machine's."""

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np

from interpret.data.encoding import Encoding
from interpret.data.reading import read_table
from interpret.data.table import Table
from interpret.rules.logic import Between, Test
from interpret.rules.search import Rule, RuleProblem
from interpret.rules.single_tests import SingleTests, TestSet, single_tests
from kernels.catalog import parse
from kernels.svm import BooleanSVC

ROOT = Path(__file__).parents[1]

VALUES = (("x", "y"), ("x", "y", "z"), ("1", "2", "3", "5"), ("x", "y", ""))
DISTINCT = 12  # rows that differ, at most: every set of them is looked at


@dataclass(frozen=True, eq=False)
class Best:
    """The best objective over every rule within the limits, and the fewest tests that reach it."""

    objective: float
    length: int


def table(rng: np.random.Generator) -> Table:
    """Up to three attributes of up to four values, some of them numbers, some cells empty."""
    n_attributes = rng.choice([1, 2, 3, 3])
    domains = [VALUES[i] for i in rng.integers(len(VALUES), size=n_attributes)]
    different = rng.integers(4, DISTINCT + 1)
    rows = [[str(rng.choice(values)) for values in domains] for _ in range(different)]
    rows += [rows[i] for i in rng.integers(different, size=rng.integers(0, 2 * DISTINCT))]
    header = [f"a{i}" for i in range(len(domains))]
    lines = [[*header, "class"], *([*row, "?"] for row in rows)]
    text = "\n".join(",".join(f'"{cell}"' for cell in line) for line in lines)
    return read_table(text.encode(), "small.csv")


def weights(rng: np.random.Generator, n: int) -> np.ndarray:
    """Of one sign for most rows, or at random; real, or whole numbers so that rules tie."""
    signs = rng.choice([-1.0, 1.0], size=n, p=[(share := rng.uniform(0.3, 0.7)), 1 - share])
    sizes = rng.integers(0, 4, size=n) if rng.random() < 0.5 else rng.exponential(size=n)
    return signs * sizes


def as_searched(rule: Rule, asked: RuleProblem) -> tuple[TestSet, ...]:
    """The rule's clauses as a search has them: a range with two ends is two tests."""
    place = {test: i for i, test in enumerate(asked.single_tests.tests)}

    def sides(test: Test) -> list[Test]:
        if not isinstance(test, Between):
            return [test]
        ends = Between(test.attribute, above=test.above), Between(test.attribute, to=test.to)
        return [end for end in ends if end.ends]

    return tuple(
        tuple(sorted(place[side] for test in clause.tests for side in sides(test)))
        for clause in rule.formula.clauses
    )


@cache
def problem(seed: int) -> RuleProblem:
    """The problem of a number: either language, at no price or some, within tight limits."""
    rng = np.random.default_rng(seed)
    rows = table(rng)
    single = single_tests(rows, rows.names[:-1], ("monotone", "values")[seed % 2])
    own = weights(rng, rows.n_rows)
    if seed % 5 == 0:  # no noise: a hidden rule, which the weights follow
        hidden = [clause for clause in all_clauses(single, 2) if rng.random() < 0.2][:2]
        own = np.where(single.verdict(hidden), 1, -1) * np.abs(own)
    price = float(rng.choice([0.0, 0.0, 0.1, 0.5, 1.0]))
    limits = int(rng.choice([1, 2, 3, 3])), int(rng.choice([1, 2, 3, 3]))
    return RuleProblem(single, own, *limits, price)


def all_clauses(single: SingleTests, literals: int) -> list[TestSet]:
    """Every set of one to so many compatible tests."""
    return [
        clause
        for size in range(1, literals + 1)
        for clause in combinations(range(len(single.tests)), size)
        if all(single.compatible.pair(a, b) for a, b in combinations(clause, 2))
    ]


@cache
def best(asked: RuleProblem) -> Best:
    """By every union of coverages of at most so many clauses, each with its fewest tests."""
    rows, of = np.unique(asked.single_tests.covers, axis=1, return_inverse=True)
    own = np.bincount(of.ravel(), asked.weights, minlength=rows.shape[1])
    n = rows.shape[1]
    assert n <= DISTINCT
    bits = 1 << np.arange(n)
    shortest: dict[int, int] = {}
    for clause in all_clauses(asked.single_tests, asked.literals):
        covered = int(bits[rows[list(clause)].all(axis=0)].sum())
        length = asked.single_tests.length([clause])
        shortest[covered] = min(length, shortest.get(covered, length))
    unions = np.arange(1 << n)
    fewest = np.full(1 << n, np.inf)  # tests that cover just these rows
    fewest[0] = 0
    for _ in range(asked.clauses):
        longer = fewest.copy()
        for covered, length in shortest.items():
            np.minimum.at(longer, unions | covered, fewest + length)
        fewest = longer
    there = np.isfinite(fewest)
    held = (unions[there, None] & bits) > 0
    objectives = held @ own - asked.price * fewest[there]
    top = float(objectives.max())
    equal = objectives >= top - 1e-9 * max(1.0, float(np.abs(own).sum()))
    return Best(top, int(fewest[there][equal].min()))


@cache
def machine_problem(name: str, language: str = "monotone") -> RuleProblem:
    """The thesis's problem on a sample: the weights of a hard-margin machine on κ_*^{10,5}."""
    rows = read_table((ROOT / "sample_data" / f"{name}.csv").read_bytes(), name)
    *attributes, target = rows.names
    column = rows.column(target)
    y = np.array([value == "yes" for value in column.values])[column.codes]
    X = Encoding.fit(rows, attributes).encode(rows)
    machine = BooleanSVC(parse("rules(10,5)")).fit(X, y)
    weights = np.where(y, 1.0, -1.0) * machine.alpha_
    return RuleProblem(single_tests(rows, attributes, language), weights)
