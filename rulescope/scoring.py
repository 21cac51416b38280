"""What the rules of one table say of rows: verdicts, probabilities, decision values."""

from collections.abc import Mapping, Sequence

import numpy as np

from interpret.answer.predictor import Predictor
from interpret.data.table import Table


def verdicts(rules: Sequence[Predictor], table: Table, sizes: Mapping[str, float]) -> np.ndarray:
    """The place of each row's class among those of sizes, int (n_rows,).

    Of one rule what it says, each side by its most frequent class; of several the most probable
    class, of equally probable ones the first. sizes: class -> its rows.
    """
    if len(rules) > 1:
        found: np.ndarray = probabilities(rules, table, sizes).argmax(axis=1)
        return found
    place = [*sizes]
    yes, no = (
        place.index(max(group, key=sizes.__getitem__))
        for group in (rules[0].positive, rules[0].negative)
    )
    holds, _ = rules[0].by_clause(table)
    return np.where(holds, yes, no)


def probabilities(
    rules: Sequence[Predictor], table: Table, sizes: Mapping[str, float]
) -> np.ndarray:
    """How probable each class is in each row: (n_rows, n_classes), with rows that sum to 1.

    Classes that one rule does not tell apart share what it gives them as they share rows.
    """
    return _together(rules, [rule.probability(table) for rule in rules], sizes)


def decisions(verdict: np.ndarray, probability: np.ndarray) -> np.ndarray:
    """Decision values that agree with the verdicts, and rank by probability within each verdict.

    Of two classes (n_rows,): above 0 where the verdict is the second class; its probability there,
    elsewhere that less 1. Of more (n_rows, n_classes): the probabilities, 1 added to the verdict's.
    """
    own = probability.copy()
    own[np.arange(len(own)), verdict] += 1
    return own[:, 1] - 1 if own.shape[1] == 2 else own


def _together(
    rules: Sequence[Predictor], told: Sequence[np.ndarray], sizes: Mapping[str, float]
) -> np.ndarray:
    found = np.zeros((len(told[0]), len(sizes)))
    place = {name: i for i, name in enumerate(sizes)}
    counts = np.array([*sizes.values()], dtype=float)

    def divide(share: np.ndarray, names: Sequence[str]) -> None:
        own = [place[name] for name in names]
        found[:, own] = share[:, None] * counts[own] / counts[own].sum()

    for rule, share in zip(rules, told, strict=True):
        divide(share, rule.positive)
    if len(rules) == 1:
        divide(1 - told[0], rules[0].negative)
    return found / found.sum(axis=1, keepdims=True)
