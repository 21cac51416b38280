"""The time and memory of Gram matrices: ours, a bare matrix product, and MKLpy 0.6.

    python -m benchmarks.kernel_speed [--data tic-tac-toe,kr-vs-kp,splice] [--repeats 5] [--peers]

Normalised matrices of one-hot rows. Each kernel has a process of its own with one thread, in which
its turns and those of the bare task alternate; CPU seconds are the least of the repeats, and their
ratio the median of the pairs. Memory is the peak above what was there before the first call,
beside the size of the result. Bare: one float32 product ⟨x,z⟩ and one gather of the same shape.
Floor: scikit-learn's linear_kernel. --peers: one kernel, and MKLpy's right after it, in an
environment of its own.
"""

import argparse
import json
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np
from sklearn.metrics.pairwise import linear_kernel
from threadpoolctl import threadpool_limits

from benchmarks.environments import ROOT, alone, environment, printed
from benchmarks.kernel_learning import MKLPY
from benchmarks.memory import from_here, peak
from benchmarks.tables import thesis_examples
from kernels.boolean import Variables
from kernels.catalog import parse
from kernels.propositional import Connect, Grammar, Not, Op, operators

DATA = ("tic-tac-toe", "kr-vs-kp", "splice")
KERNELS = (
    "linear",
    "mC(3)",
    "mD(3)",
    "C(3)",
    "D(3)",
    "mDNF(3,3)",
    "mCNF(3,3)",
    "DNF(3,3)",
    "CNF(3,3)",
    "rules(10,5)",
    "average_mDNF(3,3)",
    "Tanimoto",
    "RBF(0.1)",
)
PROPOSITIONAL = {
    str(formula): formula.normalized()
    for formula in (
        Not(Variables()),
        *(Connect(op, Variables(), Variables()) for op in Op),
        *islice(filter(lambda grown: operators(grown) == 10, Grammar(10).formulas(10**4)), 2),
    )
}
OF_PEER = "mDNF(3,3)"
BARE, FLOOR, PEER = "bare product and gather", "sklearn linear_kernel", f"MKLpy {OF_PEER}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", default=",".join(DATA))
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--peers", action="store_true", help=f"{OF_PEER} beside MKLpy 0.6")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        name, which = asked.one
        print(json.dumps(measured(name, thesis_examples(which)[0], asked.repeats)))
        return
    for which in asked.data.split(","):
        X = thesis_examples(which)[0]
        result = 8 * len(X) ** 2 / 2**20
        print(f"{which} {X.shape[0]} × {X.shape[1]}, the result is {result:.0f} MB")
        for name in (OF_PEER,) if asked.peers else (BARE, FLOOR, *KERNELS, *PROPOSITIONAL):
            ours = alone("kernel_speed", "--one", name, which, "--repeats", asked.repeats)
            line(name, ours, result)
        if asked.peers:
            theirs = mklpy(X, asked.repeats)
            line(PEER, theirs | {"ratio": theirs["seconds"] / ours["bare"]}, result)
            times = theirs["seconds"] / ours["seconds"]
            print(f"  {OF_PEER}: {times:.1f} times less CPU than MKLpy (whose values are wrong)")


def line(name: str, told: dict, result: float) -> None:
    print(
        f"  {name[:50]:50} {1000 * told['seconds']:8.1f} ms  × {told['ratio']:5.2f} of bare"
        f"   {told['MB']:6.0f} MB  × {told['MB'] / result:5.2f} of the result",
        flush=True,
    )


def measured(name: str, X: np.ndarray, repeats: int) -> dict:
    known = {BARE: bare, FLOOR: floor} | PROPOSITIONAL
    call: Callable = known.get(name) or parse(name)
    with threadpool_limits(1):
        call(X[:8])  # what is loaded at the first call
        before = from_here()
        call(X)
        above = peak() - before
        took = np.array([(timed(call, X), timed(bare, X)) for _ in range(repeats)])
    seconds, of_bare = took.min(axis=0)
    ratio = float(np.median(took[:, 0] / took[:, 1]))
    return {"seconds": seconds, "bare": of_bare, "ratio": ratio, "MB": above}


def timed(call: Callable, X: np.ndarray) -> float:
    began = process_time()
    call(X)
    return process_time() - began


def bare(X: np.ndarray) -> np.ndarray:
    floats = X.astype(np.float32)
    return np.take(np.linspace(0, 1, X.shape[1] + 1), (floats @ floats.T).astype(np.int32))


def floor(X: np.ndarray) -> np.ndarray:
    return linear_kernel(X.astype(np.float64))


def mklpy(X: np.ndarray, repeats: int) -> dict:
    with TemporaryDirectory() as folder:
        np.savez(Path(folder) / "X.npz", X=X)
        script = ROOT / "benchmarks" / "peer_mklpy.py"
        python = environment("mklpy", MKLPY)
        return printed(python, script, "matrix", repeats, Path(folder) / "X.npz")


if __name__ == "__main__":
    main()
