"""What simple learners reach on the same rows, to judge a sum of conjunctions by."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.linear_model import RidgeCV
from sklearn.tree import DecisionTreeRegressor

from interpret.answers.number.judged import JudgedNumbers, judged
from interpret.data.encoding import Encoding
from interpret.data.splits import Split
from interpret.data.table import Table
from kernels.blas import one_thread

DEPTH = 3
STRENGTHS = np.geomspace(0.1, 1000, 9)


@dataclass(frozen=True)
class BesideSum:
    """A learner, its figures on the rows held out, and the size of its model in words."""

    name: str
    judged: JudgedNumbers
    size: str


def simple_ways(
    train: Table,
    test: Table,
    attributes: tuple[str, ...],
    y: np.ndarray,
    y_test: np.ndarray,
    folds: Sequence[Split] | None = None,
) -> tuple[BesideSum, ...]:
    """The mean, one split, a tree of depth 3, ridge regression. y: (n_rows,), standardised.

    folds: of the training rows, by which the strength of the ridge is chosen; None where each row
    stands for itself: then each is left out once.
    """
    encoding = Encoding.fit(train, attributes)
    X, X_test = encoding.encode(train).astype(float), encoding.encode(test).astype(float)
    found = [BesideSum("the mean", judged(y_test, np.zeros(len(y_test)), 0.0), "no test")]
    for name, depth in (("one split", 1), (f"tree of depth {DEPTH}", DEPTH)):
        tree = DecisionTreeRegressor(max_depth=depth, min_samples_leaf=5, random_state=0)
        tree.fit(X, y)
        predicted = tree.predict(X_test) if len(X_test) else y_test
        leaves = tree.get_n_leaves()
        found.append(BesideSum(name, judged(y_test, predicted, 0.0), f"{leaves} leaves"))
    with one_thread():
        error = "neg_mean_squared_error"
        ridge = RidgeCV(alphas=STRENGTHS, cv=folds, scoring=error).fit(X, y)
        predicted = ridge.predict(X_test) if len(X_test) else y_test
    size = f"{X.shape[1]} weights"
    return (*found, BesideSum("ridge regression", judged(y_test, predicted, 0.0), size))
