"""How long a test waits for what another process does: no verdict on how fast it is."""

import time
from collections.abc import Callable
from typing import Any

PATIENCE = 180  # seconds, on a machine with other work


def until(found: Callable[[], Any], why: object = "it never came to pass") -> Any:
    """What is found as soon as something is; AssertionError that says why after PATIENCE."""
    deadline = time.monotonic() + PATIENCE
    while not (value := found()):
        assert time.monotonic() < deadline, why
        time.sleep(0.02)
    return value
