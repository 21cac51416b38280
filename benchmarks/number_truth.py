"""How often a planted sum of conjunctions is found, and the error on unseen rows, beside others.

    python -m benchmarks.number_truth [--rows 500 2000] [--seeds 3] [--peers] > FILE

Each table has 40 columns, categorical or mixed with numbers, and five terms of one to three tests;
the signal varies five times as much as the noise. A term is found where a condition of ours covers
the same rows of the whole table, or all others, but for one in fifty. Errors are root mean squares
over those of the truth itself, so that 1.00 can be beaten by chance alone.
"""

import argparse
import json
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np

from benchmarks.environments import ROOT, environment, printed
from benchmarks.planted_numbers import Planted, holds, planted
from benchmarks.tables import table_of
from interpret.number.explain import explain_number
from interpret.number.explanation import NumberExplanation, explained_rows, holds_of
from interpret.settings import Settings

IMODELS = ("imodels==2.0.4", "six==1.17.0", "scikit-learn==1.6.1", "pandas==2.3.3", "numpy==2.2.6")
PEERS = {
    "RuleFit": IMODELS,
    "FIGS": IMODELS,
    "EBM": ("interpret-core==0.7.8", "scikit-learn==1.9.1", "numpy==2.4.6"),
}
PEERS |= dict.fromkeys(("LassoCV on pairs", "tree, cross-validated", "random forest"), PEERS["EBM"])
SAME = 0.02  # of the rows may differ


def f1(planted_truth: Planted, held: np.ndarray) -> float:
    """The harmonic mean of the shares of true terms found and of ours that are true."""
    truth = np.array([holds(term, planted_truth.frame) for term in planted_truth.terms])
    apart = np.array([[(t != h).mean() for h in held.T] for t in truth])
    same = np.minimum(apart, 1 - apart) <= SAME
    hits = same.any(axis=1).sum(), same.any(axis=0).sum()
    return float(2 * min(hits) / (len(truth) + held.shape[1])) if held.shape[1] else 0.0


def peer(name: str, truth: Planted, e: NumberExplanation) -> tuple[np.ndarray, int, float]:
    """What another library predicts for the unseen rows, its size, its CPU seconds."""
    cells = truth.frame.drop(columns="y").to_numpy(dtype=object).tolist()
    rows = {part: [cells[i] for i in e.rows[part]] for part in ("train", "test")}
    y = truth.frame["y"].to_numpy()[list(e.rows["train"])].tolist()
    script = ROOT / "benchmarks" / "peer_numbers.py"
    with TemporaryDirectory() as folder:
        path = Path(folder) / "split.json"
        path.write_text(json.dumps(rows | {"y": y}), encoding="utf-8")
        python = environment(
            f"numbers-{'imodels' if PEERS[name] is IMODELS else 'ebm'}", PEERS[name]
        )
        predicted, size, seconds = printed(python, script, name, path)
    return np.array(predicted), size, seconds


def measured(truth: Planted, with_peers: bool) -> dict[str, tuple[float | None, float, int, float]]:
    """For each learner F1, error over that of the truth, size and CPU seconds."""
    table = table_of(truth.frame)
    started = process_time()
    e = explain_number(table, Settings())
    seconds = process_time() - started
    test = list(e.rows["test"])
    y = truth.frame["y"].to_numpy()[test]
    unit = float(np.sqrt(((y - truth.signal[test]) ** 2).mean()))

    def over(predicted: np.ndarray) -> float:
        return float(np.sqrt(((y - predicted) ** 2).mean())) / unit

    found = f1(truth, holds_of(e, explained_rows(e, table)))
    told: dict[str, tuple[float | None, float, int, float]] = {
        "ours": (found, over(np.array(e.predicted)[test]), e.tests, seconds)
    }
    variation = float(((y - e.mean) ** 2).mean())
    for beside in e.beside:
        share = beside.judged.explained.value or 0.0
        error = float(np.sqrt((1 - share) * variation)) / unit
        size = int("".join(c for c in beside.size if c.isdigit()) or 0)
        told[beside.name] = (None, error, size, 0.0)
    for name in PEERS if with_peers else ():
        try:
            predicted, size, peer_seconds = peer(name, truth, e)
        except subprocess.CalledProcessError as error:
            why = "more than its CPU seconds" if error.returncode < 0 else error.stderr[-200:]
            print(f"{name} did not end on {len(y):,} unseen rows: {why}", flush=True)
            continue
        told[name] = (None, over(predicted), size, peer_seconds)
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, nargs="+", default=[500, 2000])
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--peers", action="store_true")
    asked = parser.parse_args()
    print("| rows | columns | learner | F1 of the terms | error / truth's | size | CPU s |")
    print("|---|---|---|---|---|---|---|")
    for n_rows in asked.rows:
        for mixed in (False, True):
            runs = [
                measured(planted(n_rows, mixed, seed=seed), asked.peers)
                for seed in range(asked.seeds)
            ]
            for name in runs[0]:
                values = [run[name] for run in runs if name in run]
                found = "–" if values[0][0] is None else f"{np.mean([o[0] for o in values]):.3f}"
                error, size, seconds = (float(np.mean([o[i] for o in values])) for i in (1, 2, 3))
                took = f"{seconds:.1f}" if seconds else "–"
                print(
                    f"| {n_rows:,} | {'mixed' if mixed else 'categorical'} | {name} | {found} | "
                    f"{error:.3f} | {size:.0f} | {took} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
