"""The versions with which an answer was computed, and with which it repeats exactly."""

import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version

RULESCOPE = "0.1.0"  # the one place: pyproject.toml reads it here
PACKAGES = ("numpy", "scipy", "scikit-learn", "deap")


def versions() -> dict[str, str]:
    """The versions in use, by name."""
    return {
        "rulescope": RULESCOPE,
        "python": platform.python_version(),
        **{name: installed(name) for name in PACKAGES},
    }


@cache  # the search reads folders
def installed(name: str) -> str:
    """The version of a distribution."""
    try:
        return version(name)
    except PackageNotFoundError:  # a distribution that ships it without metadata
        return "unknown"
