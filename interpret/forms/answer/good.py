"""Every good rule: what the answer's rule can do without, and others that are about as right.

Many rules of one table are about as right (Rudin et al., *Amazing Things Come From Having Many Good
Models*, 2024). Here are those that were found, and on which rows all of them say the same.
`interpret.forms.study.good` finds them.
"""

from dataclasses import dataclass, field

from interpret.rules.logic import Formula
from interpret.rules.search import reaches
from interpret.shares import Lacking, Share


@dataclass(frozen=True, kw_only=True)
class Without(Lacking):
    """The best rule without a column.

    objective: what it scores on the training rows; bound: what no such rule exceeds; told: on which
    left-out rows the other columns tell which conditions on the column hold; guessed: on how many
    of them the most frequent case is right.
    """

    formula: Formula = field(metadata={"key": "rule"})
    objective: float
    bound: float
    told: Share
    guessed: Share

    def scores_less(self, objective: float) -> bool:
        """Whether it is proven that no rule without the column scores as much as this."""
        return not reaches(self.bound, objective)


@dataclass(frozen=True)
class Other:
    """Another rule that is not measurably less right than the answer's.

    forbidden: the columns that it may not use; lost, low and high: as in Without, lost being at
    most one standard error; right: its verdicts against the classes on the training rows; differs:
    on which training rows it and the answer's rule differ.
    """

    formula: Formula = field(metadata={"key": "rule"})
    forbidden: tuple[str, ...]
    lost: float
    low: float
    high: float
    right: Share
    differs: Share


@dataclass(frozen=True)
class Good:
    """What was found about other rules, in the machine and with all choices of the answer.

    without: one for each column of the rule, the most needed first; others: the least lost first;
    looked: how many rules were looked at besides the answer's; rows: how many training rows they
    were judged on while these were left out; alike: on which training rows the answer's rule and
    all others say the same.
    """

    without: tuple[Without, ...]
    others: tuple[Other, ...]
    looked: int
    rows: int
    alike: Share
