"""Time and memory from the bytes of a file to its rule, over rows and columns.

    python -m benchmarks.scale [--rows 1000,10000,100000,1000000] [--columns 20]
        [--at 10000] [--widths 10,30,100,300] [--limit 600] [--jobs 2]
    python -m benchmarks.scale --files 1000000,10000000,100000000 [--again 10] [--jobs 2]
                               [--limit 3600]

Each cell is a process of its own with a time limit: it makes a table as surveys are (columns of two
to forty values, rare ones rarer, a few of them numbers, a planted rule of three clauses, 10 % of
the labels wrong), and measures reading it, the rule with all defaults, its card, the comparison of
both on outer folds (none where the rule was never wrong on left-out rows), and the study behind it.
Seconds are of CPU in one thread (a busy machine's clock says nothing), memory is the peak of the
process. --jobs N measures the answer also with so many jobs, in seconds of the clock: of an idle
machine alone they say something.

--files measures tables that do not fit: Parquet files of so many rows, made in a temporary folder
and removed again, are learnt from and judged row by row. --again N names each file N times, so that
a billion rows are ten times the same hundred million.
"""

import argparse
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from benchmarks.scale_cell import PARTS, STEPS, cell
from benchmarks.surveys import survey_files

ROWS, COLUMNS = (1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000), 20
AT, WIDTHS = 10_000, (10, 30, 100, 300)
ROW_BYTES = 40  # of disk that a row of files may take


def table_cell(rows: int, columns: int, limit: float, jobs: int) -> dict:
    """A table that fits: one core, and where asked so many jobs."""
    told = {"rows": rows, "columns": columns}
    told |= cell("table", rows, columns, 1, limit=limit, last="study")
    if jobs > 1:
        other = cell("table", rows, columns, jobs, limit=limit, last="answer")
        told["jobs"] = other.get("answer", {}).get("seconds")
    return told


def files_cell(rows: int, columns: int, limit: float, jobs: int, again: int) -> dict:
    """A table of files, made for it and removed, with so many jobs."""
    free = shutil.disk_usage(gettempdir()).free
    if free < rows * ROW_BYTES:
        return {"rows": rows, "trouble": f"{rows * ROW_BYTES >> 20} MB of disk are needed"}
    with TemporaryDirectory(prefix="survey-") as folder:
        survey_files(rows, columns, Path(folder))
        for file in [*Path(folder).iterdir()]:
            for place in range(1, again):
                file.with_stem(f"{place}-{file.stem}").hardlink_to(file)
        return {"rows": rows} | cell("files", folder, jobs, limit=limit, last="judge")


def files_line(told: dict) -> str:
    parts = (f"{told[step]['cpu']:9.1f}" if step in told else f"{'–':>9}" for step in STEPS)
    clock = sum(told[step]["seconds"] for step in STEPS) if "judge" in told else 0
    rule = f"{100 * told['rule']:6.2f} · {told['tests']:<3}" if "rule" in told else f"{'–':12}"
    return (
        f"{told['rows']:>13,}{told.get('MB', 0):8.0f}{''.join(parts)}{clock:9.1f}"
        f"{told[STEPS[-1]]['peak'] if 'judge' in told else 0:9.0f}"
        f"   {rule} {told.get('trouble', '')}"
    )


def line(told: dict) -> str:
    parts = (f"{told[part]['cpu']:9.1f}" if part in told else f"{'–':>9}" for part in PARTS)
    last = [part for part in PARTS if part in told]
    before = told.get("answer", {}).get("peak")
    rule = f"{100 * told['rule']:5.1f} · {told['tests']:<3}" if "rule" in told else f"{'–':11}"
    return (
        f"{told['rows']:>9,} × {told['columns']:<4}{''.join(parts)}"
        f"{before or 0:9.0f}{told[last[-1]]['peak'] if last else 0:8.0f}"
        f"{format(told['jobs'], '8.1f') if told.get('jobs') else ''}"
        f"   {rule} {told.get('first', '')} {told.get('machine', '')}"
        f"{'  ' + told['trouble'] if 'trouble' in told else ''}"
    )


def main() -> None:
    def numbers(text: str) -> list[int]:
        return [int(part) for part in text.split(",") if part]

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=numbers, default=list(ROWS))
    parser.add_argument("--columns", type=int, default=COLUMNS)
    parser.add_argument("--at", type=int, default=AT, help="rows of the tables of other widths")
    parser.add_argument("--widths", type=numbers, default=list(WIDTHS))
    parser.add_argument("--limit", type=float, default=600, help="seconds for a cell")
    parser.add_argument("--jobs", type=int, default=1, help="measure so many jobs beside one")
    parser.add_argument("--files", type=numbers, help="rows of tables that do not fit")
    parser.add_argument("--again", type=int, default=1, help="name each of --files so many times")
    asked = parser.parse_args()
    if asked.files:
        all_files(asked)
        return
    titles = "".join(f"{part:>9}" for part in PARTS)
    print(f"{'rows':>9}   cols{titles}{'peak MB':>9}{'in all':>8}   rule %·tests")
    sizes = [(rows, asked.columns) for rows in asked.rows]
    sizes += [(asked.at, columns) for columns in asked.widths]
    for rows, columns in sizes:
        print(line(table_cell(rows, columns, asked.limit, asked.jobs)), flush=True)


def all_files(asked: argparse.Namespace) -> None:
    """Every size of --files, one line each."""
    titles = "".join(f"{step:>9}" for step in STEPS)
    print(f"{'rows':>13}{'MB':>8}{titles}{'seconds':>9}{'peak MB':>9}   rule %·tests")
    for rows in asked.files:
        told = files_cell(rows, asked.columns, asked.limit, max(1, asked.jobs), asked.again)
        print(files_line(told), flush=True)


if __name__ == "__main__":
    main()
