"""How probable a rule makes its class, row by row, and what the rules of several classes say."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from interpret.answer.answer import Answer
from interpret.data.table import Table


@dataclass(frozen=True, eq=False)
class Said:
    """What a rule says of rows: whether it holds, bool (n,), and its class's share, float (n,)."""

    holds: np.ndarray
    share: np.ndarray


def said(a: Answer, table: Table) -> Said:
    """What the rule says of a table's rows, whose cells are as in a file.

    A row's share is that of the positive class among the training rows of the most precise clause
    that holds for it, or among those for which none does: (k + 1) / (n + 2) (Laplace's rule).
    """
    formula, train = a.explanation.rule.formula, a.train
    rows = a.explanation.preparation.table(table)
    described = train.y != formula.denied
    none, share = np.ones(len(train.y), dtype=bool), np.zeros(table.n_rows)
    for clause in formula.clauses:
        covered = clause.holds(train.table)
        none &= ~covered
        share = np.maximum(share, _share(described[covered]) * clause.holds(rows))
    share = np.where(share > 0, share, _share(described[none]))
    return Said(formula.holds(rows), 1 - share if formula.denied else share)


def probabilities(
    answers: Sequence[Answer], told: Sequence[Said], sizes: dict[str, int]
) -> np.ndarray:
    """The share of each class in each row: (n_rows, n_classes), with rows that sum to 1.

    sizes: how many training rows each class has, in the order of the columns; classes that one rule
    does not tell apart share what it gives them in this proportion.
    """
    found = np.zeros((len(told[0].share), len(sizes)))
    place = {name: i for i, name in enumerate(sizes)}
    for a, own in zip(answers, told, strict=True):
        _divide(found, own.share, [place[name] for name in a.explanation.positive], sizes)
    if len(answers) == 1:
        negative = [place[name] for name in answers[0].explanation.negative]
        _divide(found, 1 - told[0].share, negative, sizes)
    return found / found.sum(axis=1, keepdims=True)


def _divide(found: np.ndarray, share: np.ndarray, places: list[int], sizes: dict[str, int]) -> None:
    counts = np.array([*sizes.values()], dtype=float)[places]
    found[:, places] = share[:, None] * counts / counts.sum()


def _share(described: np.ndarray) -> float:
    return (int(described.sum()) + 1) / (len(described) + 2)
