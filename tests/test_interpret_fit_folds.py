import numpy as np
import pytest

from interpret.fit.folds import ENOUGH, hopeless, rounds


@pytest.mark.parametrize(
    ("sizes", "done"),
    [
        ([30] * 10, [2, 4, 8, 10]),
        ([7] * 20, [9, 18, 20]),
        ([500, 500, 500], [1, 2, 3]),
        ([2000], [1]),
        ([3, 3], [2]),  # all rows together are not enough
    ],
)
def test_rounds_begin_with_enough_rows_and_grow_twofold(sizes, done):
    assert rounds(sizes) == done
    assert sum(sizes[: done[0]]) >= min(ENOUGH, sum(sizes))


def test_far_behind_is_more_than_two_paired_standard_errors():
    best = np.repeat([1.0, 0.0], [90, 10])
    assert not hopeless(best, best)
    assert not hopeless(1 - best[::-1], 1 - best[::-1])
    behind = best.copy()
    behind[:5] = 0  # by .05, with a standard error of .022
    assert hopeless(behind, best)
    behind[90:92] = 1  # by .03, with one of .026
    assert not hopeless(behind, best)
