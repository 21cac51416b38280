"""MKLpy on the rows in a file, by its own Python: python peer_mklpy.py HOW TIMES FILE.

HOW is "matrix", the Gram matrix of mDNF(3,3) made so many times, or how GRAM learns a kernel in so
many steps: by "default", or "tuned". Its kernels are made as its users make them,
outside the time. The last line printed is JSON.
"""

import json
import sys
from time import process_time

import numpy as np
import torch
from memory import from_here, peak
from MKLpy.metrics.pairwise import monotone_conjunctive_kernel, monotone_dnf_kernel
from MKLpy.preprocessing import kernel_normalization

vars(np).setdefault("Inf", np.inf)  # MKLpy 0.6 is of before NumPy 2

torch.set_num_threads(1)


def matrix(X: torch.Tensor, times: int) -> dict:
    took = []
    before = from_here()
    for i in range(times):
        began = process_time()
        kernel_normalization(monotone_dnf_kernel(X, X, d=3, c=3))
        took.append(process_time() - began)
        if i == 0:
            above = peak() - before
    return {"seconds": min(took), "MB": above}


def learnt(X: torch.Tensor, y: torch.Tensor, how: str, steps: int) -> dict:
    from MKLpy.algorithms import GRAM
    from MKLpy.scheduler import ReduceOnWorsening

    before = from_here()
    kernels = [
        kernel_normalization(monotone_conjunctive_kernel(X, c=d))
        for d in range(1, int(X.sum(axis=1).max()) + 1)
    ]
    kernels.append(torch.eye(len(X), dtype=torch.float64))
    if how == "default":
        way = GRAM(max_iter=steps, learning_rate=0.01)
    else:
        way = GRAM(max_iter=steps, learning_rate=1.0, scheduler=ReduceOnWorsening())
    began = process_time()
    machine = way.fit(kernels, y)
    seconds = process_time() - began
    weights = np.array([float(weight) for weight in machine.solution.weights])
    return {
        "seconds": seconds,
        "steps": steps,
        "weights": (weights / weights.sum()).tolist(),
        "MB": peak() - before,
    }


if __name__ == "__main__":
    how, times, path = sys.argv[1:]
    rows = np.load(path)
    X, n = torch.tensor(rows["X"], dtype=torch.float64), int(times)
    told = matrix(X, n) if how == "matrix" else learnt(X, torch.tensor(rows["y"]), how, n)
    print(json.dumps(told))
