from math import inf

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.rules.logic import Clause, Is, IsNot
from interpret.rules.pricing import Effort, every_clause, price_clause
from interpret.rules.search import RuleProblem
from interpret.rules.single_tests import single_tests
from tests.small_rules import all_clauses, problem

MANY = range(300)


def worth(asked, weights, clause):
    own = float(weights[asked.single_tests.coverage(clause)].sum())
    return own - asked.price * asked.single_tests.length([clause])


def weighed(seed):
    """A small problem and row weights, as if other clauses covered some of the rows."""
    asked = problem(seed)
    covered = np.random.default_rng(seed).random(len(asked.weights)) < 0.2
    return asked, np.where(covered, 0.0, asked.weights)


def test_the_priced_clause_is_the_best_of_all():
    for seed in MANY:
        asked, weights = weighed(seed)
        worths = [worth(asked, weights, c) for c in all_clauses(asked.single_tests, asked.literals)]
        best, priced = max(worths, default=0.0), price_clause(asked, weights, Effort(inf))
        if priced is None:
            assert best <= 1e-9 * np.abs(weights).sum()
            continue
        assert priced.exact
        assert priced.clause in all_clauses(asked.single_tests, asked.literals)
        assert priced.value == pytest.approx(worth(asked, weights, priced.clause), rel=1e-9)
        assert priced.value == pytest.approx(best, rel=1e-9)


def test_every_clause_worth_so_much_is_listed_or_one_as_good_without_a_test():
    for seed in MANY:
        asked, weights = weighed(seed)
        least = float(np.random.default_rng(seed).normal(scale=2))
        listed = every_clause(asked, weights, least, 10_000, Effort(inf))
        clauses = all_clauses(asked.single_tests, asked.literals)
        wanted = {c for c in clauses if worth(asked, weights, c) >= least}
        assert set(listed) <= {c for c in clauses if worth(asked, weights, c) >= least - 1e-6}
        assert len(set(listed)) == len(listed)
        losses = np.maximum(-weights, 0)
        for clause in wanted - set(listed):
            lost = losses[asked.single_tests.coverage(clause)].sum() + 1e-9
            shorter = [tuple(t for t in clause if t != test) for test in clause]
            assert any(losses[asked.single_tests.coverage(s)].sum() <= lost for s in shorter)


def test_effort_stops_the_pricing_and_says_so():
    asked = problem(7)
    assert price_clause(asked, asked.weights, Effort(inf)).exact
    effort = Effort(len(asked.single_tests.tests))
    stopped = price_clause(asked, asked.weights, effort)
    assert effort.stopped
    assert stopped is None or not stopped.exact
    assert price_clause(asked, asked.weights, Effort(0)) is None


def test_what_is_asked_now_and_then_stops_the_pricing():
    asked, answers = problem(7), []
    effort = Effort(inf, go_on=lambda: answers.append(1))
    effort.spend(4095)
    assert not answers
    assert not effort.spend(1)
    assert effort.stopped
    assert answers == [1]
    assert price_clause(asked, asked.weights, effort) is None


def priced_tests(rows, weights, language, price=0.0):
    text = "\n".join(",".join((*row, "?")) for row in [("a", "b"), *rows])
    table = read_table(text.replace("a,b,?", "a,b,class").encode(), "t.csv")
    single = single_tests(table, ("a", "b"), language)
    asked = RuleProblem(single, np.array(weights, dtype=float), price=price)
    priced = price_clause(asked, asked.weights, Effort(inf))
    return Clause(tuple(single.tests[i] for i in priced.clause))


def test_of_equal_clauses_the_shorter_is_taken():
    rows = [("x", "u"), ("y", "u"), ("y", "v"), ("z", "v")]
    assert priced_tests(rows, [1, -1, -1, -1], "values") == Clause((Is("a", ("x",)),))


def test_of_equal_clauses_what_is_comes_before_what_is_not():
    rows = [("x", "p"), ("x", "q"), ("y", "r"), ("z", "r")]
    assert priced_tests(rows, [1, 1, -1, -1], "values") == Clause((Is("a", ("x",)),))
    assert priced_tests(rows, [-1, -1, 1, 1], "values") == Clause((Is("b", ("r",)),))
    rows = [("x", "p"), ("x", "q"), ("y", "p"), ("z", "q")]
    assert priced_tests(rows, [-1, -1, 1, 1], "values") == Clause((IsNot("a", ("x",)),))
