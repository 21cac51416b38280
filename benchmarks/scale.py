"""Time and memory from the bytes of a file to its rule, over rows and columns.

    python -m benchmarks.scale [--rows 1000,10000,100000,1000000] [--columns 20]
        [--at 10000] [--widths 10,30,100,300] [--limit 600] [--jobs 2] [--png FILE] [--json FILE]
    python -m benchmarks.scale --files 1000000,10000000,100000000 [--jobs 2] [--limit 3600]

Each cell is a process of its own with a time limit: it makes a table as surveys are (columns of two
to forty values, rare ones rarer, a few of them numbers, a planted rule of three clauses, 10 % of
the labels wrong), and measures reading it, the answer with all defaults, its document and the study
behind it. Seconds are of CPU in one thread (a busy machine's clock says nothing), memory is the
peak of the process. The slope between two sizes is the exponent of growth: 1 is in proportion.
--jobs N measures the answer also with so many jobs, and on a local cluster of Dask of so many
workers, in seconds of the clock: of an idle machine alone they say something.

--files measures tables that do not fit: Parquet files of so many rows, made in a temporary folder
and removed again, are learnt from and judged row by row. The last line is no measurement: what the
slope between the two largest tables says of 10⁹ rows.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
from io import BytesIO
from math import log
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from time import perf_counter, process_time

import numpy as np
from plotly.subplots import make_subplots

from benchmarks.pictures import photographed

ROWS, COLUMNS = (1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000), 20
AT, WIDTHS = 10_000, (10, 30, 100, 300)
WRONG = 0.1
NUMBERS = 4  # columns of numbers
FILE_ROWS, BLOCK_ROWS = 5_000_000, 1_000_000
PARTS = ("read", "answer", "document", "study")
STEPS = ("learn", "answer", "judge")  # of files
PROJECTED = 1_000_000_000  # rows
ROW_BYTES = 40  # of disk that a row of files may take
COLOURS = {"read": "#5f6b7a", "answer": "#0b6e99", "study": "#c2571a"}
TICKS = {"cpu": [0.01, 0.1, 1, 10, 100, 1000], "peak": [100, 200, 500, 1000, 2000, 5000]}


def survey(rows: int, columns: int, seed: int = 0) -> bytes:
    """A CSV file of so many rows and columns beside its class, which a rule of three clauses gives.

    The rule: (job = 1 and home = 0) or (over 50 years and region ≠ 2) or (school = 3).
    """
    rng, shape = np.random.default_rng(seed), np.random.default_rng(12)
    sizes = [8, 2, 5, 12, *np.geomspace(2, 40, max(1, columns - 4)).round().astype(int)]
    names = ["job", "home", "region", "school"]
    text = {}
    for place, size in enumerate(sizes[:columns]):
        weights = shape.dirichlet(np.full(size, 0.8))
        drawn = rng.choice(size, rows, p=weights)
        text[names[place] if place < 4 else f"q{place}"] = drawn
    for place in range(min(NUMBERS, columns - 5)):
        text[f"q{columns - 1 - place}"] = rng.normal(40, 15, rows).round(place).clip(0, 99)
    age = text.get(f"q{columns - 1}", np.zeros(rows))
    truth = (
        ((text["job"] == 1) & (text["home"] == 0))
        | ((age > 55) & (text["region"] != 2))
        | (text["school"] == 3)
    )
    label = truth ^ (rng.random(rows) < WRONG)
    file = BytesIO()
    file.write((",".join([*text, "class"]) + "\n").encode())
    for start in range(0, rows, 10_000):
        part = slice(start, start + 10_000)
        cells = [
            np.char.add("v", own[part].astype("U2"))
            if own.dtype.kind == "i"
            else own[part].astype("U6")
            for own in text.values()
        ]
        block = np.stack([*cells, np.where(label[part], "yes", "no")], axis=1).tolist()
        file.write("".join(",".join(line) + "\n" for line in block).encode())
    return file.getvalue()


def survey_files(rows: int, columns: int, folder: Path, seed: int = 0) -> None:
    """A table of the same kind and truth as Parquet files of five million rows, made in blocks.

    One more column of numbers, an amount, takes half of the bytes.
    """
    import pyarrow as arrow
    from pyarrow import parquet

    shape = np.random.default_rng(12)
    sizes = [8, 2, 5, 12, *np.geomspace(2, 40, columns - 4).round().astype(int)]
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
            own = {
                title: arrow.DictionaryArray.from_arrays(
                    arrow.array(drawn), arrow.array([f"v{i}" for i in range(drawn.max() + 1)])
                )
                for title, drawn in codes.items()
            }
            normal = rng.standard_normal((NUMBERS, n), dtype=np.float32)
            for place, title in enumerate(titles[columns - NUMBERS :]):
                amounts = (40 + 15 * normal[place]).round().clip(0, 99).astype(np.int8)
                own[title] = arrow.array(amounts)
            own["amount"] = arrow.array(np.exp(6.0 + normal[0].astype(float) / 2 + rng.random(n)))
            age = own[titles[-1]].to_numpy()
            truth = (
                ((codes["job"] == 1) & (codes["home"] == 0))
                | ((age > 55) & (codes["region"] != 2))
                | (codes["school"] == 3)
            )
            label = truth ^ (rng.random(n, dtype=np.float32) < WRONG)
            own["class"] = arrow.DictionaryArray.from_arrays(
                arrow.array(label.astype(np.int8)), arrow.array(["no", "yes"])
            )
            block = arrow.table(own)
            writer = writer or parquet.ParquetWriter(
                folder / f"survey-{start // FILE_ROWS:03}.parquet", block.schema
            )
            writer.write_table(block)
        if writer is not None:
            writer.close()


def measured_files(folder: Path, jobs: int, cluster: str) -> dict:
    """Seconds, CPU seconds, children's included, and the peak in MB, of each step on files."""
    import interpret.present.words as words
    from interpret.answer.answer import answers
    from interpret.answer.explanation import Explanation
    from interpret.cluster import on_cluster
    from interpret.data.task import tasks
    from interpret.explain import explain
    from interpret.large.judge import judged
    from interpret.large.learn import learnt
    from interpret.large.source import source
    from interpret.settings import Settings
    from interpret.tasks import on_cores

    told: dict = {}
    began, used = perf_counter(), _cpu_of_all()

    def done(part: str) -> None:
        nonlocal began, used
        now, spent = perf_counter(), _cpu_of_all()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        told[part] = {"seconds": now - began, "cpu": spent - used, "peak": peak}
        print(json.dumps(told), flush=True)
        began, used = now, spent

    with on_cores(jobs), on_cluster(cluster, jobs):
        began, used = perf_counter(), _cpu_of_all()
        files = source(str(folder))
        told |= {"rows": files.rows, "columns": len(files.names), "MB": files.bytes / 2**20}
        known = learnt(files, None, 0)
        done("learn")
        table, settings = known.table, Settings()
        found: list[Explanation] = [explain(table, settings) for _ in tasks(table)]
        done("answer")
        own = judged(answers(found, table), known)[0]
        unseen = own.rule["unseen"]
        told |= {
            "rule": unseen.accuracy.value,
            "tests": len(found[0].rule.formula),
            "judged": own.rule["all"].n,
            "machine": words.machine_words(found[0]),
            "right": own.machine.accuracy.value,
            "machine rows": own.machine_rows,
        }
        done("judge")
    return told


def _cpu_of_all() -> float:
    """CPU seconds of this process and of its children, those that still run included."""
    mine = resource.getrusage(resource.RUSAGE_SELF)
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    running = 0.0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            cells = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(cells[1]) == os.getpid():
            running += (int(cells[11]) + int(cells[12])) / os.sysconf("SC_CLK_TCK")
    return mine.ru_utime + mine.ru_stime + ended.ru_utime + ended.ru_stime + running


def measured(rows: int, columns: int, jobs: int = 1, cluster: str = "") -> dict:
    """Seconds, CPU seconds and the peak in MB after each part, and what was found."""
    import interpret.present.words as words
    from interpret.answer.answer import Answer
    from interpret.answer.record import document
    from interpret.cluster import on_cluster
    from interpret.data.reading import read_table
    from interpret.explain import explain
    from interpret.settings import Settings
    from interpret.study.study import study
    from interpret.tasks import on_cores

    raw = survey(rows, columns)
    told: dict = {"rows": rows, "columns": columns, "MB": len(raw) / 2**20}
    began, used = perf_counter(), process_time()

    def done(part: str) -> None:
        nonlocal began, used
        now, spent = perf_counter(), process_time()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        told[part] = {"seconds": now - began, "cpu": spent - used, "peak": peak}
        print(json.dumps(told), flush=True)
        began, used = now, spent

    table = read_table(raw, "survey.csv")
    done("read")
    with on_cores(jobs), on_cluster(cluster, jobs):
        began, used = perf_counter(), process_time()
        e = explain(table, Settings())
    part = e.judged_on
    told |= {
        "rule": e.rule_right[part].accuracy.value,
        "tests": len(e.rule.formula),
        "machine": words.machine_words(e),
        "right": e.machine_right[part].accuracy.value,
    }
    done("answer")
    if jobs > 1:
        return told
    told["document MB"] = len(json.dumps(document([Answer(e, table)]))) / 2**20
    done("document")
    study(Answer(e, table))
    done("study")
    return told


def cell(*argv: object, limit: float, last: str) -> dict:
    """One cell in a process of its own; what it had told when the limit was reached.

    last: the step that it ends with.
    """
    command = [sys.executable, "-m", "benchmarks.scale", *map(str, argv)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
        out, trouble = done.stdout, done.stderr.strip().rsplit("\n", 1)[-1]
    except subprocess.TimeoutExpired as stopped:
        out, trouble = (stopped.stdout or b"").decode(), f"stopped after {limit:g} s"
    lines = out.strip().splitlines()
    told = json.loads(lines[-1]) if lines else {}
    return told if last in told else told | {"trouble": trouble}


def table_cell(rows: int, columns: int, limit: float, jobs: int) -> dict:
    """A table that fits: one core, and where asked so many jobs and a cluster of so many."""
    told = {"rows": rows, "columns": columns}
    told |= cell("--one", rows, columns, 1, "", limit=limit, last="study")
    for name, cluster in (("jobs", ""), ("dask", "local")) if jobs > 1 else ():
        other = cell("--one", rows, columns, jobs, cluster, limit=limit, last="answer")
        told[name] = other.get("answer", {}).get("seconds")
    return told


def files_cell(rows: int, columns: int, limit: float, jobs: int) -> dict:
    """A table of files, made for it and removed: so many jobs, and a cluster of so many."""
    free = shutil.disk_usage(gettempdir()).free
    if free < rows * ROW_BYTES:
        return {"rows": rows, "trouble": f"{rows * ROW_BYTES >> 20} MB of disk are needed"}
    with TemporaryDirectory(prefix="survey-") as folder:
        survey_files(rows, columns, Path(folder))
        told = {"rows": rows}
        told |= cell("--one-files", folder, jobs, "", limit=limit, last="judge")
        other = cell("--one-files", folder, jobs, "local", limit=limit, last="judge")
        if "judge" in other:
            told["dask"] = sum(other[step]["seconds"] for step in STEPS)
    return told


def files_line(told: dict) -> str:
    parts = (f"{told[step]['cpu']:9.1f}" if step in told else f"{'–':>9}" for step in STEPS)
    clock = sum(told[step]["seconds"] for step in STEPS) if "judge" in told else 0
    rule = f"{100 * told['rule']:6.2f} · {told['tests']:<3}" if "rule" in told else f"{'–':12}"
    return (
        f"{told['rows']:>13,}{told.get('MB', 0):8.0f}{''.join(parts)}{clock:9.1f}"
        f"{told.get('dask', 0):9.1f}{told[STEPS[-1]]['peak'] if 'judge' in told else 0:9.0f}"
        f"   {rule} {told.get('machine rows', 0):>11,}  {told.get('trouble', '')}"
    )


def projection(measured: list[dict]) -> str:
    """What 10⁹ rows would take, by the straight line through the two largest tables."""
    steps = ("learn", "judge")  # the answer is of a sample, whose size does not grow
    large = [
        told for told in measured if "judge" in told and told["machine rows"] < told["rows"] / 2
    ]
    if len(large) < 2:
        return ""
    one, two = large[-2:]
    told = [f"{PROJECTED:>13,} rows, projected and not measured:"]
    total = two["answer"]["cpu"]
    for step in steps:
        up = (two[step]["cpu"] - one[step]["cpu"]) / (two["rows"] - one["rows"])
        total += two[step]["cpu"] + up * (PROJECTED - two["rows"])
        told.append(f"{step} {up * 1e6:.2f} CPU s a million,")
    size = two["MB"] / two["rows"] * PROJECTED / 1024
    return " ".join([*told, f"{total:,.0f} CPU s in all, {size:,.0f} GB of files"])


def line(told: dict) -> str:
    parts = (f"{told[part]['cpu']:9.1f}" if part in told else f"{'–':>9}" for part in PARTS)
    last = [part for part in PARTS if part in told]
    before = told.get("answer", {}).get("peak")
    rule = f"{100 * told['rule']:5.1f} · {told['tests']:<3}" if "rule" in told else f"{'–':11}"
    return (
        f"{told['rows']:>9,} × {told['columns']:<4}{''.join(parts)}"
        f"{before or 0:9.0f}{told[last[-1]]['peak'] if last else 0:8.0f}"
        f"{told.get('document MB', 0):8.1f}"
        f"{''.join(f'{told[own]:8.1f}' for own in ('jobs', 'dask') if told.get(own))}"
        f"   {rule} {told.get('machine', '')}"
        f"{'  ' + told['trouble'] if 'trouble' in told else ''}"
    )


def slope(one: dict, other: dict, by: str, value: str) -> float | None:
    """The exponent of growth from one cell to the next."""
    pairs = [(told[by], told.get("answer", {}).get(value)) for told in (one, other)]
    if any(y is None for _, y in pairs):
        return None
    return log(pairs[1][1] / pairs[0][1]) / log(pairs[1][0] / pairs[0][0])


def main() -> None:
    def numbers(text: str) -> list[int]:
        return [int(own) for own in text.split(",") if own]

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=numbers, default=list(ROWS))
    parser.add_argument("--columns", type=int, default=COLUMNS)
    parser.add_argument("--at", type=int, default=AT, help="rows of the tables of other widths")
    parser.add_argument("--widths", type=numbers, default=list(WIDTHS))
    parser.add_argument("--limit", type=float, default=600, help="seconds for a cell")
    parser.add_argument("--jobs", type=int, default=1, help="measure so many jobs beside one")
    parser.add_argument("--files", type=numbers, help="rows of tables that do not fit")
    parser.add_argument("--png", type=Path, help="write the picture")
    parser.add_argument("--json", type=Path, help="write the figures")
    parser.add_argument("--one", nargs=4, help=argparse.SUPPRESS)
    parser.add_argument("--one-files", nargs=3, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        rows, columns, jobs, cluster = asked.one
        measured(int(rows), int(columns), int(jobs), cluster)
        return
    if asked.one_files:
        folder, jobs, cluster = asked.one_files
        measured_files(Path(folder), int(jobs), cluster)
        return
    if asked.files:
        all_files(asked)
        return
    titles = "".join(f"{part:>9}" for part in PARTS)
    print(f"{'rows':>9}   cols{titles}{'peak MB':>9}{'in all':>8}{'doc MB':>8}   rule %·tests")
    cells: dict[str, list[dict]] = {"rows": [], "columns": []}
    sizes = [("rows", rows, asked.columns) for rows in asked.rows]
    sizes += [("columns", asked.at, columns) for columns in asked.widths]
    for by, rows, columns in sizes:
        told = table_cell(rows, columns, asked.limit, asked.jobs)
        print(line(told), flush=True)
        if cells[by]:
            ups = [slope(cells[by][-1], told, by, value) for value in ("cpu", "peak")]
            if None not in ups:
                print(f"{'':16}slope: time {ups[0]:.2f}, memory {ups[1]:.2f}", flush=True)
        cells[by].append(told)
    if asked.json:
        asked.json.write_text(json.dumps(cells, indent=1), encoding="utf-8")
    if asked.png:
        picture(cells, asked.png)


def all_files(asked: argparse.Namespace) -> None:
    """Every size of --files, one line each, and the projection."""
    titles = "".join(f"{step:>9}" for step in STEPS)
    print(f"{'rows':>13}{'MB':>8}{titles}{'seconds':>9}{'on Dask':>9}{'peak MB':>9}   rule %·tests")
    told = []
    for rows in asked.files:
        told.append(files_cell(rows, asked.columns, asked.limit, max(1, asked.jobs)))
        print(files_line(told[-1]), flush=True)
    print(projection(told))
    if asked.json:
        asked.json.write_text(json.dumps({"files": told}, indent=1), encoding="utf-8")


def picture(cells: dict[str, list[dict]], path: Path) -> None:
    """Seconds and peak memory against rows and columns, all on logarithmic axes, with slopes."""
    figure = make_subplots(2, 2, shared_xaxes=True, horizontal_spacing=0.2, vertical_spacing=0.06)
    for column, by in enumerate(("rows", "columns"), 1):
        for row, (value, unit) in enumerate((("cpu", "CPU seconds"), ("peak", "peak MB")), 1):
            last = {part: cells[by][-1].get(part, {}).get(value, 0) for part in COLOURS}
            upper = max(last, key=last.__getitem__)
            for part, colour in COLOURS.items():
                own = [told for told in cells[by] if part in told]
                x, y = [told[by] for told in own], [told[part][value] for told in own]
                if len(own) < 2 or not all(y):
                    continue
                up = np.polyfit(np.log(x), np.log(y), 1)[0]
                figure.add_scatter(
                    x=x,
                    y=y,
                    mode="lines+markers+text",
                    line={"color": colour},
                    text=[""] * (len(x) - 1) + [f"{part}, slope {up:.2f}"],
                    textposition="top right" if part == upper else "bottom right",
                    cliponaxis=False,
                    textfont={"color": colour},
                    row=row,
                    col=column,
                )
            title = {"rows": "rows, of 20 columns", "columns": "columns, of 10,000 rows"}[by]
            figure.update_xaxes(
                type="log", dtick=1, row=row, col=column, title=title if row == 2 else None
            )
            figure.update_yaxes(
                type="log",
                tickvals=TICKS[value],
                row=row,
                col=column,
                title=unit if column == 1 else None,
            )
    figure.update_layout(
        template="plotly_white",
        width=1100,
        height=640,
        showlegend=False,
        margin={"t": 20, "r": 150},
    )
    photographed(figure, path)


if __name__ == "__main__":
    main()
