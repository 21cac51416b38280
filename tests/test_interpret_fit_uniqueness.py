import numpy as np
import pytest
from scipy.optimize import linprog

from interpret.data.reading import read_table
from interpret.fit.sample import Sample
from interpret.fit.training import OTHERS, unique
from interpret.forms.explain import explain
from interpret.settings import Settings
from kernels.catalog import parse
from kernels.svm import BooleanSVC
from tests.often import some_now


def fitted(table, y, kernel, C):
    sample = Sample.of(table, table.names[:-1], y)
    svc = BooleanSVC(parse(kernel), C)
    svc.fit(sample.examples, y)
    return svc, sample


def by_linear_programs(svc, sample):
    """The brute-force twin: how far one weight can move while decision, sum and bounds stay."""
    rows, first, of = np.unique(
        np.column_stack([sample.examples, sample.y]), axis=0, return_index=True, return_inverse=True
    )
    own, counts = np.bincount(of.ravel(), svc.alpha_), np.bincount(of.ravel())
    signs = sample.signs[first]
    fixed = np.concatenate([svc.kernel(rows[:, :-1]) * signs, [signs], [np.ones(len(rows))]])
    bounds = [(0, svc.C_ * count) for count in counts]
    apart = 0.0
    for direction in (*np.eye(len(rows)), *-np.eye(len(rows))):
        solved = linprog(direction, A_eq=fixed, b_eq=fixed @ own, bounds=bounds)
        if solved.x is not None:
            apart = max(apart, float(np.abs(solved.x - own).max()))
    return apart


SEEN = set()


@pytest.mark.slow
@pytest.mark.parametrize("seed", some_now(range(40), *range(12)))
def test_weights_are_unique_where_no_linear_program_moves_one_of_them(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(6, 16))
    rows = [",".join(map(str, rng.integers(0, 3 - seed % 2, 3))) + ",?" for _ in range(n)]
    table = read_table("\n".join(("a,b,c,class", *rows)).encode(), "t.csv")
    y = rng.random(n) < 0.5
    y[:2] = True, False
    kernel = ("linear", "mDNF(2,2)", "rules(10,5)")[seed % 3]
    svc, sample = fitted(table, y, kernel, (1.0, np.inf)[seed // 3 % 2])
    apart = by_linear_programs(svc, sample)
    SEEN.add(unique(svc, sample))
    assert unique(svc, sample) == (apart < 1e-5 * max(1.0, svc.alpha_.max()))


def test_the_tables_above_have_machines_of_both_kinds():
    assert SEEN in ({True, False}, set())


def test_two_pairs_that_say_the_same_are_not_unique_and_a_full_kernel_is():
    cells = ["x,1", "y,2", "x,2", "y,1"]
    table = read_table("\n".join(["a,b,class", *(f"{c},?" for c in cells)]).encode(), "t.csv")
    y = np.array([True, False, True, False])  # by a alone: (x1, y2) and (x2, y1) tell it alike
    assert unique(*fitted(table, y, "linear", np.inf)) is False
    assert unique(*fitted(table, y, "rules(10,5)", np.inf)) is True


def test_the_answer_says_so_where_the_rule_is_fitted_to_weights():
    rows = ["x,1,yes", "y,2,no", "x,2,yes", "y,1,no"] * 5
    table = read_table("\n".join(("a,b,class", *rows)).encode(), "t.csv")
    fixed = {"side": "for", "language": "monotone", "price": 0.0, "kernel": "linear"}
    fixed["keep"] = ("a",)
    by_weights = explain(table, Settings(**fixed, C=1.0, fit_to="weights"))
    assert OTHERS in by_weights.notices
    assert OTHERS not in explain(table, Settings(**fixed, C=1.0, fit_to="labels")).notices
    full = fixed | {"kernel": "rules(10,5)", "fit_to": "weights"}
    assert OTHERS not in explain(table, Settings(**full, C=1.0)).notices
