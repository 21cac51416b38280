"""Answer: an explanation with the table that it is about, in each way its cells are read.

Whatever shows, words or studies an explanation takes this one value, so that it is always clear
which of the tables is meant.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import repeat

import numpy as np

from interpret.data.complaints import DataError, quoted
from interpret.data.roles import ties_of
from interpret.data.table import Table
from interpret.data.task import Task, tasks
from interpret.fit.parts import Part, parts_of
from interpret.forms.answer.explanation import Explanation


@dataclass(frozen=True, eq=False)
class Answer:
    """An explanation and its rows. in_file: the whole table as it was loaded.

    The other tables hold the rows that the explanation's indices refer to: those that have a class
    and that the settings do not leave out. explained_task: what was explained; None if the
    explanation was read from a document, and the task is then made on demand.
    """

    explanation: Explanation
    in_file: Table
    explained_task: Task | None = None

    @cached_property
    def task(self) -> Task:
        """The classes and attributes, on rows with their cells as in the file."""
        if self.explained_task is not None:
            return self.explained_task
        e = self.explanation
        return tasks(self.in_file, e.target, e.positive, e.settings.columns)[0]

    @property
    def as_read(self) -> Table:
        """The rows with their cells as in the file."""
        return self.task.table

    @cached_property
    def explained(self) -> Table:
        """The rows as machine and rule read them: numbers by their intervals."""
        return self.explanation.preparation.table(self.as_read)

    @cached_property
    def parts(self) -> dict[str, Part]:
        """The rows that it was found on, "train", and those held out, "test", which may be none."""
        e = self.explanation
        return parts_of(replace(self.task, table=self.explained), e.rows, e.machine.scores)

    @property
    def groups(self) -> np.ndarray | None:
        """Whose rows belong together, int (n_rows,); None where every row stands alone."""
        return ties_of(self.as_read, self.explanation.settings.roles).groups

    @property
    def train(self) -> Part:
        """The rows that machine and rule were found on."""
        return self.parts["train"]

    @property
    def judged(self) -> Part:
        """The rows held out, or the training rows where none are."""
        return self.parts[self.explanation.judged_on]

    def check(self) -> None:
        """Raises DataError if an explanation from a document does not belong to these rows."""
        e, rows = self.explanation, self.as_read
        there = {*rows.names, *e.preparation.of_parts}
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


def answers(
    explanations: Sequence[Explanation], in_file: Table, each: Sequence[Task] = ()
) -> tuple[Answer, ...]:
    """The explanations of one table's classes, each with its rows. each: what they explain."""
    return tuple(map(Answer, explanations, repeat(in_file), each or repeat(None)))
