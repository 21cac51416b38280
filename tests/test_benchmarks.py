"""Benchmarks say what they need, and what they measure with is right."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from benchmarks import factors, rule_truth, tables
from interpret.rules.card import Card
from interpret.rules.logic import Clause, Formula, Is


def test_a_table_that_is_absent_is_one_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(tables, "DATA", tmp_path)
    with pytest.raises(SystemExit) as ended:
        tables.recipe_task("tic-tac-toe")
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert "thesis-recipes.json must lie in ../shared/data" in said.err
    assert not said.out


def test_nested_conditions_are_counted_and_bands_of_a_column_are_not():
    rows = [{"a": str(i % 4), "b": "x" if i % 4 else "y"} for i in range(40)]
    table = tables.table_of(pd.DataFrame(rows))
    terms = [Clause((Is("a", ("1",)),)), Clause((Is("a", ("1", "2")),)), Clause((Is("b", ("x",)),))]
    assert rule_truth.nested(Card.of(Formula(tuple(terms[:2]))), table) == 0
    both = Clause((Is("a", ("1",)), Is("b", ("x",))))
    assert rule_truth.nested(Card.of(Formula((terms[0], both))), table) == 100


def test_the_peers_of_rankings_give_the_same_scores_each_time():
    chosen = (np.random.default_rng(3).random((20, 9)) < 0.4).astype(np.uint8)
    for name in ("ALS", "BPR"):
        way = factors.Factors(name, 0.1)
        one, other = (list(way(sparse.csr_array(chosen), np.arange(20))) for _ in range(2))
        assert np.array_equal(one, other)


@pytest.mark.parametrize("far", [np.nan, np.inf, 1e30])
def test_factors_that_diverged_tell_no_item_from_another(far):
    same = np.ones((3, 2), np.float32)
    (scores,) = factors.products(same, same, np.arange(3))
    assert (scores == 2).all()
    (scores,) = factors.products(
        same, np.where(np.eye(3, 2) > 0, np.float32(far), same), np.arange(3)
    )
    assert not scores.any()
