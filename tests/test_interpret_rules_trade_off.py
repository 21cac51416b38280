"""The front of agreement against length."""

from itertools import combinations, pairwise

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.data.task import tasks
from interpret.rules.logic import Clause, Formula, Is
from interpret.rules.search import RuleProblem
from interpret.rules.single_tests import single_tests
from interpret.rules.trade_off import front, with_rules


@pytest.fixture(scope="module")
def robots(root):
    return tasks(read_table((root / "sample_data" / "monks-1.csv").read_bytes(), "monks-1.csv"))[0]


def problem(robots):
    """Robots that are friends are worth covering, others are not."""
    single = single_tests(robots.table, robots.attributes, "monotone")
    return RuleProblem(single, np.where(robots.y, 1.0, -1.0))


@pytest.fixture(scope="module")
def points(robots):
    return front(problem(robots), work=20e9)


def test_each_point_is_longer_and_agrees_more_often_than_the_one_before(points):
    for shorter, longer in pairwise(points):
        assert shorter.tests < longer.tests
        assert shorter.agrees < longer.agrees


def test_agreement_and_length_are_those_of_the_formula(robots, points):
    for point in points:
        agree = point.formula.holds(robots.table) == robots.y
        assert (point.agrees, point.rows) == (agree.sum(), len(agree))
        assert point.tests == len(point.formula)


def test_the_planted_rule_is_on_the_front_and_ends_it(points):
    assert (points[-1].tests, points[-1].agrees) == (7, 432)
    assert sum(point.knee for point in points) == 1


def test_no_rule_of_up_to_two_tests_agrees_more_often(robots, points):
    single = single_tests(robots.table, robots.attributes, "monotone")
    one = max(int((cover == robots.y).sum()) for cover in single.covers)
    two = max(
        int((both == robots.y).sum())
        for a, b in combinations(single.covers, 2)
        for both in (a & b, a | b)
    )
    best = {1: one, 2: max(one, two)}
    for length, agrees in best.items():
        assert max(p.agrees for p in points if p.tests <= length) == agrees


def test_stopped_at_once_it_still_has_the_empty_rule(robots):
    (point, *_) = front(problem(robots), on_progress=lambda progress: False)
    assert point.agrees == max(robots.y.sum(), (~robots.y).sum())


def test_a_denied_rule_describes_the_other_class(robots):
    last = front(problem(robots), denied=True, work=20e9)[-1]
    assert last.formula.denied
    np.testing.assert_array_equal(last.formula.holds(robots.table), ~robots.y)


def test_a_rule_found_elsewhere_stands_on_the_front_where_it_agrees_more_often(robots):
    poor = front(problem(robots), on_progress=lambda progress: False)
    assert [point.tests for point in poor] == [0]
    whole = Formula((Clause((Is("jacket", ("red",)),)),))
    worse = Formula((Clause((Is("jacket", ("red",)), Is("head", ("round",)))),))
    points = with_rules(poor, (worse, whole), robots.table, robots.y)
    agrees = int((whole.holds(robots.table) == robots.y).sum())
    assert [(p.tests, p.agrees, p.knee) for p in points[1:]] == [(1, agrees, True)]
    assert with_rules(points, (worse,), robots.table, robots.y) == points
    assert with_rules((), (whole,), robots.table, robots.y) == ()
