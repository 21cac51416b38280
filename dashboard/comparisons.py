"""The run of the page that compares kernels, and its rows as each kernel sees them."""

from contextlib import suppress

from dashboard import services
from dashboard.kept import of_tables
from dashboard.panels.display import kept
from dashboard.session import Session
from interpret.data.task import Task
from interpret.lab.compare import Comparison
from interpret.lab.compared_rows import ComparedRows, Seen, compared_rows
from interpret.settings import Settings
from jobs.store import Run
from kernels.catalog import parse


def start(state: Session, settings: Settings) -> None:
    """Starts to compare the session's kernels on its table, for the class in the settings."""
    services.begin(state, "compare", settings, kernels=list(state.kernels))


def take_kernels(state: Session, run: Run | None) -> None:
    """Takes over the kernels of an opened run, as far as this version has them."""
    if run is not None and state.kernels_of != run.id:
        state.kernels, state.kernels_of = (), run.id
        for name in run.spec["kernels"]:
            with suppress(ValueError):
                parse(name)
                state.kernels += (name,)


def task_of(c: Comparison) -> Task:
    """The task that a comparison's rows are indices into, with the cells as in the file."""
    return services.tasks_of(c.digest, c)[0]


def is_dense(c: Comparison) -> bool:
    """Whether the compared rows have more of the rarer class than its share."""
    y = task_of(c).y
    return abs(float(y[list(c.rows)].mean()) - float(y.mean())) > 1 / len(c.rows)


def _identity(c: Comparison) -> str:
    """A key of the rows of a comparison."""
    return repr((c.digest, c.target, c.positive, c.columns, c.rows, c.seed))


@of_tables(max_entries=16, show_spinner=False)
def _compared_rows(identity: str, _c: Comparison) -> ComparedRows:  # noqa: ARG001
    return compared_rows(_c, task_of(_c))


def shown(c: Comparison) -> ComparedRows:
    """The rows that the maps show."""
    return _compared_rows(_identity(c), c)


def seen(c: Comparison, kernel: str) -> Seen:
    """The rows of the maps as a kernel sees them."""
    rows = shown(c)
    return kept(rows, ("seen", kernel), lambda: rows.seen(kernel))


def curves(c: Comparison) -> dict[str, tuple[float, ...]]:
    """Expressiveness over the degree of every family, on the rows of the maps."""
    rows = shown(c)
    return kept(rows, "curves", rows.curves)


def explained(c: Comparison, kernel: str, one: int, other: int) -> tuple[list[str], str]:
    """Formulas that hold in two rows of the task's table, and how the similarity follows."""
    return shown(c).explained(kernel, one, other)
