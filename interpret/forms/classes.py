"""The rules of several classes, each told apart from all the others."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from interpret import cores
from interpret.data.task import Task
from interpret.fit.machine import BYTES_PER_PAIR, MOST_BYTES, room_beside
from interpret.forms.answer.explanation import Explanation
from interpret.forms.explain import explain_task
from interpret.rules.search import OnProgress, Progress, ignore
from interpret.settings import Settings

OF_A_CLASS, OF_A_ROW = 2e9, 6e5  # about how many additions an explanation takes


def explain_classes(
    each: Sequence[Task],
    settings: Settings,
    on_progress: OnProgress = ignore,
    on_answer: Callable[[Explanation], object] = lambda answer: None,
    compares: bool = True,
) -> Iterator[Explanation]:
    """The explanation of each class, in their order.

    Many classes that are searched exactly are settled side by side, each in a process, and progress
    is how many of them are settled. Otherwise they are explained one after another, each with the
    progress of `explain_task`. compares: as there. Raises DataError and Cancelled as that does.
    """
    n_rows = len(each[0].y)
    work = len(each) * (OF_A_CLASS + OF_A_ROW * n_rows)
    watched = settings.search != "exact"  # a genetic search is
    cases = [(task, replace(settings, positive=task.positive)) for task in each]
    if watched or len(each) < 2 or not cores.in_processes(work):
        for task, of_class in cases:
            yield explain_task(task, of_class, on_progress, on_answer, compares=compares)
        return
    settled = 0

    def go_on() -> object:
        return on_progress(Progress("settling", settled / len(each), step=settled))

    arguments = [(task, of_class, compares) for task, of_class in cases]
    memory = min(MOST_BYTES, BYTES_PER_PAIR * n_rows**2)
    for found in cores.run(_explained, arguments, work, go_on, memory, room_beside()):
        settled += 1
        on_answer(found)
        yield found
    if settled < len(each):
        raise cores.Cancelled


def _explained(task: Task, settings: Settings, compares: bool, go_on: cores.GoOn) -> Explanation:
    return explain_task(task, settings, lambda progress: go_on(), compares=compares)
