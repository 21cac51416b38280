"""A machine on kernels that are learnt with it, for scikit-learn, and the ways to learn them."""

from collections.abc import Sequence

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted, validate_data

from kernels.base import Kernel
from kernels.geometry import Family
from kernels.mkl import Weigh, average, cutting_plane, easy_mkl, gram, mixture, r_mkl, rm_gd
from kernels.solve import HARD, margin
from kernels.svm import two_classes

WAYS: dict[str, Weigh] = {
    "average": average,
    "EasyMKL": easy_mkl,
    "R-MKL": r_mkl,
    "GRAM": gram,
    "RM-GD": rm_gd,
    "cutting plane": cutting_plane,
}


class MKLClassifier(ClassifierMixin, BaseEstimator):
    """A two-class support vector machine on a combination of kernels that is learnt with it.

    kernels: Kernels; weigh: how they are weighed; C as in BooleanSVC; identity: whether the
    identity matrix is one of the combined, which lets any two examples differ, even equal ones.

    After fit, for n training examples: classes_ (2,), the second is the positive one; weights_
    (n_kernels,), the last is the identity's; kernel_, the Mixture without the identity;
    identity_, the identity's weight; steps_, each Step of the way; ratio_ and bound_, the last
    one's; alpha_ (n,), support_, support_vectors_, dual_coef_, intercept_, C_, separable_ and
    margin_ as in BooleanSVC.
    """

    def __init__(
        self,
        kernels: Sequence[Kernel],
        weigh: Weigh = cutting_plane,
        C: float = HARD,
        identity: bool = True,
    ) -> None:
        self.kernels = kernels
        self.weigh = weigh
        self.C = C
        self.identity = identity

    def fit(self, X: np.ndarray, y: np.ndarray) -> "MKLClassifier":
        """Learn from 0/1 examples X, shape (n, n_variables), and their two classes y."""
        X, y = validate_data(self, X, y, dtype=float)
        self.classes_, signs = two_classes(y, "MKLClassifier")
        family = Family(self.kernels, X, signs, self.identity)
        self.steps_ = list(self.weigh(family))
        last = self.steps_[-1]
        self.weights_, self.ratio_, self.bound_ = last.weights, last.ratio, last.bound
        self.kernel_ = mixture(family, last.weights)
        self.identity_ = float(last.weights[-1]) if self.identity else 0.0
        self.margin_ = margin(family.gram(last.weights), signs, self.C)
        self.alpha_ = self.margin_.alpha
        self.support_ = np.flatnonzero(self.alpha_)
        self.support_vectors_ = X[self.support_]
        self.dual_coef_ = (signs * self.alpha_)[None, self.support_]
        self.intercept_ = np.array([self.margin_.intercept])
        self.C_ = self.margin_.C
        self.separable_ = self.margin_.separable
        return self

    def decision_function(self, X: np.ndarray) -> np.ndarray:
        """Shape (n,): positive where the second class is predicted."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        return self.kernel_(X, self.support_vectors_) @ self.dual_coef_[0] + self.intercept_[0]

    def predict(self, X: np.ndarray) -> np.ndarray:
        """The predicted classes, shape (n,)."""
        decision = self.decision_function(X)
        return self.classes_[(decision > 0).astype(int)]

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags
