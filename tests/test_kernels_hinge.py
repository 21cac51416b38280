"""The sums of the squared hinge beside NumPy's."""

import numpy as np
import pytest

from kernels.hinge import slope_of_loss
from kernels.landmarks import hinge_weights
from kernels.steady import products, weighed_sum


@pytest.mark.parametrize(("n", "rank"), [(0, 3), (5, 1), (9, 8), (30, 21), (200, 64)])
def test_compiled_sums_are_those_of_numpy(n, rank):
    rng = np.random.default_rng(n)
    F, w = rng.normal(size=(n, rank)).astype(np.float32), rng.normal(size=rank)
    f, along, C = rng.normal(size=n), rng.normal(size=n), rng.random(n)
    y = rng.choice([-1.0, 1.0], n)
    v = hinge_weights(f, y, C)
    wide = F.astype(float)
    assert np.allclose(products(F, w), wide @ w, rtol=1e-13, atol=1e-13)
    assert np.allclose(weighed_sum(F, v), v @ wide, rtol=1e-12, atol=1e-12)
    for t in (0.0, 0.3, 2.0):
        expected = -hinge_weights(f + t * along, y, C) @ along
        assert slope_of_loss(f, along, y, C, t) == pytest.approx(expected, rel=1e-12, abs=1e-12)
