"""CF-KOMD, its simplex problem and the kernels between items: against written-out twins."""

import tracemalloc
from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from scipy.optimize import minimize

from kernels.boolean import (
    Conjunctive,
    MonotoneConjunctive,
    MonotoneConjunctiveUpTo,
    MonotoneDisjunctive,
    MonotoneRules,
    Variables,
)
from kernels.catalog import parse
from kernels.classical import AllSubsets, Polynomial, Tanimoto
from kernels.counts import Counts
from kernels.recommender.items import bytes_needed, chosen_by_both, similar, similarities
from kernels.recommender.preference import Ranker
from kernels.recommender.similar import Near, Whole
from kernels.simplex import optimum, step_by_pairs
from tests.gram_problems import on_simplex

KERNELS = [
    Variables(),
    MonotoneConjunctive(2),
    MonotoneConjunctive(5),
    MonotoneConjunctiveUpTo(3),
    MonotoneDisjunctive(1),
    MonotoneDisjunctive(2),
    MonotoneDisjunctive(9),
    MonotoneDisjunctive(2, of=MonotoneConjunctive(2)),
    MonotoneRules(3, 2),
    Conjunctive(2),
    Polynomial(2, 0),
    Polynomial(3, 1.5),
    AllSubsets(),
    Tanimoto(),
]


def table(seed, n_users=30, n_items=12, share=0.3):
    """A table of choices with a long tail; items that nobody chose among them."""
    draw = np.random.default_rng(seed)
    popular = draw.random(n_items) ** 2
    return (draw.random((n_users, n_items)) < 2 * share * popular).astype(np.uint8)


@settings(max_examples=60)
@given(
    st.integers(0, 10**6), st.integers(1, 40), st.integers(1, 8), st.sampled_from([0, 1e-2, 1.0])
)
def test_the_best_of_the_simplex_is_the_general_solvers_and_proven(seed, n, rank, ridge):
    draw = np.random.default_rng(seed)
    features = draw.normal(size=(n, rank))[draw.integers(0, n, n)]
    Q, c = features @ features.T + ridge * np.eye(n), draw.normal(size=n)
    found = optimum(Q, c, 1e-9)
    assert (found.alpha >= 0).all()
    assert found.alpha.sum() == pytest.approx(1)
    scale = np.abs(Q).max() + np.abs(c).max()
    assert found.upper - found.lower <= 1e-8 * scale
    assert found.lower == pytest.approx(c @ found.alpha - found.alpha @ Q @ found.alpha)
    assert found.lower == pytest.approx(on_simplex(Q, c), abs=1e-6 * scale)


@pytest.mark.parametrize("ridge", [0.0, 0.01, 1.0])
def test_what_steps_between_pairs_leave_the_active_set_finishes(monkeypatch, ridge):
    draw = np.random.default_rng(7)
    features = draw.normal(size=(120, 9))
    Q, c = features @ features.T + ridge * np.eye(120), draw.normal(size=120)
    by_pairs = optimum(Q, c, 1e-9)
    monkeypatch.setattr("kernels.simplex.ACTIVE_STEPS", 0)
    monkeypatch.setattr("kernels.simplex.FIRST_STEPS", 0)
    by_faces = optimum(Q, c, 1e-9)
    assert max(by_pairs.gap, by_faces.gap) <= 1e-9
    assert by_pairs.lower == pytest.approx(by_faces.lower, rel=1e-8)


@pytest.mark.parametrize("regularisation", [0.01, 1.0, 10.0])
def test_five_hundred_choices_take_a_few_steps_each(monkeypatch, regularisation):
    """A few steps of O(n) for each choice, so that a user's problem is O(n²)."""
    taken = []

    def counted(*given):
        taken.append(step_by_pairs(*given))

    monkeypatch.setattr("kernels.simplex.step_by_pairs", counted)
    R = sparse.csr_array(table(1, n_users=900, n_items=700, share=0.2))
    for kernel in (Variables(), MonotoneDisjunctive(30)):
        own = Ranker.of(similarities(kernel, R), regularisation).prefer(np.arange(500))
        assert own.gap <= 1e-6
    assert max(taken) <= 6 * 500


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
@settings(max_examples=10)
@given(seed=st.integers(0, 10**6))
def test_kernels_between_items_are_those_of_their_vectors(kernel, seed):
    X = table(seed)
    K = similarities(kernel, sparse.csr_array(X), np.float64)
    assert (K == K.T).all()
    assert (np.diag(K) == 1).all()
    expected = kernel.normalized()(X.T)
    n, norms = len(X), X.sum(axis=0)
    has = np.array([kernel.value(Counts(n, s, s, s)) > 0 for s in norms.tolist()])
    if kernel != Tanimoto():  # the thesis's fix: an item without a feature is like itself alone
        expected[~has] = expected[:, ~has] = 0
    else:
        expected[norms == 0] = expected[:, norms == 0] = 0
    np.fill_diagonal(expected, 1)
    assert K == pytest.approx(expected, rel=1e-12, abs=1e-300)


@pytest.mark.parametrize("degree", [2, 100, 1000])
def test_disjunctions_are_exact_for_a_million_users(degree):
    """mD of Ciao's size and beyond, where float64 alone cancels to noise."""
    n = 1_000_000
    sizes = (1, 1, 2, 40, 3000)
    users = np.concatenate([np.arange(k) + 7 * i for i, k in enumerate(sizes)])
    items = np.repeat(np.arange(len(sizes)), sizes)
    R = sparse.csr_array((np.ones(len(users), np.uint8), (users, items)), shape=(n, len(sizes)))
    K = similarities(MonotoneDisjunctive(degree), R, np.float64)
    both = chosen_by_both(R).astype(int)
    miss = {k: comb(n - k, degree) for k in {0, *sizes, *(a + b - s for a, b, s in pairs(both))}}

    def share(a, b, s):
        return Fraction(miss[0] - miss[a] - miss[b] + miss[a + b - s], miss[0])

    for i, a in enumerate(sizes):
        for j, b in enumerate(sizes):
            squared = share(a, b, both[i, j]) ** 2 / (share(a, a, a) * share(b, b, b))
            assert K[i, j] == pytest.approx(sqrt(squared), rel=1e-13)
    single = similarities(MonotoneDisjunctive(degree), R)
    assert single.dtype == np.float32
    assert single.nbytes == bytes_needed(len(sizes))


def pairs(both):
    sizes = np.diag(both).tolist()
    return [(a, b, both[i, j]) for i, a in enumerate(sizes) for j, b in enumerate(sizes)]


@settings(max_examples=25)
@given(
    st.integers(0, 10**6),
    st.sampled_from(KERNELS[:10]),
    st.sampled_from([0.01, 0.1, 3.0]),
    st.booleans(),
)
def test_a_users_ranking_is_the_general_solvers(seed, kernel, regularisation, exact):
    X = table(seed)
    X[0, :4] = 1
    R = sparse.csr_array(X[X.any(axis=1)])
    K = similarities(kernel, R, np.float64)
    ranker = Ranker.of(K, regularisation, exact)
    users = ranker.prefer_all(R)
    scores = np.concatenate(list(ranker.scores(users)))
    for own, scored in zip(users, scores, strict=True):
        rest = np.setdiff1d(np.arange(len(K)), own.chosen)
        q = K[rest].mean(axis=0) if len(rest) else np.zeros(len(K))
        q = q if exact else K.mean(axis=0)
        Q = K[np.ix_(own.chosen, own.chosen)] + regularisation * np.eye(len(own.chosen))
        best = on_simplex(Q, 2 * q[own.chosen])
        assert own.lower - 1e-7 <= best <= own.upper + 1e-7
        assert own.upper - own.lower <= 1e-6 * max(abs(own.lower), abs(own.upper)) + 1e-12
        assert scored == pytest.approx(own.alpha @ K[own.chosen] - q, abs=1e-9)
        assert ranker.q(own) == pytest.approx(q, abs=1e-12)
        for item in range(len(K)):
            shares, taken = ranker.parts(own, item)
            assert shares.sum() - taken == pytest.approx(scored[item], abs=1e-9)


@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_the_linear_kernel_is_ecf_omd(seed):
    """Eq. 10.1 written out on the item vectors: ‖Xα − μ‖² + λ‖α‖² is least."""
    X = table(seed).astype(float)
    X[0, :4] = 1
    X[:, X.sum(axis=0) == 0] = np.eye(len(X))[:, :1]
    V = X / np.linalg.norm(X, axis=0)
    ranker = Ranker.of(similarities(Variables(), sparse.csr_array(X.astype(np.uint8)), float), 0.1)
    own = ranker.prefer(np.arange(4), 1e-10)
    mu = V[:, 4:].mean(axis=1)

    def squared(alpha):
        return np.sum((V[:, :4] @ alpha - mu) ** 2) + 0.1 * alpha @ alpha - mu @ mu

    found = minimize(
        squared,
        np.full(4, 0.25),
        bounds=[(0, 1)] * 4,
        constraints={"type": "eq", "fun": lambda alpha: alpha.sum() - 1},
        method="SLSQP",
        options={"ftol": 1e-14},
    )
    assert squared(own.alpha) == pytest.approx(found.fun, abs=1e-7)
    assert -own.lower == pytest.approx(found.fun, abs=1e-7)


def test_a_constant_added_to_the_kernel_changes_nothing():
    """Polato, the proof after eq. 10.4; this is why a kernel may be made sparse."""
    R = sparse.csr_array(table(3))
    K = similarities(MonotoneDisjunctive(3), R, np.float64)
    plain, shifted = (Ranker.of(own, 0.05) for own in (K, K + 2.5))
    for chosen in (np.array([0, 1, 5]), np.array([2, 3])):
        one, other = plain.prefer(chosen, 1e-12), shifted.prefer(chosen, 1e-12)
        assert one.alpha == pytest.approx(other.alpha, abs=1e-5)


def test_the_mean_of_all_is_near_that_of_the_others():
    """|q̂ − q| ≤ 2 m₊/m (Polato, section 10.2)."""
    R = sparse.csr_array(table(4, n_items=40))
    K = similarities(Variables(), R, np.float64)
    near, exact = Ranker.of(K, 0.01, False), Ranker.of(K, 0.01, True)
    for chosen in (np.array([0]), np.arange(7)):
        own = exact.prefer(chosen)
        assert np.abs(near.q(own) - exact.q(own)).max() <= 2 * len(chosen) / 40


@pytest.mark.parametrize("name", ["linear", "Tanimoto", "mC(2)", "mD(30)", "polynomial(2,0)"])
def test_kernels_of_the_catalog_are_made_for_all_items_at_once(name, monkeypatch):
    monkeypatch.setattr("kernels.recommender.items.MOST_COUNTS", 0)
    X = table(5)
    X[0] = 1
    kernel = parse(name)
    expected = kernel(X.T)
    norms = X.sum(axis=0)
    if name == "mC(2)":
        expected[norms < 2] = expected[:, norms < 2] = 0
    np.fill_diagonal(expected, 1)
    assert similarities(kernel, sparse.csr_array(X), np.float64) == pytest.approx(expected)


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_what_is_kept_one_by_one_is_the_whole_matrix(kernel, monkeypatch):
    """Items of which few share a user, and one that nobody chose."""
    monkeypatch.setattr("kernels.recommender.items.NEAR", 1)
    X = np.zeros((40, 25), dtype=np.uint8)
    draw = np.random.default_rng(0)
    for user in X:
        user[draw.choice(24, draw.integers(1, 3), replace=False)] = 1
    X[0, :5] = 1
    R = sparse.csr_array(X)
    near, whole = similar(kernel, R), Whole(similarities(kernel, R, np.float64))
    assert isinstance(near, Near)
    assert near.near.nnz < 25**2 / 2
    K = whole.K
    assert [near.row(i) for i in range(25)] == [pytest.approx(row, abs=1e-7) for row in K]
    assert near.total() == pytest.approx(K.sum(axis=0), abs=1e-5)
    chosen = np.array([0, 3, 4, 17, 24])
    for own in (near, whole):
        assert own.part(chosen) == pytest.approx(K[np.ix_(chosen, chosen)], abs=1e-7)
        table = sparse.csr_array(draw.random((3, 25)) * (draw.random((3, 25)) < 0.4))
        assert own.weighed(table) == pytest.approx(table.toarray() @ K, abs=1e-6)


def test_equal_items_get_equal_sums_wherever_they_stand():
    X = (np.random.default_rng(0).random((60, 21)) < 0.3).astype(np.uint8)
    X[:, [3, 20]] = X[:, [7]]
    ranker = Ranker.of(similarities(Variables(), sparse.csr_array(X)), 0.1)
    users = ranker.prefer_all(sparse.csr_array(X[X[:, 7] == 0][:, :]))
    scores = np.concatenate(list(ranker.scores(users)))
    assert (scores[:, 3] == scores[:, 7]).all()
    assert (scores[:, 20] == scores[:, 7]).all()


@pytest.mark.parametrize("near", [0, 1])
def test_similarities_that_differ_from_1_by_little_are_told_apart(near, monkeypatch):
    """mD(300) of items that most users chose: by its exact values, not by float32's rounding."""
    monkeypatch.setattr("kernels.recommender.items.NEAR", 100 * near)
    X = (np.random.default_rng(0).random((900, 12)) < np.linspace(0.02, 0.3, 12)).astype(np.uint8)
    own = similar(MonotoneDisjunctive(300), sparse.csr_array(X))
    n, S = len(X), (X.T.astype(int) @ X).tolist()
    miss = [comb(n - k, 300) for k in range(n + 1)]
    a = S[11][11]
    for item, similarity in enumerate(own.row(11)[:11].tolist()):
        b, s = S[item][item], S[11][item]
        squared = Fraction((miss[0] - miss[a] - miss[b] + miss[a + b - s]) ** 2)
        squared /= (miss[0] - miss[a]) * (miss[0] - miss[b])
        assert similarity == pytest.approx(sqrt(squared), rel=1e-14)


def test_sixteen_thousand_items_need_no_matrix_of_all_pairs():
    draw = np.random.default_rng(0)
    n_users, n_items = 17_600, 16_100
    who = np.concatenate([np.arange(n_users), draw.integers(0, n_users, 72_000 - n_users)])
    R = sparse.csr_array(
        (np.ones(72_000, np.uint8), (who, draw.integers(0, n_items, 72_000))), (n_users, n_items)
    )
    R.data[:] = 1
    tracemalloc.start()
    ranker = Ranker.of(similar(MonotoneDisjunctive(5), R), 0.1)
    next(ranker.scores(ranker.prefer_all(R[:200])))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < bytes_needed(n_items) / 4


def test_a_kernel_that_would_be_asked_too_often_is_refused(monkeypatch):
    monkeypatch.setattr("kernels.recommender.items.MOST_COUNTS", 5)
    with pytest.raises(ValueError, match="Take linear, mC, mD"):
        similarities(Conjunctive(2), sparse.csr_array(table(0)))
