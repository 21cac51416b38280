"""What is claimed where HiGHS fails: only a proven infeasibility closes a branch."""

from itertools import product
from math import inf
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import csr_matrix

from interpret.data.complaints import DataError
from interpret.data.reading import read_table
from interpret.fit import training
from interpret.forms.whatif import flip
from interpret.rules import bound, integer_program
from interpret.rules.card import Card
from interpret.rules.exact import ExactSearch
from interpret.rules.integer_program import INFEASIBLE, Program, solve
from interpret.rules.logic import Clause, Formula, Is
from interpret.rules.pricing import Effort
from tests.often import some_now
from tests.small_rules import best, problem

FAILURES = (1, 3, 4)  # a limit, unbounded, numerical trouble
MANY = range(40)


def failing(status, which=lambda call: True):
    """linprog that gives up on some of its calls, counted from 0."""
    calls = iter(range(10**9))

    def solver(*asked, **more):
        if which(next(calls)):
            return SimpleNamespace(status=status, x=None, fun=None, nit=3)
        return linprog(*asked, **more)

    return solver


def small_program(seed):
    """Few 0/1 choices under a few limits, with their values; some have no choice at all."""
    rng = np.random.default_rng(seed)
    n, m = rng.integers(2, 6), rng.integers(1, 4)
    matrix = rng.integers(-3, 4, (m, n)).astype(float)
    most = rng.integers(-4, 4, m).astype(float)
    return Program(rng.normal(size=n).round(2), csr_matrix(matrix), most, int(n))


def value_of(program):
    def value(chosen):
        allowed = (program.matrix @ chosen.astype(float) <= program.most).all()
        return float(program.value @ chosen) if allowed else -inf

    return value


def most_of(program):
    value = value_of(program)
    every = product([False, True], repeat=program.n_chosen)
    return max(value(np.array(chosen)) for chosen in every)


def test_a_program_that_is_solved_has_the_best_choice():
    for seed in MANY:
        program = small_program(seed)
        found, most = (
            solve(program, -100.0, value_of(program), Effort(inf)),
            most_of(small_program(seed)),
        )
        assert found.complete
        assert found.bound == pytest.approx(max(most, -100.0))
        assert (found.chosen is None) == (most == -inf)


@pytest.mark.parametrize("status", FAILURES)
@pytest.mark.parametrize("which", [0, 1, 2, 3])
def test_a_node_that_fails_stays_open(status, which, monkeypatch):
    opened = 0
    for seed in MANY:
        program, most = small_program(seed), most_of(small_program(seed))
        solver = failing(status, lambda call: call == which)
        monkeypatch.setattr(integer_program, "linprog", solver)
        found = solve(program, -100.0, value_of(program), Effort(inf))
        assert found.bound >= max(most, -100.0) - 1e-9, seed
        if found.complete:
            assert found.bound == pytest.approx(max(most, -100.0)), seed
        opened += not found.complete
    assert opened


def test_a_proven_infeasibility_closes_a_branch(monkeypatch):
    monkeypatch.setattr(integer_program, "linprog", failing(INFEASIBLE))
    found = solve(small_program(0), -100.0, value_of(small_program(0)), Effort(inf))
    assert found.complete
    assert found.bound == -100.0


@pytest.mark.slow
@pytest.mark.parametrize("status", some_now(FAILURES, FAILURES[0]))
@pytest.mark.parametrize("module", [integer_program, bound], ids=["nodes", "prices"])
def test_a_search_whose_programs_fail_claims_only_what_is_so(status, module, monkeypatch):
    for which in (lambda call: True, lambda call: call % 2 == 1):
        for seed in MANY:
            monkeypatch.setattr(module, "linprog", failing(status, which))
            asked = problem(seed)
            rule, top = ExactSearch(effort=20_000).search(asked), best(asked)
            near = 1e-7 * max(1.0, top.objective)
            assert rule.bound >= top.objective - near, seed
            if rule.proven:
                assert rule.objective >= top.objective - near, seed
            if rule.shortest:
                assert len(rule.formula) == top.length, seed


@pytest.mark.parametrize("status", FAILURES)
def test_weights_whose_directions_are_not_solved_are_not_called_unique(status, monkeypatch):
    null = np.array([[1.0], [-1.0]])
    at_zero, at_most = np.array([True, False]), np.array([False, True])
    assert training._moves(null, at_zero, at_most) is not None
    monkeypatch.setattr(training, "linprog", failing(status))
    assert training._moves(null, at_zero, at_most) is None


@pytest.mark.parametrize("status", FAILURES)
def test_no_nearest_change_is_not_said_where_the_solver_fails(status, monkeypatch):
    table = read_table(b"a,class\nx,1\ny,0\nx,1\ny,0\n", "small.csv")
    rule = Formula((Clause((Is("a", ("x",)),)),))
    row = {"a": "x"}
    assert flip.nearest_flip(Card.of(rule), row, table, ("a",))
    monkeypatch.setattr(flip, "milp", failing(status))
    with pytest.raises(DataError, match="nearest"):
        flip.nearest_flip(Card.of(rule), row, table, ("a",))
    monkeypatch.setattr(flip, "milp", failing(INFEASIBLE))
    assert flip.nearest_flip(Card.of(rule), row, table, ("a",)) is None
