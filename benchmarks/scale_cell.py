"""One cell of benchmarks.scale, in a process of its own: what each step takes.

    python -m benchmarks.scale_cell table ROWS COLUMNS JOBS
    python -m benchmarks.scale_cell files FOLDER JOBS

After each step a line of JSON, with all that is known so far, so that whoever stops the process has
what was measured until then.
"""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from benchmarks.memory import cpu_of, stat_of
from benchmarks.surveys import survey

PARTS = ("read", "answer", "card", "compared", "study")
STEPS = ("learn", "answer", "judge")  # of files


class _Steps:
    """Seconds, CPU seconds and the peak in MB of one step after the other, added to `told`."""

    def __init__(self, told: dict, cpu: Callable[[], float]) -> None:
        self.told, self.cpu = told, cpu
        self.begin()

    def begin(self) -> None:
        self.began, self.used = perf_counter(), self.cpu()

    def done(self, part: str) -> None:
        now, spent = perf_counter(), self.cpu()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        before = self.told.get(part, {"seconds": 0.0, "cpu": 0.0})
        self.told[part] = {
            "seconds": before["seconds"] + now - self.began,
            "cpu": before["cpu"] + spent - self.used,
            "peak": peak,
        }
        print(json.dumps(self.told), flush=True)
        self.began, self.used = now, spent


def measured(rows: int, columns: int, jobs: int = 1) -> dict:
    """Seconds, CPU seconds and the peak in MB after each part, and what was found."""
    import interpret.tell.rule.words as words
    from interpret.cores import on_cores
    from interpret.data.reading import read_table
    from interpret.forms.answer.answer import Answer
    from interpret.forms.explain import explain
    from interpret.forms.study.study import study
    from interpret.settings import Settings

    raw = survey(rows, columns)
    told: dict = {"rows": rows, "columns": columns, "MB": len(raw) / 2**20}
    steps = _Steps(told, process_time)
    table = read_table(raw, "survey.csv")
    steps.done("read")
    with on_cores(jobs):
        steps.begin()
        told_of = iter(("answer", "card", "compared"))  # the last is missing where it is spared
        form = "rule" if jobs > 1 else "auto"
        e = explain(table, Settings(form=form), on_answer=lambda _: steps.done(next(told_of)))
    part = e.judged_on
    told |= {
        "rule": e.rule_form.right[part].accuracy.value,
        "tests": len(e.rule.formula),
        "machine": words.machine_words(e),
        "right": e.machine_right[part].accuracy.value,
        "first": e.first,
    }
    print(json.dumps(told), flush=True)
    if jobs > 1:
        return told
    study(Answer(e, table))
    steps.done("study")
    return told


def measured_where_it_is(where: str, jobs: int) -> dict:
    """Seconds, CPU seconds, children's included, and the peak in MB, of each step on files."""
    import interpret.tell.rule.words as words
    from interpret.cores import on_cores
    from interpret.large.explain import explain_large
    from interpret.large.files import opened
    from interpret.large.learn import KEY
    from interpret.settings import Settings

    told: dict = {}
    steps = _Steps(told, _cpu_of_all)

    def ask(sql: str) -> Any:
        if "learn" in told and "answer" not in told and KEY not in sql:
            steps.done("answer")
        rows = source.ask(sql)
        if KEY in sql:  # the last questions before anything is learnt
            steps.done("learn")
        return rows

    with on_cores(jobs):
        steps.begin()
        with opened(where) as source:
            told |= {"rows": source.rows, "MB": source.bytes / 2**20}
            settings = Settings(target="class", form="rule")
            found = explain_large(replace(source, ask=ask), settings)
        (e,), (result,) = found.explanations, found.judged
        told |= {
            "rule": result["rule"].right["unseen"].accuracy.value,
            "tests": len(e.rule.formula),
            "judged": result["rule"].right["all"].n,
            "machine": words.machine_words(e),
            "right": e.machine_right["test"].accuracy.value,
        }
        steps.done("judge")
    return told


def _cpu_of_all() -> float:
    """CPU seconds of this process and of its children, those that still run included."""
    mine = resource.getrusage(resource.RUSAGE_SELF)
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    running = 0.0
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            stat = stat_of(folder.name)
            if int(stat[1]) == os.getpid():
                running += cpu_of(stat)
    return mine.ru_utime + mine.ru_stime + ended.ru_utime + ended.ru_stime + running


def cell(*argv: object, limit: float, last: str) -> dict:
    """One cell in a process of its own; what it had told when the limit was reached.

    last: the step that it ends with.
    """
    command = [sys.executable, "-m", "benchmarks.scale_cell", *map(str, argv)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
        out, trouble = done.stdout, done.stderr.strip().rsplit("\n", 1)[-1]
    except subprocess.TimeoutExpired as stopped:
        out, trouble = (stopped.stdout or b"").decode(), f"stopped after {limit:g} s"
    lines = out.strip().splitlines()
    told = json.loads(lines[-1]) if lines else {}
    return told if last in told else told | {"trouble": trouble}


if __name__ == "__main__":
    what, *argv = sys.argv[1:]
    if what == "files":
        measured_where_it_is(argv[0], int(argv[1]))
    else:
        measured(*map(int, argv))
