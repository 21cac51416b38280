"""Learners of scores on a split, each in an environment of its own.

QUOTED are figures of our own run of 2026-11-23 on 5 splits of the smaller tables of rule_truth:
mean test accuracy · mean tests, and mean CPU seconds since the library was loaded, on a busy
machine; "–" where five splits were not reached. The other learners were not measured; of them
RuleFit alone was seen to run.
"""

import json
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.environments import ROOT, environment
from benchmarks.rule_peers import Ran, Texts

LEARNERS = ("FasterRisk", "L1 rounded")  # that were measured
QUOTED = """
promoters          | 86.9·5.0 0.6 s  | 90.6·58.6 1.2 s
soybean            | 97.2·5.0 0.7 s  | 98.0·20.2 1.9 s
soybean +5 %       | 95.8·5.0 0.6 s  | 94.8·21.8 1.5 s
primary-tumor      | 69.0·5.0 0.5 s  | 71.0·14.0 1.1 s
spect              | 79.3·5.0 0.7 s  | 80.7·7.6 1.6 s
house-votes        | 97.1·5.0 0.7 s  | –
monks-1            | 74.0·2.0 0.4 s  | –
monks-1 +5 %       | 74.0·1.2 0.4 s  | –
monks-2            | 66.9·5.0 0.3 s  | –
monks-2 +5 %       | 66.0·5.0 0.3 s  | –
"""

_IMODELS = ("imodels==3.0.4", "scikit-learn==1.9.1", "numpy==2.4.6", "six==1.17.0")
_AIX360 = (
    "aix360==0.3.0",
    "cvxpy==1.9.3",
    "ecos==2.0.14",
    "pandas==2.3.3",
    "numpy==2.2.6",
    "scikit-learn==1.6.1",  # later ones lack an argument that it gives
)
ENVIRONMENTS = {  # of each learner: a name, and its packages
    "FastRiskScore": ("imodels", _IMODELS),
    "FasterRisk": ("fasterrisk", ("fasterrisk==0.1.10",)),
    "LogisticRuleRegression": ("aix360", _AIX360),
    "RuleFit": ("imodels", _IMODELS),
    "L1 rounded": ("sklearn", ("scikit-learn==1.9.1", "numpy==2.4.6")),
    "EBM": ("ebm", ("interpret-core==0.7.8", "scikit-learn==1.9.1", "numpy==2.4.6")),
}


def quoted(title: str) -> str:
    """What was measured of other learners on a table, "" where nothing was."""
    lines = (line.split("|") for line in QUOTED.strip().splitlines())
    cells = {name.strip(): [cell.strip() for cell in row] for name, *row in lines}
    told = zip(LEARNERS, cells.get(title, ()), strict=False)
    return ", ".join(f"{learner} {cell}" for learner, cell in told)


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
