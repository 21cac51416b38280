import json
from dataclasses import replace
from itertools import product
from math import comb

import numpy as np
import pytest

from interpret.data.complaints import DataError
from interpret.data.encoding import Encoding
from interpret.data.reading import read_table
from interpret.data.task import tasks
from interpret.fit.parts import split
from interpret.forms.explain import explain
from interpret.lab.learn import WAYS, Learning, document, learn, restore
from interpret.settings import Settings
from kernels.solve import margin


def table_of(rows):
    text = "\n".join(",".join(row) for row in [("a", "b", "c", "d", "class"), *rows])
    return read_table(text.encode(), "small.csv")


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(4)
    codes = rng.integers(0, 3, (150, 4))
    y = (codes[:, 0] == 1) & (codes[:, 1] == 2) | (codes[:, 2] == 0) & (codes[:, 3] == 1)
    names = np.array(["x", "y", "z"])[codes]
    return table_of([(*row, "yes" if own else "no") for row, own in zip(names, y, strict=True)])


def learnt_of(table, asked, **how):
    settings = Settings(seed=1, test=0.4)
    task = tasks(table, "class", ("yes",))[0]
    return learn(task, split(task, settings), 1, asked, **how)


@pytest.fixture(scope="module")
def learnt(table):
    return learnt_of(table, Learning(9, tuple(WAYS), formulas=8, length=2))


def test_every_way_is_between_the_proven_bound_and_its_own_ratio(learnt):
    assert [way.name for way in learnt.ways] == list(WAYS)
    assert learnt.degrees == 4  # there are no more attributes
    best = learnt.way("cutting plane")
    assert best.gap <= 1e-5
    for way in learnt.ways:
        assert way.complete
        assert learnt.bound <= way.ratio
        assert best.ratio <= way.ratio * (1 + 1e-5)
        assert len(way.weights) == 5
        assert 0.9 < way.auc <= 1
    assert learnt.near is None  # some rows are equal


def test_a_degree_is_told_that_is_as_good_as_the_identity():
    rows = list(product("xyz", repeat=4))
    table = table_of([(*row, "yes" if row[0] == row[1] else "no") for row in rows])
    assert learnt_of(table, Learning(4, ("average",))).near == 4


@pytest.mark.parametrize(("columns", "degrees"), [(5, 1), (5, 2), (5, 5), (70, 2)])
def test_the_machine_that_finds_the_rule_is_the_one_that_was_learnt(columns, degrees):
    """Also where fewer degrees than attributes were asked for, or the catalog's usual 60."""
    rng = np.random.default_rng(2)
    codes = rng.permutation(list(product(range(3), repeat=5)))[:120]
    codes = np.hstack([codes, rng.integers(0, 3, (120, columns - 5))])
    y = (codes[:, 0] == 1) & (codes[:, 1] == 2) | (codes[:, 2] == 0) ^ (rng.random(120) < 0.2)
    head = ",".join([*(f"a{j}" for j in range(columns)), "class"])
    cells = np.hstack([np.array(["x", "y", "z"])[codes], np.where(y, "yes", "no")[:, None]])
    rows = map(",".join, cells)
    table = read_table("\n".join([head, *rows]).encode(), "distinct.csv")
    task = tasks(table, "class", ("yes",))[0]
    settings = Settings(target="class", positive=("yes",), C=float("inf"), seed=1, test=0.4)
    settings = replace(settings, side="for", language="monotone", fit_to="weights", price=0.0)
    settings = replace(settings, size="1x1")
    train = split(task, settings)["train"]
    X = Encoding.fit(table.rows(train), task.attributes).encode(table)
    K, own = X.astype(float) @ X.T, np.where(task.y[train], 1.0, -1.0)
    for way in learnt_of(table, Learning(degrees, ("average", "cutting plane"))).ways:
        weights = np.array(way.weights)
        mixed = sum(
            w * np.vectorize(lambda both, d=d: comb(int(both), d) / comb(columns, d))(K)
            for d, w in enumerate(weights[:-1], start=1)
        ) + weights[-1] * np.eye(len(X))
        solved = margin(mixed[np.ix_(train, train)], own)
        scores = mixed[:, train] @ (own * solved.alpha) + solved.intercept
        e = explain(table, replace(settings, kernel=way.kernel))
        assert np.allclose(e.machine.scores, scores, atol=0.01)


def test_formulas_come_with_their_ratio_and_tree_beside_the_linear_kernel(learnt):
    assert len(learnt.formulas) == 8
    assert len({one.text for one in learnt.formulas}) == 8
    assert learnt.linear.text == "a"
    for one in learnt.formulas:
        assert one.ratio is None or one.ratio > 0
        assert 0 <= one.auc <= 1
        assert one.tree.count("\n") >= one.operators


def test_a_formula_too_deep_for_the_screen_is_said_to_be(table, monkeypatch):
    monkeypatch.setattr("interpret.lab.learn.DEEPEST", 2)
    learnt = learnt_of(table, Learning(4, (), 12, 4.0))
    deep = [one for one in learnt.formulas if one.tree.endswith("levels: too deep to be drawn.")]
    assert 0 < len(deep) < 12
    assert all(one.operators > 1 and one.auc is not None for one in deep)


def test_a_formula_goes_on_to_find_a_rule(learnt, table):
    one = max(learnt.formulas, key=lambda one: one.operators)
    settings = Settings(
        target="class", positive=("yes",), kernel=one.text, C=float("inf"), seed=1, test=0.4
    )
    e = explain(table, settings)
    assert e.machine.kernel == one.text
    assert e.machine_auc["test"] == pytest.approx(one.auc, abs=0.01)


def test_what_was_learnt_comes_back_from_json(learnt):
    assert restore(json.loads(json.dumps(document(learnt), allow_nan=False))) == learnt


@pytest.mark.parametrize(("name", "other"), [("cutting plane", "GRAM"), ("GRAM", "cutting plane")])
def test_stopped_half_way_the_best_so_far_and_its_gap_are_the_answer(table, name, other):
    heard = []

    def stop(step):
        heard.append(step)
        return len(heard) < 4

    learnt = learnt_of(table, Learning(4, ("average", name, other)), on_progress=stop)
    assert [way.name for way in learnt.ways] == ["average", name]
    assert learnt.formulas == ()
    average, way = learnt.ways
    assert not way.complete
    assert way.ratio < average.ratio
    assert 1e-5 < way.gap < 1
    assert way.auc > 0.5
    assert [step["fraction"] for step in heard] == sorted(step["fraction"] for step in heard)


def test_formulas_stopped_half_way_are_kept(table):
    learnt = learnt_of(table, Learning(4, (), 30), on_progress=lambda step: step["step"] < 3)
    assert len(learnt.formulas) == 3


def test_each_part_is_heard_of_when_it_is_done(table):
    heard = []
    learnt = learnt_of(table, Learning(2, ("average", "EasyMKL"), 6, 2.0), on_answer=heard.append)
    assert [(len(own.ways), len(own.formulas)) for own in heard] == [(1, 0), (2, 0), (2, 5)]
    assert len(learnt.formulas) == 6


def test_contradictions_are_no_obstacle_and_equal_rows_are_one(table):
    rows = [("x", "y", "x", "x", "yes"), ("x", "y", "x", "x", "no"), ("y", "y", "x", "z", "no")]
    learnt = learnt_of(table_of(rows * 4), Learning(4, ("cutting plane", "RM-GD"), 3))
    assert learnt.way("cutting plane").ratio < np.inf
    assert all(one.ratio is None for one in learnt.formulas)  # without the identity they overlap
    assert restore(json.loads(json.dumps(document(learnt), allow_nan=False))) == learnt


def test_rows_that_are_all_equal_are_refused(table):
    rows = [("x", "y", "x", "x", own) for own in ("yes", "no") * 6]
    with pytest.raises(DataError, match=r"equal|constant|attribute"):
        learnt_of(table_of(rows), Learning(4, ("average",)))
