from math import inf

import numpy as np
import pytest

from interpret.data.splits import LOOSE, Division, folds
from interpret.fit.folds import ENOUGH, ahead, hopeless, race, rounds


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


DIVISION = Division(((50, 5, 3), (90, 4, 1), (inf, 3, 1)), one_from=200, apart=7)


@pytest.mark.parametrize(("n", "made", "each"), [(49, 15, 5), (50, 4, 4), (90, 3, 3), (200, 1, 3)])
def test_few_rows_are_divided_often_and_of_many_one_fold_is_enough(n, made, each):
    y = np.arange(n) % 2 == 0
    splits, k = DIVISION.splits(y, LOOSE, 3)
    assert (len(splits), k) == (made, each)
    first = folds(y, LOOSE, each, 10)  # the seed, and what sets this division apart
    assert all((ours == theirs).all() for ours, theirs in zip(splits[0], first[0], strict=True))
    if made > each:
        again = folds(y, LOOSE, each, 11)
        assert splits[each][1].tolist() == again[0][1].tolist()
        out = np.concatenate([out for _, out in splits])
        assert np.bincount(out).tolist() == [3] * n


def test_what_is_far_behind_is_not_tried_on_further_folds():
    asked = []

    def on_folds(menu, places):
        asked.append((dict(menu), places))
        return [(key, [option + 100 * place for option in menu[key]]) for key in menu
                for place in places]  # fmt: skip

    def near(done):
        return {key: [one for one in options if one > 2] for key, options in done.items()}

    done = race({"a": [1, 3], "b": [2]}, [1, 3], on_folds, near)
    assert done == {"a": {1: [1], 3: [3, 103, 203]}, "b": {2: [2]}}
    assert asked == [({"a": [1, 3], "b": [2]}, range(1)), ({"a": [3]}, range(1, 3))]
    assert race({"a": [1]}, [1, 2], on_folds, near) == {"a": {1: [1]}}


def test_one_is_ahead_by_the_difference_of_means_with_a_paired_error():
    one, other = np.array([1.0, 1, 0, 1]), np.array([0.0, 1, 1, 0])
    gain, error = ahead(one, other)
    assert gain == pytest.approx(0.25)
    assert error == pytest.approx((one - other).std() / 2)
    assert ahead(one, other, 1)[1] == pytest.approx(2 * error)
