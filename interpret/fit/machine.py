"""The trained machine as a value, the rows that decide in it, and how large it may be.

It is exact, or on a number of landmarks. Fixed limits in bytes decide, never the memory that
happens to be free: the same table gives the same machine whatever else runs. A machine that this
computer cannot hold at all is refused.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import isqrt
from pathlib import Path

import numpy as np
from sklearn.base import clone

from interpret import cores
from interpret.data.complaints import DataError
from interpret.data.encoding import Encoding
from interpret.data.table import Table
from interpret.fit.rule_problem import Decide, TrainedMachine
from interpret.fit.sample import Sample
from interpret.settings import Settings
from interpret.shares import Share
from kernels.base import Kernel
from kernels.catalog import parse
from kernels.examples import distinct
from kernels.landmarks import decisions
from kernels.solve import margin
from kernels.steady import on_grid
from kernels.svm import BooleanSVC

NEARLY = 1e-3  # relative gap of a fold's machine, which needs no proof
PER_PAIR = 150  # additions that a machine takes for each pair of rows


@dataclass(frozen=True)
class Machine:
    """Everything about the trained machine that an answer shows or depends on.

    C: the one used, inf for the hard margin; asked_C: the one in the settings; weights: y_i α_i of
    each training row; scores: the decision value of each row of the task; landmarks: how many there
    are, None if the machine is exact; drawn: which training rows they are; coefficients: of each in
    the decision; exact_rows, exact_right: the training rows of an exact machine for comparison, and
    how often it is right on the rows held out.
    """

    kernel: str
    C: float
    asked_C: float
    separable: bool
    support: int
    intercept: float
    weights: tuple[float, ...]
    scores: tuple[float, ...]
    seconds: float
    landmarks: int | None = None
    drawn: tuple[int, ...] = ()
    coefficients: tuple[float, ...] = ()
    exact_rows: int = 0
    exact_right: Share | None = None

    @property
    def bound(self) -> float:
        """Σ α_i over the positive support: no formula weighs more (Polato, eq. 7.2)."""
        return float(sum(weight for weight in self.weights if weight > 0))

    def untrained(self, settings: Settings) -> BooleanSVC:
        """A machine of the same kind, to train on other rows."""
        return classifier(self.kernel, self.asked_C, self.landmarks, settings)


@dataclass(frozen=True, eq=False)
class Support:
    """The decision function: a row's score is Σ weights · kernel(row, examples) + intercept.

    examples: 0/1 of shape (n, n_variables) in the encoding's variables; weights: shape (n,).
    """

    encoding: Encoding
    examples: np.ndarray
    weights: np.ndarray
    kernel: Kernel
    intercept: float

    def scores(self, table: Table) -> np.ndarray:
        """The machine's decision value on each row of a table: float64 of shape (n_rows,)."""
        X = self.encoding.encode(table)
        return decisions(self.kernel, X, self.examples, self.weights, self.intercept)


def support(machine: Machine, train: Table, attributes: Sequence[str]) -> Support:
    """The decision function, taken from the training rows; nothing is refitted."""
    encoding = Encoding.fit(train, attributes)
    weights = np.array(machine.weights)
    drawn = np.array(machine.drawn, dtype=int) if machine.landmarks else np.flatnonzero(weights)
    weights = np.array(machine.coefficients) if machine.landmarks else weights[drawn]
    examples = encoding.encode(train.rows(drawn))
    return Support(encoding, examples, weights, parse(machine.kernel), machine.intercept)


def decision(machine: Machine, train: Table, attributes: Sequence[str]) -> Decide:
    """The machine's decision on any table, as a function; nothing is refitted."""
    return support(machine, train, attributes).scores


def train_machine(svc: BooleanSVC, sample: Sample) -> TrainedMachine:
    """Trains the machine on a sample: the weights and the decision that a rule is fitted to."""
    svc.fit(sample.examples, sample.y)
    return TrainedMachine(
        sample.signs * svc.alpha_,
        lambda table: svc.decision_function(sample.encoding.encode(table)),
    )


def train_nearly(svc: BooleanSVC, sample: Sample, _: cores.GoOn = cores.always) -> TrainedMachine:
    """train_machine near the optimum, with the sample's weights of rows; svc is not changed."""
    X = sample.examples
    if svc.landmarks:
        fitted = clone(svc).fit(X, sample.y)
        weights, intercept = sample.signs * fitted.alpha_, float(fitted.intercept_[0])
        held, of_held = fitted.support_vectors_, fitted.dual_coef_[0]
    else:
        solved = margin(svc.kernel(X), sample.signs, svc.C, gap=NEARLY, weights=sample.each)
        weights, intercept = sample.signs * on_grid(solved.alpha), solved.intercept
        place = np.flatnonzero(weights)
        held, of_held = X[place], weights[place]
    decide = Support(sample.encoding, held, of_held, svc.kernel, intercept).scores
    return TrainedMachine(weights, decide)


def classifier(kernel: str, C: float, landmarks: int | None, settings: Settings) -> BooleanSVC:
    """An untrained machine with these choices and the settings' weights of classes."""
    return BooleanSVC(parse(kernel), C, settings.counting, landmarks, settings.seed)


MOST_BYTES = 3 * 2**29  # of a machine: with everything else, a run then stays below 2 GiB
BYTES_PER_PAIR = 16  # of training rows, in an exact machine
BYTES_PER_FEATURE = 16  # of a training row and a landmark
LANDMARKS, FEWEST = 1000, 20  # as many as fit in memory, and the fewest that teach anything


def room_beside() -> int:
    """Bytes for machines that are trained at the same time; the number changes no answer."""
    return min(MOST_BYTES, memory_at_hand() // 2)


def memory_at_hand() -> int:
    """Bytes that are free, within a container's limit; twice MOST_BYTES if not on Linux."""
    limits = [2 * MOST_BYTES]
    with suppress(OSError, StopIteration, ValueError):
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        line = next(line for line in lines if line.startswith("MemAvailable"))
        limits.append(1024 * int(line.split()[1]))
    with suppress(OSError, ValueError):
        limit, used = (
            int(Path(f"/sys/fs/cgroup/memory.{name}").read_text(encoding="ascii"))
            for name in ("max", "current")
        )
        limits.append(limit - used)
    return max(0, min(limits))


def landmarks_for(X: np.ndarray, y: np.ndarray, settings: Settings) -> int | None:
    """How many landmarks to train on, None where the machine is exact.

    X: 0/1 training rows of shape (n_rows, n_variables); y: bool (n_rows,); equal rows of one class
    count once. DataError if the settings ask for more than a machine may take, or memory is short.
    """
    resolved, fits = settings.resolved, isqrt(MOST_BYTES // BYTES_PER_PAIR)
    n = len(X)
    if n > fits:
        n = len(distinct(X, y)[0])
    if resolved.exact and n > fits:
        raise DataError(
            f"An exact machine may have {fits:,} different training rows at most; {n:,} came. "
            "Train on landmarks, or take a sample of the rows."
        )
    if resolved.exact or (resolved.landmarks is None and n <= fits):
        _check_memory(BYTES_PER_PAIR * n**2)
        return None
    room = MOST_BYTES // (BYTES_PER_FEATURE * n)
    wanted, least = LANDMARKS, FEWEST
    if resolved.landmarks is not None:
        wanted = least = resolved.landmarks
    if room < least:
        raise DataError(
            f"With {n:,} training rows a machine may have {room:,} landmarks at most, and "
            f"{least:,} are needed. Take a sample of the rows."
        )
    landmarks = min(wanted, room)
    _check_memory(BYTES_PER_FEATURE * n * landmarks)
    return landmarks


def _check_memory(needed: int) -> None:
    """DataError unless that many bytes are free."""
    free = memory_at_hand()
    if needed > free:
        raise DataError(
            f"The machine of this table takes {_megabytes(needed)} of memory, and "
            f"{_megabytes(free)} are free. Free some memory, or take a sample of the rows."
        )


def _megabytes(n_bytes: int) -> str:
    return f"{n_bytes / 1e6:,.0f} MB"
