"""How large a machine fits into the memory at hand: exact, or on landmarks."""

from contextlib import suppress
from math import isqrt
from pathlib import Path

import numpy as np

from interpret.data.complaints import DataError
from interpret.settings import Settings
from kernels.landmarks import distinct

MOST_BYTES = 3 * 2**29  # with all else a run then stays below 2 GiB
BYTES_PER_PAIR = 16  # of training rows, in an exact machine
BYTES_PER_FEATURE = 16  # of a training row and a landmark
LANDMARKS, FEWEST = 1000, 20  # as many as are taken, and as few as there must be room for


def budget() -> int:
    """Bytes a machine may take: half of the memory at hand, 1.5 GiB at most."""
    return min(MOST_BYTES, memory_at_hand() // 2)


def memory_at_hand() -> int:
    """Bytes that are free, within the limit of a container where there is one (Linux alone)."""
    found = [2 * MOST_BYTES]
    with suppress(OSError, StopIteration, ValueError):
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        line = next(line for line in lines if line.startswith("MemAvailable"))
        found.append(1024 * int(line.split()[1]))
    with suppress(OSError, ValueError):
        limit, used = (
            int(Path(f"/sys/fs/cgroup/memory.{name}").read_text(encoding="ascii"))
            for name in ("max", "current")
        )
        found.append(limit - used)
    return max(0, min(found))


def landmarks_for(X: np.ndarray, y: np.ndarray, settings: Settings) -> int | None:
    """How many landmarks to train on, None where the machine is exact.

    X: 0/1 training rows; y: bool; equal rows of one class count once. DataError where memory does
    not suffice for what the settings ask for.
    """
    own, asked = budget(), settings.resolved
    fits = isqrt(own // BYTES_PER_PAIR)
    n = len(X)
    if n > fits:
        n = len(distinct(X, y)[0])
    if asked.exact and n > fits:
        raise DataError(
            f"An exact machine compares every pair of training rows, and {fits:,} different ones "
            f"fit into the memory at hand; {n:,} came. Train on landmarks, take a sample of the "
            "table's rows, or hold out a larger share of them (test size)."
        )
    if asked.exact or (asked.landmarks is None and n <= fits):
        return None
    room = own // (BYTES_PER_FEATURE * n)
    wanted, least = LANDMARKS, FEWEST
    if asked.landmarks is not None:
        wanted = least = asked.landmarks
    if room < least:
        raise DataError(
            f"For {n:,} training rows {room:,} landmarks fit into the memory at hand, and "
            f"{least:,} are needed. Take a sample of the table's "
            "rows, or hold out a larger share of them (test size)."
        )
    return min(wanted, room)
