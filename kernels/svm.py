"""BooleanSVC: a support vector machine on a kernel of 0/1 examples, as scikit-learn expects it."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import Tags, check_random_state
from sklearn.utils.class_weight import compute_class_weight
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import check_is_fitted, validate_data

from kernels.base import Kernel
from kernels.draws import stratified
from kernels.examples import distinct
from kernels.landmarks import (
    decisions,
    features,
    hinge_weights,
    squared_hinge,
    whitening,
)
from kernels.solve import HARD, margin
from kernels.steady import on_grid, products

MOST_WITH_EQUALS = 5000  # with more examples, equal ones of a class are merged
HARDEST = 64.0  # the C that a machine on landmarks uses for a hard margin, which it cannot have


class BooleanSVC(ClassifierMixin, BaseEstimator):
    """A two-class support vector machine.

    kernel: any Kernel; it refuses what is not 0/1. C: inf, the hard margin, or a positive number;
    where the classes cannot be separated the hard margin becomes a finite C_. class_weight: None,
    "balanced" or the weight of each class, by which C is multiplied. landmarks: None, or how many
    examples, drawn from both classes by random_state, span the solution: then the loss is the
    squared hinge and memory grows with n · landmarks, not n². tol: the gap_ at which training ends
    without landmarks.

    After fit, for n training examples: classes_ (2,), the second is the positive one; alpha_ (n,),
    with w = Σ y_i α_i φ(x_i); support_, the places of the examples in the decision function, those
    with α > 0 or the landmarks; support_vectors_, these examples; dual_coef_ (1, n_support), their
    coefficients, y_i α_i without landmarks; intercept_ (1,); C_, the C used; separable_, whether w
    separates the training classes; gap_, how far the solution may be from the optimum, as a share
    of it (with landmarks: of ‖w‖).
    """

    def __init__(
        self,
        kernel: Kernel,
        C: float = HARD,
        class_weight: Mapping[Any, float] | str | None = None,
        landmarks: int | None = None,
        random_state: Any = 0,
        tol: float = 1e-9,
    ) -> None:
        self.kernel = kernel
        self.C = C
        self.class_weight = class_weight
        self.landmarks = landmarks
        self.random_state = random_state
        self.tol = tol

    def fit(self, X: np.ndarray, y: np.ndarray) -> "BooleanSVC":
        """Train on 0/1 examples X, shape (n, n_variables), and their two classes y, shape (n,)."""
        X, y = validate_data(self, X, y)
        self.classes_, signs = two_classes(y, "BooleanSVC")
        each = row_weights(self.class_weight, y)
        if self.landmarks is None:
            self._fit_exact(X, signs, each)
        else:
            self._fit_landmarks(X, signs, each, self.landmarks)
        self.support_vectors_ = X[self.support_]
        return self

    def _fit_exact(self, X: np.ndarray, y: np.ndarray, each: np.ndarray) -> None:
        first = of = np.arange(len(X))
        if len(X) > MOST_WITH_EQUALS:
            first, of = distinct(X, y)
        costs = np.bincount(of, each)
        solved = margin(self.kernel(X[first]), y[first], self.C, self.tol, costs)
        self.alpha_ = on_grid(solved.alpha[of] * each / costs[of])
        self.support_ = np.flatnonzero(self.alpha_)
        self.dual_coef_ = (y * self.alpha_)[None, self.support_]
        self.intercept_ = np.array([solved.intercept])
        self.C_, self.separable_, self.gap_ = solved.C, solved.separable, solved.gap

    def _fit_landmarks(self, X: np.ndarray, y: np.ndarray, each: np.ndarray, most: int) -> None:
        """Equal examples of one class count as one of their summed weight."""
        drawn = stratified(y, most, check_random_state(self.random_state))
        first, _ = distinct(X[drawn])
        self.support_ = np.sort(drawn[first])
        self.C_ = HARDEST if self.C == HARD else float(self.C)
        kept, A = whitening(self.kernel(X[self.support_]))
        self.support_ = self.support_[kept]
        first, of = distinct(X, y)
        F = features(self.kernel, X[first], X[self.support_], A)
        solved = squared_hinge(F, y[first], np.bincount(of, self.C_ * each))
        order = np.argsort(self.support_)
        self.support_ = self.support_[order]
        self.dual_coef_ = products(A, solved.w)[None, order]
        self.intercept_ = np.array([solved.b])
        f = solved.scores[of]
        self.alpha_ = on_grid(y * hinge_weights(f, y, self.C_ * each))
        self.separable_, self.gap_ = bool((y * f > 0).all()), solved.gap

    def decision_function(self, X: np.ndarray) -> np.ndarray:
        """Shape (n,): positive where the second class is predicted."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False)
        return decisions(
            self.kernel, X, self.support_vectors_, self.dual_coef_[0], self.intercept_[0]
        )

    def predict(self, X: np.ndarray) -> np.ndarray:
        """The predicted classes, shape (n,)."""
        decision = self.decision_function(X)
        return self.classes_[(decision > 0).astype(int)]

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags


def row_weights(class_weight: Mapping[Any, float] | str | None, y: np.ndarray) -> np.ndarray:
    """The weight of each example, (n,); n / 2 n_class for balanced classes."""
    classes, place = np.unique(y, return_inverse=True)
    return on_grid(compute_class_weight(class_weight, classes=classes, y=y))[place]


def two_classes(y: np.ndarray, who: str) -> tuple[np.ndarray, np.ndarray]:
    """The two classes of y, and for each row 1.0 for the second and −1.0 for the first: (n,).

    ValueError if there are not two, in the words of scikit-learn's estimator checks; who: the
    estimator that the message names.
    """
    check_classification_targets(y)
    classes, place = np.unique(y, return_inverse=True)
    if len(classes) > 2:
        raise ValueError(
            "Only binary classification is supported. "
            f"The type of the target is {type_of_target(y)}."
        )
    if len(classes) < 2:
        raise ValueError(f"{who} needs examples of two classes; got only one class, {classes[0]}.")
    return classes, 2.0 * place - 1
