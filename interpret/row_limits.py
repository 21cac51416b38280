"""The most rows that take part in each step; of more rows, some are drawn (`kernels.draws`)."""

from dataclasses import dataclass


@dataclass(frozen=True)
class RowLimits:
    """The caps on rows, each named by the step that it limits."""

    machine: int = 1500  # choosing kernel and C of an exact machine
    machine_on_landmarks: int = 6000  # choosing kernel and C of a machine on landmarks
    drafted_machine: int = 1500  # the exact machine of a draft; with more rows it has landmarks
    machine_beside: int = 2500  # the exact machine that is judged beside one on landmarks
    uniqueness: int = 1500  # rows on the margin; with more, uniqueness is not checked
    rule: int = 6000  # choosing the way to fit a rule
    card: int = 6000  # choosing what a card is fitted to and its length
    card_points: int = 20_000  # a card's clauses and their points
    studied: int = 6000  # rules found anew without a column
    number: int = 3000  # searching the terms of a number
    compared_kernels: int = 1000  # time and memory grow with the square
    learnt_kernel: int = 2000
    mapped: int = 400  # drawn as marks that can be focused


ROWS = RowLimits()
