from math import inf

import numpy as np
import pytest
from sklearn.model_selection import StratifiedKFold
from sklearn.svm import SVC

from interpret.data.reading import read_table
from interpret.fit import choose_machine as module
from interpret.fit.choose_machine import COSTS, KERNELS, MachineChoice, choose_machine
from interpret.fit.sample import Sample
from interpret.row_limits import RowLimits
from interpret.settings import Settings


def drawn(rng, n, values=(2, 3, 3, 4)):
    """Random rows of attributes with so many values."""
    return np.stack([rng.integers(0, v, n) for v in values])


def sample_of(codes, y):
    """The rows as a table with one attribute for each row of codes."""
    names = "abcdefgh"[: len(codes)]
    rows = [",".join(names) + ",class", *(",".join(map(str, row)) + ",?" for row in codes.T)]
    return Sample.of(read_table("\n".join(rows).encode(), "t.csv"), tuple(names), y)


@pytest.fixture(scope="module")
def noisy():
    codes = drawn(np.random.default_rng(0), 90)
    y = (codes[0] == 0) & (codes[1] == 1) | (codes[3] == 2)
    return sample_of(codes, y ^ (np.random.default_rng(1).random(90) < 0.1))


def test_accuracies_are_those_of_scikit_learn_on_the_same_folds(noisy):
    X, y = noisy.examples.astype(float), noisy.y
    found = choose_machine(noisy, Settings(kernel="linear"))
    shared = X @ X.T
    K = shared / 4
    folds = list(StratifiedKFold(10, shuffle=True, random_state=0).split(X, y))
    assert found.folds == 10
    for candidate in found.candidates:
        if candidate.C == inf:
            continue
        right, n = 0, 0
        for fit, left_out in folds:
            if n == candidate.n:  # the race has spared it the others
                break
            machine = SVC(C=candidate.C, kernel="precomputed", tol=1e-6)
            machine.fit(K[np.ix_(fit, fit)], y[fit])
            right += (machine.predict(K[np.ix_(left_out, fit)]) == y[left_out]).sum()
            n += len(left_out)
        assert candidate.n == n
        assert candidate.hits == pytest.approx(right, abs=1)  # a verdict next to zero may turn
    assert {found.candidates[0].n} == {len(y)}


def test_the_most_accurate_is_chosen_and_ties_go_to_the_first_of_the_menu(noisy):
    found = choose_machine(noisy, Settings())
    assert {(c.kernel, c.C) for c in found.candidates} == {(k, C) for k in KERNELS for C in COSTS}
    to_the_end = [c for c in found.candidates if c.n == len(noisy)]
    assert found.candidates[: len(to_the_end)] == tuple(to_the_end)
    best = max(c.hits for c in to_the_end)
    first = next(
        (kernel, C)
        for kernel in KERNELS
        for C in COSTS
        if any((c.kernel, c.C, c.hits) == (kernel, C, best) for c in to_the_end)
    )
    assert (found.kernel, found.C) == first
    assert [c.hits for c in to_the_end] == sorted((c.hits for c in to_the_end), reverse=True)


def test_what_is_far_behind_on_the_first_folds_is_spared_the_others(noisy):
    found = choose_machine(noisy, Settings())
    left = [c for c in found.candidates if c.n < len(noisy)]
    assert left
    assert all(c.n >= 60 and c.accuracy < found.candidates[0].accuracy for c in left)


def test_where_every_kernel_is_right_the_choice_is_the_thesis_and_the_hard_margin():
    codes = drawn(np.random.default_rng(0), 120)
    found = choose_machine(sample_of(codes, codes[0] == 0), Settings())
    assert (found.kernel, found.C) == ("rules(10,5)", inf)
    assert found.candidates[0].accuracy == 1


@pytest.mark.parametrize(
    ("settings", "kernels", "costs"),
    [
        ({"kernel": "mDNF(2,2)"}, {"mDNF(2,2)"}, set(COSTS)),
        ({"C": 4}, set(KERNELS), {4.0}),
        ({"C": inf}, set(KERNELS), {inf}),
    ],
)
def test_what_the_settings_fix_is_not_varied(noisy, settings, kernels, costs):
    found = choose_machine(noisy, Settings(**settings))
    assert {c.kernel for c in found.candidates} == kernels
    assert {c.C for c in found.candidates} == costs


@pytest.mark.parametrize(
    ("settings", "kernel", "C"),
    [
        ({"kernel": "mDNF(2,2)", "C": 4}, "mDNF(2,2)", 4),
        ({"kernel": "rules(10,5)", "C": inf}, "rules(10,5)", inf),
    ],
)
def test_where_both_are_fixed_nothing_is_measured(noisy, settings, kernel, C):
    assert choose_machine(noisy, Settings(**settings)) == MachineChoice(kernel, C)


def test_a_class_of_one_row_leaves_nothing_to_validate_on():
    codes = drawn(np.random.default_rng(0), 12)
    found = choose_machine(sample_of(codes, np.arange(12) == 3), Settings())
    assert found == MachineChoice("rules(10,5)", inf)


@pytest.mark.parametrize(("rows", "positives", "folds"), [(30, 3, 3), (90, 40, 10), (450, 200, 5)])
def test_folds_are_as_many_as_rows_and_the_smaller_class_allow(rows, positives, folds):
    sample = sample_of(drawn(np.random.default_rng(0), rows), np.arange(rows) < positives)
    found = choose_machine(sample, Settings(kernel="linear", C="auto"))
    assert found.folds == folds
    assert found.candidates[0].n == rows


def test_of_many_rows_some_of_both_classes_are_looked_at(noisy, monkeypatch):
    monkeypatch.setattr(module, "ROWS", RowLimits(machine=40))
    found = choose_machine(noisy, Settings(kernel="linear"))
    assert found.candidates[0].n == 40
