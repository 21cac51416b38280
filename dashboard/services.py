"""Services for pages: the runner, tables, tasks and runs, cached only by digests and ids."""

import logging
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import streamlit as st

from dashboard import kept, people
from dashboard.session import Session
from interpret.answers.rows import check_columns
from interpret.data.asked import CATEGORY, DECIMALS, ORDERS
from interpret.data.attributes import Columns
from interpret.data.complaints import DataError, quoted
from interpret.data.cuts import cut_of, halves, is_amount, middle
from interpret.data.prepare import prepared
from interpret.data.read_again import as_file, read_as_asked, together
from interpret.data.sandbox.read_apart import get_ready, read_apart
from interpret.data.table import Column, Table
from interpret.data.task import Task, tasks
from interpret.fit.parts import split
from interpret.lab.compare import Comparison
from interpret.lab.learn import Learnt
from interpret.registry import kind_of, kinds
from interpret.settings import OF_COLUMNS, Settings, SettingsError
from jobs.database import URL, Run, StoreError
from jobs.owners import Owners
from jobs.runner import Runner
from jobs.store import Store
from sample_data import SAMPLES, SampleTable

LOCAL = "sqlite:///var/runs.sqlite"
READING = ("target", "test", "seed", *OF_COLUMNS)  # settings by which cells are read
PARTS = "class", "form", "tab"  # of an answer, each by its name
LOG = logging.getLogger("rulescope")


def attempt(state: Session, action: Callable[..., object], *args: object) -> None:
    """Does something for the user; if it fails, nothing changes and the page says why.

    Every callback of a widget goes through it, because Streamlit runs them outside of app.py.
    """
    try:
        action(*args)
    except (DataError, SettingsError, StoreError) as error:
        state.complaint = str(error)
    except Exception:
        LOG.exception("An action on a page failed.")
        state.complaint = "This could not be done, and the server's log says why. Try again."


@st.cache_resource(show_spinner=False)
def runner() -> Runner:
    """The one runner of this server, on the database that the environment names."""
    runner = Runner(opened(store_url()))
    runner.prepare()
    get_ready()
    return runner


@lru_cache(maxsize=1)
def opened(url: str) -> Store:
    """The one store that this server opens at that address, for its pages and for its health."""
    return Store(url)


def store_url() -> str:
    """The database that the environment names, or a file in the folder where the server starts."""
    return os.environ.get(URL) or LOCAL


def store() -> Store:
    return runner().store


def owners() -> Owners:
    return Owners(store())


def may_open(run_id: str) -> bool:
    """Whether the current person may open a run."""
    return people.may(lambda person: owners().may_open(person, run_id))


def owns(run_id: str) -> bool:
    """Whether the current person may change a run."""
    return people.may(lambda person: owners().owns(person, run_id))


def check_owner(run_id: str) -> None:
    """A DataError where the run is another person's."""
    if not owns(run_id):
        raise DataError("Only the person who started a run can change it; this one is another's.")


def may_see(digest: str) -> bool:
    """Whether the current person may open a table by its link."""
    return people.may(lambda person: owners().may_see(person, digest))


def keep(table: Table, raw: bytes) -> None:
    """Stores a table for the current person."""
    if person := people.person():
        owners().hold(person, table.digest)  # first: another's deletion then leaves the table
    store().save_table(table.digest, table.name, raw)


def load(state: Session, raw: bytes, name: str) -> None:
    """Loads a file; if it is no table to learn from, a DataError, and nothing changes."""
    read = read_file(raw, name)
    keep(read, raw)
    state.load(read.digest, name)


def take_sheet(state: Session, sheet: str) -> None:
    """Reads another sheet of the session's workbook; a DataError where it holds no table."""
    read = table(state.digest, sheet=sheet)
    if sheet not in read.sheets:
        raise DataError(f"Only a workbook has sheets to choose from; {quoted(state.name)} is none.")
    state.load(state.digest, state.name)
    state.change(sheet=sheet)


def read_as(state: Session, said: Sequence[tuple[str, str]]) -> None:
    """Reads the columns of the session's table as the user says, each with how it is read.

    Choices about the values of the target are made anew if these values have changed.
    """
    before, above = target_of(state), cut_of(state.settings.positive)
    state.change(read=tuple(map("=".join, said)))
    now = target_of(state)
    if now.values != before.values:
        is_cut = above is not None and is_amount(now)
        state.change(positive=halves(middle(as_said(state), now.name))[:1] if is_cut else ())


def meant(state: Session, names: Sequence[str], how: str | None) -> None:
    """Takes what the user says of the marks or the dates of columns; None where that is open."""
    said = state.settings.columns.said
    marks = {*DECIMALS, *ORDERS}
    others = [(name, way) for name, way in said if name not in names or way not in marks]
    read_as(state, [*others, *((name, how) for name in names if how is not None)])


def read_column(state: Session, name: str, how: str) -> None:
    """Takes what was typed of how one column is read, ways with semicolons between them."""
    others = [pair for pair in state.settings.columns.said if pair[0] != name]
    ways = filter(None, map(str.strip, how.split(";")))
    read_as(state, [*others, *((name, way) for way in ways)])


def as_said(state: Session) -> Table:
    """The session's table, with its cells read by the user's settings."""
    return read_as_asked(loaded(state), state.settings.columns.cells_asked)


def target_of(state: Session) -> Column:
    """The column that the session predicts."""
    read = as_said(state)
    return read.column(state.settings.target or read.names[-1])


def load_test(state: Session, raw: bytes, name: str) -> None:
    """Loads the session's table again, with the rows of a test file below its own."""
    settings = state.settings
    first, test = as_said(state), read_file(raw, name, settings.sheet)
    used = [title for title in first.names if title not in settings.drop]
    check_columns(test.names, used)
    both, held_out = together(first, test, used, refuses=True)
    load(state, as_file(both), f"{Path(first.name).stem} and {Path(name).stem}.csv")
    kept = {setting: getattr(settings, setting) for setting in OF_COLUMNS}
    declared = (c.name for c in first.columns if c.reading is not None and c.reading.declared)
    texts = [f"{title}={CATEGORY}" for title in declared]
    kept |= {"sheet": None, "read": tuple(dict.fromkeys((*settings.read, *texts)))}
    state.change(**kept, positive=settings.positive)
    state.change(target=settings.target or first.names[-1], test=held_out)


def load_sample(state: Session, sample: SampleTable) -> None:
    raw = sample.path.read_bytes()
    load(state, raw, sample.file)
    positive = () if sample.positive is None else (sample.positive,)
    state.load(state.digest, sample.file, sample.target, positive)


def read_file(raw: bytes, name: str, sheet: str | None = None) -> Table:
    """The Table in a file; a DataError says why there is none. sheet: of a workbook."""
    return replace(_kept(sha256(raw).hexdigest(), sheet, lambda: raw), name=name)


def table(digest: str, name: str = "", sheet: str | None = None) -> Table:
    """The stored table of that digest, called by that name; DataError where there is none.

    sheet: of a workbook; None for its default sheet.
    """
    return replace(_kept(digest, sheet, partial(_stored, digest)), name=name)


def loaded(state: Session) -> Table:
    """The session's table, by its name in the session."""
    return table(state.digest, state.name, state.settings.sheet)


def _kept(digest: str, sheet: str | None, get: Callable[[], bytes]) -> Table:
    table = _read(digest, sheet, get)
    kept.use((digest, sheet), table, partial(_read.clear, digest, sheet))
    return table


@st.cache_resource(show_spinner="Reading the table …")
def _read(digest: str, sheet: str | None, _bytes: Callable[[], bytes]) -> Table:  # noqa: ARG001
    """The Table in the bytes of that digest, without a name: each session has a name for it."""
    return read_apart(_bytes(), "", sheet=sheet)


def _stored(digest: str) -> bytes:
    raw = store().load_table(digest)
    if raw is None:
        raise DataError("The table must be in the store of runs, and it is not. Load it again.")
    return raw


def tasks_of(digest: str, about: Settings | Comparison) -> tuple[Task, ...]:
    """The tasks of a table, one for each class to explain; a DataError says why there is none."""
    return _tasks_of(digest, about.target, about.positive, about.columns)


@kept.of_tables(max_entries=16, show_spinner=False)
def _tasks_of(
    digest: str, target: str | None, positive: tuple[str, ...], columns: Columns
) -> tuple[Task, ...]:
    return tasks(table(digest, sheet=columns.sheet), target, positive, columns)


def notices(state: Session, tasks: Sequence[Task]) -> tuple[str, ...]:
    """Notices on columns left out and cells filled; for one class also on cuts of numbers."""
    if len(tasks) != 1:
        return (*tasks[0].notices, *tasks[0].without_rule) if tasks else ()
    try:
        reading = {name: getattr(state.settings, name) for name in READING}
        return _learned(state.digest, Settings(**reading | {"positive": tasks[0].positive}))
    except DataError as error:
        return (*tasks[0].notices, str(error))


@kept.of_tables(max_entries=32, show_spinner=False)
def _learned(digest: str, settings: Settings) -> tuple[str, ...]:
    """Notices on how the training rows of the one class teach to read cells."""
    (task,) = tasks_of(digest, settings)
    read, _ = prepared(task, split(task, settings)["train"])
    return read.notices


def sample_of(name: str, target: str) -> SampleTable | None:
    """The sample that a table is, by its name and class."""
    samples = (sample for sample in SAMPLES if (sample.file, sample.target) == (name, target))
    return next(samples, None)


def open_table(state: Session, digest: str, address: Mapping[str, Sequence[str]]) -> bool:
    """Loads a stored table into the session; False where there is none of that digest.

    address: the query of the URL, which may say how the table is read and which class is asked
    about; a class that the table does not have is not.
    """
    name = store().table_name(digest)
    if name is None or not may_see(digest):
        return False
    state.load(digest, name)
    if "sheet" in address:
        attempt(state, take_sheet, state, address["sheet"][0])
    state.change(read=tuple(address.get("read", ())))
    target, positive = address.get("target", ("",))[0], tuple(address.get("positive", ()))
    with suppress(DataError):  # the page says what is wrong with the table
        read = as_said(state)
        values = {*read.column(target or read.names[-1]).values}
        if {*positive} <= values or cut_of(positive) is not None:
            state.change(target=target or None, positive=positive)
    return True


def start(state: Session) -> None:
    """Starts the search for the rule of the session's settings; DataError if there is none.

    The spec states target and positive class explicitly.
    """
    tasks = tasks_of(state.digest, state.settings)
    positive = tasks[0].positive if len(tasks) == 1 else ()
    state.change(target=tasks[0].target, positive=positive)
    begin(state, "explain", state.settings)


def is_of(
    run: Run, result: Comparison | Learnt | None, settings: Settings, any_share: bool = False
) -> bool:
    """Whether a run is about the rows and the class of the settings, with cells read by them.

    found: the run's result, which names the class; any_share: whether it does not matter how many
    rows are held out.
    """
    then, now = run.spec["settings"], settings.to_dict()
    if result is not None:
        then = then | {"target": result.target, "positive": list(result.positive)}
    if any_share and not isinstance(then["test"], str) and not isinstance(now["test"], str):
        then = then | {"test": now["test"]}
    return all(then.get(name) == now[name] for name in {"positive", *READING})


def begin(state: Session, kind: str, settings: Settings, **more: Any) -> None:
    """Starts a run on the session's table, and shows it. more: further entries of its spec."""
    spec = {"settings": settings.to_dict(), "table": state.name} | more
    _show(state, kind, start_run(state, kind, spec, state.digest))


def keep_run(state: Session, run: Run, result: dict[str, Any]) -> None:
    """Keeps another result for what a run was asked as a run that is done, and shows it."""
    _show(state, run.kind, start_run(state, run.kind, run.spec, run.digest, result))


def _show(state: Session, kind: str, run_id: str) -> None:
    state.show(kind, run_id)
    st.query_params.from_dict(address(state, kind_of(kind).page))


def address(state: Session, page: str) -> dict[str, list[str]]:
    """The query of a page's URL: what it shows, and which classes are bad news."""
    shown = state.address
    for kind, run_id in state.runs.items():  # of several that the page can show, the latest
        if page in kind_of(kind).pages:
            before = shown.get("run") if page == kind_of(kind).page else None
            shown = {"run": [run_id]} | ({"beside": before} if before else {})
    if page == "find_rule":
        parts = {name: st.session_state.get(name) for name in PARTS}
        shown |= {name: [part] for name, part in parts.items() if part}
    return shown | ({"bad": [*state.bad]} if state.bad else {})


def start_run(
    state: Session,
    kind: str,
    spec: dict[str, Any],
    digest: str | None,
    result: dict[str, Any] | None = None,
) -> str:
    """The id of a new run, one of the session's own, on the table of that digest.

    result: of a run that is done. A DataError where the table is no longer shared.
    """
    if digest is not None and not may_see(digest):
        raise DataError("This table is no longer shared with you. Load it yourself to go on.")
    if result is None:
        run_id = runner().start(kind, spec, digest)
    else:
        run_id = store().create(kind, spec, digest)
        store().finish(run_id, "done", result)
    if person := people.person():
        owners().own(run_id, person)
    state.opened += (run_id,)
    return run_id


def open_run(state: Session, run_id: str) -> str | None:
    """Loads a run with its data and settings into the session; its kind, None if it is gone."""
    run = seen(run_id)
    if run is None or run.kind not in kinds() or run.digest is None:
        return None
    state.opened += (run_id,)
    state.open(run, run.digest, Settings.from_dict(run.spec["settings"]))
    return run.kind


def current(state: Session, kind: str) -> Run | None:
    """The run of a kind that the session shows."""
    run = seen(state.runs[kind]) if kind in state.runs else None
    if run and run.version:
        state.answered[kind] = run.id
    return run


def answered(state: Session, kind: str) -> Run | None:
    """The run of a kind that the session shows, or the last before it that has an answer."""
    run = current(state, kind)
    last = state.answered.get(kind)
    return seen(last) if last and not (run and run.version) else run


def seen(run_id: str) -> Run | None:
    """The run, if the current person may open it."""
    return store().get(run_id) if may_open(run_id) else None


def cancel(run_id: str) -> None:
    """Cancels a run; a DataError where it is another person's."""
    check_owner(run_id)
    store().cancel(run_id)
