"""Learners of scores of other libraries: what was measured of them, and how to measure it again.

    python -m benchmarks.points_peers [--tables NAME,…] [--learners NAME,…] [--splits 5]

Each learns the splits of benchmarks.points_truth in an environment of its own below var/, and
prints the line of a table that QUOTED holds: mean test accuracy · mean tests, and mean CPU seconds
since the library was loaded; "–" where a learner failed, or needed more than 300 CPU seconds for a
split.
"""

import argparse

import numpy as np

from benchmarks.environments import Rows, run
from benchmarks.rule_truth import GOALS
from benchmarks.tables import benchmark_task, flipped, split, texts

TWICE = ("kr-vs-kp", "splice")  # tables of which two splits are measured
QUOTED = """
promoters          | – | 86.9·5.0 0.6 s | – | – | 90.6·58.6 1.2 s | –
soybean            | – | 97.2·5.0 0.7 s | – | – | 98.0·20.2 1.9 s | –
soybean +5 %       | – | 95.8·5.0 0.6 s | – | – | 94.8·21.8 1.5 s | –
primary-tumor      | – | 69.0·5.0 0.5 s | – | – | 71.0·14.0 1.1 s | –
spect              | – | 79.3·5.0 0.7 s | – | – | 80.7·7.6 1.6 s  | –
house-votes        | – | 97.1·5.0 0.7 s | – | – | –               | –
monks-1            | – | 74.0·2.0 0.4 s | – | – | –               | –
monks-1 +5 %       | – | 74.0·1.2 0.4 s | – | – | –               | –
monks-2            | – | 66.9·5.0 0.3 s | – | – | –               | –
monks-2 +5 %       | – | 66.0·5.0 0.3 s | – | – | –               | –
"""

_IMODELS = (
    "imodels==3.0.4",
    "scikit-learn==1.9.1",
    "numpy==2.4.6",
    "numba==0.68.1",
    "six==1.17.0",
)
_AIX360 = (
    "aix360==0.3.0",
    "cvxpy==1.9.3",
    "ecos==2.0.14",
    "pandas==2.3.3",
    "numpy==2.2.6",
    "scikit-learn==1.6.1",  # later ones lack an argument that it gives
)
ENVIRONMENTS = {  # the packages of each learner
    "FastRiskScore": _IMODELS,
    "FasterRisk": ("fasterrisk==0.1.10",),
    "LogisticRuleRegression": _AIX360,
    "RuleFit": _IMODELS,
    "L1 rounded": ("scikit-learn==1.9.1", "numpy==2.4.6"),
    "EBM": ("interpret-core==0.7.8", "scikit-learn==1.9.1", "numpy==2.4.6"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", default=",".join(GOALS))
    parser.add_argument("--learners", default=",".join(ENVIRONMENTS))
    parser.add_argument("--splits", type=int, default=5)
    asked = parser.parse_args()
    for name in asked.tables.split(","):
        for noisy in (False, True):
            if GOALS[name][noisy]:
                splits = min(asked.splits, 2) if name in TWICE else asked.splits
                measure(name, noisy, splits, asked.learners.split(","))


def measure(name: str, noisy: bool, splits: int, learners: list[str]) -> None:
    """Prints a line for each split of each learner, and the line for QUOTED."""
    title = f"{name}{' +5 %' if noisy else ''}"
    task, cells = benchmark_task(name), []
    for learner in learners:
        results = []
        for k in range(splits):
            train, test = split(task.y, k)
            y = flipped(task.y[train], k) if noisy else task.y[train]
            rows: Rows = texts(task, train), y.tolist(), texts(task, test)
            told = run("peer_points", {learner: ENVIRONMENTS[learner]}, rows, print)
            if learner not in told:
                break
            said, tests, _, seconds = told[learner]
            results.append((100 * float((said == task.y[test]).mean()), tests, seconds))
            print(f"{title:18} {k}  {learner:22} {_cell(results[-1:])}", flush=True)
        cells.append(_cell(results) if len(results) == splits else "–")
    print(f"{title:18} | {' | '.join(cells)}", flush=True)


def _cell(results: list[tuple[float, int, float]]) -> str:
    accuracy, tests, seconds = np.mean(results, axis=0)
    return f"{accuracy:.1f}·{tests:.1f} {seconds:.2g} s"


def quoted(title: str) -> str:
    """What was measured of other learners on a table, "" where nothing was."""
    lines = (line.split("|") for line in QUOTED.strip().splitlines())
    cells = {name.strip(): [cell.strip() for cell in row] for name, *row in lines}
    told = zip(ENVIRONMENTS, cells.get(title, ()), strict=False)
    return ", ".join(f"{learner} {cell}" for learner, cell in told)


if __name__ == "__main__":
    main()
