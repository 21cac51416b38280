"""The record of an evolution: its generations, of a long one only some."""

from collections.abc import Callable, Sequence
from typing import Any

from deap import tools

from interpret.rules.evolution import Generation
from interpret.rules.genetic_operators import Clauses
from interpret.rules.logic import Formula

KEPT = 60  # the most generations
SHOWN = 300  # the most rules of a generation


class EvolutionRecord:
    """The record of one search, generation by generation. hall: the best rule so far."""

    def __init__(self) -> None:
        self.hall = tools.HallOfFame(1)
        self._every = 1  # generations between two that are kept
        self._kept: list[tuple[int, Any, list[Any]]] = []
        self._last: list[tuple[int, Any, list[Any]]] = []

    def enter(self, number: int, population: Sequence[Any]) -> None:
        """Records a generation, all of it rated."""
        self.hall.update(population)
        step = -(-len(population) // SHOWN)
        self._last = [(number, self.hall[0], list(population[::step]))]
        if number % self._every == 0:
            self._kept += self._last
            if len(self._kept) >= KEPT:
                self._every *= 2
                self._kept = [one for one in self._kept if one[0] % self._every == 0]

    def evolution(self, said: Callable[[Clauses], Formula]) -> tuple[Generation, ...]:
        """The generations, the first and the last among them. said: the formula of a rule."""
        entered = {number: rest for number, *rest in (*self._kept, *self._last)}
        return tuple(
            Generation(
                number,
                said(best),
                best.fitness.values[0],
                tuple(rule.fitness.values[0] for rule in rules),
                tuple(rule.length for rule in rules),
            )
            for number, (best, rules) in entered.items()
        )
