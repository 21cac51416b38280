"""Learners of scores of other libraries: what was measured of them, and how to measure it again.

    python -m benchmarks.points_peers [--tables NAME,…] [--learners NAME,…] [--splits 5]

Each learns the splits of benchmarks.points_truth in an environment of its own below var/, and
prints the line of a table that QUOTED holds: mean test accuracy · tests · CPU seconds since the
library was loaded; "–" where a learner failed, or needed more than 300 CPU seconds for a
split. QUOTED was measured on 2026-11-23 and 24 on crowded machines of two cores, on five splits (of
TWICE two); "?" stands for what was not measured yet.
"""

import argparse

import numpy as np

from benchmarks.environments import run
from benchmarks.rule_truth import GOALS, cases, title
from benchmarks.tables import trials

TWICE = ("kr-vs-kp", "splice")  # tables of which two splits are measured
QUOTED = """
promoters|87.5·5.0·0.035|86.9·5.0·0.5|90.6·50.0·0.9|87.5·55.4·1.8|90.6·58.6·1.3|88.1·2964.0·12.9
soybean|97.5·5.0·0.017|97.2·5.0·0.6|97.5·43.2·1.4|98.0·80.6·1.8|98.0·20.2·2.1|97.5·1048.0·64
soybean +5 %|95.8·5.0·0.02|95.8·5.0·0.6|90.5·60.4·2.1|95.2·75.4·1.5|94.8·21.8·1.7|94.5·1261.0·9.9
primary-tumor|68.6·5.0·<.05|69.0·5.0·0.6|67.6·79.4·1.8|66.1·79.8·1.2|71.0·14.0·1.5|70.4·255.6·5.3
spect|80.2·5.0·<.05|79.3·5.0·0.8|79.0·63.0·1.3|78.5·68.0·1.3|80.7·7.6·1.0|82.0·308.0·5.5
house-votes|96.6·5.0·<.05|97.1·5.0·0.9|95.4·22.0·0.5|96.0·70.2·1.3|97.7·2.0·2.2|96.3·224.0·8.7
tic-tac-toe|68.4·5.0·0.007|67.8·5.0·0.5|94.8·83.2·2.2|93.9·76.2·1.1|98.2·19.4·2.9|?
tic-tac-toe +5 %|69.9·5.0·0.008|68.4·5.0·0.72|94.0·94.2·2.3|86.0·67.0·1.1|98.8·18.4·0.3|?
monks-1|74.0·1.0·0.006|74.0·2.0·0.46|99.1·18.6·0.44|100.0·77.0·2.5|74.0·1.0·2.7|100.0·136.0·7.4
monks-1 +5 %|71.8·1.8·0.006|74.0·1.2·0.51|99.4·35.6·1.1|100.0·88.4·1.7|74.0·1.4·1.7|99.5·136.0·6.3
monks-2|64.5·5.0·0.006|66.9·5.0·0.37|61.1·80.2·1.3|68.8·76.8·1.1|66.9·0.0·0.12|100.0·136.0·130
monks-2 +5 %|63.2·5.0·0.006|66.0·5.0·0.33|64.0·72.8·1.2|68.0·77.2·1.2|66.9·0.0·0.12|69.7·136.0·21
monks-3|100.0·4.0·0.006|96.6·5.0·0.23|100.0·17.8·0.35|100.0·62.2·2.5|100.0·6.0·2.7|?
monks-3 +5 %|98.6·4.8·0.006|96.6·4.8·0.44|99.2·37.8·1.2|98.9·90.8·1.0|97.5·9.0·1.5|?
art-dnf|79.6·5.0·0.016|79.9·5.0·0.74|88.7·101.8·3.4|92.2·52.2·1.1|78.3·16.0·0.84|?
art-dnf +5 %|79.4·5.0·0.012|79.8·5.0·0.81|83.0·116.4·3.1|90.4·53.6·1.1|76.7·30.4·0.76|?
kr-vs-kp|94.7·5.0·0.027|94.4·5.0·0.95|?|97.9·69.5·4.3|95.4·16.5·2.5|99.1·523.5·35
kr-vs-kp +5 %|93.4·5.0·0.026|93.3·5.0·1.8|?|95.9·94.5·4.3|96.0·27.5·2.4|97.7·525.5·21
splice|91.0·5.0·0.083|87.3·5.0·0.91|?|96.3·46.5·5.2|94.9·67.0·24|96.7·3120.0·29
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
    for name, noisy in cases(asked.tables, "both"):
        splits = min(asked.splits, 2) if name in TWICE else asked.splits
        measure(name, noisy, splits, asked.learners.split(","))


def measure(name: str, noisy: bool, splits: int, learners: list[str]) -> None:
    """Prints a line for each split of each learner, and the line for QUOTED."""
    cells = []
    for learner in learners:
        results = []
        for k, trial in enumerate(trials(name, noisy, splits)):
            told = run("peer_points", {learner: ENVIRONMENTS[learner]}, trial.texts, print)
            if learner not in told:
                break
            said, tests, _, seconds = told[learner]
            results.append((trial.right(said), tests, seconds))
            print(f"{title(name, noisy):18} {k}  {learner:22} {_cell(results[-1:])}", flush=True)
        cells.append(_cell(results) if len(results) == splits else "–")
    print("|".join((title(name, noisy), *cells)), flush=True)


def _cell(results: list[tuple[float, int, float]]) -> str:
    accuracy, tests, seconds = np.mean(results, axis=0)
    return f"{accuracy:.1f}·{tests:.1f}·{seconds:.2g}"


if __name__ == "__main__":
    main()
