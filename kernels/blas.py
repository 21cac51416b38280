"""One thread for products of matrices and their factors: at these sizes more only wait."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from threadpoolctl import ThreadpoolController


@contextmanager
def one_thread() -> Iterator[None]:
    """A context, or a decorator, in which linear algebra runs on one thread."""
    with _libraries().limit(limits=1):
        yield


@lru_cache(maxsize=1)
def one_thread_for_good() -> None:
    """Limits linear algebra to one thread, once for each process that computes.

    Its matrices are small, so that more threads are slower; and a sum by several threads has other
    last digits, by which a rule may turn. Where parts of the work run in threads this goes first: a
    thread that leaves `one_thread` would else give the others their threads back.
    """
    _libraries().limit(limits=1)


@lru_cache(maxsize=1)
def _libraries() -> ThreadpoolController:
    """What is loaded now; SciPy brings a library of its own, which would not be known later."""
    import scipy.linalg  # noqa: F401  here, because it takes long to load

    return ThreadpoolController()
