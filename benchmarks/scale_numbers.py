"""What explaining a number costs, over rows, beside an EBM and a random forest in the same run.

    python -m benchmarks.scale_numbers [--numeric 1000,2000,4000] [--mixed 5000,20000] [--peers]

Tables of 8 columns of numbers, and of 10 columns of which every other has texts. The number is made
of a straight line, a wave, a corner that two columns share, and noise, so that no sum of conditions
is right: the noise leaves 82 to 85 % of the variation to explain. Seconds are of CPU in one thread
from the table to the answer with all defaults; those of the peers, with theirs, are of fitting and
predicting. The slope between two sizes is the exponent of growth. R² is of the 30 % of the rows
that nobody learnt from.
"""

import argparse
from math import log
from time import process_time

import numpy as np
import pandas as pd

from benchmarks.number_truth import peer
from benchmarks.planted_numbers import Planted
from benchmarks.tables import table_of
from interpret.number.explain import explain_number
from interpret.settings import Settings

BESIDE = ("EBM", "random forest")


def waves(n: int, columns: int, mixed: bool, seed: int = 0) -> Planted:
    """A number that moves along columns; every other column has texts where it is mixed."""
    rng = np.random.default_rng(seed)
    cells = {
        f"c{j}": rng.choice(list("abcd")[: 2 + j % 3], n) if mixed and j % 2
        else np.round(rng.normal(size=n), 4)
        for j in range(columns)
    }  # fmt: skip
    line, one, other, wave = (cells[f"c{j}"] for j in (0, 2, 4, 6))
    signal = 2 * line + 3 * ((one > 0) & (other > 0.5)) + 1.5 * np.sin(2 * wave)
    frame = pd.DataFrame(cells | {"y": np.round(signal + rng.normal(size=n), 4)})
    return Planted(frame, (), (), signal)


def measured(n: int, columns: int, mixed: bool, peers: bool) -> float:
    """CPU seconds of ours; prints a line for each learner."""
    given = waves(n, columns, mixed)
    table = table_of(given.frame)
    started = process_time()
    e = explain_number(table, Settings())
    seconds = process_time() - started
    rows = list(e.rows["test"])
    y = given.frame["y"].to_numpy()[rows]
    lines = [("ours", np.array(e.predicted)[rows], e.tests, seconds)]
    lines += [(name, *peer(name, given, e)) for name in (BESIDE if peers else ())]
    for name, predicted, size, took in lines:
        share = 1 - ((y - predicted) ** 2).sum() / ((y - y.mean()) ** 2).sum()
        what = f"{n:,} × {columns}, {'mixed' if mixed else 'numbers'}"
        print(f"| {what} | {name} | {took:.1f} | {share:.3f} | {size:,} |", flush=True)
    return seconds


def main() -> None:
    def numbers(text: str) -> list[int]:
        return [int(part) for part in text.split(",") if part]

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--numeric", type=numbers, default=[1000, 2000, 4000])
    parser.add_argument("--mixed", type=numbers, default=[5000, 20_000])
    parser.add_argument("--peers", action="store_true")
    asked = parser.parse_args()
    explain_number(table_of(waves(60, 8, True).frame), Settings())  # loads what is compiled
    print("| table | learner | CPU s | R² on unseen rows | size |\n|---|---|---|---|---|")
    for sizes, columns, mixed in ((asked.numeric, 8, False), (asked.mixed, 10, True)):
        before: tuple[int, float] | None = None
        for n in sizes:
            seconds = measured(n, columns, mixed, asked.peers)
            if before:
                slope = log(seconds / before[1]) / log(n / before[0])
                print(f"slope of ours: {slope:.2f}", flush=True)
            before = n, seconds


if __name__ == "__main__":
    main()
