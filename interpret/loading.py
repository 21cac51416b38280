"""Loading the libraries, which a program of one answer waits for longer than for the answer."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """For a program of its own, while it loads: no search for garbage.

    Libraries are a million objects that stay. Python would look through them again and again while
    it loads them, and at times afterwards, which takes a tenth of the whole.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
