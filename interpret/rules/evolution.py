"""Evolution: the course of a genetic search, as one value."""

from dataclasses import dataclass

OPERATORS = (  # the ways in which a genetic search makes a rule
    "start",
    "greedy_cover",
    "crossover",
    "remove_clause",
    "add_clause",
    "exchange_literal",
    "lengthen_clause",
    "shorten_clause",
    "best_response",
)


@dataclass(frozen=True)
class Generation:
    """One generation in figures.

    best, mean and spread (standard deviation): of the objective; length and length_spread: mean and
    standard deviation of the tests in a rule; diversity: the share of different clauses among all
    clauses of its rules.
    """

    number: int
    best: float
    mean: float
    spread: float
    length: float
    length_spread: float
    diversity: float


@dataclass(frozen=True)
class Ancestor:
    """A rule from which the winner descends, or the winner itself.

    made_by: the operators that made it, in order; parents: the numbers of its parents, some of
    which may not have been kept.
    """

    number: int
    generation: int
    made_by: tuple[str, ...]
    parents: tuple[int, ...]
    objective: float
    rule: str


@dataclass(frozen=True)
class Evolution:
    """The generations (of a long search, only some), and the winner's line.

    ancestry: the winner and its line of better parents, at most twenty in all, and then their other
    parents; line: how many rules the whole line of better parents has, back to the start.
    """

    generations: tuple[Generation, ...]
    ancestry: tuple[Ancestor, ...]
    line: int

    @property
    def winners(self) -> tuple[Ancestor, ...]:
        """The winner and its line of better parents, as far as they are kept."""
        by_number = {one.number: one for one in self.ancestry}
        line = list(self.ancestry[:1])
        while line and line[-1].parents and line[-1].parents[0] in by_number:
            line.append(by_number[line[-1].parents[0]])
        return tuple(line)
