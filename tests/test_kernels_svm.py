import numpy as np
import pytest
from sklearn.base import clone
from sklearn.svm import SVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from kernels.base import Kernel
from kernels.boolean import MonotoneConjunctive, MonotoneRules, Variables
from kernels.svm import BooleanSVC


class Thresholded:
    """A kernel that makes 0/1 of any number: the checks' data are real numbers."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel

    def __call__(self, X, Z=None):
        return self.kernel(X > 0, X > 0 if Z is None else Z > 0)


@parametrize_with_checks(
    [
        BooleanSVC(Thresholded(MonotoneRules(10, 5).normalized())),
        BooleanSVC(Thresholded(Variables().normalized()), C=1.0),
    ]
)
def test_it_passes_every_check_of_scikit_learn(estimator, check):
    check(estimator)
