"""Every split obeys groups."""

import numpy as np
import pytest

from interpret.data.complaints import DataError
from interpret.data.splits import LOOSE, Ties, divided, folds, held_out


def some(n=200, n_groups=30, seed=0):
    rng = np.random.default_rng(seed)
    return rng.random(n) < 0.4, rng.integers(0, n_groups, n)


def every_split(y, ties):
    test = held_out(y.astype(int), ties, 0.3, round(0.3 * len(y)), 0)
    yield np.setdiff1d(np.arange(len(y)), test), test
    yield from folds(y, ties, 5, 0)
    yield from folds(y.astype(float), ties, 3, 0)


def test_no_group_stands_on_both_sides():
    y, groups = some()
    splits = list(every_split(y, Ties(groups)))
    assert len(splits) > 6
    for fit, left_out in splits:
        assert not set(groups[fit]) & set(groups[left_out])
        assert len(fit)
        assert len(left_out)


def test_without_ties_folds_and_classes_are_even():
    y, _ = some()
    for fit, left_out in folds(y, LOOSE, 5, 0):
        assert len(left_out) == 40
        assert abs(y[fit].mean() - y.mean()) < 0.01


def test_groups_as_many_as_rows_split_as_without():
    y, _ = some()
    own = Ties(np.arange(len(y)))
    assert [s.tolist() for _, s in folds(y, own, 5, 0)] == [
        s.tolist() for _, s in folds(y, LOOSE, 5, 0)
    ]


def test_a_column_says_which_rows_are_held_out():
    y, groups = some()
    given = np.arange(len(y)) % 4 == 1
    test = held_out(y.astype(int), Ties(groups, given), 0.3, 60, 0)
    assert test.tolist() == np.flatnonzero(given).tolist()


@pytest.mark.parametrize("given", [np.zeros(9, dtype=bool), np.ones(9, dtype=bool)])
def test_all_or_none_held_out_is_one_sentence(given):
    with pytest.raises(DataError, match="held out and some left"):
        held_out(np.zeros(9, dtype=int), Ties(held_out=given), 0.3, 3, 0)


def test_folds_without_both_classes_are_one_sentence():
    with pytest.raises(DataError, match="both classes"):
        folds(np.arange(20) < 10, Ties(groups=np.arange(20) // 10), 5, 0)


@pytest.mark.parametrize("seed", range(3))
def test_rows_are_divided_whole(seed):
    rest, own = divided(60, 7, seed)
    assert len(own) == 7
    assert sorted([*rest, *own]) == list(range(60))
    assert rest.tolist() == sorted(rest)


@pytest.mark.parametrize("rare", range(1, 6))
@pytest.mark.parametrize("n", [5, 12, 60])
@pytest.mark.parametrize("ties", ["none", "pairs"])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.filterwarnings("error")
def test_every_fold_has_both_classes_to_learn_from_however_rare_one_is(rare, n, ties, seed):
    rows = np.random.default_rng(seed).permutation(n)
    y = rows < min(rare, n - 1)
    kinds = {"none": LOOSE, "pairs": Ties(np.arange(n) // 2)}
    try:
        found = folds(y, kinds[ties], 10, seed)
    except DataError:
        assert ties != "none"
        return
    for fit, left_out in found:
        assert 0 < y[fit].sum() < len(fit)
        assert len(left_out)
    if ties == "none" and rare > 1:
        smaller = min(int(y.sum()), int((~y).sum()))
        assert len(found) == max(2, min(10, smaller)) or smaller == 1


def test_rows_of_one_group_are_one_sentence():
    y = np.arange(20) % 2 == 0
    ties = Ties(np.zeros(20, dtype=int))
    for ask in (lambda: folds(y, ties, 5, 0), lambda: held_out(y.astype(int), ties, 0.3, 6, 0)):
        with pytest.raises(DataError, match="of one group"):
            ask()


@pytest.mark.parametrize("classes", [2, 3, 6])
@pytest.mark.parametrize("n_groups", [2, 3, 8, 11])
@pytest.mark.filterwarnings("error")
def test_of_few_rows_in_groups_some_groups_are_held_out(classes, n_groups):
    groups = np.arange(12) % n_groups
    test = held_out(np.arange(12) % classes, Ties(groups), 0.3, 4, 0)
    assert 0 < len(test) < 12
    assert not set(groups[test]) & set(np.delete(groups, test))


@pytest.mark.parametrize("seed", range(5))
def test_groups_that_alone_have_a_class_are_learned_from(seed):
    groups = np.arange(60) % 6
    y = (groups == 2).astype(int)
    test = held_out(y, Ties(groups), 0.3, 18, seed)
    assert len(test) in (10, 20)
    assert not y[test].any()
