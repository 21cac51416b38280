"""Learners of scores of other libraries, and how to measure them here."""

from collections.abc import Callable, Sequence

from benchmarks.rule_peers import Ran, Texts


def run(train: Texts, y: Sequence[bool], test: Texts, tell: Callable[[str], object]) -> Ran:
    raise NotImplementedError
