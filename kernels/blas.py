"""One thread for products of matrices and their factors: at these sizes more only wait."""

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

    Its matrices are small, so that more threads are slower; and a sum by several threads has other
    last digits, by which a rule may turn. Where parts of the work run in threads this goes first: a
    thread that leaves `one_thread` would else give the others their threads back.
    """
    if not _has_one():
        _libraries().limit(limits=1)


def _has_one() -> bool:
    """Whether one thread is all there is.

    Then nothing is set: where a process was forked, as to read a file, OpenBLAS has ended its
    threads, and setting their number would start them again, to spin for a while.
    """
    return all(library["num_threads"] == 1 for library in _libraries().info())


@lru_cache(maxsize=1)
def _libraries() -> ThreadpoolController:
    """What is loaded now; SciPy brings a library of its own, which would not be known later."""
    import scipy.linalg  # noqa: F401  here, because it takes long to load

    return ThreadpoolController()
