"""Work in parts that do not depend on each other, on as many cores as there are.

A part is a function of this project and its arguments. Its result does not depend on where it ran
or what else ran at the time. Inside `on_cores(jobs)` that many parts run at a time. They run in
threads, since the compiled loops and libsvm release Python's lock. Much work runs in processes
(loky), which take seconds to start; parts of little work run one after the other, as every part
does outside of `on_cores`. The amount of work is estimated beforehand.
"""

import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from math import inf
from threading import Event
from typing import Any, TypeVar
from warnings import filterwarnings

from interpret.data.complaints import DataError, quoted
from kernels.blas import one_thread_for_good

JOBS = "RULESCOPE_JOBS"
MOST_JOBS = 512
LOOK = 0.1  # seconds between two calls of go_on
IDLE = 5  # seconds after which an idle process ends, even if its parent has died
OWN = 400 * 2**20  # bytes that a process takes before it works
ONE_THREAD = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL", "NUMBA")}

Part = TypeVar("Part")
GoOn = Callable[[], object]  # returns False where the work is no longer wanted


class Cancelled(Exception):  # noqa: N818
    """The work is no longer wanted, and there is no result to show yet."""


class _Unwanted(Cancelled):
    """No more results come, since go_on returned False; an exception in go_on is raised instead."""


@dataclass(frozen=True)
class Thresholds:
    """Work in additions, about a nanosecond each, from which on parts run in another way.

    little: of each part from which on parts run in threads, since with less the threads would wait
    for each other; much: of all parts together, from which on they run in processes.
    """

    little: float = 3e7
    much: float = 6e10


THRESHOLDS = Thresholds()
_here: ContextVar[tuple[int, Thresholds]] = ContextVar("here", default=(1, THRESHOLDS))


def jobs_asked(environment: Mapping[str, str] = os.environ) -> int:
    """How many parts may run at a time: as RULESCOPE_JOBS says, else one for each core."""
    text = environment.get(JOBS, "")
    if not text.strip():
        from joblib import cpu_count  # here, because it loads NumPy

        return cpu_count()
    digits = text.strip().lstrip("0")
    if not digits.isdecimal() or len(digits) > len(str(MOST_JOBS)) or int(digits) > MOST_JOBS:
        raise DataError(
            f"The number of jobs, {JOBS}, must be between 1 and {MOST_JOBS}; got {quoted(text)}."
        )
    return int(digits)


@contextmanager
def on_cores(jobs: int, at: Thresholds = THRESHOLDS) -> Iterator[None]:
    """Inside this context, that many parts run at a time. at: the thresholds of work."""
    before = _here.set((jobs, at))
    try:
        yield
    finally:
        _here.reset(before)


def jobs() -> int:
    """How many parts may run at a time here."""
    return _here.get()[0]


def always() -> bool:
    return True


def in_processes(work: float) -> bool:
    """Whether parts of this much work would run in processes of their own."""
    jobs, at = _here.get()
    return work >= at.much and jobs > 1


def for_threads(work: float) -> float:
    """The work, capped so that no part runs in a process of its own."""
    _, at = _here.get()
    return min(work, at.much / 2)


@contextmanager
def beside(
    function: Callable[..., Part], arguments: tuple[Any, ...], work: float
) -> Iterator[Callable[[], Part]]:
    """Inside this context, function(*arguments) may run in parallel to the rest of the work.

    The function that it yields waits for the result. Little work, and any work where only one part
    runs at a time, is done when that function is called.
    """
    jobs, at = _here.get()
    if work < at.little or jobs < 2:
        yield partial(function, *arguments)
        return
    with ThreadPoolExecutor(1) as thread:
        yield thread.submit(function, *arguments).result


def run(
    function: Callable[..., Part],
    arguments: Sequence[tuple[Any, ...]],
    work: float,
    go_on: GoOn = always,
    memory: float = 0.0,
    room: float = inf,
) -> Iterator[Part]:
    """Calls function(*given, go_on) for each given in arguments; the results keep that order.

    work: about how many additions all parts take. go_on: called while parts run, and passed to each
    part; once it returns False, running parts end as soon as they can and no more results come.
    memory: bytes that one part takes; only as many parts run at a time as fit into memory. If the
    caller stops taking results, only the parts that are running at that moment are wasted.
    """
    one_thread_for_good()
    jobs, at = _here.get()
    processes = work >= at.much
    fitting = room / max(1.0, memory + OWN * processes)
    at_a_time = int(min(jobs, len(arguments), max(1.0, fitting)))
    if work < at.little * len(arguments) or at_a_time < 2:
        for given in arguments:
            yield function(*given, go_on)
        return
    stopped = Event()
    wanted = always if processes else lambda: not stopped.is_set()
    with suppress(_Unwanted), _executor(at_a_time, processes) as executor:
        try:
            parts: deque[Future[Part]] = deque()
            for given in arguments:
                if len(parts) == 2 * at_a_time:  # so no core waits until the oldest part is done
                    yield _awaited(parts.popleft(), go_on)
                parts.append(executor.submit(partial(_part, function, given, wanted)))
            while parts:
                yield _awaited(parts.popleft(), go_on)
        finally:
            stopped.set()
            for part in parts:
                part.cancel()


def completed(
    function: Callable[..., Part], arguments: Sequence[tuple[Any, ...]], *how: Any, **further: Any
) -> list[Part]:
    """All results of `run`; Cancelled if go_on returned False before there were all."""
    results = list(run(function, arguments, *how, **further))
    if len(results) < len(arguments):
        raise Cancelled
    return results


def _awaited(part: "Future[Part]", go_on: GoOn) -> Part:
    while not wait([part], LOOK).done:
        if go_on() is False:
            raise _Unwanted
    try:
        return part.result()
    except Cancelled as ended:
        raise _Unwanted from ended


@contextmanager
def _executor(at_a_time: int, processes: bool) -> Iterator[Executor]:
    if not processes:
        with ThreadPoolExecutor(at_a_time) as threads:
            yield threads
        return
    from joblib.externals.loky import get_reusable_executor

    # where an idle process ends just as a part comes, loky starts another and warns in its own
    # thread, which would end, and nothing would come any more, if a warning were an error
    filterwarnings("ignore", "A worker stopped while", UserWarning)
    executor = get_reusable_executor(max_workers=at_a_time, timeout=IDLE, env=ONE_THREAD)
    try:
        yield executor
    except GeneratorExit:  # the caller takes no more results, but more work may follow
        raise
    except BaseException:
        executor.shutdown(wait=False, kill_workers=True)
        raise


def _part(function: Callable[..., Part], arguments: tuple[Any, ...], go_on: GoOn) -> Part:
    one_thread_for_good()
    return function(*arguments, go_on)
