"""Answer: an explanation with the table that it speaks of, in each way its cells are read.

Whatever shows, words or studies an explanation takes this one value, so that nobody has to ask
which of the tables is meant.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.answer.truth import Case
from interpret.data.complaints import DataError, quoted
from interpret.data.roles import Truth, ties_of, truth_of
from interpret.data.table import Table
from interpret.data.task import Task, tasks
from interpret.measures import Confusion, Share, agreement, confusion
from interpret.rules.logic import Formula


@dataclass(frozen=True, eq=False)
class Part:
    """Some rows of an answer: those that were trained on, or those that it is judged on.

    name: "train" or "test"; places: where they stand among the answer's rows, int (n,); table:
    their cells as machine and rule read them; y: whether each is of the positive class, bool (n,);
    scores: the machine's decision values, float (n,), positive for the positive class; truth: the
    true class where y is another model's answer and a true class is known; groups: whose rows
    belong together, int (n,), None where every row stands alone.
    """

    name: str
    places: np.ndarray
    table: Table
    y: np.ndarray
    scores: np.ndarray
    truth: Truth | None = None
    groups: np.ndarray | None = None

    def of_case(self, formula: Formula, case: Case) -> np.ndarray:
        """The rows, as indices, on which model, rule and truth say what the case says."""
        if self.truth is None:
            return np.zeros(0, dtype=int)
        said = (self.y == case.model) & (formula.holds(self.table) == case.rule)
        return np.flatnonzero(said & self.truth.known & (self.truth.y == case.truth))

    def agreement(self, formula: Formula) -> Share:
        """How often a rule says what the machine says."""
        return agreement(formula.holds(self.table), self.scores > 0, self.groups)

    def right(self, formula: Formula) -> Confusion:
        """How often a rule gives the class that stands in the table."""
        return self.counts(formula.holds(self.table))

    def counts(self, said: np.ndarray) -> Confusion:
        """How often a verdict, bool (n,), gives the class that stands in the table."""
        return confusion(said, self.y, self.groups)


@dataclass(frozen=True, eq=False)
class Answer:
    """An explanation and its rows. in_file: the whole table as it was loaded.

    The other tables hold the rows that the explanation's indices point into: those with a class,
    and without those that the settings leave out.
    """

    explanation: Explanation
    in_file: Table

    @cached_property
    def task(self) -> Task:
        """The rows and the attributes to tell them apart by, with their cells as in the file."""
        e = self.explanation
        return tasks(self.in_file, e.target, e.positive, e.settings.columns)[0]

    @property
    def as_read(self) -> Table:
        """The rows with their cells as in the file."""
        return self.task.table

    @cached_property
    def filled(self) -> Table:
        """The rows with their gaps filled, where the settings ask for that; no number is cut."""
        return self._prepared(cuts=())

    @cached_property
    def explained(self) -> Table:
        """The rows as machine and rule read them: gaps filled, numbers by their intervals."""
        return self._prepared()

    @cached_property
    def train(self) -> Part:
        """The rows that machine and rule were found on."""
        return self.part("train")

    @cached_property
    def judged(self) -> Part:
        """The rows held out, or the training rows where none are."""
        return self.part(self.explanation.judged_on)

    def part(self, name: str) -> Part:
        """The rows of a part, "train" or "test", which may be none."""
        e = self.explanation
        places = np.array(e.rows[name], dtype=int)
        table = self.explained.rows(places)
        scores = np.array(e.machine.scores)[places]
        truth = truth_of(table, e.settings.roles, e.positive)
        groups = ties_of(table, e.settings.roles).groups
        return Part(name, places, table, e.positive_rows(table), scores, truth, groups)

    def check(self) -> None:
        """A DataError where an explanation read from a document does not belong to these rows.

        After this the explanation and its rows can be shown together.
        """
        e, rows = self.explanation, self.as_read
        there = {*rows.names, *(part for dates in e.preparation.dates for part in dates.parts)}
        classes = {*rows.column(e.target).values}
        if (
            rows.n_rows != len(e.machine.scores)
            or not {*e.attributes, *(dates.attribute for dates in e.preparation.dates)} <= there
            or not {*e.positive, *e.negative} <= classes
        ):
            raise DataError(
                f"A stored answer must be of the rows of its table, {quoted(e.table)}, and this "
                "one speaks of others. Find the rule again."
            )

    def _prepared(self, **changed: tuple[()]) -> Table:
        e = self.explanation
        preparation = replace(e.preparation, **changed)
        return preparation.training(self.as_read, e.target, e.rows["train"])


def answers(explanations: Sequence[Explanation], in_file: Table) -> tuple[Answer, ...]:
    """The explanations of one table's classes, each with its rows."""
    return tuple(Answer(e, in_file) for e in explanations)
