"""The tables of Hibraj's thesis (chapters 5 and 6), by this library's tensor machine.

    python -m benchmarks.tensor > FILE

Memory of the layouts (5.1), time and error on its synthetic recipe (5.4: X and the noise normal,
s weights of ±(1 − 0.3 u)), the Nyström-like curve (6.1), features selected (6.3), and the memory of
streaming the tensor of conjunctions.
"""

import argparse
from time import process_time

import numpy as np

from benchmarks.memory import from_here, peak
from benchmarks.packed import memory_table
from kernels.tensor.kernels import ConjunctionsUpToTensor, LinearTensor
from kernels.tensor.regressor import TensorKernelRegressor
from kernels.tensor.ways import Streamed

GIGABYTE = 2**30
GAMMAS = (0.05, 0.2, 0.86, 4.0)
SIGMA = 0.05


def synthetic(n: int, d: int, s: int, seed: int, sigma: float = SIGMA):
    """X (n, d), y (n,) and the true weights (d,) of the thesis's recipe (eq. 5.17)."""
    random = np.random.default_rng(seed)
    X, w = random.normal(size=(n, d)), np.zeros(d)
    chosen = random.choice(d, s, replace=False)
    w[chosen] = np.sign(random.normal(size=s)) * (1 - 0.3 * random.uniform(size=s))
    return X, X @ w + sigma * random.normal(size=n), w


def selected(weights: np.ndarray, true: np.ndarray, threshold: float) -> tuple[float, float]:
    """Precision and recall of the weights beyond so many standard deviations (section 6.3)."""
    found = np.abs(weights) > threshold * weights.std()
    hits = (found & (true != 0)).sum()
    return float(hits / max(found.sum(), 1)), float(hits / (true != 0).sum())


def layouts() -> None:
    print("\n### Memory of a tensor of order 4\n")
    print("| examples | whole, GB | packed, GB | streamed, MB (its rows and vectors) |")
    print("|---|---|---|---|")
    for row in memory_table((100, 130, 150, 250, 399, 500, 2000)):
        n = int(row["examples"])
        pairs = n * (n + 1) // 2
        ours = pairs * (8 + 4 + 4 + 8 + 8 + 7) / 2**20  # tuples, order, place, masses, totals
        print(
            f"| {n:,} | {row['whole'] / GIGABYTE:,.2f} | {row['packed'] / GIGABYTE:,.2f} | "
            f"{ours:,.0f} |"
        )


def streamed_memory(n: int, d: int) -> None:
    """One block row of the product with the tensor: what it holds does not grow with the rest."""
    X = np.random.default_rng(0).integers(0, 2, (n, d)).astype(np.uint8)
    start = from_here()
    way = Streamed(X, ConjunctionsUpToTensor(3), 4)
    masses = way.masses(np.linspace(-1, 1, n))
    rows = way.products.rows(slice(0, 512))
    for begin in range(0, min(len(masses), 20 * 512), 512):
        block = slice(begin, min(begin + 512, len(masses)))
        way.kernel.of(rows @ way.products.rows(block).T) @ masses[block]
    print(f"| {n:,} | {d} | {len(masses):,} | {peak() - start:,.0f} |")


def synthetic_times() -> None:
    print("\n### The synthetic recipe: linear kernel, γ = 0.86\n")
    print("| n | d | s | way | CPU s | duality gap | test MSE | noise variance |")
    print("|---|---|---|---|---|---|---|---|")
    for n, d, s in ((120, 5000, 7), (250, 2000, 9), (4000, 5000, 17)):
        X, y, _ = synthetic(n + 500, d, s, 0)
        started = process_time()
        machine = TensorKernelRegressor(LinearTensor(), 4, 0.86).fit(X[:n], y[:n])
        seconds = process_time() - started
        error = float(((machine.predict(X[n:]) - y[n:]) ** 2).mean())
        print(
            f"| {n:,} | {d:,} | {s} | {machine.way_} | {seconds:.2f} | {machine.gap_:.0e} | "
            f"{error:.4f} | {SIGMA**2} |",
            flush=True,
        )


def subsampled() -> None:
    print("\n### The Nyström-like strategy: m of 4,000 examples, d = 5,000, s = 17\n")
    print("| m | γ | test MSE, mean of 5 draws | deviation | precision, recall at 2 σ |")
    print("|---|---|---|---|---|")
    X, y, w = synthetic(7000, 5000, 17, 1)
    for m in (60, 120, 160, 250, 500, 1000):
        errors, chosen, best = [], [], 0.86
        tried = []
        for gamma in GAMMAS:
            machine = TensorKernelRegressor(LinearTensor(), 4, gamma, examples=m)
            machine.fit(X[:4000], y[:4000])
            tried.append(float(((machine.predict(X[4000:5000]) - y[4000:5000]) ** 2).mean()))
        best = GAMMAS[int(np.argmin(tried))]
        for draw in range(5):
            machine = TensorKernelRegressor(
                LinearTensor(), 4, best, examples=m, random_state=draw
            ).fit(X[:4000], y[:4000])
            errors.append(float(((machine.predict(X[5000:]) - y[5000:]) ** 2).mean()))
            chosen.append(selected(np.asarray(machine.coef_), w, 2.0))
        precision, recall = np.mean(chosen, axis=0)
        print(
            f"| {m:,} | {best} | {np.mean(errors):.3f} | {np.std(errors):.3f} | "
            f"{precision:.2f}, {recall:.2f} |",
            flush=True,
        )


def selection() -> None:
    print("\n### Features selected: precision and recall of the true ones, d = 2,000, s = 9\n")
    print("| n | noise σ | q | at 2 σ | at 5 σ | at 10 σ |")
    print("|---|---|---|---|---|---|")
    for n in (120, 250, 500):
        for sigma in (0.05, 0.5):
            X, y, w = synthetic(n, 2000, 9, 2, sigma)
            for q in (4, 8):
                machine = TensorKernelRegressor(LinearTensor(), q, 0.86).fit(X, y)
                told = [selected(np.asarray(machine.coef_), w, t) for t in (2.0, 5.0, 10.0)]
                cells = " | ".join(f"{p:.2f}, {r:.2f}" for p, r in told)
                print(f"| {n} | {sigma} | {q} | {cells} |", flush=True)


def main() -> None:
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    layouts()
    print("\n### Memory taken by streaming conjunctions of up to 3 of d variables\n")
    print("| examples | variables | distinct pairs | MB |")
    print("|---|---|---|---|")
    for n, d in ((500, 40), (2000, 40)):
        streamed_memory(n, d)
    synthetic_times()
    subsampled()
    selection()


if __name__ == "__main__":
    main()
