import numpy as np

from interpret.data.reading import read_table
from interpret.forms.study.other_rows import RESAMPLES, resampled, stability
from interpret.rules.exact import ExactSearch
from interpret.rules.logic import Clause, Formula, Is, IsNot
from interpret.rules.search import RuleProblem
from interpret.rules.single_tests import single_tests
from interpret.shares import Share

ROWS = [("x" if i < 10 else "y", "1" if i < 11 else "2", "k" if i % 3 else "l") for i in range(30)]
TABLE = read_table("\n".join(["a,b,c", *map(",".join, ROWS)]).encode(), "t.csv")
Y = np.array([row[0] == "x" for row in ROWS])
TEN = resampled(Y, None, 0)
X, ONE, K = Clause((Is("a", ("x",)),)), Clause((Is("b", ("1",)),)), Clause((Is("c", ("k",)),))


def test_a_resample_is_four_fifths_of_each_class_without_repetition_and_the_seed_decides():
    def samples(seed):
        return [tuple(rows) for rows in resampled(Y, None, seed)]

    for rows in samples(0):
        assert len(set(rows)) == len(rows) == 24
        assert Y[list(rows)].sum() == 8
    assert len(set(samples(0))) == RESAMPLES
    assert samples(0) == samples(0) != samples(1)


def test_clauses_that_return_and_those_that_cover_nearly_the_same_rows_are_counted():
    found = [Formula((X, K)), Formula((ONE, K)), Formula((K,)), *[Formula()] * 7]
    result = stability(Formula((X, K)), found, TABLE)
    by_clause = {one.clause: one for one in result.clauses}
    assert by_clause[X].same == Share(1, 10)
    assert by_clause[X].nearly == Share(2, 10)  # b = 1 covers ten of eleven rows that a = x covers
    assert by_clause[K].same == by_clause[K].nearly == Share(3, 10)
    covered = Formula((X, K)).holds(TABLE)
    other = Formula((ONE, K)).holds(TABLE)
    assert result.overlap[:2] == (1.0, (covered & other).sum() / (covered | other).sum())
    assert result.overlap[3:] == (0.0,) * 7


def test_a_clause_that_must_not_hold_is_no_return_of_one_that_must():
    denied = Formula((X,), denied=True)
    result = stability(denied, [Formula((X,))] * 10, TABLE)
    assert result.clauses[0].nearly == Share(0, 10)
    assert result.overlap == (0.0,) * 10
    assert stability(denied, [denied] * 10, TABLE).clauses[0].same == Share(10, 10)
    other_words = Formula((Clause((IsNot("a", ("x",)),)),))
    assert stability(denied, [other_words] * 10, TABLE).overlap == (1.0,) * 10


def test_a_planted_rule_without_noise_always_comes_back():
    def find(rows):
        single = single_tests(TABLE.rows(rows), ("a", "b", "c"), "monotone")
        weights = np.where(Y[rows], 1.0, -1.0)
        return ExactSearch(effort=2000).search(RuleProblem(single, weights, price=0.1)).formula

    result = stability(Formula((X,)), [*map(find, TEN)], TABLE)
    assert result.clauses[0].same == Share(10, 10)
