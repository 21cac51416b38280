"""The worker: one process that works on one run, `python -m jobs.worker RUN_ID`."""

import os
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeVar

from interpret.data.complaints import DataError
from jobs.database import URL, StoreError
from jobs.reporter import Reporter
from jobs.store import Run, Store

if TYPE_CHECKING:
    from interpret.data.table import Table
    from interpret.rules.search import Progress
    from interpret.settings import Settings

PARALLEL = max(1, (os.cpu_count() or 2) - 1)  # folds at a time
ORPHANED = 5  # seconds without work after which a process for folds ends, whoever has died
PATIENCE = 60.0  # seconds that a result is kept at hand while the store cannot take it

Result = dict[str, Any]
T = TypeVar("T")


def count(run: Run, reporter: Reporter) -> Result:
    """The self-test of runs: counts to spec["n"], resting spec["pause"] seconds after each."""
    reached = 0
    for reached in range(1, run.spec["n"] + 1):
        if reached == 1:
            reporter.publish({"count": 1})
        if not reporter.step({"count": reached}):
            break
        time.sleep(run.spec["pause"])
    return {"count": reached}


def explain(run: Run, reporter: Reporter) -> Result | None:
    """The document of the table spec["settings"] asks for; None if stopped before any answer."""
    from interpret.answer.explanation import explained_rows
    from interpret.answer.record import document
    from interpret.data.task import tasks  # here, because it takes seconds to load
    from interpret.explain import Cancelled, Explanation
    from interpret.explain import explain as explain_table
    from interpret.study.record import study_to_dict
    from interpret.study.study import study

    settings, table = _asked(run, reporter)
    done: list[Explanation] = []
    began, trained = time.monotonic(), ""

    def tell(progress: "Progress") -> bool:
        nonlocal trained
        if progress.stage in ("choosing", "trained"):
            trained = progress.note
        seconds = round(time.monotonic() - began, 3)
        return reporter.step(_step(progress) | {"seconds": seconds, "trained": trained})

    def show(answer: Explanation) -> None:
        reporter.publish(document(table, [*done, answer]))

    asked = tasks(table, settings.target, settings.positive, settings.columns)
    for task in asked:
        try:
            done.append(explain_table(table, replace(settings, positive=task.positive), tell, show))
        except Cancelled:
            break
        if reporter.stopped:
            break
    answer = document(table, done)
    for explanation, part in zip(done, answer["explanations"], strict=True):
        if reporter.stopped:
            break
        reporter.publish(answer)
        rows = explained_rows(explanation, table)
        part["study"] = study_to_dict(study(explanation, rows, tell))
    return answer if done else None


def compare(run: Run, reporter: Reporter) -> Result | None:
    """The document of spec["kernels"] compared on the table; None if stopped before the first."""
    from joblib import parallel_config

    from interpret.data.task import tasks
    from interpret.lab.compare import Comparison, document
    from interpret.lab.compare import compare as compare_kernels

    settings, table = _asked(run, reporter)
    names = run.spec["kernels"]
    began = time.monotonic()

    def tell(kernel: str, fraction: float) -> bool:
        of_all = (names.index(kernel) + fraction) / len(names)
        seconds = round(time.monotonic() - began, 3)
        return reporter.step({"kernel": kernel, "fraction": of_all, "seconds": seconds})

    def show(answer: Comparison) -> None:
        reporter.publish(document(answer))

    task = tasks(table, settings.target, settings.positive, settings.columns)[0]
    with parallel_config("loky", n_jobs=PARALLEL, idle_worker_timeout=ORPHANED):
        done = compare_kernels(task, names, settings.seed, tell, show)
    return document(done) if done.kernels else None


def learn(run: Run, reporter: Reporter) -> Result | None:
    """The document of what spec["asked"] learns; None if stopped before the first step."""
    from interpret.data.task import tasks
    from interpret.explain import split
    from interpret.lab.learn import Asked, Learnt, document
    from interpret.lab.learn import learn as learn_kernels

    settings, table = _asked(run, reporter)
    asked = Asked(**run.spec["asked"] | {"ways": tuple(run.spec["asked"]["ways"])})
    began = time.monotonic()

    def tell(step: dict[str, Any]) -> bool:
        return reporter.step(step | {"seconds": round(time.monotonic() - began, 3)})

    def show(learnt: Learnt) -> None:
        reporter.publish(document(learnt))

    task = tasks(table, settings.target, settings.positive, settings.columns)[0]
    done = learn_kernels(task, split(task, settings), settings.seed, asked, tell, show)
    return document(done) if done.ways or done.formulas else None


KINDS: dict[str, Callable[[Run, Reporter], Result | None]] = {
    "count": count,
    "explain": explain,
    "compare": compare,
    "learn": learn,
}


def work(store: Store, run_id: str) -> None:
    """Works on a queued run and stores how it ended."""
    if not _insist(lambda: store.start(run_id)):
        return  # cancelled or deleted, or its server was taken for dead
    run = _insist(lambda: store.get(run_id))
    if run is None:
        return  # deleted
    try:
        status, result = _outcome(store, run)
        _insist(lambda: store.finish(run_id, status, result))
    except StoreError:
        raise
    except Exception as error:
        sentence = _blame(error)
        _insist(lambda: store.finish(run_id, "failed", error=sentence))


def _outcome(store: Store, run: Run) -> tuple[str, Result | None]:
    reporter = Reporter(store, run.id)
    try:
        result = KINDS[run.kind](run, reporter)
    finally:
        _insist(reporter.close)
    return ("cancelled" if reporter.stopped else "done"), result


def main(argv: list[str]) -> int:
    (run_id,) = argv
    try:
        work(Store(os.environ[URL]), run_id)
    except StoreError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def _insist(write: Callable[[], T]) -> T:
    """Tries for PATIENCE seconds: what was computed is worth the wait for a locked or full disk."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return write()
        except StoreError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.5)


def _blame(error: Exception) -> str:
    """The sentence for the user; what only a programmer understands goes to the log."""
    if isinstance(error, DataError):
        return str(error)
    traceback.print_exception(error)
    return (
        f"Rulescope failed on this run: {type(error).__name__}. "
        "The details are in the server's log."
    )


def _asked(run: Run, reporter: Reporter) -> "tuple[Settings, Table]":
    """The settings and the table of a run; DataError where there are none."""
    from interpret.data.reading import read_table
    from interpret.settings import Settings, SettingsError

    try:
        settings = Settings.from_dict(run.spec["settings"])
    except SettingsError as error:
        raise DataError(str(error)) from error
    stored = reporter.store.load_table(run.digest or "")
    if stored is None:
        raise DataError("The table of this run must be in the store, and it is not. Load it again.")
    name, raw = stored
    return settings, read_table(raw, name)


def _step(progress: "Progress") -> dict[str, Any]:
    best = progress.best
    return {
        "stage": progress.stage,
        "fraction": progress.fraction,
        "step": progress.step,
        "objective": _finite(progress.objective),
        "bound": _finite(progress.bound),
        "best": None if best is None else {"text": str(best), "clauses": len(best.clauses)},
        "note": progress.note,
    }


def _finite(value: float | None) -> float | None:
    return float(value) if value is not None and isfinite(value) else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
