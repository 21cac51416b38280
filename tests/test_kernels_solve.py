"""margin and ball: against a general solver, their own bounds, and where libsvm never ends."""

import csv
import json
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from sklearn.svm import SVC

from kernels import solve
from kernels.boolean import MonotoneConjunctive, MonotoneDisjunctive, MonotoneRules, Variables
from kernels.solve import HARD, SOFT_INSTEAD_OF_HARD, ball, margin

LINEAR = Variables().normalized()
PAIRS = MonotoneConjunctive(2).normalized()
MDNF = MonotoneDisjunctive(3, of=MonotoneConjunctive(2)).normalized()
KAPPA_STAR = MonotoneRules(clauses=10, literals=5).normalized()
KERNELS = [LINEAR, PAIRS, MDNF, KAPPA_STAR]


def one_hot(file, positive, drop=()):
    """The 0/1 examples and classes ±1 of a table whose last column is the class."""
    with file.open(encoding="utf-8", newline="") as lines:
        header, *rows = csv.reader(lines)
    kept = [column for column, name in enumerate(header[:-1]) if name not in drop]
    X = [
        [row[column] == value for row in rows]
        for column in kept
        for value in sorted({row[column] for row in rows})
    ]
    return np.array(X, dtype=np.uint8).T, np.where([row[-1] in positive for row in rows], 1, -1)


def some(X, y, seed, share=0.7, flipped=0.0):
    """A random share of the rows, with some labels flipped."""
    draw = np.random.default_rng(seed)
    rows = draw.permutation(len(y))[: round(share * len(y))]
    return X[rows], np.where(draw.random(len(rows)) < flipped, -y[rows], y[rows])


@pytest.fixture(scope="module")
def monks_2(root):
    return one_hot(root / "sample_data" / "monks-2.csv", {"yes"})


@pytest.fixture(scope="module")
def tic_tac_toe(root):
    return one_hot(root / "sample_data" / "tic-tac-toe.csv", {"yes"})


def value(K, y, alpha):
    return alpha.sum() - alpha @ (K * np.outer(y, y)) @ alpha / 2


def check(answer, K, y):
    """The answer is feasible, and its bounds are what its own α and (w, b) are worth."""
    alpha, C = answer.alpha, answer.C
    assert (alpha >= 0).all()
    assert (alpha <= C).all()
    assert abs(y @ alpha) <= 1e-15 * len(y) * alpha.sum()
    assert answer.lower <= answer.upper
    assert answer.lower == pytest.approx(value(K, y, alpha), rel=1e-9)
    f = K @ (y * alpha)
    functional = y * (f + answer.intercept)
    separates = f[y > 0].min() > f[y < 0].max()
    assert answer.separable == separates or C == SOFT_INSTEAD_OF_HARD
    norm2 = alpha @ (K * np.outer(y, y)) @ alpha
    if np.isfinite(C):
        primal = norm2 / 2 + C * np.maximum(0, 1 - functional).sum()
        assert answer.upper <= primal * (1 + 1e-9)
    elif answer.separable:
        assert answer.upper == pytest.approx(norm2 / 2 / functional.min() ** 2, rel=1e-9)


def by_general_solver(K, y, C):
    Q = K * np.outer(y, y)
    found = minimize(
        lambda alpha: alpha @ Q @ alpha / 2 - alpha.sum(),
        np.zeros(len(y)),
        jac=lambda alpha: Q @ alpha - 1,
        bounds=[(0, None if C == HARD else C)] * len(y),
        constraints={"type": "eq", "fun": lambda alpha: y @ alpha, "jac": lambda alpha: y},
        method="SLSQP",
        options={"maxiter": 1000, "ftol": 1e-13},
    )
    assert found.status in (0, 8), found.message  # 8: no step improves, to the last digits
    return -found.fun


problems = st.tuples(st.integers(0, 10**6), st.integers(4, 14), st.integers(3, 7))


def draw_problem(seed, rows, variables, distinct):
    draw = np.random.default_rng(seed)
    X = (draw.random((rows, variables)) < 0.5).astype(np.uint8)
    if distinct:
        X = np.unique(X, axis=0)
    y = draw.choice([-1, 1], len(X))
    y[:2] = 1, -1
    return X, y


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
@settings(max_examples=15)
@given(problems, st.sampled_from([0.01, 0.3, 1.0, 7.0, 100.0]))
def test_a_soft_margin_is_the_general_solvers(kernel, problem, C):
    X, y = draw_problem(*problem, distinct=False)
    K = kernel(X)
    answer = margin(K, y, C)
    check(answer, K, y)
    assert answer.gap <= 1e-9
    assert answer.lower == pytest.approx(by_general_solver(K, y, C), rel=1e-6)


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
@settings(max_examples=15)
@given(problems)
def test_a_hard_margin_is_the_general_solvers(kernel, problem):
    X, y = draw_problem(*problem, distinct=True)
    assume(len(X) > 2)
    K = kernel(X)
    answer = margin(K, y)
    check(answer, K, y)
    assert answer.gap <= 1e-9
    if answer.separable:
        assert answer.C == HARD
        assert answer.lower == pytest.approx(by_general_solver(K, y, HARD), rel=1e-5)
    else:
        assert answer.C == SOFT_INSTEAD_OF_HARD
        assert not margin(K, y, 1e4).separable


@settings(max_examples=60)
@given(
    st.integers(0, 10**6),
    st.integers(3, 60),
    st.integers(1, 6),
    st.sampled_from([1e-6, 1e-2, 1.0, 50.0, HARD]),
    st.sampled_from([1e-6, 1.0, 1e6]),
)
def test_bounds_close_on_kernels_of_any_rank_and_scale_with_equal_rows(seed, n, rank, C, scale):
    draw = np.random.default_rng(seed)
    features = draw.normal(size=(n, rank))[draw.integers(0, n, n)]
    y = np.where(features[:, 0] > draw.normal(scale=0.5), 1, -1)
    y[:2] = 1, -1
    K = scale * (features @ features.T)
    answer = margin(K, y, C)
    check(answer, K, y)
    assert answer.gap <= 1e-8
    assert C in (answer.C, HARD)


@pytest.mark.parametrize("C", [1.0, 16.0, HARD])
def test_a_kernel_times_a_number_is_a_cost_times_it(C, monks_2):
    X, y = some(*monks_2, seed=0, share=0.4)
    K = MDNF(X)
    one, many = margin(K, y, C), margin(1e9 * K, y, C / 1e9)
    assert many.lower == pytest.approx(one.lower / 1e9, rel=1e-8)
    assert many.alpha * 1e9 == pytest.approx(one.alpha, rel=1e-4, abs=1e-6)


def test_two_examples_meet_halfway():
    K = np.array([[3.0, 1.0], [1.0, 2.0]])  # ‖φ(x) − φ(z)‖² = 3
    answer = margin(K, [1, -1])
    assert answer.alpha == pytest.approx([2 / 3, 2 / 3])
    assert answer.lower == pytest.approx(2 / 3)
    assert K @ [2 / 3, -2 / 3] + answer.intercept == pytest.approx([1, -1])


@pytest.mark.parametrize("C", [0.25, 1.0, 64.0, HARD])
@pytest.mark.parametrize("kernel", [MDNF, KAPPA_STAR], ids=repr)
def test_decisions_are_scikit_learns_at_a_tight_tolerance(kernel, C, tic_tac_toe):
    X, y = some(*tic_tac_toe, seed=1, share=0.3)
    K = kernel(X)
    answer = margin(K, y, C)
    reference = SVC(kernel="precomputed", C=min(C, 1e10), tol=1e-8).fit(K, y)
    decision = K @ (y * answer.alpha) + answer.intercept
    assert decision == pytest.approx(reference.decision_function(K), abs=1e-5)


def test_the_certificate_decides_and_not_libsvm(monkeypatch, monks_2):
    """From any start, good or bad, the active set ends at the same optimum and proves it."""
    X, y = some(*monks_2, seed=0, share=0.4)
    K = MDNF(X)
    right = {C: margin(K, y, C).lower for C in (1.0, 16.0, HARD)}
    draw = np.random.default_rng(0)
    for start in (np.zeros(len(y)), np.ones(len(y)), 1e6 * draw.random(len(y))):
        monkeypatch.setattr(solve, "_libsvm", lambda *asked, start=start: start.copy())
        for C, optimum in right.items():
            answer = margin(K, y, C)
            check(answer, K, y)
            assert answer.gap <= 1e-9
            assert answer.lower == pytest.approx(optimum, rel=1e-8)


def test_a_bad_answer_is_not_called_good(monkeypatch, monks_2):
    X, y = some(*monks_2, seed=0, share=0.4)
    K = MDNF(X)
    optimum = margin(K, y, 4.0).lower
    monkeypatch.setattr(solve, "ascend", lambda dual, alpha: iter(()))
    monkeypatch.setattr(solve, "_libsvm", lambda K, y, *asked: np.arange(len(y)) % 3.0)
    poor = margin(K, y, 4.0)
    check(poor, K, y)
    assert poor.lower < 0.99 * optimum < 1.01 * optimum < poor.upper


def test_much_work_that_does_not_halve_a_small_gap_is_the_last(monkeypatch, monks_2):
    X, y = some(*monks_2, seed=0, share=0.4)
    K = MDNF(X)
    near = margin(K, y, 4.0).alpha * (1 - 1e-7)
    taken = []
    monkeypatch.setattr(solve, "_libsvm", lambda *asked: near.copy())
    monkeypatch.setattr(solve, "ascend", lambda *asked: (taken.append(1) or near for _ in range(9)))
    monkeypatch.setattr(solve, "WORK", 0.0)
    answer = margin(K, y, 4.0)
    check(answer, K, y)
    assert 1e-9 < answer.gap < solve.LITTLE
    assert len(taken) == 1


def test_a_loose_gap_is_met_without_the_active_set(monkeypatch, tic_tac_toe):
    X, y = some(*tic_tac_toe, seed=0, share=0.4)
    monkeypatch.setattr(solve, "ascend", None)
    for C in (1.0, 64.0, HARD):
        answer = margin(KAPPA_STAR(X), y, C, gap=1e-2)
        assert 1e-9 < answer.gap <= 1e-2


def test_a_larger_cost_never_lowers_the_optimum_and_the_hard_margin_is_its_limit(monks_2):
    K, y = PAIRS(monks_2[0]), monks_2[1]
    answers = [margin(K, y, C) for C in (0.5, 2.0, 8.0, 32.0, 1e3, HARD)]
    for smaller, larger in pairwise(answers):
        assert smaller.lower <= larger.upper
    assert answers[-2].lower == pytest.approx(answers[-1].lower, rel=1e-8)
    assert [answer.separable for answer in answers[-3:]] == [True] * 3


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_equal_rows_of_both_classes_never_run_away(kernel, tic_tac_toe):
    X, y = some(*tic_tac_toe, seed=0, share=0.3)
    X, y = np.vstack([X, X[:9]]), np.concatenate([y, -y[:9]])
    start = time.process_time()
    answer = margin(kernel(X), y)
    assert time.process_time() - start < 0.5
    assert not answer.separable
    assert answer.C == SOFT_INSTEAD_OF_HARD
    assert answer.alpha.max() == answer.C
    assert answer.gap <= 1e-9


def test_that_there_is_no_hard_margin_is_proven_by_few_iterations(monkeypatch):
    asked, libsvm = [], solve._libsvm

    def counted(K, y, C, c, tolerance, limit):
        asked.append((C, limit))
        return libsvm(K, y, C, c, tolerance, limit)

    draw = np.random.default_rng(0)
    X, y = draw.integers(0, 2, (2100, 6)), draw.choice([-1.0, 1.0], 2100)
    monkeypatch.setattr(solve, "_libsvm", counted)
    assert not margin(LINEAR(X), y, gap=1e-2).separable
    assert asked == [(HARD, 20_000), (SOFT_INSTEAD_OF_HARD, 210_000)]


def seconds(K, y, C=HARD):
    start = time.process_time()
    answer = margin(K, y, C)
    return time.process_time() - start, answer


def test_monks_2_with_pairs_takes_no_time(monks_2):
    """C = 1e10 at a tolerance of 1e-6 keeps libsvm busy for minutes here."""
    for flipped in (0.0, 0.05):
        X, y = some(*monks_2, seed=0, flipped=flipped)
        took, answer = seconds(PAIRS(X), y)
        assert took < 0.3
        assert answer.gap <= 1e-9
        assert answer.separable == (flipped == 0)


def test_a_linear_machine_that_cannot_separate_takes_no_time(tic_tac_toe):
    for flipped in (0.0, 0.05):
        X, y = some(*tic_tac_toe, seed=0, flipped=flipped)
        took, answer = seconds(LINEAR(X), y)
        assert took < 1.5
        assert not answer.separable
        assert answer.gap <= 1e-9


def test_a_table_with_conflicting_rows_as_published(shared_data):
    recipe = json.loads((shared_data / "thesis-recipes.json").read_text())["primary-tumor"]
    X, y = one_hot(shared_data / recipe["file"], recipe["positive"], recipe["drop_columns"])
    for kernel in KERNELS:
        took, answer = seconds(kernel(X), y)
        assert took < 0.5
        assert not answer.separable
        assert answer.C == SOFT_INSTEAD_OF_HARD
        assert answer.gap <= 1e-9


@pytest.mark.parametrize("C", [1.0, HARD])
def test_kernels_that_tell_nothing_apart_have_an_answer(C):
    for K in (np.zeros((5, 5)), np.ones((5, 5))):
        answer = margin(K, [1, -1, 1, 1, -1], C)
        check(answer, K, np.array([1, -1, 1, 1, -1]))
        assert answer.gap == 0
        assert not answer.separable
        assert answer.intercept == 1


@pytest.mark.parametrize(
    ("K", "y", "C", "says"),
    [
        (np.eye(3), [1, -1], 1, r"one class for each row.*got \(2,\) classes for 3 rows"),
        (np.ones((2, 3)), [1, -1], 1, r"shape \(n, n\).*got \(2, 3\)"),
        (np.eye(2), [1, 1], 1, r"both classes.*got the classes \[1.0\]"),
        (np.eye(2), [0, 1], 1, r"written -1 and 1; got the classes \[0.0, 1.0\]"),
        (np.eye(2), [1, -1], 0, "positive number or inf.*got 0"),
        (np.eye(2), [1, -1], np.nan, "positive number or inf.*got nan"),
        (np.array([[1, np.nan], [np.nan, 1]]), [1, -1], 1, "finite numbers; got NaN"),
    ],
)
def test_what_is_no_problem_is_refused(K, y, C, says):
    with pytest.raises(ValueError, match=says):
        margin(K, y, C)


def check_ball(answer, K):
    """The answer is feasible, and its bounds are its value and the ball around its centre."""
    alpha, diagonal = answer.alpha, np.diag(K)
    assert (alpha >= 0).all()
    assert alpha.sum() == pytest.approx(1, rel=1e-12)
    centre = alpha @ K @ alpha
    tiny = 1e-12 * diagonal.max()
    assert answer.lower == pytest.approx(alpha @ diagonal - centre, rel=1e-9, abs=tiny)
    distances = diagonal - 2 * K @ alpha + centre
    assert answer.upper == pytest.approx(distances.max(), rel=1e-9, abs=tiny)
    assert answer.lower <= answer.upper


@settings(max_examples=25)
@given(problems, st.booleans())
def test_a_ball_is_the_general_solvers(problem, normalised):
    X, _ = draw_problem(*problem, distinct=False)
    kernel = MonotoneDisjunctive(2) + Variables()
    K = (kernel.normalized() if normalised else kernel)(X)
    answer = ball(K)
    check_ball(answer, K)
    assert answer.gap <= 1e-9
    found = minimize(
        lambda alpha: alpha @ K @ alpha - alpha @ np.diag(K),
        np.full(len(K), 1 / len(K)),
        jac=lambda alpha: 2 * K @ alpha - np.diag(K),
        bounds=[(0, None)] * len(K),
        constraints={"type": "eq", "fun": lambda alpha: alpha.sum() - 1},
        method="SLSQP",
        options={"maxiter": 1000, "ftol": 1e-13},
    )
    assert answer.lower == pytest.approx(-found.fun, rel=1e-6, abs=1e-9)


@settings(max_examples=60)
@given(
    st.integers(0, 10**6),
    st.integers(1, 60),
    st.integers(1, 6),
    st.booleans(),
    st.sampled_from([1e-6, 1.0, 1e6]),
)
def test_a_ball_is_proven_for_kernels_of_any_rank_and_scale(seed, n, rank, same_norm, scale):
    draw = np.random.default_rng(seed)
    features = draw.normal(size=(n, rank))[draw.integers(0, n, n)]
    if same_norm:
        features /= np.linalg.norm(features, axis=1, keepdims=True)
    K = scale * (features @ features.T)
    answer = ball(K)
    check_ball(answer, K)
    assert answer.gap <= 1e-9


def test_the_ball_around_a_cube_is_known():
    """The 2ⁿ corners of the unit cube lie at √n / 2 from its middle."""
    for n in (1, 4, 7):
        corners = np.array(list(product((0, 1), repeat=n)))
        answer = ball(corners @ corners.T)
        assert answer.lower == pytest.approx(n / 4)
        assert answer.alpha @ corners == pytest.approx([1 / 2] * n, abs=1e-4)


def test_one_point_or_equal_points_have_a_ball_of_no_size():
    for K in (np.ones((1, 1)), np.ones((4, 4)), np.zeros((3, 3))):
        assert ball(K).upper == 0


@pytest.mark.parametrize("K", [np.ones((2, 3)), np.ones(3), np.zeros((0, 0)), [[np.inf]]])
def test_what_is_no_gram_matrix_has_no_ball(K):
    with pytest.raises(ValueError, match="A Gram matrix"):
        ball(K)


@pytest.mark.parametrize("C", [0.25, 4.0, 64.0])
def test_weights_are_those_of_scikit_learn(C, monks_2):
    X, y = some(*monks_2, seed=1, share=0.4, flipped=0.1)
    K = MDNF(X)
    weights = np.where(y > 0, 3.0, 0.5)
    answer = margin(K, y, C, weights=weights)
    reference = SVC(kernel="precomputed", C=C, tol=1e-8, class_weight={1: 3.0, -1: 0.5}).fit(K, y)
    assert answer.gap <= 1e-9
    assert (answer.alpha <= C * weights).all()
    assert abs(y @ answer.alpha) <= 1e-9 * answer.alpha.sum()
    decision = K @ (y * answer.alpha) + answer.intercept
    assert decision == pytest.approx(reference.decision_function(K), abs=1e-4)


def test_an_example_of_weight_three_is_three_equal_examples(monks_2):
    X, y = some(*monks_2, seed=2, share=0.3, flipped=0.1)
    K = LINEAR(X)
    times = np.random.default_rng(0).integers(1, 4, len(y))
    each = np.repeat(np.arange(len(y)), times)
    one = margin(K, y, 0.5, weights=times)
    other = margin(K[np.ix_(each, each)], y[each], 0.5)
    assert one.lower == pytest.approx(other.lower, rel=1e-8)
    assert one.intercept == pytest.approx(other.intercept, abs=1e-6)


@pytest.mark.parametrize("weights", [np.ones(3), np.zeros(4), np.full(4, np.inf), -np.ones(4)])
def test_weights_are_positive_numbers_one_for_each_example(weights):
    with pytest.raises(ValueError, match="positive numbers, one for each of the 4"):
        margin(np.eye(4), np.array([1, 1, -1, -1]), 1.0, weights=weights)


def test_libsvm_that_ends_early_warns_no_thread():
    X = np.random.default_rng(3).integers(2, size=(300, 12)).astype(np.uint8)
    K, y = LINEAR(X), np.where(np.arange(300) % 2, 1.0, -1.0)
    with ThreadPoolExecutor(4) as threads, warnings.catch_warnings():
        warnings.simplefilter("error")
        found = [*threads.map(lambda _: margin(K, y, HARD).separable, range(8))]
    assert found == [False] * 8
