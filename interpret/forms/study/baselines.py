"""What simple learners reach on the same rows, to judge machine and rule by."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.linear_model import LogisticRegression

from interpret.data.encoding import Encoding
from interpret.data.table import Column, Table
from interpret.measures import EVEN, Confusion, Costs, confusion
from interpret.rules.logic import Value
from interpret.shares import Share
from kernels.steady import decided

DEPTH = 3


@dataclass(frozen=True)
class Baseline:
    """A simple learner, how often it is right on the test rows, the size of its model, and its
    verdicts.
    """

    name: str
    right: Share
    size: str
    counts: Confusion


def baselines(
    train: Table,
    test: Table,
    attributes: Sequence[str],
    y_train: np.ndarray,
    right: Callable[[np.ndarray], Confusion],
    costs: Costs = EVEN,
) -> tuple[Baseline, ...]:
    """A guess, one rule, a shallow tree, logistic regression. y_train: bool (n_rows,), of both
    classes; right: judges verdicts on the test rows, bool (n_test,).

    One rule (1R): the attribute that does best in training, with the class that errs less for each
    of its values. If errors have costs, each learner takes them into account, and the guess is the
    class that costs less.
    """

    def judged(name: str, said: np.ndarray, size: str) -> Baseline:
        counts = right(said)
        return Baseline(name, counts.accuracy, size, counts)

    yes = _guess(y_train, costs)
    best, classes = _one_rule(train, attributes, y_train, costs)
    guess = "majority class" if costs == EVEN else f"always saying {'yes' if yes else 'no'}"
    return (
        judged(guess, np.full(test.n_rows, yes), "no condition"),
        judged(
            "one rule",
            _by_value(test.column(best), classes, yes),
            f"{len(classes)} values of {best}",
        ),
        *_fitted(train, test, attributes, y_train, costs, judged),
    )


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
        return costs.of(confusion(_by_value(column, classes(column), False), y, None))

    best = min(attributes, key=errs)
    return best, classes(train.column(best))


def _by_value(column: Column, classes: dict[Value, bool], otherwise: bool) -> np.ndarray:
    return np.array([classes.get(value, otherwise) for value in column.values])[column.codes]


def _fitted(
    train: Table,
    test: Table,
    attributes: Sequence[str],
    y_train: np.ndarray,
    costs: Costs,
    judged: Callable[[str, np.ndarray, str], Baseline],
) -> tuple[Baseline, Baseline]:
    counting = None if costs == EVEN else costs.counting
    encoding = Encoding.fit(train, attributes)
    X_train, X_test = encoding.encode(train), encoding.encode(test)
    from sklearn.tree import DecisionTreeClassifier  # here, because it takes long to load

    tree = DecisionTreeClassifier(max_depth=DEPTH, random_state=0, class_weight=counting)
    logistic = LogisticRegression(max_iter=10_000, class_weight=counting)
    tree.fit(X_train, y_train)
    logistic.fit(X_train, y_train)

    def fitted(name: str, said: Callable[[np.ndarray], np.ndarray], size: str) -> Baseline:
        return judged(name, said(X_test) if test.n_rows else np.zeros(0, dtype=bool), size)

    n_tests = int((tree.tree_.children_left >= 0).sum())
    n_weights = len(encoding.variables)
    return (
        fitted(f"decision tree of depth {DEPTH}", tree.predict, f"{n_tests} conditions"),
        fitted(
            "logistic regression",
            lambda X: decided(logistic.decision_function(X)) > 0,
            f"{n_weights} weights",
        ),
    )
