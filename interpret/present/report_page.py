"""What stands at the head and at the foot of every report."""

from datetime import UTC, datetime
from importlib.metadata import version
from platform import python_version

from interpret.present import markup
from interpret.versions import RULESCOPE

LIBRARIES = ("numpy", "scipy", "scikit-learn", "deap", "plotly")


def origin(table: str, digest: str) -> str:
    """Where an answer comes from, at the foot of a report."""
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    return (
        markup.tag("h2", "Where does this come from?")
        + markup.tag("p", f"{table}, SHA-256 {digest}")
        + markup.tag("p", f"Written by Rulescope with Python {python_version()}, {libraries}.")
    )


def written() -> str:
    """Which version wrote a report on which day."""
    today = datetime.now(UTC).date()
    return f"Written by Rulescope {RULESCOPE} on {today.day} {today:%B %Y}."
