"""The record that DEAP's tools keep of an evolution: statistics, logbook, hall of fame, history."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np
from deap import tools

from interpret.rules.evolution import Ancestor, Evolution, Generation
from interpret.rules.genetic_operators import Clauses

KEPT = 400  # the most generations in the logbook
LINE = 20  # the most rules of the winner's line that are shown
FORGET = 20  # generations between two removals of rules without living descendants

Said = Callable[[Clauses], str]


class EvolutionRecord:
    """The record of one search, which DEAP's tools keep generation by generation.

    hall: the best rule so far; history: the ancestry of the living rules.
    """

    def __init__(self) -> None:
        self.hall = tools.HallOfFame(1)
        self.history = tools.History()
        self.logbook = tools.Logbook()
        self.every = 1  # generations between two entries of the logbook
        self.last: dict[str, Any] = {}
        self.statistics = tools.MultiStatistics(
            objective=tools.Statistics(lambda rule: rule.fitness.values[0]),
            length=tools.Statistics(lambda rule: rule.length),
        )
        self.statistics.register("max", max)
        self.statistics.register("mean", np.mean)
        self.statistics.register("std", np.std)
        self.variety = tools.Statistics()
        self.variety.register("share", distinct_clauses)

    def enter(self, number: int, newborn: Sequence[Any], population: Sequence[Any]) -> Generation:
        """Records a generation and the rules born in it, all of them rated."""
        self.history.update(newborn)  # gives each its number
        for child in newborn:
            child.generation = number
            self.history.genealogy_tree[child.history_index] = child.parents
        self.hall.update(newborn)
        if number % FORGET == 0:
            self._forget(chain(population, self.hall))
        said = self.statistics.compile(population) | {"diversity": self.variety.compile(population)}
        self.last = {"gen": number, "nevals": len(newborn), **said}
        if number % self.every == 0:
            self.logbook.record(**self.last)
            if len(self.logbook) > KEPT:
                self._thin()
        return _generation(self.last)

    def evolution(self, said: Said) -> Evolution:
        """The record as a value. said: gives a rule in words."""
        logged = [
            {
                "gen": entry["gen"],
                **{name: chapter[i] for name, chapter in self.logbook.chapters.items()},
            }
            for i, entry in enumerate(self.logbook)
        ]
        if not logged or logged[-1]["gen"] != self.last["gen"]:
            logged.append(self.last)
        ancestry, line = self._ancestry()
        return Evolution(
            generations=tuple(map(_generation, logged)),
            ancestry=tuple(_ancestor(rule, said) for rule in ancestry),
            line=line,
        )

    def _thin(self) -> None:
        """Keeps every second entry, and from now on records half as often."""
        self.every *= 2
        for place in reversed(range(len(self.logbook))):
            if self.logbook[place]["gen"] % self.every:
                del self.logbook[place]

    def _line(self, rule: Any) -> Iterator[int]:
        """The numbers of the rule, its better parent, and so on back to the first generation."""
        number: int | None = rule.history_index
        while number is not None:  # History.getGenealogy recurses too deep for Python
            yield number
            number = next(iter(self.history.genealogy_tree[number]), None)

    def _forget(self, living: Iterable[Any]) -> None:
        """Forgets all rules but the living, their lines of better parents, and their partners."""
        tree, kept = self.history.genealogy_tree, set[int]()
        for rule in living:
            for number in self._line(rule):
                if number in kept:
                    break
                kept.add(number)
        partners = {number for child in kept for number in tree[child]} - kept
        for number in tree.keys() - kept - partners:
            del tree[number], self.history.genealogy_history[number]
        for number in partners:
            tree[number] = ()

    def _ancestry(self) -> tuple[list[Any], int]:
        """The winner and its line of better parents, with their partners; and the line's length."""
        (winner,) = self.hall
        line = list(self._line(winner))
        near = line[:LINE]
        parents = chain.from_iterable(
            self.history.genealogy_tree[child] for child in near[: LINE - 1]
        )
        shown = dict.fromkeys([*near, *parents])
        return [self.history.genealogy_history[number] for number in shown], len(line)


def distinct_clauses(population: Sequence[Clauses]) -> float:
    """The share of different clauses among all clauses of the rules; 0 where there are none."""
    clauses = list(chain.from_iterable(population))
    return len(set(clauses)) / len(clauses) if clauses else 0.0


def _generation(entry: dict[str, Any]) -> Generation:
    objective, length = entry["objective"], entry["length"]
    return Generation(
        number=entry["gen"],
        best=float(objective["max"]),
        mean=float(objective["mean"]),
        spread=float(objective["std"]),
        length=float(length["mean"]),
        length_spread=float(length["std"]),
        diversity=float(entry["diversity"]["share"]),
    )


def _ancestor(rule: Any, said: Said) -> Ancestor:
    return Ancestor(
        number=rule.history_index,
        generation=rule.generation,
        made_by=rule.made_by,
        parents=rule.parents,
        objective=rule.fitness.values[0],
        rule=said(rule),
    )
