"""What the page that compares kernels asks for: its run, and what each kernel sees."""

from collections import Counter
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np
import streamlit as st

from dashboard import services
from dashboard.session import Session
from interpret.data.encoding import Encoding
from interpret.data.prepare import prepared
from interpret.data.task import Task
from interpret.lab import kernel_figures as figures
from interpret.lab.compare import Comparison, sampled
from interpret.lab.kernel_figures import Panel
from interpret.lab.kernel_words import how_alike
from interpret.lab.shared_formulas import shared_formulas
from interpret.lab.sight import expressiveness_curves, plane, shares
from interpret.present.wording import one_of
from interpret.settings import Settings
from jobs.store import Run
from kernels.catalog import parse, reads

SHOWN = 300  # rows of a heat map
TOLD = 8  # attributes that hovering tells


class Picture(NamedTuple):
    """A figure with a name and its text; it is made once and not to be changed."""

    name: str
    figure: Any
    text: str


def start(state: Session, settings: Settings) -> None:
    """Starts to compare the session's kernels on its table, for the class that is written out."""
    spec = {
        "settings": settings.to_dict(),
        "table": state.name,
        "kernels": list(state.kernels),
    }
    services.begin(state, "compare", spec)


def current(state: Session) -> Run | None:
    """The comparison that the session shows; one that was opened brings its kernels along."""
    run = services.current(state, "compare")
    if run is not None and state.kernels_of != run.id:
        state.kernels, state.kernels_of = _known(run.spec["kernels"]), run.id
    return run


def _known(names: list[str]) -> tuple[str, ...]:
    """Those kernels that this version has."""
    known = []
    for name in names:
        with suppress(ValueError):
            parse(name)
            known.append(name)
    return tuple(known)


def task_of(c: Comparison) -> Task:
    """The task that a comparison's rows are indices into, with the cells as in the file."""
    return services.asked(c.digest, c.target, c.positive, c.columns)[0]


def is_dense(c: Comparison) -> bool:
    """Whether the rows looked at have more of the rarer class than its share."""
    y = task_of(c).y
    return abs(float(y[list(c.rows)].mean()) - float(y.mean())) > 1 / len(c.rows)


def _identity(c: Comparison) -> str:
    """What tells the rows of a comparison from those of any other."""
    return repr((c.digest, c.target, c.positive, c.columns, c.rows, c.seed))


@st.cache_resource(max_entries=16, show_spinner=False)
def _looked_at(identity: str, _c: Comparison) -> tuple[Task, Encoding, np.ndarray]:  # noqa: ARG001
    """The task with the cells as its kernels read them, and the rows of the heat maps."""
    rows = np.array(_c.rows)
    task, _ = prepared(task_of(_c), rows)
    encoding = Encoding.fit(task.table.rows(rows), task.attributes)
    return task, encoding, rows[sampled(task.y[rows], _c.seed, SHOWN)]


def seen(c: Comparison, kernel: str) -> tuple[Picture, ...]:
    """What a kernel of a comparison sees: similarities, the plane, how alike two rows are."""
    return _seen(_identity(c), kernel, c)


@st.cache_resource(max_entries=64, show_spinner="Looking through the kernel …")
def _seen(identity: str, kernel: str, _c: Comparison) -> tuple[Picture, ...]:
    panel = _panel(identity, kernel, _c)
    classes = one_of(_c.positive), one_of(_c.negative)
    return (
        Picture("gram", figures.gram(panel, *classes), figures.gram_text(panel)),
        Picture("plane", figures.plane(panel, *classes), figures.plane_text(panel)),
        Picture("similarity", figures.similarity(panel), figures.similarity_text(panel)),
    )


def _panel(identity: str, kernel: str, _c: Comparison) -> Panel:
    task, encoding, part = _looked_at(identity, _c)
    part = part[np.argsort(~task.y[part], kind="stable")]
    shown, y = task.table.rows(part), task.y[part]
    K = parse(kernel)(encoding.encode(shown))
    as_read = task_of(_c).table
    cells = {name: as_read.column(name) for name in task.attributes[:TOLD]}
    told = [
        [
            f"row {number}",
            *(f"{name} = {one_of((c.values[c.codes[row]],))}" for name, c in cells.items()),
        ]
        for row, number in zip(part, shown.row_numbers, strict=True)
    ]
    is_wrong = np.isin(part, np.array(_c.of(kernel).wrong, dtype=int))
    return Panel(reads(kernel), K, plane(K), y, is_wrong, told, *shares(K, y))


def curves(c: Comparison) -> dict[str, tuple[float, ...]]:
    """Expressiveness over the degree of every family, on the rows of the heat maps."""
    return _curves(_identity(c), c)


@st.cache_resource(max_entries=16, show_spinner=False)
def _curves(identity: str, _c: Comparison) -> dict[str, tuple[float, ...]]:
    task, encoding, part = _looked_at(identity, _c)
    return dict(expressiveness_curves(encoding.encode(task.table.rows(part))))


def explained(c: Comparison, kernel: str, one: int, other: int) -> tuple[list[str], str]:
    """Formulas that hold in two rows of the task's table, and how they make the similarity."""
    task, encoding, _ = _looked_at(_identity(c), c)
    X = encoding.encode(task.table.rows([one, other]))
    before: Counter[tuple] = Counter()  # one variable of every attribute comes first
    turns = []
    for variable, x, z in zip(encoding.variables, *X.tolist(), strict=True):
        turns.append(before[variable.attribute, x, z])
        before[variable.attribute, x, z] += 1
    order = np.argsort(turns, kind="stable")
    names = [str(encoding.variables[i]) for i in order]
    shared = shared_formulas(parse(kernel), names, *X[:, order].tolist())
    return shared, how_alike(kernel, X)
