"""Environments of their own for the libraries we are measured beside, in a folder git ignores."""

import subprocess
import venv
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
PEERS = ROOT / "var" / "peers"


def environment(name: str, packages: Sequence[str]) -> Path:
    """The Python of an environment of its own, made where there is none."""
    home = PEERS / name
    python = home / "bin" / "python"
    if not (home / "complete").exists():
        venv.create(home, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *packages], check=True)
        (home / "complete").touch()
    return python
