from dataclasses import dataclass
from itertools import product

import numpy as np
import pytest
from sklearn.svm import SVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from kernels.base import Kernel
from kernels.boolean import MonotoneConjunctive, MonotoneRules, Variables
from kernels.svm import BooleanSVC


@dataclass(frozen=True)
class Thresholded:
    """A kernel that makes 0/1 of any number: the checks' data are real numbers."""

    kernel: Kernel

    def __call__(self, X, Z=None):
        return self.kernel(X > 0, X > 0 if Z is None else Z > 0)


@pytest.mark.slow
@parametrize_with_checks(
    [
        BooleanSVC(Thresholded(Variables().normalized()), C=1.0, class_weight="balanced"),
        BooleanSVC(Thresholded(Variables().normalized()), C=16.0, landmarks=20),
    ]
)
def test_it_passes_every_check_of_scikit_learn(estimator, check):
    check(estimator)


def every_row(variables):
    return np.array(list(product((0, 1), repeat=variables)), dtype=np.uint8)


@pytest.fixture
def machine():
    """A hard margin on x1 ∧ x2 ∨ x3, every row of four variables; the class comes as text."""
    X = every_row(4)
    y = np.where(X[:, 0] & X[:, 1] | X[:, 2], "yes", "no")
    return BooleanSVC(MonotoneRules(10, 5).normalized()).fit(X, y), X, y


def test_what_is_learnt_is_kept_and_makes_the_decision(machine):
    machine, X, y = machine
    signs = np.where(y == "yes", 1, -1)
    assert machine.classes_.tolist() == ["no", "yes"]
    assert machine.separable_
    assert machine.C_ == np.inf
    assert (machine.predict(X) == y).all()
    assert (machine.support_vectors_ == X[machine.support_]).all()
    assert (machine.alpha_[machine.support_] > 0).all()
    assert np.delete(machine.alpha_, machine.support_).sum() == 0
    assert (machine.dual_coef_ == (signs * machine.alpha_)[machine.support_]).all()
    decision = machine.kernel(X) @ (signs * machine.alpha_) + machine.intercept_[0]
    assert machine.decision_function(X) == pytest.approx(decision, abs=1e-9)
    assert (signs * decision).min() == pytest.approx(1, abs=1e-7)


def test_rows_never_seen_are_decided_by_the_support_alone():
    kernel, X = MonotoneConjunctive(2).normalized(), every_row(6)
    y = X.sum(axis=1) > 3
    machine = BooleanSVC(kernel, C=2.0).fit(X[::2], y[::2])
    reference = SVC(kernel=kernel, C=2.0, tol=1e-9).fit(X[::2], y[::2])
    assert machine.decision_function(X[1::2]) == pytest.approx(
        reference.decision_function(X[1::2]), abs=1e-6
    )


def test_equal_rows_of_both_classes_make_a_soft_margin_of_a_hard_one():
    X = np.vstack([every_row(4), every_row(4)[:3]])
    y = np.concatenate([X[:16, 0] == 1, X[:3, 0] == 0])
    machine = BooleanSVC(MonotoneRules(10, 5).normalized()).fit(X, y)
    assert not machine.separable_
    assert np.isfinite(machine.C_)
    assert machine.C == np.inf
    assert (machine.predict(X[:16]) == y[:16]).mean() > 0.8


@pytest.mark.parametrize("class_weight", ["balanced", {False: 0.3, True: 5.0}])
def test_class_weights_are_those_of_scikit_learn(class_weight):
    kernel, X = MonotoneConjunctive(2).normalized(), every_row(6)
    y = X.sum(axis=1) > 4
    machine = BooleanSVC(kernel, C=2.0, class_weight=class_weight).fit(X, y)
    reference = SVC(kernel=kernel, C=2.0, tol=1e-7, class_weight=class_weight).fit(X, y)
    assert machine.decision_function(X) == pytest.approx(reference.decision_function(X), abs=1e-5)
