"""What simple learners reach on the same rows, to judge machine and rule by."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

from interpret.data.encoding import Encoding
from interpret.data.table import Column, Table
from interpret.measures import EVEN, Confusion, Costs, Share, confusion
from interpret.rules.logic import Value
from kernels.rounding import decided

DEPTH = 3


@dataclass(frozen=True)
class Baseline:
    """A simple learner, how often it is right on the test rows, and the size of its model.

    counts: its verdicts, None in older documents.
    """

    name: str
    right: Share
    size: str
    counts: Confusion | None = None


def baselines(
    train: Table,
    test: Table,
    attributes: Sequence[str],
    y_train: np.ndarray,
    y_test: np.ndarray,
    costs: Costs = EVEN,
) -> tuple[Baseline, ...]:
    """A guess, one rule, a shallow tree, logistic regression. y: bool (n_rows,), of both classes.

    One rule (1R): the attribute that does best in training, with the class that errs less for each
    of its values. If errors have costs, each learner takes them into account, and the guess is the
    class that costs less.
    """
    yes = _guess(y_train, costs)
    best, classes = _one_rule(train, attributes, y_train, costs)
    guess = "majority class" if costs == EVEN else f"always saying {'yes' if yes else 'no'}"
    return (
        _judged(guess, np.full(len(y_test), yes), y_test, "no test"),
        _judged(
            "one rule",
            _by_value(test.column(best), classes, yes),
            y_test,
            f"{len(classes)} values of {best}",
        ),
        *_fitted(train, test, attributes, (y_train, y_test), costs),
    )


def _judged(name: str, said: np.ndarray, y: np.ndarray, size: str) -> Baseline:
    counts = confusion(said, y)
    return Baseline(name, counts.accuracy, size, counts)


def _guess(y: np.ndarray, costs: Costs) -> bool:
    """The constant verdict that errs less."""
    return bool(costs.says_yes(int(y.sum()), len(y)))


def _one_rule(
    train: Table, attributes: Sequence[str], y: np.ndarray, costs: Costs
) -> tuple[str, dict[Value, bool]]:
    """The attribute, the first of the best, and the class for each value it has in training."""
    otherwise = _guess(y, costs)

    def says(positive: float, count: int) -> bool:
        for_it, against = costs.miss * positive, costs.false_alarm * (count - positive)
        return otherwise if for_it == against else bool(for_it > against)

    def classes(column: Column) -> dict[Value, bool]:
        positives = np.bincount(column.codes, weights=y, minlength=len(column.values))
        return {
            value: says(positive, count)
            for value, positive, count in zip(column.values, positives, column.counts, strict=True)
            if count
        }

    def errs(name: str) -> float:
        column = train.column(name)
        return costs.of(confusion(_by_value(column, classes(column), False), y))

    best = min(attributes, key=errs)
    return best, classes(train.column(best))


def _by_value(column: Column, classes: dict[Value, bool], otherwise: bool) -> np.ndarray:
    return np.array([classes.get(value, otherwise) for value in column.values])[column.codes]


def _fitted(
    train: Table,
    test: Table,
    attributes: Sequence[str],
    y: tuple[np.ndarray, np.ndarray],
    costs: Costs,
) -> tuple[Baseline, Baseline]:
    y_train, y_test = y
    counting = None if costs == EVEN else costs.counting
    encoding = Encoding.fit(train, attributes)
    X_train, X_test = encoding.encode(train), encoding.encode(test)
    tree = DecisionTreeClassifier(max_depth=DEPTH, random_state=0, class_weight=counting)
    logistic = LogisticRegression(max_iter=10_000, class_weight=counting)
    tree.fit(X_train, y_train)
    logistic.fit(X_train, y_train)

    def right(name: str, said: Callable[[np.ndarray], np.ndarray], size: str) -> Baseline:
        verdict = said(X_test) if len(y_test) else np.zeros(0, dtype=bool)
        return _judged(name, verdict, y_test, size)

    n_tests = int((tree.tree_.children_left >= 0).sum())
    n_weights = len(encoding.variables)
    return (
        right(f"decision tree of depth {DEPTH}", tree.predict, f"{n_tests} tests"),
        right(
            "logistic regression",
            lambda X: decided(logistic.decision_function(X)) > 0,
            f"{n_weights} weights",
        ),
    )
