"""What training on landmarks loses: an exact machine of some of the rows, judged beside it."""

import numpy as np
from sklearn.base import clone

from interpret.measures import Share, agreement
from kernels.landmarks import stratified
from kernels.svm import BooleanSVC

ROWS = 2500  # of the exact machine


def exact_beside(
    svc: BooleanSVC,
    X_train: np.ndarray,
    y_train: np.ndarray,
    X_test: np.ndarray,
    y_test: np.ndarray,
) -> tuple[int, Share]:
    """How many training rows an exact machine saw, and how often it is right on the test rows.

    svc: the machine on landmarks, fitted or not; X_train, X_test: 0/1 examples of shape
    (n_rows, n_variables); y_train, y_test: bool (n_rows,).
    """
    kept = stratified(y_train, ROWS, np.random.default_rng(svc.random_state))
    exact = clone(svc).set_params(landmarks=None).fit(X_train[kept], y_train[kept])
    right = exact.decision_function(X_test) > 0 if len(y_test) else y_test
    return len(kept), agreement(right, y_test)
