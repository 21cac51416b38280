"""Many rows are searched on a sample: it stands for the whole, which judges the rule."""

import numpy as np
import pytest

from interpret.rules import wrapping
from interpret.rules.exact import ExactSearch
from interpret.rules.search import RuleProblem
from interpret.rules.single_tests import single_tests
from interpret.rules.wrapping import SampledSearch, searched
from tests.planted import either, planted

WIDE = ("abcd", "abcd", "xyzw", "xyzw", "uvwxy")


@pytest.fixture(scope="module")
def problem():
    table = planted(either, n=20_000, wrong=0.05, values=WIDE)
    y = table.column("class").codes == 1
    weights = np.where(y, 1.0, -0.5) * np.random.default_rng(0).uniform(0.5, 1.5, len(y))
    return RuleProblem(single_tests(table, tuple("pqrst"), "monotone"), weights, price=20.0)


def test_a_sample_weighs_as_much_as_the_whole(problem):
    some = problem.sample(1000, np.random.default_rng(0))
    assert len(some.weights) == 1000
    assert some.weights[some.weights > 0].sum() == pytest.approx(
        problem.weights[problem.weights > 0].sum()
    )
    assert some.weights.sum() == pytest.approx(problem.weights.sum())
    clause = (0,)
    assert some.objective([clause]) == pytest.approx(
        problem.objective([clause]), abs=0.1 * problem.total
    )


def test_of_a_rare_sign_all_rows_are_kept(problem):
    weights = np.where(np.arange(20_000) < 300, 1.0, -1.0)
    some = RuleProblem(problem.single_tests, weights).sample(1000, np.random.default_rng(0))
    assert (some.weights == 1.0).sum() == 300
    assert len(some.weights) == 1000


def test_few_rows_are_searched_as_they_are(problem):
    few = problem.sample(900, np.random.default_rng(0))
    assert searched(few) is few
    search = ExactSearch(20_000)
    assert SampledSearch(search).search(few) == search.search(few)


def test_the_planted_rule_is_found_on_a_sample_and_judged_on_all_rows(problem, monkeypatch):
    monkeypatch.setattr(wrapping, "SEARCHED", 400)
    rule = SampledSearch(ExactSearch(100_000)).search(problem)
    assert str(rule.formula) == "p = a ∧ q = b ∨ r = x ∧ s = y"
    covered = rule.formula.holds(planted(either, n=20_000, wrong=0.05, values=WIDE))
    assert rule.objective == pytest.approx(problem.weights[covered].sum() - 4 * problem.price)
    assert rule.bound == problem.bound
    assert not rule.proven


def test_a_search_that_is_stopped_gives_its_best(problem, monkeypatch):
    monkeypatch.setattr(wrapping, "SEARCHED", 400)
    rule = SampledSearch(ExactSearch(100_000)).search(problem, lambda progress: False)
    assert rule.stopped_by == "cancel"
    assert rule.objective >= 0
