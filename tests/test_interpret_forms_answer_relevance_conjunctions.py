from itertools import combinations

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.forms.answer import relevance
from interpret.forms.answer.relevance import heaviest_conjunctions
from interpret.rules.logic import Clause, Is
from tests import small_formulas
from tests.often import some_now


def by_writing_out(table, attributes, weights, literals, most):
    """Every conjunction that spares no test, the heaviest first, one for each set of rows."""
    tests = [
        Is(name, (value,)) for name in attributes for value in small_formulas.values(table, name)
    ]
    kept = {}
    for size in range(1, literals + 1):
        for chosen in combinations(tests, size):
            if len({test.attribute for test in chosen}) < size:
                continue
            covered = Clause(chosen).holds(table) & (weights != 0)
            weight = weights[covered].sum()
            shorter = [Clause(chosen[:i] + chosen[i + 1 :]).holds(table) for i in range(size)]
            if weight > 1e-9 and all(weights[rows].sum() < weight - 1e-9 for rows in shorter):
                kept.setdefault(covered.tobytes(), (weight, size))
    return sorted(kept.values(), key=lambda found: (-round(found[0], 6), found[1]))[:most]


def random_weights(rng, n):
    """Some zero, some equal, their sum zero, as those of a machine."""
    weights = rng.choice([0.0, 1.0, rng.random(), 2.0], size=n) * rng.choice([-1, 1], size=n)
    if (weights > 0).any() and (weights < 0).any():
        weights[weights < 0] *= weights[weights > 0].sum() / -weights[weights < 0].sum()
    return weights


@pytest.mark.slow
@pytest.mark.parametrize("seed", some_now(range(25), *range(8)))
def test_no_conjunction_that_spares_no_test_is_heavier_than_those_found(seed):
    rng = np.random.default_rng(seed)
    table = small_formulas.table(rng, attributes=5, rows=40)
    attributes, weights = table.names[:-1], random_weights(rng, 40)
    literals, most = int(rng.integers(1, 6)), int(rng.integers(1, 12))
    found = heaviest_conjunctions(table, attributes, weights, literals, most)
    assert found.exact
    expected = by_writing_out(table, attributes, weights, literals, most)
    ours = [(one.weight, len(one.clause)) for one in found.conjunctions]
    assert ours == [(pytest.approx(weight), length) for weight, length in expected]
    for one in found.conjunctions:
        covered = one.clause.holds(table)
        assert (one.weight, one.rows) == (pytest.approx(weights[covered].sum()), covered.sum())


def test_the_lines_of_tic_tac_toe_are_the_heaviest_where_every_board_weighs(root):
    table = read_table((root / "sample_data" / "tic-tac-toe.csv").read_bytes(), "ttt.csv")
    wins = Clause((Is("x wins", ("yes",)),)).holds(table)
    weights = np.where(wins, 1 / wins.sum(), -3.0)
    found = heaviest_conjunctions(table, table.names[:-1], weights, most=8)
    assert found.exact
    assert all(len(one.clause) == 3 for one in found.conjunctions)
    assert all(test.values == ("x",) for one in found.conjunctions for test in one.clause.tests)


def test_a_search_that_takes_too_long_gives_what_it_has_and_says_so(monkeypatch):
    monkeypatch.setattr(relevance, "MOST_ADDITIONS", 0)
    rng = np.random.default_rng(0)
    table, weights = small_formulas.table(rng), random_weights(rng, 24)
    found = heaviest_conjunctions(table, table.names[:-1], weights)
    assert found.conjunctions
    assert not found.exact


def test_where_nothing_speaks_for_the_class_there_is_no_conjunction():
    table = small_formulas.table(np.random.default_rng(0))
    for weights in np.zeros(24), np.full(24, -1.0):
        found = heaviest_conjunctions(table, table.names[:-1], weights)
        assert (found.conjunctions, found.exact) == ((), True)
