"""What simple learners reach on the same rows, to judge machine and rule by."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

from interpret.data.encoding import Encoding
from interpret.data.table import Column, Table
from interpret.measures import Share, agreement, majority
from interpret.rules.logic import Value
from kernels.rounding import decided

DEPTH = 3


@dataclass(frozen=True)
class Baseline:
    """A simple learner, how often it is right on the test rows, and the size of its model."""

    name: str
    right: Share
    size: str


def baselines(
    train: Table, test: Table, attributes: Sequence[str], y_train: np.ndarray, y_test: np.ndarray
) -> tuple[Baseline, ...]:
    """Majority, one rule, a shallow tree, logistic regression. y: bool (n_rows,), of both classes.

    One rule: the more frequent class for each value of the attribute that does best in training.
    """
    best, classes = _one_rule(train, attributes, y_train)
    return (
        Baseline("majority class", majority(y_train, y_test), "no test"),
        Baseline(
            "one rule",
            agreement(_by_value(test.column(best), classes, _guess(y_train)), y_test),
            f"{len(classes)} values of {best}",
        ),
        *_fitted(train, test, attributes, y_train, y_test),
    )


def _guess(y: np.ndarray) -> bool:
    """The more frequent class."""
    return bool(2 * y.sum() > len(y))


def _one_rule(
    train: Table, attributes: Sequence[str], y: np.ndarray
) -> tuple[str, dict[Value, bool]]:
    """The attribute, the first of the best, and the class for each value it has in training."""

    def classes(column: Column) -> dict[Value, bool]:
        positives = np.bincount(column.codes, weights=y, minlength=len(column.values))
        return {
            value: _guess(y) if 2 * positive == count else bool(2 * positive > count)
            for value, positive, count in zip(column.values, positives, column.counts, strict=True)
            if count
        }

    def hits(name: str) -> int:
        column = train.column(name)
        return agreement(_by_value(column, classes(column), False), y).hits

    best = max(attributes, key=hits)
    return best, classes(train.column(best))


def _by_value(column: Column, classes: dict[Value, bool], otherwise: bool) -> np.ndarray:
    return np.array([classes.get(value, otherwise) for value in column.values])[column.codes]


def _fitted(
    train: Table, test: Table, attributes: Sequence[str], y_train: np.ndarray, y_test: np.ndarray
) -> tuple[Baseline, Baseline]:
    encoding = Encoding.fit(train, attributes)
    X_train, X_test = encoding.encode(train), encoding.encode(test)
    tree = DecisionTreeClassifier(max_depth=DEPTH, random_state=0).fit(X_train, y_train)
    logistic = LogisticRegression(max_iter=10_000).fit(X_train, y_train)

    def right(said: Callable[[np.ndarray], np.ndarray]) -> Share:
        return agreement(said(X_test), y_test) if len(y_test) else Share(0, 0)

    tree_right = right(tree.predict)
    logistic_right = right(lambda X: decided(logistic.decision_function(X)) > 0)
    n_tests = int((tree.tree_.children_left >= 0).sum())
    return (
        Baseline(f"decision tree of depth {DEPTH}", tree_right, f"{n_tests} tests"),
        Baseline("logistic regression", logistic_right, f"{len(encoding.variables)} weights"),
    )
