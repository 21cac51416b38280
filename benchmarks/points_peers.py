"""Learners of scores on a split, each in an environment of its own.

QUOTED are figures of our own run of 2026-11-23: mean test accuracy · mean tests.
"""

import json
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.environments import ROOT, environment
from benchmarks.rule_peers import Ran, Texts

_IMODELS = ("imodels==3.0.4", "scikit-learn==1.9.1", "numpy==2.4.6", "six==1.17.0")
_AIX360 = ("aix360==0.3.0", "cvxpy==1.9.3", "ecos==2.0.14", "pandas==2.3.3", "numpy==2.2.6")
_AIX360 += ("scikit-learn==1.6.1",)  # later ones refuse what it asks of them
ENVIRONMENTS = {  # of each learner: a name, and its packages
    "FastRiskScore": ("imodels", _IMODELS),
    "FasterRisk": ("fasterrisk", ("fasterrisk==0.1.10",)),
    "LogisticRuleRegression": ("aix360", _AIX360),
    "RuleFit": ("imodels", _IMODELS),
    "L1 rounded": ("sklearn", ("scikit-learn==1.9.1", "numpy==2.4.6")),
    "EBM": ("ebm", ("interpret-core==0.7.8", "scikit-learn==1.9.1", "numpy==2.4.6")),
}


def run(
    train: Texts,
    y: Sequence[bool],
    test: Texts,
    tell: Callable[[str], object],
    learners: Sequence[str] = tuple(ENVIRONMENTS),
) -> Ran:
    """What each learner learns of a split; tell hears in a sentence of one that does not run."""
    found: Ran = {}
    with TemporaryDirectory() as folder:
        path = Path(folder) / "split.json"
        path.write_text(json.dumps({"train": train, "y": y, "test": test}), encoding="utf-8")
        for learner in learners:
            name, packages = ENVIRONMENTS[learner]
            try:
                python = environment(f"points-{name}", packages)
                said, tests, *seconds = json.loads(_learnt(python, learner, path))
            except subprocess.CalledProcessError as error:
                last = (error.stderr or "").strip().splitlines()[-1:] or ["its installation failed"]
                tell(f"{learner} did not run: {last[0]}")
                continue
            found[learner] = np.array(said, dtype=bool), tests, *seconds
    return found


def _learnt(python: Path, learner: str, path: Path) -> str:
    script = ROOT / "benchmarks" / "peer_points.py"
    told = subprocess.run(
        [python, "-E", script, learner, path], check=True, capture_output=True, text=True
    )
    return told.stdout.splitlines()[-1]
