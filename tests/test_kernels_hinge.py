"""The slope of the squared hinge beside NumPy's."""

import numpy as np
import pytest

from kernels.landmarks import hinge_weights, slope_of_loss


@pytest.mark.parametrize("n", [0, 5, 9, 30, 200])
def test_the_slope_is_that_of_numpy(n):
    rng = np.random.default_rng(n)
    f, along, C = rng.normal(size=n), rng.normal(size=n), rng.random(n)
    y = rng.choice([-1.0, 1.0], n)
    for t in (0.0, 0.3, 2.0):
        expected = -hinge_weights(f + t * along, y, C) @ along
        assert slope_of_loss(f, along, y, C, t) == pytest.approx(expected, rel=1e-12, abs=1e-12)
