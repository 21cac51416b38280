"""Loops compiled by numba, and cached on disk."""

import os
import stat
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba import config, njit

Loop = Callable[..., Any]


def compiled(loop: Loop, **how: Any) -> Loop:
    """The loop compiled without Python's lock, for the types that it is called with.

    how: further options of numba's njit. Numba keeps the compiled code beside the source or in the
    user's home. If it can write to neither, the code is kept in the user's own folder among the
    temporary files; if that cannot be trusted, each start compiles anew, which takes some seconds.
    """
    with suppress(RuntimeError):  # nowhere to keep it
        return _readable(njit(cache=True, nogil=True, **how)(loop))
    folder = _own_folder()
    setattr(config, "CACHE_DIR", folder)  # noqa: B010 (numba makes its settings at run time)
    return _readable(njit(cache=bool(folder), nogil=True, **how)(loop))


def part_of_a_loop(part: Loop) -> Loop:
    """The part, inlined into each loop that calls it, so that splitting a long loop costs nothing.

    A call would count references to each of its arrays, which for a small table takes as long as
    the work.
    """
    return compiled(part, inline="always")


def _readable(loop: Loop) -> Loop:
    """The loop; its cached code is dropped if the cache's index cannot be read.

    The index names the modules of the types that a loop was compiled for. If such a module has been
    moved since, reading fails, and numba would raise the error at the first call.
    """
    kept: Any = getattr(loop, "_cache", None)  # None if numba is told not to compile
    try:
        if kept is not None:
            kept._cache_file._load_index()
    except Exception:  # it may name anything that has been renamed since
        kept.flush()
    return loop


def _own_folder() -> str:
    """A folder among the temporary files that this user alone can write to, or "" without one.

    Its content is run as code, so nobody else may have written it.
    """
    with suppress(OSError, AttributeError):  # Windows knows no such user
        user = os.getuid()
        folder = Path(tempfile.gettempdir()) / f"rulescope-compiled-{user}"
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
        others = status.st_mode & (stat.S_IRWXG | stat.S_IRWXO)
        if stat.S_ISDIR(status.st_mode) and status.st_uid == user and not others:
            tempfile.TemporaryFile(dir=folder).close()
            return str(folder)
    return ""
