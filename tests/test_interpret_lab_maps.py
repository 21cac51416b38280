"""Maps of a comparison's rows: what is across and up, against its definition, on odd rows too."""

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.data.task import tasks
from interpret.lab.compare import FEW, compare, is_complete
from interpret.lab.compared_rows import compared_rows
from interpret.lab.maps import placed, row_map, turned
from interpret.settings import Settings

KERNELS = ("linear", "mC(2)", "mC(3)")


@pytest.fixture(scope="module")
def monks(root):
    raw = (root / "sample_data" / "monks-1.csv").read_bytes()
    return tasks(read_table(raw, "monks-1.csv"))[0]


@pytest.fixture(scope="module")
def compared(monks):
    return compare(monks, KERNELS)


@pytest.fixture(scope="module")
def problem():
    """The Gram matrix of 60 rows, and decisions of them."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(60, 8)) * (4, 3, 1, 1, 1, 1, 1, 1)
    return X @ X.T, rng.normal(size=60)


def task_of(text):
    return tasks(read_table(text.encode(), "few.csv"))[0]


def test_across_keeps_signs_and_order_whatever_the_scale():
    decisions = np.array([-3.0, -1e-7, 0.0, 0.5, 0.6, 9.0])
    across = placed(decisions)
    large = np.quantile(np.abs(decisions), 0.9)
    assert across == pytest.approx(np.tanh(0.9 * decisions / large))
    assert (np.sign(across) == np.sign(decisions)).all()
    assert placed(1000 * decisions) == pytest.approx(across)
    assert placed(np.zeros(4)).tolist() == [0, 0, 0, 0]
    assert placed(np.array([0.0] * 30 + [2.0]))[-1] == pytest.approx(np.tanh(0.9))


def test_up_is_the_first_direction_besides_the_mean_and_the_decisions(problem):
    K, decisions = problem
    one = row_map(K, decisions)
    assert one.heights.sum() == pytest.approx(0, abs=1e-9)
    assert one.heights @ decisions == pytest.approx(0, abs=1e-9)
    basis = np.linalg.qr(np.column_stack([np.ones(60), decisions]))[0]
    left = np.eye(60) - basis @ basis.T
    centred = K - K.mean(0) - K.mean(1)[:, None] + K.mean()
    most = np.linalg.eigvalsh(left @ K @ left)[-1]
    assert one.heights @ K @ one.heights == pytest.approx(most)
    assert one.share == pytest.approx(most / np.trace(centred))


def test_a_map_is_turned_to_the_one_before(problem):
    K, decisions = problem
    up = row_map(K, decisions).heights
    for before in (up, -up):
        assert row_map(K, decisions, before).heights == pytest.approx(before)


def test_of_equally_good_directions_the_nearest_mixture_is_taken():
    K, before = np.eye(6), np.array([3.0, 1, 0, 0, -1, -3])
    heights, share = turned(K, np.array([1.0, -1, 1, 1, -1, 1]), before)
    decisions = np.array([1.0, -1, 1, 1, -1, 1])
    decisions -= decisions.mean()
    wanted = before - decisions * (before @ decisions) / (decisions @ decisions)
    assert heights == pytest.approx(wanted / np.linalg.norm(wanted))
    assert share == pytest.approx(1 / 5)


def test_the_last_digits_of_a_matrix_do_not_turn_a_map(monks, compared):
    """As on another processor, also where many directions are equally good."""
    rows, rng = compared_rows(compared, monks), np.random.default_rng(2)
    n = len(rows.y)
    for K in (rows.gram("linear"), rows.gram("mC(3)"), np.eye(n)):
        noise = rng.normal(scale=1e-13, size=(n, n))
        decisions = rng.normal(size=n)
        one, other = row_map(K, decisions), row_map(K + noise + noise.T, decisions)
        assert np.abs(one.up - other.up).max() < 1e-6


@pytest.mark.parametrize("K", [np.ones((5, 5)), np.zeros((5, 5))])
def test_rows_that_are_all_alike_have_no_height(K):
    one = row_map(K, np.array([1.0, -1, 2, -2, 0]))
    assert one.up.tolist() == [0] * 5
    assert one.share == 0


def test_the_most_alike_rows_are_others_and_of_equals_the_first():
    K = np.ones((4, 4))
    K[0, 3] = K[3, 0] = 2.0
    one = row_map(K, np.zeros(4))
    assert one.alike.tolist() == [[3, 1, 2], [0, 2, 3], [0, 1, 3], [0, 1, 2]]
    assert one.similarity[0].tolist() == [2, 1, 1]
    assert row_map(np.ones((2, 2)), np.zeros(2)).alike.tolist() == [[1], [0]]


def test_rows_stay_at_their_heights_from_kernel_to_kernel(monks, compared):
    rows, last = compared_rows(compared, monks), None
    by_name = {one.kernel: one for one in compared.kernels}
    for name in KERNELS:
        one = rows.map(by_name[name], last)
        assert last is None or np.corrcoef(one.heights, last.heights)[0, 1] > 0.9
        errors = (one.across > 0) != rows.y
        assert errors.sum() == by_name[name].wrong
        last = one


def test_of_all_possible_rows_as_many_are_compared_as_in_the_monks_problems(monks, compared):
    assert is_complete(monks)
    assert (len(compared.rows), compared.n_rows) == (124, 432)
    few = "\n".join(f"{a},{b},{c},{'yn'[a < b]}" for a in "uvw" for b in "uvw" for c in "xyz")
    task = task_of(f"a,b,c,class\n{few}\n")
    assert is_complete(task)
    assert len(compare(task, ["linear"]).rows) == 27 < FEW
    assert not is_complete(task_of(f"a,b,c,class\n{few[:-8]}\n"))


def test_rows_that_no_fold_leaves_out_are_on_no_map():
    """A fold of a group of one class judges nothing, so its rows have no decision."""
    lines = ["g,a,b,class"]
    for group in range(5):
        classes = "nnnn" if group == 0 else "ynyn"
        lines += [
            f"g{group},{'uv'[i % 2]},{'pqr'[(i + group) % 3]},{c}" for i, c in enumerate(classes)
        ]
    raw = "\n".join(lines).encode()
    table = read_table(raw, "groups.csv")
    (task,) = tasks(table, "class", ("y",), Settings(group="g").columns)
    found = compare(task, ["linear"])
    (one,) = found.kernels
    none = [
        row for row, decision in zip(found.rows, one.decisions, strict=True) if decision is None
    ]
    assert none
    rows = compared_rows(found, task)
    assert len(rows.y) == one.left_out == len(found.rows) - len(none)
    assert not {*rows.table.row_numbers} & {task.table.row_numbers[row] for row in none}
    assert np.isfinite(rows.map(one, None).across).all()


def test_many_rows_are_drawn_within_their_classes():
    rng = np.random.default_rng(3)
    lines = [f"{rng.choice(list('uvwx'))},{rng.random():.3f},{'yn'[i % 4 > 0]}" for i in range(900)]
    task = task_of("a,b,class\n" + "\n".join(lines))
    found = compare(task, ["linear"])
    rows = compared_rows(found, task)
    assert (len(found.rows), len(rows.y), rows.y.sum()) == (900, 400, 100)
