"""What an answer was computed with: versions that must be the same for it to repeat exactly."""

import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version

RULESCOPE = "0.1.0"  # the one place: pyproject.toml reads it here
PACKAGES = ("numpy", "scipy", "scikit-learn", "deap")


def versions() -> dict[str, str]:
    """The versions at work, by name."""
    return {
        "rulescope": RULESCOPE,
        "python": platform.python_version(),
        **{name: installed(name) for name in PACKAGES},
    }


@cache  # looking for it reads folders
def installed(name: str) -> str:
    """The version of a distribution."""
    try:
        return version(name)
    except PackageNotFoundError:  # a distribution that ships it without metadata
        return "unknown"
