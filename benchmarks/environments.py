"""Environments of their own for the libraries we are measured beside, in a folder git ignores."""

import json
import signal
import subprocess
import sys
import venv
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[1]
PEERS = ROOT / "var" / "peers"
_IMODELS = ("imodels==3.0.4", "scikit-learn==1.9.1", "numpy==2.4.6", "numba==0.68.1", "six==1.17.0")
_AIX360 = (
    "aix360==0.3.0",
    "cvxpy==1.9.3",
    "ecos==2.0.14",
    "pandas==2.3.3",
    "numpy==2.2.6",
    "scikit-learn==1.6.1",  # later ones lack an argument that it gives
)
LEARNERS = {  # the packages of each; JRip is none of them: Weka needs Java
    "RIPPER": ("wittgenstein==0.3.5", "pandas==3.1.1", "numpy==2.4.6"),
    "BRCG": _AIX360,
    "tree": ("scikit-learn==1.9.1", "numpy==2.4.6"),
    "CN2": ("Orange3==3.40.0", "scikit-learn==1.9.1", "numpy==2.3.5"),
    "EBM": ("interpret-core==0.7.8", "scikit-learn==1.9.1", "numpy==2.4.6"),
    "C5.0": ("c50py==0.5.2", "pandas==3.1.1", "numpy==2.4.6"),
    "FastRiskScore": _IMODELS,
    "FasterRisk": ("fasterrisk==0.1.10",),
    "LogisticRuleRegression": _AIX360,
    "RuleFit": _IMODELS,
    "L1 rounded": ("scikit-learn==1.9.1", "numpy==2.4.6"),
}

Texts = Sequence[Sequence[str]]  # rows of text
Rows = tuple[Texts, Sequence[bool], Texts]  # training rows, whether each is positive, test rows
# what each learner says of test rows; tests; CPU seconds, in all and since its library was loaded
Ran = dict[str, tuple[np.ndarray, int, float, float]]


def environment(name: str, packages: Sequence[str]) -> Path:
    """The Python of an environment of its own with these packages, made where there is none."""
    home, wanted = PEERS / name, "\n".join(packages)
    python, made = home / "bin" / "python", home / "packages.txt"
    if not (made.exists() and made.read_text(encoding="utf-8") == wanted):
        venv.create(home, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *packages], check=True)
        made.write_text(wanted, encoding="utf-8")
    return python


def printed(*command: object) -> Any:
    """What a program comes to: the JSON of the last line that it prints."""
    words = list(map(str, command))
    done = subprocess.run(words, check=True, capture_output=True, text=True, cwd=ROOT)
    return json.loads(done.stdout.splitlines()[-1])


def alone(benchmark: str, *arguments: object) -> Any:
    """The same of one of our benchmarks, in a process of its own."""
    return printed(sys.executable, "-m", f"benchmarks.{benchmark}", *arguments)


def run(
    program: str,
    learners: Mapping[str, Sequence[str]],
    rows: Rows,
    tell: Callable[[str], object],
) -> Ran:
    """What learners of other libraries learn of a split, by a program of benchmarks/.

    learners: the packages of each. tell hears in a sentence of a learner that cannot be installed,
    fails, or is stopped.
    """
    found: Ran = {}
    with TemporaryDirectory() as folder:
        path = Path(folder) / "split.json"
        split = dict(zip(("train", "y", "test"), rows, strict=True))
        path.write_text(json.dumps(split), encoding="utf-8")
        for learner, packages in learners.items():
            name = f"{program}-{packages[0].partition('==')[0]}"
            try:
                script = ROOT / "benchmarks" / f"{program}.py"
                told = printed(environment(name, packages), "-E", script, learner, path)
            except subprocess.CalledProcessError as error:
                tell(f"{learner} {_why(error)}")
                continue
            for title, (said, *rest) in told.items():
                found[title] = np.array(said, dtype=bool), *rest
    return found


def _why(error: subprocess.CalledProcessError) -> str:
    if error.returncode == -signal.SIGXCPU:
        return "was stopped at its limit of CPU time."
    last = (error.stderr or "").strip().splitlines()[-1:] or ["its installation failed"]
    return f"did not run: {last[0]}"
