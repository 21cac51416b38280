"""Parts of work for the tests of clusters, in a module that a worker loads at once."""

import os
import time
from pathlib import Path


def process(n, go_on):
    return n, os.getpid()


def dies_once(path, go_on):
    if path and not Path(path).exists():
        Path(path).touch()
        os._exit(1)
    return path


def dies(go_on):
    os._exit(1)


def until_stopped(path, go_on):
    """Touches the path when it is no longer wanted."""
    for _ in range(1200):
        if go_on() is False:
            Path(path).touch()
            return
        time.sleep(0.05)
