"""Work in parts that do not depend on each other, on as many cores as there are.

A part is a function of this project and its arguments. What it returns does not depend on where it
ran or on what ran beside it. Inside `on_cores(jobs)` so many parts run at a time: in threads, since
the compiled loops and libsvm leave Python's lock; work of MUCH in processes of their own (loky),
which take seconds to start; parts of LITTLE work one after the other, as all do outside. How much
it is is counted beforehand. Inside `elsewhere(…)` a cluster takes the same parts, from FAR on
(interpret.cluster).
"""

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from math import inf
from threading import Event
from typing import Any, TypeVar

from interpret.data.complaints import DataError
from kernels.blas import one_thread_for_good

JOBS = "RULESCOPE_JOBS"
MOST_JOBS = 512
LITTLE = 3e7  # additions of a part, about a nanosecond each: threads would wait for each other
FAR, MUCH = 3e8, 6e10  # additions of all parts
LOOK = 0.1  # seconds between two looks at whether the work is still wanted
IDLE = 5  # seconds after which a process without work ends, whoever has died
OWN = 400 * 2**20  # bytes that a process takes before it works
ONE_THREAD = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL", "NUMBA")}

Part = TypeVar("Part")
GoOn = Callable[[], object]  # returns False where the work is no longer wanted


class Cancelled(Exception):  # noqa: N818
    """The work is no longer wanted, and there is nothing yet to show of it."""


class _Unwanted(Cancelled):
    """There are no more results, since go_on returned False; where it raises, that goes on."""


@dataclass(frozen=True)
class Elsewhere:
    """A cluster that takes parts instead of this machine.

    cores: how many run at a time; executor: what takes them; still_wanted: what a part there asks,
    a function that can be sent; check: raises a DataError where the cluster does not answer.
    """

    cores: Callable[[], int]
    executor: Callable[[], AbstractContextManager[Executor]]
    still_wanted: GoOn
    check: Callable[[], None]


_jobs: ContextVar[int] = ContextVar("jobs", default=1)
_elsewhere: ContextVar[Elsewhere | None] = ContextVar("elsewhere", default=None)


def jobs_asked(jobs: str | int | None = None) -> int:
    """How many parts may run at a time: as given, else RULESCOPE_JOBS, else one for each core."""
    asked = os.environ.get(JOBS, "") if jobs is None else str(jobs)
    if not asked.strip():
        from joblib import cpu_count  # here, because it loads NumPy

        return cpu_count()
    if not asked.strip().isdecimal() or not 1 <= int(asked) <= MOST_JOBS:
        raise DataError(
            f"The number of jobs, --jobs or {JOBS}, must be between 1 and {MOST_JOBS}; "
            f"got {asked!r}."
        )
    return int(asked)


@contextmanager
def on_cores(jobs: int) -> Iterator[None]:
    """Inside it so many parts run at a time."""
    before = _jobs.set(jobs)
    try:
        yield
    finally:
        _jobs.reset(before)


@contextmanager
def elsewhere(cluster: Elsewhere | None) -> Iterator[None]:
    """Inside it parts run on a cluster, or, without one, on this machine."""
    before = _elsewhere.set(cluster)
    try:
        yield
    finally:
        _elsewhere.reset(before)


def always() -> bool:
    return True


def in_processes(work: float) -> bool:
    """Whether parts of so much work would run in processes of their own."""
    return work >= MUCH and _jobs.get() > 1 and not _elsewhere.get()


@contextmanager
def beside(
    function: Callable[..., Part], arguments: tuple[Any, ...], work: float
) -> Iterator[Callable[[], Part]]:
    """Inside it function(*arguments) may be at work beside what else is done.

    What it gives waits for the result. Little work, and any where nothing else runs at a time, is
    done when it is asked for.
    """
    if work < LITTLE or (_jobs.get() < 2 and not _elsewhere.get()):
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
    """function(*own, go_on) for each of the arguments, in their order.

    work: additions in all, about. go_on: is asked while parts run, and given to each of them; where
    it returns False, what is at work ends as soon as it can, and there are no more results. memory:
    bytes that one part takes; of these so many run at a time as there is room for. Who takes no
    more results leaves in vain at most what runs at a time.
    """
    one_thread_for_good()
    cluster = _elsewhere.get() if work >= FAR else None
    processes = work >= MUCH and cluster is None
    fitting = inf if cluster else room / max(1.0, memory + OWN * processes)
    cores = cluster.cores() if cluster else _jobs.get()
    at_a_time = int(min(cores, len(arguments), max(1.0, fitting)))
    if not cluster and (work < LITTLE * len(arguments) or at_a_time < 2):
        for work_of in arguments:
            yield function(*work_of, go_on)
        return
    stopped = Event()
    not_stopped = always if processes else lambda: not stopped.is_set()
    places = cluster.executor() if cluster else _executor(at_a_time, processes)
    with suppress(_Unwanted), places as executor:
        try:
            wanted = cluster.still_wanted if cluster else not_stopped
            parts: deque[Future[Part]] = deque()
            for work_of in arguments:
                if len(parts) == 2 * at_a_time:  # no core waits for the first of them
                    yield _awaited(parts.popleft(), go_on, cluster)
                parts.append(executor.submit(partial(_part, function, work_of, wanted)))
            while parts:
                yield _awaited(parts.popleft(), go_on, cluster)
        finally:
            stopped.set()
            for part in parts:
                part.cancel()


def _awaited(part: "Future[Part]", go_on: GoOn, cluster: Elsewhere | None) -> Part:
    while not wait([part], LOOK).done:
        if go_on() is False:
            raise _Unwanted
        if cluster:
            cluster.check()
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

    executor = get_reusable_executor(max_workers=at_a_time, timeout=IDLE, env=ONE_THREAD)
    try:
        yield executor
    except GeneratorExit:  # no more results are taken, but more work may follow
        raise
    except BaseException:
        executor.shutdown(wait=False, kill_workers=True)
        raise


def _part(function: Callable[..., Part], arguments: tuple[Any, ...], go_on: GoOn) -> Part:
    one_thread_for_good()
    return function(*arguments, go_on)
