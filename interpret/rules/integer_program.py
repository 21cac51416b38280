"""Small integer programs, by branch and bound over linear programs, limited by work and not by
time.

HiGHS solves integer programs too, but can be limited only by seconds or by nodes. A limit in
seconds gives other answers on a busy machine, and a few nodes can take minutes. Here the limit is
on the work of the linear programs.
"""

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush
from math import inf

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix

from interpret.rules.pricing import Effort, program_work

INFEASIBLE = 2  # scipy's status where no point meets the constraints
INTEGRAL = 1e-6  # how far from 0 or 1 a share may be
ROUNDING = 1e-9  # of a value


@dataclass(frozen=True, eq=False)
class Program:
    """max valueᵀx  subject to  matrix x ≤ most,  0 ≤ x ≤ 1,  the last n_chosen of x being 0 or 1.

    step: the least difference between the values of two choices, 0 if unknown.
    """

    value: np.ndarray
    matrix: csr_matrix
    most: np.ndarray
    n_chosen: int
    step: float = 0.0


@dataclass(frozen=True, eq=False)
class Solved:
    """The best choice, and its proof.

    chosen: bool (n_chosen,), None if no value above the floor was found; bound: no choice has a
    larger value; complete: whether no choice is better than the chosen one, or than the floor if
    there is none. Where HiGHS fails on a node, the node's bound stays and complete is False.
    """

    chosen: np.ndarray | None
    bound: float
    complete: bool


def solve(
    program: Program,
    floor: float,
    value_of: Callable[[np.ndarray], float],
    effort: Effort,
    unit: int = 1,
) -> Solved:
    """The best choice, the node of the largest bound first.

    floor: the value that a choice must exceed; value_of: the value of a choice, −inf where it is
    not allowed; unit: how many additions the effort counts as one.
    """
    n = program.n_chosen
    best: np.ndarray | None = None
    nodes, made, failed = [(-inf, 0, np.zeros(n), np.ones(n))], 0, -inf
    while nodes:
        above = -nodes[0][0]
        if above <= floor + max(program.step * (1 - INTEGRAL), ROUNDING * abs(floor)):
            break
        _, _, low, high = heappop(nodes)
        status, value, shares, steps = _relaxed(program, low, high)
        if not effort.spend(program_work(program.matrix.shape, steps) // unit):
            return Solved(best, max(floor, above), False)
        if shares is None:
            failed = failed if status == INFEASIBLE else max(failed, above)
            continue
        chosen = shares > 0.5
        worth = value_of(chosen)
        if worth > floor:
            best, floor = chosen, worth
        away = np.minimum(shares, 1 - shares)
        if away.max() < INTEGRAL:
            continue
        k = int(away.argmax())
        for side in (1.0, 0.0):
            made += 1
            least, most = low.copy(), high.copy()
            least[k] = most[k] = side
            heappush(nodes, (-min(value, above), made, least, most))
    return Solved(best, max(floor, failed), failed <= floor)


def _relaxed(
    program: Program, low: np.ndarray, high: np.ndarray
) -> tuple[int, float, np.ndarray | None, int]:
    """HiGHS's status, the value and shares of the relaxed choice, and the number of steps.

    The relaxed shares may lie anywhere between low and high; they are None unless the program was
    solved.
    """
    n_others = len(program.value) - program.n_chosen
    scale = 100 / max(1e-12, float(np.abs(program.value).max()))
    lowest, highest = np.zeros(n_others), np.ones(n_others)
    solved = linprog(
        -scale * program.value,
        A_ub=program.matrix,
        b_ub=program.most,
        bounds=np.column_stack([np.append(lowest, low), np.append(highest, high)]),
        method="highs-ds",
    )
    if solved.status != 0:
        return solved.status, inf, None, int(solved.nit)
    return 0, -float(solved.fun) / scale, solved.x[n_others:], int(solved.nit)
