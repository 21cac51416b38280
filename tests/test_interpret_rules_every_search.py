"""Every search on every problem: a rule or "never", and no exception."""

from dataclasses import replace

import numpy as np
import pytest

from interpret.fit.find_rule import search_of
from interpret.rules import wrapping
from interpret.rules.genetic import GeneticSearch
from interpret.rules.pool import price_path
from interpret.rules.pricing import Effort
from interpret.rules.search import SEARCHES, RuleProblem, Search
from interpret.rules.single_tests import Compatible, SingleTests
from interpret.rules.wrapping import SampledSearch
from interpret.settings import Settings
from tests.small_rules import best, problem

pytestmark = pytest.mark.slow

MANY = 100  # ten in each odd way
EFFORT = 2_000


def any_problem(seed: int) -> RuleProblem:
    """A small problem made odd in one of the ways that tables are."""
    asked, rng = problem(seed), np.random.default_rng(seed)
    n = len(asked.weights)
    odd = seed % 10
    if odd == 0:
        return replace(asked, weights=rng.normal(size=n), price=5.0)
    if odd == 1:  # one attribute
        own = [asked.single_tests.tests[0].attribute] if asked.single_tests.tests else []
        kept = [i for i, t in enumerate(asked.single_tests.tests) if t.attribute in own]
        blocks = asked.single_tests.compatible.blocks[:1]
        tests = tuple(asked.single_tests.tests[i] for i in kept)
        return replace(
            asked,
            single_tests=SingleTests(tests, asked.single_tests.covers[kept], Compatible(blocks)),
        )
    if odd == 2:
        return replace(asked, weights=np.full(n, float(rng.choice([-1, 0, 1, 1e-8, 1e8]))))
    if odd == 3:
        return replace(asked, price=float(rng.choice([10.0, 1e6, 1e300])))
    if odd == 4:
        return replace(asked, clauses=1, literals=1)
    if odd == 5:
        none = SingleTests((), np.zeros((0, n), dtype=bool), Compatible(()))
        return replace(asked, single_tests=none)
    if odd == 6:
        return replace(asked, weights=-np.abs(asked.weights))
    if odd == 7:  # the price of a test is just below, at or above what one row weighs
        largest = float(np.abs(asked.weights).max())
        return replace(asked, price=largest * float(rng.choice([0.99, 1.0, 1.01, 2.0])))
    if odd == 8:
        return replace(asked, weights=rng.choice([-1.0, 1.0], size=n) * 1e-9, clauses=60)
    return asked


def holds_good(rule, asked):
    """The rule is what it says, within the limits, and never worse than the empty rule."""
    clauses = wrapping.clauses_of(rule, asked)
    noise = 1e-7 * max(1.0, float(np.abs(asked.weights).sum()))
    assert rule.objective == pytest.approx(asked.objective(clauses), abs=noise)
    assert rule.objective >= 0
    assert len(clauses) <= asked.clauses
    assert all(1 <= len(clause) <= asked.literals for clause in clauses)
    assert rule.objective <= rule.bound + noise


def test_the_thesis_s_own_search_gives_a_rule_or_never():
    search = GeneticSearch(population=12, generations=6, plain=True)
    for seed in range(MANY):
        asked = any_problem(seed)
        holds_good(search.search(asked), asked)


def test_a_path_of_prices_is_found_or_empty():
    for seed in range(MANY):
        asked = any_problem(seed)
        for clauses in price_path(asked, [asked.price, 2 * asked.price], Effort(EFFORT)):
            assert len(clauses) <= asked.clauses
            assert np.isfinite(asked.objective(clauses))


of_every_search = pytest.mark.parametrize("name", SEARCHES)
FEW = 12  # problems on which a behaviour is looked at


def listed(name: str, asked: RuleProblem) -> Search:
    """The search that a run builds for an entry of the table."""
    settings = Settings(search=name, population=12, generations=6, effort=EFFORT)
    return search_of(settings, asked, ())


@of_every_search
def test_a_listed_search_gives_a_rule_or_never(name):
    for seed in range(MANY):
        asked = any_problem(seed)
        holds_good(listed(name, asked).search(asked), asked)


@of_every_search
def test_its_bound_is_never_below_the_best_rule_that_there_is(name):
    for seed in range(FEW):
        asked = problem(seed)
        rule, highest = listed(name, asked).search(asked), best(asked).objective
        assert rule.objective <= highest + 1e-7
        assert rule.bound >= highest - 1e-7


@of_every_search
def test_it_finds_the_same_rule_again(name):
    for seed in range(FEW):
        asked = problem(seed)
        first, second = (listed(name, asked).search(asked) for _ in range(2))
        assert first.formula == second.formula
        assert first.bound == second.bound


@of_every_search
def test_it_tells_its_own_stage_with_a_share_that_does_not_fall(name):
    asked, heard = problem(9), []
    listed(name, asked).search(asked, heard.append)
    assert {progress.stage for progress in heard} == {name}
    shares = [progress.fraction for progress in heard]
    assert shares == sorted(shares)
    assert 0 <= shares[0] <= shares[-1] <= 1
    assert SEARCHES[name].stage.format(step=heard[-1].step)


@of_every_search
def test_stopped_at_once_it_still_gives_a_rule(name):
    for seed in range(FEW):
        asked = any_problem(seed)
        rule = listed(name, asked).search(asked, lambda progress: False)
        holds_good(rule, asked)


@of_every_search
def test_a_run_finds_a_rule_or_never_on_a_sample_of_the_rows_too(name, monkeypatch):
    settings = Settings(search=name, population=12, generations=6, effort=EFFORT)
    for seed in range(MANY):
        asked = any_problem(seed)
        monkeypatch.setattr(wrapping, "SEARCHED", (5, 10_000)[seed % 2])
        start = tuple(price_path(asked, [asked.price], Effort(EFFORT))[0])
        search = search_of(settings, asked, start)
        assert isinstance(search, SampledSearch)
        holds_good(search.search(asked), asked)
