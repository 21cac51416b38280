"""Cells a second from the bytes of a file to a typed table, and from there to 0/1 examples.

    python -m benchmarks.reading [--rows 50000] [--columns 20] [--times 3]

One thread, seconds of CPU, the best of some times; beside each, on the same bytes in turn, pandas'
read_csv with every column a category (of a workbook what calamine alone takes, of Parquet what
pyarrow and pandas take). In the last column 0/1 examples: preparation, cuts and all. Texts that
all differ name rows, and no machine is asked about them.
"""

import argparse
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from io import BytesIO
from time import process_time

import numpy as np
import pandas as pd
import python_calamine as calamine
from threadpoolctl import threadpool_limits

from interpret.data.encoding import Encoding
from interpret.data.prepare import prepared
from interpret.data.reading import read_table
from interpret.data.task import tasks

Cells = Callable[[np.random.Generator, int], object]
START = datetime(2000, 1, 1)
SHAPES: dict[str, Cells] = {
    "few texts": lambda rng, n: rng.choice([f"v{i}" for i in range(8)], n),
    "few numbers": lambda rng, n: rng.integers(0, 100, n),
    "numbers that differ": lambda rng, n: rng.random(n).round(6),
    "texts that differ": lambda rng, n: [f"patient {i:08}" for i in rng.permutation(10 * n)[:n]],
    "dates": lambda rng, n: [
        (START + timedelta(int(day))).date().isoformat() for day in rng.integers(0, 8000, n)
    ],
    "times that differ": lambda rng, n: [
        (START + timedelta(seconds=int(second))).isoformat(" ")
        for second in rng.integers(0, 8000 * 86_400, n)
    ],
}


def frame(cells: Cells, rows: int, columns: int) -> pd.DataFrame:
    """So many columns of such cells, and a class."""
    rng = np.random.default_rng(0)
    made = {f"c{i}": cells(rng, rows) for i in range(columns)}
    return pd.DataFrame(made | {"class": rng.choice(["yes", "no"], rows)})


def files(rows: int, columns: int) -> dict[str, tuple[bytes, Callable[[bytes], object]]]:
    """What is read, and by what beside ours."""
    made: dict[str, tuple[bytes, Callable[[bytes], object]]] = {
        name: (frame(cells, rows, columns).to_csv(index=False).encode(), of_csv)
        for name, cells in SHAPES.items()
    }
    mixed = pd.concat(
        [frame(cells, rows, columns // 3).iloc[:, :-1] for cells in list(SHAPES.values())[:3]],
        axis=1,
    )
    mixed.columns = pd.Index([f"c{i}" for i in range(mixed.shape[1])])
    mixed["class"] = np.arange(rows) % 2
    for name, write, read in (
        ("Parquet, mixed", mixed.to_parquet, of_parquet),
        ("Excel, mixed", mixed.iloc[: rows // 10].to_excel, of_excel),
    ):
        file = BytesIO()
        write(file, index=False)
        made[name] = file.getvalue(), read
    return made


def of_csv(raw: bytes) -> object:
    return pd.read_csv(BytesIO(raw), dtype="category", keep_default_na=False)


def of_parquet(raw: bytes) -> object:
    return pd.read_parquet(BytesIO(raw)).astype("category")


def of_excel(raw: bytes) -> object:
    return calamine.CalamineWorkbook.from_filelike(BytesIO(raw)).get_sheet_by_index(0).to_python()


def best(times: int, *parts: Callable[[], object]) -> list[float]:
    """CPU seconds of each part, the best of some times, in turn."""
    spent = np.full((times, len(parts)), np.inf)
    for one in spent:
        for i, part in enumerate(parts):
            began = process_time()
            part()
            one[i] = process_time() - began
    return spent.min(axis=0).tolist()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=50_000)
    parser.add_argument("--columns", type=int, default=20)
    parser.add_argument("--times", type=int, default=3)
    asked = parser.parse_args()
    print(f"{'million cells a CPU second':<28}{'read':>7}{'beside':>9}{'to 0/1':>9}")
    for name, (raw, beside) in files(asked.rows, asked.columns).items():
        table = read_table(raw, name)
        n_cells = table.n_rows * len(table.columns) / 1e6

        def encoded(table=table) -> None:
            task = tasks(table)[0]
            task, _ = prepared(task, np.arange(table.n_rows))
            Encoding.fit(task.table, task.attributes).encode(task.table)

        parts: list[Callable[[], object]] = [partial(read_table, raw, ""), partial(beside, raw)]
        parts += [encoded] if name != "texts that differ" else []
        with threadpool_limits(1):
            speeds = [f"{n_cells / spent:9.2f}" for spent in best(asked.times, *parts)]
        print(f"{name:<26}{''.join(speeds)}", flush=True)


if __name__ == "__main__":
    main()
