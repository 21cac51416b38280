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
def _libraries() -> ThreadpoolController:
    """What is loaded now; SciPy brings a library of its own, which would not be known later."""
    import scipy.linalg  # noqa: F401  here, because it takes long to load

    return ThreadpoolController()
