"""MKLpy's GRAM or R-MKL on half a table, by its own Python: python peer_mklpy.py FOLDER HOW STEPS.

Kernels are made here as its users make them, outside the time; the last line printed is JSON.
"""

import json
import sys
from pathlib import Path
from time import process_time

import numpy as np
import torch

vars(np).setdefault("Inf", np.inf)  # MKLpy 0.6 is of before NumPy 2

torch.set_num_threads(1)


def memory(kind: str) -> float:
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return int(next(line for line in lines if line.startswith(kind)).split()[1]) / 1024


def main(folder: str, how: str, steps: int) -> None:
    from MKLpy.algorithms import GRAM, RMKL
    from MKLpy.metrics.pairwise import monotone_conjunctive_kernel
    from MKLpy.preprocessing import kernel_normalization
    from MKLpy.scheduler import ReduceOnWorsening

    half = np.load(Path(folder) / "half.npz")
    X, y = torch.tensor(half["X"], dtype=torch.float64), torch.tensor(half["y"])
    Path("/proc/self/clear_refs").write_text("5")  # the peak counts from here
    before = memory("VmRSS")
    kernels = [
        kernel_normalization(monotone_conjunctive_kernel(X, c=d))
        for d in range(1, int(X.sum(axis=1).max()) + 1)
    ]
    kernels.append(torch.eye(len(X), dtype=torch.float64))
    if how == "R-MKL":
        way = RMKL()
    elif how == "default":
        way = GRAM(max_iter=steps, learning_rate=0.01)
    else:
        way = GRAM(max_iter=steps, learning_rate=1.0, scheduler=ReduceOnWorsening())
    began = process_time()
    learnt = way.fit(kernels, y)
    seconds = process_time() - began
    weights = np.array([float(weight) for weight in learnt.solution.weights])
    told = {
        "seconds": seconds,
        "steps": steps,
        "weights": (weights / weights.sum()).tolist(),
        "MB": memory("VmHWM") - before,
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
