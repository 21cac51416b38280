"""The heaviest conjunctions of a tensor machine, and their certificate."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from interpret.data.reading import read_table
from interpret.data.task import number_task
from interpret.number import machine
from interpret.number.explain import explain_number
from interpret.number.explanation import explained_rows
from interpret.number.machine import heaviest
from interpret.number.number_data import number_data
from interpret.number.on_rows import OnRows
from interpret.rules.logic import Clause, Is
from interpret.rules.single_tests import Compatible, SingleTests
from interpret.settings import Settings
from interpret.tell.number import words
from tests.often import some_now

pytestmark = pytest.mark.slow


def rows_of(covers, literals):
    """Tests of attributes of their own: any of them may meet."""
    n = len(covers)
    tests = tuple(Is(f"a{i}", ("yes",)) for i in range(n))
    alone = Compatible(tuple(np.zeros((1, 1), dtype=bool) for _ in range(n)))
    return OnRows(SingleTests(tests, covers, alone), np.ones(n, dtype=bool), literals, 1)


def random_problem(seed):
    random = np.random.default_rng(seed)
    n_tests, n_rows = int(random.integers(3, 8)), int(random.integers(8, 25))
    literals = int(random.integers(1, 4))
    covers = random.random((n_tests, n_rows)) < random.uniform(0.3, 0.8)
    rows = rows_of(covers, literals)
    y = random.normal(size=n_rows)
    how = machine.plan(n_rows, n_tests, min(literals, n_tests), 0)
    learnt = machine.learnt(rows, (y - y.mean()) / y.std(), how, int(random.choice([4, 8])), 4.0)
    return rows, learnt


def every_weight(rows, learnt):
    degree = learnt.plan.kernel.degree
    return {
        clause: learnt.alpha[rows.single_tests.coverage(clause)[learnt.drawn]].sum()
        ** (learnt.q - 1)
        for size in range(1, degree + 1)
        for clause in combinations(range(len(rows.single_tests.tests)), size)
    }


@pytest.mark.parametrize("block", some_now(range(10), *range(3)))
def test_none_is_heavier_than_the_proven_heaviest(block):
    """Against full enumeration on 200 random problems."""
    for seed in range(20 * block, 20 * block + 20):
        rows, learnt = random_problem(seed)
        weights = every_weight(rows, learnt)
        found = heaviest(rows, learnt, 10)
        assert found
        assert all(own.proven for own in found)
        for own in found:
            assert own.weight == pytest.approx(weights[own.clause], rel=1e-6, abs=1e-12)
        told, sizes = {own.clause for own in found}, {c: abs(w) for c, w in weights.items()}
        least = min(sizes[own.clause] for own in found) + 1e-6 * max(sizes.values())
        assert not [clause for clause, size in sizes.items() if size > least and clause not in told]


def small_table(seed):
    """A random table of categories, of numbers or of both, and its number: noise, or skewed."""
    random = np.random.default_rng(seed)
    n = int(random.integers(20, 60))
    columns = {}
    for j in range(int(random.integers(2, 5))):
        if (seed + j) % 3:
            columns[f"c{j}"] = random.choice(list("abcd")[: int(random.integers(2, 5))], n)
        else:
            columns[f"n{j}"] = np.round(random.normal(size=n), 2)
    y = random.exponential(size=n) ** random.integers(1, 3) + (
        next(iter(columns.values())) > "b" if "c0" in columns else columns["n0"] > 0
    )
    frame = pd.DataFrame(columns | {"y": np.round(y, 4)})
    return read_table(frame.to_csv(index=False).encode(), "t.csv")


@pytest.mark.parametrize("block", some_now(range(10), 0, 1))
def test_what_is_listed_on_small_tables_is_what_weighs_most_of_either_sign(block):
    """200 tables of categories and numbers: every listed one, its rank, and none left out."""
    for seed in range(20 * block, 20 * block + 20):
        raw, settings = number_task(small_table(seed), None, Settings().columns), Settings()
        rows, own = number_data(raw, settings).of("train")
        single, coarse = rows.single_tests, np.flatnonzero(rows.coarse).tolist()
        how = machine.plan(rows.n_rows, len(coarse), 1 + seed % 3, 0)
        learnt = machine.learnt(rows, own, how, 4 + 4 * (seed % 2), 4.0)
        weights = {
            clause: abs(machine.weight_of(rows, learnt, clause))
            for size in range(1, how.kernel.degree + 1)
            for clause in combinations(coarse, size)
            if all(single.compatible.pair(*pair) for pair in combinations(clause, 2))
        }
        found = heaviest(rows, learnt)
        assert found
        assert all(one.proven for one in found)
        top = max(weights.values())
        near = 1e-5 * top
        listed = {one.clause for one in found}
        for many in (1, 3, 12, len(found)):
            least = min(weights[one.clause] for one in found[:many])
            shown = {one.clause for one in found[:many]}
            assert not [own for own, w in weights.items() if own not in shown and w > least + near]
        for one in found:
            heavier = sum(w > weights[one.clause] + near for w in weights.values())
            as_heavy = sum(w > weights[one.clause] - near for w in weights.values())
            assert heavier < one.rank <= max(as_heavy, 1)
        assert len(listed) == len(found)


@pytest.mark.parametrize("seed", some_now(range(12), *range(4)))
def test_the_sentence_of_an_answer_is_so_of_its_machine_and_its_rows(seed, monkeypatch):
    """By every set of tests, also of one column, each asked of the rows as they are read."""
    learnt = []

    def spied(rows, own):
        learnt.append((rows, own))
        return heaviest(rows, own)

    monkeypatch.setattr("interpret.number.find_sum.heaviest", spied)
    language = ("auto", "values")[seed % 2]
    table = small_table(seed)
    e = explain_number(table, Settings(size=f"autox{1 + seed % 3}", language=language))
    rows, own = learnt[0]
    coarse = [t for t, kept in zip(rows.single_tests.tests, rows.coarse, strict=True) if kept]
    read = explained_rows(e, table).rows(np.array(e.rows["train"])[own.drawn])
    passes = {test: Clause((test,)).holds(read) for test in coarse}
    weights = {}
    for size in range(1, e.machine.degree + 1):
        for some in combinations(coarse, size):
            covered = np.logical_and.reduce([passes[test] for test in some])
            weights[covered.tobytes()] = abs(own.alpha[covered].sum()) ** (own.q - 1)
    shown, near = e.machine.heaviest, 1e-5 * max(weights.values())
    assert words.proof_words(e).startswith(
        f"Proven: of the machine's {e.machine.features:,} conjunctions the {len(shown)} heaviest "
        f"are shown, and no other of up to {e.machine.degree} of its tests"
    )
    listed = {one.clause.holds(read).tobytes(): abs(one.weight) for one in shown}
    for covered, weight in listed.items():
        assert weights[covered] == pytest.approx(weight, abs=near)
    others = [weight for covered, weight in weights.items() if covered not in listed]
    assert max(others, default=0.0) <= min(listed.values()) + near


def test_where_nothing_longer_can_weigh_as_much_the_search_has_ended():
    """Three tests of one column: none may stand beside another, whatever the degree."""
    random = np.random.default_rng(0)
    codes = random.integers(3, size=30)
    covers, tests = codes == np.arange(3)[:, None], tuple(Is("a", (v,)) for v in "xyz")
    alone = Compatible((np.zeros((3, 3), dtype=bool),))
    rows = OnRows(SingleTests(tests, covers, alone), np.ones(3, dtype=bool), 3, 1)
    y = random.normal(size=30) + codes
    learnt = machine.learnt(rows, y - y.mean(), machine.plan(30, 3, 3, 0), 4, 4.0)
    found = heaviest(rows, learnt)
    assert {len(own.clause) for own in found} == {1}
    assert all(own.proven for own in found)


def test_equal_ones_stand_by_length_and_by_their_tests_not_by_rounding():
    """Of two columns that are the same, the first is named first, and both before both."""
    random = np.random.default_rng(2)
    cover = random.random(30) < 0.5
    rows = rows_of(np.array([cover, cover, random.random(30) < 0.5]), 2)
    y = 2.0 * cover + random.normal(size=30)
    how = machine.plan(30, 3, 2, 0)
    found = heaviest(rows, machine.learnt(rows, y - y.mean(), how, 4, 4.0))
    assert [(own.clause, own.rank) for own in found[:3]] == [((0,), 1), ((1,), 1), ((0, 1), 1)]


def test_where_looking_at_all_is_too_long_nothing_is_said_to_be_proven(monkeypatch):
    rows, learnt = random_problem(4)
    assert learnt.plan.kernel.degree > 1
    monkeypatch.setattr("interpret.number.machine.WORK", 1)
    assert not any(own.proven for own in heaviest(rows, learnt))


def test_a_longer_conjunction_has_no_weight_in_the_machine():
    rows, learnt = random_problem(0)
    longest = tuple(range(learnt.plan.kernel.degree + 1))
    assert machine.weight_of(rows, learnt, longest) is None


def test_what_cannot_be_listed_is_learnt_from_few_rows():
    few = machine.plan(5000, 20, 2, 0)
    assert (few.way, few.rows) == ("listed", 1500)
    many = machine.plan(5000, 200, 3, 0)
    assert (many.way, many.rows, many.of) == ("streamed", machine.FEW, 5000)
    assert many.orders == (4,)
