"""Parts of the work, one by one, in threads and in processes."""

import os
import threading
import warnings
from itertools import count, islice

import pytest
from joblib import cpu_count
from threadpoolctl import threadpool_info

from interpret import cores
from interpret.cores import THRESHOLDS, jobs_asked, on_cores, run

MUCH = THRESHOLDS.much
ARGUMENTS = [(n, n + 1) for n in range(7)]


def product(one, other, go_on):
    return one * other


def where(n, go_on):
    threads = {own["num_threads"] for own in threadpool_info() if own["user_api"] == "blas"}
    return os.getpid(), threading.get_ident(), threads


def until_stopped(n, go_on):
    for done in count():
        if go_on() is False or done > 10**9:
            return done
    return None


WAYS = {
    "one by one": (1, 0.0),
    "little work at once": (4, 0.0),
    "threads": (3, MUCH / 2),
    "processes": pytest.param(2, 2 * MUCH, marks=pytest.mark.slow),
}
ways = pytest.mark.parametrize(("jobs", "work"), WAYS.values(), ids=WAYS)


@ways
def test_results_come_in_the_order_of_the_arguments(jobs, work):
    with on_cores(jobs):
        assert list(run(product, ARGUMENTS, work)) == [n * (n + 1) for n in range(7)]
        assert list(islice(run(product, ARGUMENTS, work), 3)) == [0, 2, 6]  # and no more is taken
        assert list(run(product, ARGUMENTS[:2], work)) == [0, 2]


def test_outside_and_with_little_work_all_happens_here():
    here = os.getpid(), threading.get_ident()
    assert {own[:2] for own in run(where, [(n,) for n in range(4)], 10 * MUCH)} == {here}
    with on_cores(4):
        assert {own[:2] for own in run(where, [(n,) for n in range(4)], 0.0)} == {here}


@pytest.mark.slow
def test_much_work_goes_to_other_processes_each_with_one_thread_of_linear_algebra():
    with on_cores(2):
        found = list(run(where, [(n,) for n in range(4)], 10 * MUCH))
    assert os.getpid() not in {process for process, _, _ in found}
    assert all(threads <= {1} for _, _, threads in found)


@pytest.mark.slow
def test_that_an_idle_process_ended_too_early_is_no_error():
    """Loky warns so in the thread that starts another, which must go on."""
    with on_cores(2):
        list(run(product, ARGUMENTS, 2 * MUCH))
    warnings.warn("A worker stopped while some jobs were given to the executor.", stacklevel=1)


def test_who_stops_it_reaches_what_runs_in_threads():
    asked = count()
    with on_cores(3):
        assert (
            list(run(until_stopped, [(n,) for n in range(6)], MUCH / 2, lambda: next(asked) < 3))
            == []
        )
    assert next(asked) == 4


def test_what_asks_whether_to_go_on_may_raise_and_is_heard():
    def cancelled():
        raise cores.Cancelled

    with on_cores(2), pytest.raises(cores.Cancelled):
        list(run(until_stopped, [(n,) for n in range(4)], MUCH / 2, cancelled))


def test_a_part_begins_where_another_has_ended_and_waits_for_no_third():
    begun = threading.Event()

    def part(n, go_on):
        if n == 2:
            begun.set()
        return begun.wait(10) if n == 1 else True

    with on_cores(2):
        assert list(run(part, [(n,) for n in range(3)], MUCH / 2)) == [True] * 3


def test_as_many_run_at_a_time_as_there_is_room_for():
    with on_cores(4):
        held = run(where, [(n,) for n in range(4)], MUCH / 2, memory=10.0, room=15.0)
        assert {own[:2] for own in held} == {(os.getpid(), threading.get_ident())}


def test_an_error_in_a_part_is_raised_here():
    with on_cores(2), pytest.raises(TypeError):
        list(run(product, [(1, 2), (3,)], MUCH / 2))


def test_jobs_are_as_the_environment_says_or_one_for_each_core(monkeypatch):
    monkeypatch.delenv(cores.JOBS, raising=False)
    assert jobs_asked() == cpu_count()
    monkeypatch.setenv(cores.JOBS, "3")
    assert jobs_asked() == 3
