"""The table of run kinds: every kind of answer, and the other work that runs can do.

A module is imported only when its kind is needed, so a worker loads only what its own run needs.
"""

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from interpret.answers import kinds as answers
from interpret.data.complaints import DataError
from interpret.runs import AskedRun, RunKind
from jobs.schema import ASIDE, Run
from jobs.store import Store

if TYPE_CHECKING:  # a waiting worker does not load it
    from interpret.data.table import Table

_ROOT = answers.__name__.partition(".answers")[0]  # which the wheel calls otherwise
BESIDE_ANSWERS = {  # the name that runs are stored under -> the module that holds the entry, as RUN
    "compare": f"{_ROOT}.lab.compare_run",
    "learn": f"{_ROOT}.lab.learn_run",
}
GIVING_WAY = {"evolve": f"{_ROOT}.answers.rule.evolution_run"}
assert {*GIVING_WAY} == {*ASIDE}


def kinds() -> tuple[str, ...]:
    """The names of the kinds that people start and see listed."""
    return (*answers.KINDS, *BESIDE_ANSWERS)


def kind_of(name: str) -> RunKind:
    """The entry of a kind; KeyError if there is none of that name."""
    if name in answers.KINDS:
        return answers.run_of(name)
    entry: RunKind = import_module({**BESIDE_ANSWERS, **GIVING_WAY}[name]).RUN
    return entry


def asked_of(run: Run, store: Store) -> AskedRun:
    """What was asked of a run, with its table from the store."""
    return AskedRun(run.spec, partial(_table, run, store))


def _table(run: Run, store: Store) -> "Table":
    from interpret.data.reading import read_table

    raw = store.load_table(run.digest or "")
    if raw is None:
        raise DataError("The table of this run must be in the store, and it is not. Load it again.")
    sheet = run.spec.get("settings", {}).get("sheet")
    return read_table(raw, run.name, sheet=sheet)  # as it was read when it was loaded
