"""The rules of several classes side by side: which rows they share, and which no rule covers."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from interpret.forms.answer.answer import Answer
from interpret.present import wording
from interpret.shares import Share, share_of


@dataclass(frozen=True, eq=False)
class Together:
    """What k rules, one for each class, say of n rows.

    both: (k, k), on how many rows two rules both say yes; on the diagonal, on how many one does.
    none, several: the rows on which no rule, and on which more than one, says yes. named: on how
    many of the rows where exactly one rule says yes that rule is right.
    """

    both: np.ndarray
    none: np.ndarray
    several: np.ndarray
    named: Share


def together(says: np.ndarray, truth: np.ndarray, groups: np.ndarray | None) -> Together:
    """Counts what k rules say of n rows.

    says, truth: bool (k, n), whether each rule says that a row is of its class, and whether it is.
    A row may be of a class that has no rule. groups: whose rows belong together, int (n,).
    """
    claims = says.sum(axis=0)
    one = claims == 1
    return Together(
        both=says.astype(np.int64) @ says.T.astype(np.int64),
        none=np.flatnonzero(claims == 0),
        several=np.flatnonzero(claims > 1),
        named=share_of((says & truth).any(axis=0)[one], None if groups is None else groups[one]),
    )


@dataclass(frozen=True)
class Claims:
    """The rows of one class: how many are of each of KINDS, and how many each other rule has."""

    name: str
    kinds: tuple[int, int, int, int]
    others: tuple[tuple[str, int], ...]


def claims(names: Sequence[str], says: np.ndarray, truth: np.ndarray) -> tuple[Claims, ...]:
    """For each class, which rules claim its rows.

    says, truth: bool (k, n), whether each rule says that a row is of its class, and whether it is.
    """
    one = says.sum(axis=0) == 1
    claims_of_rows = []
    for i, name in enumerate(names):
        of_class = truth[i]
        alone = [int((of_class & one & other).sum()) for other in says]
        several, none = (
            int((of_class & rows).sum()) for rows in (says.sum(axis=0) > 1, ~says.any(0))
        )
        others = [(names[j], n) for j, n in enumerate(alone) if n and j != i]
        kinds = (alone[i], several, none, sum(alone) - alone[i])
        claims_of_rows.append(
            Claims(name, kinds, tuple(sorted(others, key=lambda other: -other[1])))
        )
    return tuple(claims_of_rows)


@dataclass(frozen=True, eq=False)
class Several:
    """What the rules of one table say together of `rows`, indices into the explained table.

    rows: those that no rule was trained on, or all where none are held out; claims: who claims the
    rows of each class.
    """

    rows: np.ndarray
    unseen: bool
    together: Together
    claims: tuple[Claims, ...]


def several(answers: Sequence[Answer]) -> Several:
    """The rules of a table's classes side by side."""
    as_read, explanations = answers[0].as_read, [a.explanation for a in answers]
    held_out = set.intersection(*(set(e.rows["test"]) for e in explanations))
    rows = np.array(sorted(held_out), dtype=int) if held_out else np.arange(as_read.n_rows)
    evaluation = as_read.rows(rows)
    says = np.array([e.says(evaluation) for e in explanations])
    truth = np.array([e.positive_rows(evaluation) for e in explanations])
    names = [wording.one_of(e.positive) for e in explanations]
    groups = answers[0].groups
    both = together(says, truth, None if groups is None else groups[rows])
    return Several(rows, bool(held_out), both, claims(names, says, truth))
