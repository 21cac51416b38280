"""Evolution: the course of a genetic search, as plain values."""

from dataclasses import dataclass

from interpret.rules.logic import Formula


@dataclass(frozen=True)
class Generation:
    """One generation of a genetic search.

    best: the best rule so far, which scores `objective`. objectives, lengths: of the rules of this
    generation, or of every so many of them where they are many; a length is in tests.
    """

    number: int
    best: Formula
    objective: float
    objectives: tuple[float, ...]
    lengths: tuple[int, ...]
