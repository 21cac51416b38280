"""Compiled products and factors beside NumPy's, and each the same whatever stands beside it."""

import numpy as np
import pytest

from kernels.steady import by_triangle, factorise, inverse, products, solved, weighed_sum

SHAPES = [(0, 3), (5, 1), (9, 8), (30, 21), (70, 300)]


@pytest.mark.parametrize(("n", "m"), SHAPES)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_products_are_those_of_numpy(n, m, dtype):
    rng = np.random.default_rng(n)
    A, v, w = rng.normal(size=(n, m)).astype(dtype), rng.normal(size=m), rng.normal(size=n)
    w[::3] = 0
    wide = A.astype(float)
    assert np.allclose(products(A, v), wide @ v, rtol=1e-12, atol=1e-12)
    assert np.allclose(weighed_sum(A, w), w @ wide, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("n", [1, 7, 32, 33, 100, 261])
def test_factors_solve_what_numpy_solves(n):
    rng = np.random.default_rng(n)
    A = rng.normal(size=(n, n))
    M, b = A @ A.T + np.eye(n), rng.normal(size=n)
    U = M.copy()
    assert factorise(U)
    assert np.allclose(np.triu(U).T @ np.triu(U), M, rtol=1e-11, atol=1e-11)
    assert np.allclose(solved(U, b), np.linalg.solve(M, b), rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize("n", [1, 40, 90])
def test_what_is_not_positive_definite_has_no_factor(n):
    M = np.eye(n)
    M[n // 2, n // 2] = -1.0
    assert not factorise(M)
    assert not factorise(np.full((n, n), np.nan))


@pytest.mark.parametrize(("n", "m"), SHAPES)
def test_triangles_are_multiplied_and_inverted(n, m):
    rng = np.random.default_rng(m)
    A = rng.normal(size=(n, m))
    U = np.triu(rng.normal(size=(m, m))) / m + np.eye(m)
    found = np.full((n, m), np.nan)
    by_triangle(A, U, found)
    assert np.allclose(found, A @ U, rtol=1e-12, atol=1e-12)
    assert np.allclose(inverse(U) @ U, np.eye(m), rtol=1e-9, atol=1e-9)


def test_a_row_comes_to_the_same_whatever_stands_beside_it():
    """A library multiplies the last rows of a matrix by another loop than the first."""
    rng = np.random.default_rng(0)
    A, v = rng.normal(size=(37, 91)), rng.normal(size=91)
    every = products(A, v)
    assert all(products(A[i:], v)[0] == every[i] for i in range(len(A)))
