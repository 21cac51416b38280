from collections import Counter
from functools import partial

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.data.task import tasks
from interpret.forms.study.baselines import baselines
from interpret.measures import Costs, confusion
from interpret.shares import Share
from tests import small_formulas


def named(*arguments):
    train, test, attributes, y, y_test, *costs = arguments
    right = partial(confusion, truth=y_test, groups=None)
    return {one.name: one for one in baselines(train, test, attributes, y, right, *costs)}


def one_rule(train, y_train, test):
    """The verdicts of the one rule, written out from its description."""
    guess = 2 * sum(y_train) > len(y_train)
    best = None
    for name in train.names[:-1]:
        votes = Counter(zip(train.frame()[name], y_train.tolist(), strict=True))
        classes = {
            value: guess
            if votes[value, True] == votes[value, False]
            else votes[value, True] > votes[value, False]
            for value, _ in votes
        }
        hits = sum(n for (value, truth), n in votes.items() if classes[value] == truth)
        if best is None or hits > best[0]:
            best = hits, name, classes
    _, name, classes = best
    return name, np.array([classes.get(value, guess) for value in test.frame()[name]])


@pytest.mark.parametrize("seed", range(15))
def test_one_rule_is_the_majority_of_each_value_of_the_best_attribute(seed):
    rng = np.random.default_rng(seed)
    table = small_formulas.table(rng, rows=40)
    y = small_formulas.formula(rng, table).holds(table) ^ (rng.random(40) < 0.2)
    y[:2] = True, False
    train, test = table.rows(slice(0, 15)), table.rows(slice(15, 40))
    found = named(train, test, table.names[:-1], y[:15], y[15:])
    name, verdicts = one_rule(train, y[:15], test)
    assert found["one rule"].right == Share(int((verdicts == y[15:]).sum()), 25)
    assert found["one rule"].size.endswith(f"values of {name}")
    assert found["majority class"].right.n == 25


def test_a_tree_reaches_what_three_tests_can_say_and_counts_its_tests(root):
    table = read_table((root / "sample_data" / "monks-3.csv").read_bytes(), "monks-3.csv")
    task = tasks(table)[0]
    shuffled = np.random.default_rng(0).permutation(task.table.n_rows)
    one, two = shuffled[:200], shuffled[200:]
    train, test = task.table.rows(one), task.table.rows(two)
    found = named(train, test, task.attributes, task.y[one], task.y[two])
    tree = found["decision tree of depth 3"]
    assert tree.right.value > 0.96  # body is octagon or jacket is blue: two tests of three values
    assert 2 <= int(tree.size.split()[0]) <= 7
    assert found["logistic regression"].size == "17 weights"
    assert found["logistic regression"].right.value > found["one rule"].right.value


@pytest.mark.parametrize("name", ["tic-tac-toe", "art-d5-c5"])
def test_no_warning_leaves_the_learners_on_separable_rows(root, name):
    """Warnings are errors here: tic-tac-toe is the limit of what logistic regression separates."""
    task = tasks(read_table((root / "sample_data" / f"{name}.csv").read_bytes(), f"{name}.csv"))[0]
    found = named(task.table, task.table, task.attributes, task.y, task.y)
    assert all(one.right.n == task.table.n_rows for one in found.values())


def test_without_unseen_rows_there_is_no_figure():
    table = small_formulas.table(np.random.default_rng(0))
    y = np.arange(24) % 2 == 0
    found = named(table, table.rows([]), table.names[:-1], y, y[:0])
    assert [one.right.value for one in found.values()] == [None] * 4


def test_learners_heed_what_errors_cost():
    rng = np.random.default_rng(1)
    table = small_formulas.table(rng, rows=80)
    y = small_formulas.formula(rng, table).holds(table) ^ (rng.random(80) < 0.3)
    costs = Costs(20.0, 1.0)
    shown = (table, table, table.names[:-1], y, y)
    plain, heeding = named(*shown), named(*shown, costs)
    assert heeding["always saying yes"].counts.false_negative == 0
    for name in ("one rule", "decision tree of depth 3", "logistic regression"):
        assert costs.of(heeding[name].counts) <= costs.of(plain[name].counts)
        assert heeding[name].counts.accuracy == heeding[name].right
