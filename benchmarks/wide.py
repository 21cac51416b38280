"""What an answer costs on small files of very many columns: python -m benchmarks.wide

CPU seconds of whole programs, from the shell to the printed rule, beside monks-1 in the same run: a
machine that others use counts all of them alike. No column tells the class: nothing ends early.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

MONKS = "sample_data/monks-1.csv"
TABLES = {  # name -> rows, columns beside the class, values of each
    "100,000 columns of 2 values, 6 rows": (6, 99_999, 2),
    "2,000 columns of 6 values, 300 rows": (300, 2_000, 6),
    "2,000 columns of 40 values, 300 rows": (300, 2_000, 40),
}


def written(path: Path, n_rows: int, n_columns: int, n_values: int) -> None:
    rng = np.random.default_rng(0)
    cells = rng.integers(n_values, size=(n_rows, n_columns))
    lines = [",".join([*(f"c{i}" for i in range(n_columns)), "class"])]
    lines += [
        ",".join([*(f"v{cell}" for cell in row), ("no", "yes")[i % 2]])
        for i, row in enumerate(cells)
    ]
    path.write_text("\n".join(lines), encoding="utf-8")


def cpu_seconds(path: str) -> float:
    before = os.times()
    asked = [sys.executable, "-m", "interpret", path, "--jobs", "1"]
    subprocess.run(asked, check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    return after.children_user + after.children_system - before[2] - before[3]


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    cpu_seconds(MONKS)  # what is compiled once is not counted
    usual = cpu_seconds(MONKS)
    print(f"{'monks-1':<40}{usual:8.1f} CPU s")
    with tempfile.TemporaryDirectory() as folder:
        for name, size in TABLES.items():
            path = Path(folder) / "wide.csv"
            written(path, *size)
            seconds = cpu_seconds(str(path))
            print(
                f"{name:<40}{seconds:8.1f} CPU s, {seconds / usual:.1f} times monks-1", flush=True
            )


if __name__ == "__main__":
    main()
