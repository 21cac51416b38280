import csv
import io
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm
from sklearn import metrics

from interpret.data.reading import read_table
from interpret.measures import agreement, auc, clause_figures, confusion, majority, weights_without
from interpret.rules.logic import Clause, Formula, Is, IsNot
from interpret.shares import Share
from tests import small_formulas


@given(st.integers(1, 2000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_is_wilsons(counts):
    hits, n = counts
    z, p = norm.ppf(0.975), hits / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    share = Share(hits, n)
    assert share.value == p
    assert share.interval == pytest.approx((middle - half, middle + half), abs=1e-12)
    low, high = share.interval
    assert 0 <= low <= p <= high <= 1


def test_a_share_of_nothing_is_unknown():
    assert Share(0, 0).value is None
    assert Share(0, 0).interval is None


@pytest.mark.parametrize("seed", range(5))
def test_rates_are_those_of_scikit_learn(seed):
    rng = np.random.default_rng(seed)
    truth, verdict = rng.random(97) < 0.4, rng.random(97) < 0.6
    counts = confusion(verdict, truth, None)
    negative = {"pos_label": False}
    assert (counts.true_negative, counts.false_positive) == tuple(
        metrics.confusion_matrix(truth, verdict)[0]
    )
    assert counts.n == 97
    assert counts.accuracy.value == metrics.accuracy_score(truth, verdict)
    assert counts.sensitivity.value == metrics.recall_score(truth, verdict)
    assert counts.specificity.value == metrics.recall_score(truth, verdict, **negative)
    assert counts.positive_predictive_value.value == metrics.precision_score(truth, verdict)
    assert counts.negative_predictive_value.value == metrics.precision_score(
        truth, verdict, **negative
    )
    assert counts.balanced_accuracy == pytest.approx(
        metrics.balanced_accuracy_score(truth, verdict)
    )
    assert agreement(verdict, truth, None).value == np.mean(verdict == truth)


def test_a_rate_of_a_class_that_is_not_there_is_unknown():
    yes, no = np.ones(4, dtype=bool), np.zeros(4, dtype=bool)
    said_no = confusion(no, yes, None)
    assert (said_no.sensitivity.value, said_no.specificity.value) == (0, None)
    assert said_no.positive_predictive_value.value is None
    assert said_no.negative_predictive_value.value == 0
    assert said_no.balanced_accuracy is None
    nothing = confusion(yes[:0], yes[:0], None)
    assert (nothing.n, nothing.accuracy.value, nothing.balanced_accuracy) == (0, None, None)


@pytest.mark.parametrize("seed", range(5))
def test_auc_is_the_share_of_pairs_put_in_order(seed):
    rng = np.random.default_rng(seed)
    truth, scores = rng.random(40) < 0.5, rng.integers(0, 6, 40) / 4
    above = [
        (scores[i] > scores[j]) + (scores[i] == scores[j]) / 2
        for i in np.flatnonzero(truth)
        for j in np.flatnonzero(~truth)
    ]
    assert auc(scores, truth) == pytest.approx(np.mean(above))
    rounded = 1e-3 * scores * (1 + 1e-12 * rng.standard_normal(40))
    assert auc(rounded, truth) == pytest.approx(np.mean(above))


def test_rows_of_one_class_have_no_auc():
    scores = np.array([0.5, -1.0])
    assert auc(scores, np.array([True, True])) is None
    assert auc(scores, np.array([False, False])) is None
    assert auc(scores[:0], np.array([], dtype=bool)) is None


def test_majority_guesses_the_class_most_frequent_in_training():
    y = np.array([True, True, False])
    assert majority(np.array([True, False, True]), y, None) == Share(2, 3)
    assert majority(np.array([True, False, False]), y, None) == Share(1, 3)
    assert majority(np.array([True, False]), y[:0], None) == Share(0, 0)


TEXT = "a,b\n" + "".join(f"{'xyz'[i % 3]},{'uv'[i // 2 % 2]}\n" for i in range(29)) + ",v\n"
TABLE = read_table(TEXT.encode(), "t.csv")
ROWS = [{k: v or None for k, v in row.items()} for row in csv.DictReader(io.StringIO(TEXT))]
CLAUSES = (
    Clause((Is("a", ("x",)), Is("b", ("u",)))),
    Clause((IsNot("a", ("x", None)),)),
    Clause((Is("b", ("v",)), IsNot("a", ("z",)))),
    Clause((Is("a", ("never seen",)),)),
)


@pytest.mark.parametrize("denied", [False, True])
def test_a_clause_is_counted_row_by_row(denied):
    y = np.random.default_rng(0).random(len(ROWS)) < 0.4
    formula = Formula(CLAUSES, denied)
    found = clause_figures(formula, TABLE, y, None)
    for clause, figures in zip(formula.clauses, found, strict=True):
        covered = [i for i, row in enumerate(ROWS) if clause.accepts(row)]
        right = [i for i in covered if y[i] != denied]
        others = [other for other in formula.clauses if other != clause]
        alone = [i for i in covered if not any(other.accepts(ROWS[i]) for other in others)]
        of_class = sum(y != denied)
        assert figures.rows == len(covered)
        assert figures.right == len(right)
        assert figures.of_class == of_class
        assert figures.alone == len(alone)
        assert figures.precision == (len(right) / len(covered) if covered else None)
        assert figures.share == len(right) / of_class


def test_rules_without_clauses_and_rows_without_the_class_have_figures_too():
    y = np.zeros(len(ROWS), dtype=bool)
    assert clause_figures(Formula(), TABLE, y, None) == ()
    (always,) = clause_figures(Formula((Clause(),)), TABLE, y, None)
    assert (always.rows, always.alone, always.precision, always.share) == (30, 30, 0, None)
    (none,) = clause_figures(Formula((Clause(),)), TABLE.rows([]), y[:0], None)
    assert (none.rows, none.precision, none.share) == (0, None, None)


@pytest.mark.parametrize("seed", range(20))
def test_the_weight_without_a_clause_is_that_of_the_formula_without_it(seed):
    rng = np.random.default_rng(seed)
    rows = small_formulas.table(rng)
    rule = small_formulas.formula(rng, rows)
    weights = rng.normal(size=rows.n_rows)
    shorter = [Formula(tuple(o for o in rule.clauses if o != c), rule.denied) for c in rule.clauses]
    expected = [weights[other.holds(rows)].sum() for other in shorter]
    assert weights_without(rule, rows, weights) == pytest.approx(tuple(expected))
    assert weights_without(Formula(), rows, weights) == ()


@pytest.mark.parametrize("seed", range(5))
def test_f1_and_balanced_accuracy_are_those_of_scikit_learn(seed):
    rng = np.random.default_rng(seed)
    verdict, truth = rng.random((2, 40)) < 0.3
    counts = confusion(verdict, truth, None)
    assert counts.f1 == pytest.approx(metrics.f1_score(truth, verdict))
    assert counts.balanced_accuracy == pytest.approx(
        metrics.balanced_accuracy_score(truth, verdict)
    )
    assert confusion(verdict & False, truth & False, None).f1 is None
