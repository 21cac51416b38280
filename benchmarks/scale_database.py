"""Ten million rows in PostgreSQL: from a table there to a rule judged on every row.

    python -m benchmarks.scale_database [--rows 10000000] [--jobs 2] [--limit 3600]

The rows of benchmarks.scale --files are copied into a server of this computer, with a number as
their primary key. Our CPU seconds are those of benchmarks.scale; the server's are counted apart.
"""

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import duckdb
import psycopg

from benchmarks.memory import cpu_of, stat_of
from benchmarks.scale import files_line
from benchmarks.scale_cell import STEPS, cell
from benchmarks.surveys import survey_files
from tests.postgres import new_database, serve

BLOCK = 2**20  # bytes that are copied at a time


def filled(url: str, rows: int) -> None:
    """Makes the table `survey`."""
    with TemporaryDirectory(prefix="survey-") as folder, psycopg.connect(url) as connection:
        survey_files(rows, 20, Path(folder))
        told = duckdb.sql(f"SELECT row_number() OVER () AS id, * FROM '{folder}/*.parquet'")
        types = {"VARCHAR": "text", "DOUBLE": "double precision"}
        columns = ", ".join(
            f'"{name}" {types.get(str(kind), "integer")}'
            for name, kind in zip(told.columns, told.types, strict=True)
        )
        connection.execute(f"CREATE TABLE survey ({columns})".encode())
        told.write_csv(f"{folder}/survey.csv", header=False)
        with (
            connection.cursor().copy("COPY survey FROM STDIN (FORMAT csv)") as copy,
            Path(folder, "survey.csv").open("rb") as file,
        ):
            while block := file.read(BLOCK):
                copy.write(block)
        connection.execute("ALTER TABLE survey ADD PRIMARY KEY (id)")
        connection.commit()
        connection.autocommit = True
        connection.execute("VACUUM ANALYZE survey")


def server_cpu(url: str) -> float:
    """CPU seconds of the server and of its processes, those that ended included."""
    with psycopg.connect(url) as connection:
        parent = _parent(str(connection.info.backend_pid))
    ended = sum(map(int, stat_of(parent)[13:15])) / 100
    running = (p.name for p in Path("/proc").glob("[0-9]*") if _parent(p.name) == parent)
    return ended + cpu_of(stat_of(parent)) + sum(cpu_of(stat_of(one)) for one in running)


def _parent(process: str) -> str:
    try:
        return stat_of(process)[1]
    except OSError:
        return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=float, default=3600, help="seconds")
    asked = parser.parse_args()
    with serve() as server:
        url = new_database(server)
        filled(url, asked.rows)
        before, began = server_cpu(url), perf_counter()
        told = cell("files", url, asked.jobs, limit=asked.limit, last=STEPS[-1])
        print(f"{'rows':>13}{'MB':>8}{''.join(f'{step:>9}' for step in STEPS)}  seconds  peak MB")
        print(files_line({"rows": asked.rows} | told))
        print(f"server: {server_cpu(url) - before:.1f} CPU s in {perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
