"""BooleanSVC: a support vector machine on a kernel of 0/1 examples, as scikit-learn expects it."""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import Tags
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import check_is_fitted, validate_data

from kernels.base import Kernel
from kernels.solve import HARD, margin


class BooleanSVC(ClassifierMixin, BaseEstimator):
    """A two-class support vector machine.

    kernel: any Kernel; it refuses what is not 0/1. C: inf, the hard margin, or a positive
    number; where the classes cannot be separated the hard margin becomes a finite C_.

    After fit, for n training examples: classes_ (2,), the second is the positive one;
    alpha_ (n,); support_, the examples with α > 0; support_vectors_, these themselves;
    dual_coef_ (1, n_support), their y_i α_i; intercept_ (1,); C_, the C used; separable_,
    whether w separates the training classes; margin_, the certified Margin.
    """

    def __init__(self, kernel: Kernel, C: float = HARD) -> None:
        self.kernel = kernel
        self.C = C

    def fit(self, X: np.ndarray, y: np.ndarray) -> "BooleanSVC":
        """Train on 0/1 examples X, shape (n, n_variables), and their two classes y, shape (n,)."""
        X, y = validate_data(self, X, y, dtype=float)
        check_classification_targets(y)
        self.classes_, place = np.unique(y, return_inverse=True)
        if len(self.classes_) > 2:
            raise ValueError(
                "Only binary classification is supported. "
                f"The type of the target is {type_of_target(y)}."
            )
        if len(self.classes_) < 2:
            raise ValueError(
                f"BooleanSVC needs examples of two classes; got only one class, {self.classes_[0]}."
            )
        signs = 2 * place - 1
        self.margin_ = margin(self.kernel(X), signs, self.C)
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
        return self.kernel(X, self.support_vectors_) @ self.dual_coef_[0] + self.intercept_[0]

    def predict(self, X: np.ndarray) -> np.ndarray:
        """The predicted classes, shape (n,)."""
        decision = self.decision_function(X)
        return self.classes_[(decision > 0).astype(int)]

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags
