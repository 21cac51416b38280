"""Environments of their own for the libraries we are measured beside, in a folder git ignores."""

import subprocess
import venv
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
PEERS = ROOT / "var" / "peers"


def environment(name: str, packages: Sequence[str]) -> Path:
    """The Python of an environment of its own with these packages, made where there is none."""
    home, wanted = PEERS / name, "\n".join(packages)
    python, made = home / "bin" / "python", home / "packages.txt"
    if not (made.exists() and made.read_text(encoding="utf-8") == wanted):
        venv.create(home, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *packages], check=True)
        made.write_text(wanted, encoding="utf-8")
    return python
