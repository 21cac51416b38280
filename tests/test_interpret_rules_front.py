from itertools import combinations
from time import monotonic

import numpy as np
import pytest

from interpret.data.table import Column, Table
from interpret.rules.front import FrontPoint, front
from interpret.rules.logic import Clause, Formula, Is, IsNot
from interpret.rules.search import Candidates, candidates

LONG = 120.0  # seconds: on a busy machine the clock must not decide


def random_table(rng: np.random.Generator, n_rows: int, n_columns: int, values="uvw") -> Table:
    cells = rng.integers(len(values), size=(n_rows, n_columns)).astype(np.int32)
    names = (f"a{i}" for i in range(n_columns))
    columns = (
        Column(name, tuple(values), codes, "category")
        for name, codes in zip(names, cells.T, strict=True)
    )
    return Table("t.csv", "", tuple(columns))


def best_by_length(
    single: Candidates, target: np.ndarray, clauses: int, literals: int
) -> list[tuple[int, int]]:
    """By definition: every rule, and of each length the most rows it agrees on."""
    tests = range(len(single.tests))
    every = [
        some
        for n in range(1, literals + 1)
        for some in combinations(tests, n)
        if all(single.compatible[pair] for pair in combinations(some, 2))
    ]
    best = {0: int(max(target.sum(), (~target).sum()))}
    for n in range(1, clauses + 1):
        for rule in combinations(every, n):
            agrees = int((single.verdict(rule) == target).sum())
            length = single.length(rule)
            best[length] = max(agrees, best.get(length, 0))
    return not_dominated(best.items())


def not_dominated(pairs) -> list[tuple[int, int]]:
    kept: list[tuple[int, int]] = []
    for length, agrees in sorted(pairs):
        if not kept or agrees > kept[-1][1]:
            kept.append((length, agrees))
    return kept


def pairs(points: tuple[FrontPoint, ...]) -> list[tuple[int, int]]:
    return [(point.tests, point.agrees) for point in points]


PLANTED = Formula(
    (
        Clause((Is("a0", ("u",)), Is("a1", ("v",)))),
        Clause((IsNot("a2", ("w",)), Is("a3", ("u",)), Is("a4", ("u",)))),
    )
)


@pytest.mark.parametrize("language", ["monotone", "values"])
def test_on_small_tables_the_front_is_that_of_every_rule_there_is(language):
    for seed in range(30):
        rng = np.random.default_rng(seed)
        table = random_table(rng, int(rng.integers(4, 40)), int(rng.integers(1, 4)))
        target = rng.random(table.n_rows) < 0.5
        single = candidates(table, table.names, language)
        clauses, literals = (3, 1) if seed % 2 else (2, 2 if len(single.tests) < 15 else 1)
        points = front(single, target, clauses, literals, time_limit=LONG)
        assert pairs(points) == best_by_length(single, target, clauses, literals)


@pytest.mark.parametrize("denied", [False, True])
def test_each_point_counts_its_own_formula_and_beats_all_shorter_ones(denied):
    rng = np.random.default_rng(3)
    table = random_table(rng, 200, 6)
    target = PLANTED.holds(table) ^ (rng.random(200) < 0.1)
    single = candidates(table, table.names, "values")
    points = front(single, target, 6, 3, denied, LONG)
    for point in points:
        assert len(point.formula) == point.tests
        assert int((point.formula.holds(table) == target).sum()) == point.agrees
        assert point.rows == 200
        assert len(point.formula.clauses) <= 6
        assert all(len(clause) <= 3 for clause in point.formula.clauses)
    assert not_dominated(pairs(points)) == pairs(points)
    assert sum(point.knee for point in points) == 1


@pytest.mark.parametrize("denied", [False, True])
def test_the_planted_rule_is_on_the_front_and_is_its_knee(denied):
    rng = np.random.default_rng(0)
    table = random_table(rng, 800, 8)
    described = PLANTED.holds(table) ^ (rng.random(800) < 0.05)
    single = candidates(table, table.names, "values")
    points = front(single, described != denied, denied=denied, time_limit=LONG)
    (knee,) = (point for point in points if point.knee)
    assert knee.formula == Formula(PLANTED.clauses, denied)
    assert points[-1].tests > knee.tests


def test_the_front_repeats():
    rng = np.random.default_rng(5)
    table = random_table(rng, 150, 5)
    target = rng.random(150) < 0.4
    single = candidates(table, table.names, "values")
    once = front(single, target, 4, 3, time_limit=LONG, seed=1)
    assert front(single, target, 4, 3, time_limit=LONG, seed=1) == once


def test_equal_rows_with_different_targets_count_each_for_itself():
    table = random_table(np.random.default_rng(0), 2, 1, "u").rows(np.zeros(5, dtype=int))
    other = Column("a1", ("x", "y"), np.array([0, 0, 0, 1, 1], dtype=np.int32), "category")
    table = Table("t.csv", "", (*table.columns, other))
    target = np.array([True, True, False, False, True])
    points = front(candidates(table, table.names, "monotone"), target, time_limit=LONG)
    assert [(str(point.formula), point.agrees) for point in points] == [("always", 3)]


def test_without_any_test_the_more_frequent_verdict_is_all_there_is():
    table = random_table(np.random.default_rng(0), 6, 2, "u")
    single = candidates(table, table.names, "values")
    target = np.array([True] * 4 + [False] * 2)
    for denied in (False, True):
        assert pairs(front(single, target, denied=denied)) == [(0, 4)]
        assert front(single, target, denied=denied)[0].formula == Formula((Clause(),))
        assert front(single, ~target, denied=denied)[0].formula == Formula()


def test_it_stops_when_told_and_when_its_time_is_over():
    rng = np.random.default_rng(2)
    table = random_table(rng, 1500, 30)
    target = rng.random(1500) < 0.5
    single = candidates(table, table.names, "values")
    heard = []

    def until_third(progress):
        heard.append(progress)
        return len(heard) < 3

    started = monotonic()
    stopped = front(single, target, time_limit=LONG, on_progress=until_third)
    assert monotonic() - started < 20
    assert len(heard) == 3
    assert stopped[0].tests == 0
    started = monotonic()
    short = front(single, target, time_limit=0.5)
    assert monotonic() - started < 10
    assert pairs(short) == not_dominated(pairs(short))


def test_progress_rises_to_the_end():
    rng = np.random.default_rng(4)
    table = random_table(rng, 60, 4)
    heard = []
    single = candidates(table, table.names, "values")
    front(single, rng.random(60) < 0.5, 3, 2, time_limit=LONG, on_progress=heard.append)
    fractions = [progress.fraction for progress in heard]
    assert {progress.stage for progress in heard} == {"front"}
    assert fractions == sorted(fractions)
    assert 0.8 < fractions[-1] <= 1
