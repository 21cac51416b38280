"""The rules of several classes, each told apart from all the others."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from interpret import tasks
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.explain import explain
from interpret.data.table import Table
from interpret.data.task import tasks as tasks_of
from interpret.fit.capacity import BYTES_PER_PAIR, MOST_BYTES, room_beside
from interpret.rules.search import OnProgress, Progress, ignore
from interpret.settings import Settings

OF_A_CLASS, OF_A_ROW = 2e9, 6e5  # about how many additions an explanation takes


def of_each_class(table: Table, settings: Settings) -> list[Settings]:
    """The settings for each class to explain: one class of two, or each of more than two."""
    asked = tasks_of(table, settings.target, settings.positive, settings.columns)
    return [replace(settings, positive=task.positive) for task in asked]


def explain_classes(
    table: Table,
    each: Sequence[Settings],
    on_progress: OnProgress = ignore,
    on_answer: Callable[[Explanation], object] = lambda answer: None,
    compares: bool = True,
) -> Iterator[Explanation]:
    """The explanation of each class, in their order.

    Many classes that are searched exactly are settled side by side, in processes of their own;
    progress is then the number of settled classes. Otherwise they follow one another, and each
    reports its progress as `explain` does; `compares` is as in `explain`. Raises DataError and
    Cancelled as `explain` does.
    """
    work = len(each) * (OF_A_CLASS + OF_A_ROW * table.n_rows)
    watched = any(of_class.search != "exact" for of_class in each)  # a genetic search is
    if watched or len(each) < 2 or not tasks.in_processes(work):
        for of_class in each:
            yield explain(table, of_class, on_progress, on_answer, compares=compares)
        return
    settled = 0

    def go_on() -> object:
        return on_progress(Progress("settling", settled / len(each), step=settled))

    arguments = [(table, of_class, compares) for of_class in each]
    memory = min(MOST_BYTES, BYTES_PER_PAIR * table.n_rows**2)
    for found in tasks.run(_explained, arguments, work, go_on, memory, room_beside()):
        settled += 1
        on_answer(found)
        yield found
    if settled < len(each):
        raise tasks.Cancelled


def _explained(table: Table, settings: Settings, compares: bool, go_on: tasks.GoOn) -> Explanation:
    return explain(table, settings, lambda progress: go_on(), compares=compares)
