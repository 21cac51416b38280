"""The machine and the baselines that it is judged beside: formulas, tuning, choosing."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from interpret.cores import Cancelled, Thresholds, on_cores
from interpret.ranking.judging import figure_on, halves, inner
from interpret.ranking.methods import (
    AsymmetricCosine,
    Ease,
    Komd,
    beside,
    even,
    first,
    popularity,
)
from interpret.ranking.recommend import Chosen, Recommending, chosen_machine
from tests.film_choices import sample


def test_baselines_are_their_formulas():
    X = (np.random.default_rng(3).random((20, 9)) < 0.4).astype(np.uint8)
    X[0] = 1
    R, users = sparse.csr_array(X), np.arange(20)
    S = X.T.astype(float) @ X
    counts = np.diag(S).copy()
    np.fill_diagonal(S, 0)

    def of(method):
        return np.concatenate(list(method(R, users)))

    assert of(popularity)[3] == pytest.approx(counts)
    for a in (0.0, 0.5, 0.8):
        W = S / (counts[:, None] ** a * counts[None] ** (1 - a))  # W[i, j], i recommended
        assert of(AsymmetricCosine(a)) == pytest.approx(X @ W.T, rel=1e-5)
    P = np.linalg.inv(X.T.astype(float) @ X + 5 * np.eye(9))
    B = np.eye(9) - P / np.diag(P)
    assert of(Ease(5.0)) == pytest.approx(X @ B, rel=1e-3, abs=1e-4)
    empty = sparse.csr_array(np.vstack([X[:5], 0 * X[:1]]))
    assert np.isfinite(np.concatenate(list(Komd("mD(3)", 0.1, True)(empty, np.arange(6))))).all()


def test_ease_of_many_items_ranks_the_others_below_by_popularity():
    X = (np.random.default_rng(3).random((60, 12)) < np.linspace(0.6, 0.1, 12)).astype(np.uint8)
    X[0], X[1] = 1, 0
    X[1, -1] = 1
    counts = X.sum(axis=0)
    kept = np.sort(np.argsort(-counts, kind="stable")[:5])
    rest = np.setdiff1d(np.arange(12), kept)
    few, users = sparse.csr_array(X[:, kept]), np.arange(60)
    among = np.concatenate(list(Ease(5.0)(few, users)))
    every = np.concatenate(list(Ease(5.0, most=5)(sparse.csr_array(X), users)))
    has = X[:, kept].any(axis=1)
    assert not has[1]
    assert every[has][:, kept] == pytest.approx(among[has])
    assert (every[has][:, rest].max(axis=1) < every[has][:, kept].min(axis=1)).all()
    for row in every[has]:
        assert (
            np.argsort(row[rest], kind="stable") == np.argsort(counts[rest], kind="stable")
        ).all()
    assert (np.argsort(every[1], kind="stable") == np.argsort(counts, kind="stable")).all()


@pytest.mark.slow
def test_many_items_of_few_choices_need_no_matrix_of_all_pairs(monkeypatch):
    """By the machine and by the baselines that always stand beside it."""

    def refused(*_):
        raise AssertionError("all pairs of items would be kept")

    monkeypatch.setattr("kernels.recommender.items.chosen_by_both", refused)
    draw = np.random.default_rng(0)
    chosen = sparse.csr_array(
        (np.ones(1200, np.uint8), (draw.integers(0, 300, 1200), draw.integers(0, 700, 1200))),
        shape=(300, 700),
    )
    chosen.data[:] = 1
    users = np.arange(20)
    for way in (Komd("mD(5)", 0.1, True), Komd("Tanimoto", 0.1, False), AsymmetricCosine()):
        assert np.isfinite(np.concatenate(list(way(chosen, users)))).all()


def test_a_machine_is_chosen_without_the_judged_choices(root):
    asked = Recommending(regularisation=0.1, negatives="all", popularity="auto", metric="AUC")
    R = sample(root)[1].R
    split = next(halves(R, np.random.default_rng(0)))
    tried = []
    machine = chosen_machine(split.R, asked, tried.append)
    assert len(tried) >= 4 + 9 - 1
    assert (machine.regularisation, machine.own) == (0.1, False)
    judged = Chosen(asked, lambda machine: True)(split.R, split.users)
    assert (next(judged) == next(machine(split.R, split.users))).all()
    with pytest.raises(Cancelled):
        Chosen(asked, lambda machine: False)(split.R, split.users)


def test_a_better_machine_of_the_menu_is_not_one_choice_away():
    """Each choice is made again beside the others, until none changes."""
    R = sparse.csr_array((np.random.default_rng(0).random((120, 30)) < 0.2).astype(np.uint8))
    machine, splits = chosen_machine(R, Recommending()), inner(R, np.random.default_rng(0))
    best = figure_on(machine, splits, "nDCG@10")
    for name, options in (("regularisation", (0.01, 1.0, 10.0)), ("popularity", (0.0, 0.5))):
        for one in options:
            other = figure_on(replace(machine, **{name: one}), splits, "nDCG@10")
            assert other <= best + 1e-12


def test_any_number_of_threads_gives_the_same_scores(root, monkeypatch):
    choices = sample(root)[1]
    monkeypatch.setattr("interpret.ranking.methods.USERS_AT_ONCE", 40)
    machine, everyone = Komd("mD(5)", 0.1, True), np.arange(len(choices.users))
    alone = list(machine(choices.R, everyone))
    for jobs in (2, 3):
        with on_cores(jobs, Thresholds(little=0)):
            others = list(machine(choices.R, everyone))
        assert [own.tolist() for own in others] == [own.tolist() for own in alone]
    assert len(alone) > 1


@pytest.mark.parametrize("seed", range(20))
def test_the_first_are_those_of_a_full_sort(seed):
    draw = np.random.default_rng(seed)
    n = int(draw.integers(1, 60))
    scores, is_out = draw.integers(0, 8, n).astype(float), draw.random(n) < 0.3
    order = [i for i in np.lexsort((np.arange(n), -scores)) if not is_out[i]]
    for k in (0, 1, 5, 60):
        assert first(scores, is_out, k).tolist() == order[:k]


@pytest.mark.parametrize("seed", range(20))
def test_those_below_and_equal_are_counted(seed):
    draw = np.random.default_rng(seed)
    scores, is_out = draw.integers(0, 8, 50).astype(float), draw.random(50) < 0.3
    right = np.sort(draw.integers(0, 9, int(draw.integers(1, 9))).astype(float))
    below, equal, others = beside(scores, is_out, right)
    rest = scores[~is_out]
    assert others == len(rest)
    assert below.tolist() == [(rest < one).sum() for one in right]
    assert equal.tolist() == [(rest == one).sum() for one in right]


def test_sums_in_another_order_are_equal_and_others_are_not():
    draw = np.random.default_rng(0)
    parts = draw.normal(size=(7, 400))
    orders = np.array([parts[draw.permutation(7)].sum(axis=0) for _ in range(5)])
    assert len(np.unique(orders, axis=0)) > 1
    assert len(np.unique(even(orders.copy()), axis=0)) == 1
    scores = np.sort(draw.random((1, 1000)))
    assert even(scores.copy()) == pytest.approx(scores, abs=2.0**-30)
    assert len(np.unique(even(scores.copy()))) == 1000
    for tiny in (0.0, 1e-250):
        assert (even(np.full((1, 3), tiny)) == tiny).all()
