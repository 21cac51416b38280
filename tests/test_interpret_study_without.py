"""Which columns a rule can do without, against all rules of tiny tables."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.data.task import tasks
from interpret.fit.machine import decision
from interpret.fit.rule_problem import TrainedMachine
from interpret.fit.sample import Sample
from interpret.forms.answer.answer import Answer
from interpret.forms.explain import explain
from interpret.forms.study.study import study
from interpret.forms.study.without import Learned, best_without, columns_without
from interpret.rules.logic import Clause, Is
from interpret.settings import Settings
from interpret.tell.rule.without import lost_words, without_chart, without_words

TABLES, BLOCKS = 50, 6  # the first two on every run
GIVEN = Settings(
    form="rule",
    kernel="mDNF(2,2)",
    C=4.0,
    side="for",
    language="monotone",
    price=0.5,
    clauses=2,
    literals=2,
    test_size=0.0,
)


def random_table(random, n=40, noise=0.1, names="abcd"):
    """Columns of two or three values; the class is what three of them say, with noise."""
    rows = random.integers(0, [2, 3, 2, 3], (n, 4))
    y = ((rows[:, 0] == 1) & (rows[:, 1] > 0)) | (rows[:, 2] == 1)
    y ^= random.random(n) < noise
    lines = [
        ",".join([*(f"v{cell}" for cell in row), "yes" if own else "no"])
        for row, own in zip(rows, y, strict=True)
    ]
    return read_table("\n".join([",".join([*names, "class"]), *lines]).encode(), "tiny.csv")


def learned(e, table):
    task = tasks(table)[0]
    sample = Sample.of(task.table, e.attributes, task.y)
    machine = TrainedMachine(
        np.array(e.machine.weights), decision(e.machine, task.table, e.attributes)
    )
    svc = e.machine.untrained(e.settings)
    return Learned(sample, machine, sample, svc, e.rule_choice, e.settings.seed)


def highest_score(column, sample, worth, price):
    """The highest score of any rule of at most two lines of at most two conditions without it."""
    table = sample.table
    tests = [
        Is(name, (value,))
        for name in sample.attributes
        if name != column
        for value in table.column(name).values
    ]
    lines = [Clause((test,)) for test in tests]
    lines += [Clause(two) for two in combinations(tests, 2) if two[0].attribute != two[1].attribute]
    holding = [line.holds(table) for line in lines]
    best = 0.0
    for size in (1, 2):
        for own in combinations(range(len(lines)), size):
            covered = np.any([holding[i] for i in own], axis=0)
            tests_of = sum(len(lines[i].tests) for i in own)
            best = max(best, float(worth[covered].sum()) - price * tests_of)
    return best


@pytest.mark.slow
@pytest.mark.parametrize(
    "block",
    [pytest.param(n, marks=[pytest.mark.long] if n > 1 else []) for n in range(BLOCKS)],
)
def test_no_rule_without_a_column_scores_more_than_its_bound(block):
    looked = 0
    for seed in range(TABLES * block, TABLES * (block + 1)):
        table = random_table(np.random.default_rng(seed))
        e = explain(table, replace(GIVEN, fit_to=("labels", "weights")[seed % 2], seed=seed))
        made = learned(e, table)
        worth = made.every.signs if seed % 2 == 0 else made.machine.weights
        for column in e.rule.formula.attributes:
            one = best_without(e.rule, column, made)
            top = highest_score(column, made.every, worth, e.rule.price)
            near = 1e-6 * float(np.abs(worth).sum())
            assert one.objective <= top + near, (seed, column)
            assert one.bound >= top - near, (seed, column)
            assert column not in one.formula.attributes
            looked += 1
    assert looked > TABLES


@pytest.fixture(scope="module")
def planted():
    table = random_table(np.random.default_rng(0), 400, 0.05)
    return table, explain(table, replace(GIVEN, fit_to="labels"))


def test_a_column_that_decides_is_needed_and_its_copy_is_not():
    """c decides alone; b and its copy d tell the same, so the rule can do without either."""
    random = np.random.default_rng(1)
    a, b, c = random.integers(0, 2, (3, 400))
    y = ((a == 1) & (b == 1)) | (c == 1)
    y ^= random.random(400) < 0.03
    lines = [
        f"v{one},v{two},v{three},v{two},{'yes' if own else 'no'}"
        for one, two, three, own in zip(a, b, c, y, strict=True)
    ]
    table = read_table("\n".join(["a,b,c,d,class", *lines]).encode(), "copies.csv")
    e = explain(table, replace(GIVEN, fit_to="labels"))
    found = {one.column: one for one in columns_without(e.rule, learned(e, table))}
    (copy,) = {"b", "d"} & {*found}
    assert found["c"].is_needed
    assert found["a"].is_needed
    assert not found[copy].is_needed
    assert found[copy].lost == 0
    assert found[copy].told.value == 1
    assert found[copy].bound >= e.rule.objective - 1e-6
    assert next(iter(found)) == "c"
    assert "proven" not in " ".join(without_words(found[copy], e))
    assert "about as right" in lost_words(found[copy])
    more = replace(found[copy], lost=-0.005, low=-0.016, high=0.006)
    assert "on 0.5 % more of the rows left out (−0.6 to 1.6), which" in lost_words(more)
    chart = without_chart(tuple(found.values()))
    assert chart.figure.data[0].x == tuple(100 * one.lost for one in found.values())
    assert "Without “c” the rule is right on" in chart.text


def test_the_study_has_it_and_a_stopped_one_has_not(planted):
    table, e = planted
    found = study(Answer(e, table)).without
    assert [one.column for one in found][:1] == ["c"]
    again = columns_without(e.rule, learned(e, table))  # in another order of rows, so other folds
    assert [(one.column, one.bound) for one in found] == [(one.column, one.bound) for one in again]
    assert "scores more than" in " ".join(without_words(found[0], e))
    assert columns_without(e.rule, learned(e, table), lambda: False) == ()


def test_a_rule_of_one_column_has_none(planted):
    table, e = planted
    made = learned(e, table)
    alone = replace(e.rule, formula=replace(e.rule.formula, clauses=(Clause((Is("c", ("v1",)),)),)))
    assert columns_without(alone, made) == ()
