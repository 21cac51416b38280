"""Tables as surveys are, of any size: as the bytes of a CSV file, or as Parquet files.

Columns of two to forty values, rare ones rarer, a few of them numbers, a planted rule of three
clauses, 10 % of the labels wrong.
"""

from pathlib import Path

import numpy as np
import pandas as pd

WRONG = 0.1
NUMBERS = 4  # columns of numbers
FILE_ROWS, BLOCK_ROWS = 5_000_000, 1_000_000


def survey(rows: int, columns: int, seed: int = 0) -> bytes:
    """A CSV file of so many rows and columns beside its class."""
    rng, shape = np.random.default_rng(seed), np.random.default_rng(12)
    sizes = _sizes(columns)
    names = ["job", "home", "region", "school"]
    text = {}
    for place, size in enumerate(sizes[:columns]):
        weights = shape.dirichlet(np.full(size, 0.8))
        drawn = rng.choice(size, rows, p=weights)
        text[names[place] if place < 4 else f"q{place}"] = drawn
    for place in range(min(NUMBERS, columns - 5)):
        text[f"q{columns - 1 - place}"] = rng.normal(40, 15, rows).round(place).clip(0, 99)
    age = text.get(f"q{columns - 1}", np.zeros(rows))
    label = _truth(text, age) ^ (rng.random(rows) < WRONG)
    names_of = np.array([f"v{place}" for place in range(max(sizes))])
    cells = {name: names_of[own] if own.dtype.kind == "i" else own for name, own in text.items()}
    frame = pd.DataFrame(cells | {"class": np.where(label, "yes", "no")})
    return frame.to_csv(index=False).encode()


def survey_files(rows: int, columns: int, folder: Path, seed: int = 0) -> None:
    """A table of the same kind and truth as Parquet files of five million rows, made in blocks.

    One more column of numbers, an amount, takes half of the bytes.
    """
    import pyarrow as arrow
    from pyarrow import parquet

    shape = np.random.default_rng(12)
    sizes = _sizes(columns)
    titles = ["job", "home", "region", "school", *(f"q{place}" for place in range(4, columns))]
    tables = {}  # of each column of texts, what each of 65,536 numbers stands for
    for title, size in zip(titles[: columns - NUMBERS], sizes, strict=False):
        ends = np.cumsum(shape.dirichlet(np.full(size, 0.8)))
        tables[title] = np.searchsorted(ends, (np.arange(2**16) + 0.5) / 2**16).clip(0, size - 1)
    for start in range(0, rows, FILE_ROWS):
        writer = None
        for begin in range(start, min(rows, start + FILE_ROWS), BLOCK_ROWS):
            n = min(BLOCK_ROWS, rows - begin)
            rng = np.random.default_rng((seed, begin))
            codes = {
                title: table[rng.integers(0, 2**16, n, dtype=np.uint16)].astype(np.int8)
                for title, table in tables.items()
            }
            text_columns = {
                title: arrow.DictionaryArray.from_arrays(
                    arrow.array(drawn), arrow.array([f"v{i}" for i in range(drawn.max() + 1)])
                )
                for title, drawn in codes.items()
            }
            normal = rng.standard_normal((NUMBERS, n), dtype=np.float32)
            for place, title in enumerate(titles[columns - NUMBERS :]):
                amounts = (40 + 15 * normal[place]).round().clip(0, 99).astype(np.int8)
                text_columns[title] = arrow.array(amounts)
            text_columns["amount"] = arrow.array(
                np.exp(6.0 + normal[0].astype(float) / 2 + rng.random(n))
            )
            age = text_columns[titles[-1]].to_numpy()
            label = _truth(codes, age) ^ (rng.random(n, dtype=np.float32) < WRONG)
            text_columns["class"] = arrow.DictionaryArray.from_arrays(
                arrow.array(label.astype(np.int8)), arrow.array(["no", "yes"])
            )
            block = arrow.table(text_columns)
            writer = writer or parquet.ParquetWriter(
                folder / f"survey-{start // FILE_ROWS:03}.parquet", block.schema
            )
            writer.write_table(block)
        if writer is not None:
            writer.close()


def _sizes(columns: int) -> list[int]:
    """How many values each column has."""
    return [8, 2, 5, 12, *np.geomspace(2, 40, max(1, columns - 4)).round().astype(int)]


def _truth(cells: dict[str, np.ndarray], age: np.ndarray) -> np.ndarray:
    """The planted rule: (job = 1 and home = 0) or (older than 55 and region ≠ 2) or school = 3."""
    return (
        ((cells["job"] == 1) & (cells["home"] == 0))
        | ((age > 55) & (cells["region"] != 2))
        | (cells["school"] == 3)
    )
