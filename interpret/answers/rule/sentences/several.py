"""The rules of several classes side by side: what they share, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.answer.together import Claims, Together, claims, together
from interpret.present import wording


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
    return Several(rows, bool(held_out), together(says, truth), claims(names, says, truth))


def several_words(shown: Several) -> str:
    """One sentence on which rows the rules name, share and leave out."""
    counts, rows = shown.together, "unseen rows" if shown.unseen else "rows"
    named = counts.named
    right = f", rightly in {wording.share_words(named)}" if named.n else ""
    return (
        f"Exactly one rule covers {named.n:,} of {len(shown.rows):,} {rows}{right}; "
        f"{len(counts.none):,} have no rule, {len(counts.several):,} more than one."
    )
