"""ball: against a general solver, and its own bounds."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels.boolean import MonotoneDisjunctive, Variables
from kernels.solve import ball
from tests.gram_problems import draw_problem, on_simplex, problems


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
    assert answer.lower == pytest.approx(on_simplex(K, np.diag(K)), rel=1e-6, abs=1e-9)


@pytest.mark.slow
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
