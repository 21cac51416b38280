"""The machine's kernel and C, chosen together on training rows alone."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

import numpy as np
from sklearn.model_selection import StratifiedKFold, train_test_split

from interpret.settings import AUTO, THESIS_KERNEL, Settings
from kernels.catalog import name, parse
from kernels.solve import margin

KERNELS = (THESIS_KERNEL, "mDNF(3,3)", "mDNF(3,2)", "linear")
COSTS = (inf, 64.0, 16.0, 4.0, 1.0, 0.25)
ROWS = 1500  # cross-validation looks at no more
LOOSE = 1e-2  # of the optimum: a verdict needs no more


@dataclass(frozen=True)
class Candidate:
    """A kernel and a C, and on how many of `n` left-out rows the machine was right."""

    kernel: str
    C: float
    hits: int
    n: int

    @property
    def accuracy(self) -> float:
        return self.hits / self.n


@dataclass(frozen=True)
class MachineChoice:
    """The kernel and C to train with, and what they were measured against (best first)."""

    kernel: str
    C: float
    candidates: tuple[Candidate, ...] = ()
    folds: int = 0


def choose_machine(
    X: np.ndarray,
    y: np.ndarray,
    settings: Settings,
    on_progress: Callable[[float], object] = lambda fraction: None,
) -> MachineChoice:
    """Kernel and C by stratified cross-validation; what the settings fix is not varied.

    X: 0/1 of shape (n_train, n_variables); y: bool. Exact ties go to κ_* and the harder margin.
    """
    if settings.kernel == "thesis":
        return MachineChoice(THESIS_KERNEL, inf if settings.C == AUTO else float(settings.C))
    kernels = KERNELS if settings.kernel == AUTO else (name(parse(settings.kernel)),)
    costs = COSTS if settings.C == AUTO else (float(settings.C),)
    smaller_class = int(min(y.sum(), (~y).sum()))
    if len(kernels) * len(costs) == 1 or smaller_class < 2:
        return MachineChoice(kernels[0], costs[0])
    if len(X) > ROWS:
        kept, _ = train_test_split(
            np.arange(len(X)), train_size=ROWS, stratify=y, random_state=settings.seed
        )
        X, y = X[kept], y[kept]
        smaller_class = int(min(y.sum(), (~y).sum()))
    folds = min(10 if len(X) < 400 else 5 if len(X) <= 1000 else 3, max(2, smaller_class))
    splitter = StratifiedKFold(folds, shuffle=True, random_state=settings.seed)
    splits = list(splitter.split(X, y))
    candidates = []
    for done, kernel in enumerate(kernels):
        K = parse(kernel)(X)
        for C in costs:
            hits = sum(_right(K, y, C, fit, left_out) for fit, left_out in splits)
            candidates.append(Candidate(kernel, C, hits, len(X)))
        on_progress((done + 1) / len(kernels))
    candidates.sort(key=lambda candidate: -candidate.hits)  # stable: ties stay in menu order
    best = candidates[0]
    return MachineChoice(best.kernel, best.C, tuple(candidates), folds)


def _right(K: np.ndarray, y: np.ndarray, C: float, fit: np.ndarray, left_out: np.ndarray) -> int:
    signs = np.where(y[fit], 1.0, -1.0)
    solved = margin(K[np.ix_(fit, fit)], signs, C, gap=LOOSE)
    scores = K[np.ix_(left_out, fit)] @ (signs * solved.alpha) + solved.intercept
    return int(((scores > 0) == y[left_out]).sum())
