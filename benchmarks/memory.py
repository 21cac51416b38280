"""The memory and the CPU seconds of a process, by Linux's own account."""

import os
from pathlib import Path

SELF = Path("/proc/self")


def from_here() -> float:
    """Resident memory in MB, from which on the peak counts."""
    (SELF / "clear_refs").write_text("5")
    return _status("VmRSS")


def peak() -> float:
    """The most resident memory in MB since from_here()."""
    return _status("VmHWM")


def cpu_of(stat: list[str]) -> float:
    """CPU seconds by the cells of a process's `stat`, as stat_of gives them."""
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


def stat_of(process: int | str) -> list[str]:
    """The cells of /proc/PROCESS/stat behind its name: its state, its parent, and so on."""
    return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()


def _status(kind: str) -> float:
    lines = (SELF / "status").read_text(encoding="utf-8").splitlines()
    return int(next(line for line in lines if line.startswith(kind)).split()[1]) / 1024
