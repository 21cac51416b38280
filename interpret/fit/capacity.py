"""How large a machine may be: exact, or on a number of landmarks.

Fixed limits in bytes decide, never the memory that happens to be free: the same table gives the
same machine whatever else runs. A machine that this computer cannot hold at all is refused.
"""

from contextlib import suppress
from math import isqrt
from pathlib import Path

import numpy as np

from interpret.data.complaints import DataError
from interpret.settings import Settings
from kernels.examples import distinct

MOST_BYTES = 3 * 2**29  # of a machine: with everything else, a run then stays below 2 GiB
BYTES_PER_PAIR = 16  # of training rows, in an exact machine
BYTES_PER_FEATURE = 16  # of a training row and a landmark
LANDMARKS, FEWEST = 1000, 20  # as many as fit in memory, and the fewest that teach anything


def room_beside() -> int:
    """Bytes for machines that are trained at the same time; the number changes no answer."""
    return min(MOST_BYTES, memory_at_hand() // 2)


def memory_at_hand() -> int:
    """Bytes that are free, within a container's limit; twice MOST_BYTES if not on Linux."""
    limits = [2 * MOST_BYTES]
    with suppress(OSError, StopIteration, ValueError):
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        line = next(line for line in lines if line.startswith("MemAvailable"))
        limits.append(1024 * int(line.split()[1]))
    with suppress(OSError, ValueError):
        limit, used = (
            int(Path(f"/sys/fs/cgroup/memory.{name}").read_text(encoding="ascii"))
            for name in ("max", "current")
        )
        limits.append(limit - used)
    return max(0, min(limits))


def landmarks_for(X: np.ndarray, y: np.ndarray, settings: Settings) -> int | None:
    """How many landmarks to train on, None where the machine is exact.

    X: 0/1 training rows of shape (n_rows, n_variables); y: bool (n_rows,); equal rows of one class
    count once. DataError if the settings ask for more than a machine may take, or memory is short.
    """
    resolved, fits = settings.resolved, isqrt(MOST_BYTES // BYTES_PER_PAIR)
    n = len(X)
    if n > fits:
        n = len(distinct(X, y)[0])
    if resolved.exact and n > fits:
        raise DataError(
            f"An exact machine compares every pair of training rows, and may have {fits:,} "
            f"different ones at most; {n:,} came. Train on landmarks, take a sample of the table's "
            "rows, or hold out a larger share of them (test size)."
        )
    if resolved.exact or (resolved.landmarks is None and n <= fits):
        _check_memory(BYTES_PER_PAIR * n**2)
        return None
    room = MOST_BYTES // (BYTES_PER_FEATURE * n)
    wanted, least = LANDMARKS, FEWEST
    if resolved.landmarks is not None:
        wanted = least = resolved.landmarks
    if room < least:
        raise DataError(
            f"With {n:,} training rows a machine may have {room:,} landmarks at most, and "
            f"{least:,} are needed. Take a sample of the table's "
            "rows, or hold out a larger share of them (test size)."
        )
    landmarks = min(wanted, room)
    _check_memory(BYTES_PER_FEATURE * n * landmarks)
    return landmarks


def _check_memory(needed: int) -> None:
    """DataError unless that many bytes are free."""
    free = memory_at_hand()
    if needed > free:
        raise DataError(
            f"The machine of this table takes {_megabytes(needed)} of memory, and "
            f"{_megabytes(free)} are free. Free some memory, take a sample of the table's rows, or "
            "hold out a larger share of them (test size)."
        )


def _megabytes(n_bytes: int) -> str:
    return f"{n_bytes / 1e6:,.0f} MB"
