"""One thread for matrix products and factorisations: at these sizes more threads are slower."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from threadpoolctl import ThreadpoolController


@contextmanager
def one_thread() -> Iterator[None]:
    """A context, or a decorator, in which linear algebra runs on one thread."""
    if _has_one():
        yield
        return
    with _libraries().limit(limits=1):
        yield


def one_thread_for_good() -> None:
    """Limits linear algebra to one thread in a process that computes.

    Matrices are small, so more threads are slower; and the last digits of sums depend on the number
    of threads, which may change a rule. Call it before parts of the work run in threads: otherwise
    a thread that leaves `one_thread` would lift the limit for all.
    """
    if not _has_one():
        _libraries().limit(limits=1)


def _has_one() -> bool:
    """Whether one thread is already the limit, so that it need not be set again.

    In a forked process, such as a file reader, OpenBLAS has no threads left; setting their number
    would start them, and they would spin for a while.
    """
    return all(library["num_threads"] == 1 for library in _libraries().info())


@lru_cache(maxsize=1)
def _libraries() -> ThreadpoolController:
    """The libraries that are loaded; SciPy is imported first, because it brings its own."""
    import scipy.linalg  # noqa: F401  here, because it takes long to load

    return ThreadpoolController()
