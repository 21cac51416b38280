"""A comparison: its parts against their definition, its document, what it says of odd kernels."""

import json
from itertools import pairwise, product

import numpy as np
import pytest
from scipy.stats import t

from interpret.data.attributes import Columns
from interpret.data.complaints import DataError
from interpret.data.encoding import Encoding
from interpret.data.reading import read_table
from interpret.data.task import tasks
from interpret.lab import kernel_figures as figures
from interpret.lab.compare import (
    ALL_DIFFER,
    Compared,
    Comparison,
    compare,
    document,
    restore,
    sampled,
    work,
)
from interpret.lab.compared_rows import HIGHEST, alike_first, compared_rows, expressiveness_curves
from interpret.lab.kernel_figures import longest, may_be_best, ranked, verdict
from interpret.lab.nested_validation import JudgedFold
from interpret.registry import RunRequest
from interpret.settings import Settings
from kernels.catalog import parse
from tests.counting import Listener
from tests.test_interpret_tell_rule_figures import HOSTILE, texts


def task_of(rows):
    raw = "a,b,c,class\n" + "\n".join(",".join(row) for row in rows)
    return tasks(read_table(raw.encode(), "odd.csv"))[0]


@pytest.fixture(scope="module")
def monks(root):
    raw = (root / "sample_data" / "monks-1.csv").read_bytes()
    return tasks(read_table(raw, "monks-1.csv"))[0]


@pytest.fixture(scope="module")
def compared(monks):
    return compare(monks, ["linear", "mC(2)", "mC(20)"])


def test_the_right_kernel_comes_first_and_an_odd_one_has_a_note(compared):
    assert compared.kernels[0].kernel == "mC(2)"
    by_name = {one.kernel: one for one in compared.kernels}
    assert by_name["mC(2)"].auc == 1
    assert by_name["linear"].auc < 0.8
    assert by_name["linear"].note == ""
    assert by_name["mC(20)"].note == ALL_DIFFER


def test_the_document_is_standard_json_and_gives_the_comparison_back(compared):
    text = json.dumps(document(compared), allow_nan=False)
    assert restore(json.loads(text)) == compared


def test_a_stopped_comparison_keeps_the_kernels_that_are_done(monks):
    told, answers = [], []

    def stop_at_the_second(kernel, fraction):
        told.append((kernel, fraction))
        return kernel == "linear" or fraction < 0.5

    found = compare(
        monks, ["linear", "mC(2)"], on_progress=stop_at_the_second, on_answer=answers.append
    )
    assert [own.kernel for own in found.kernels] == ["linear"]
    assert answers == [found]
    assert told[0] == ("linear", 0.0)
    assert told[-1][0] == "mC(2)"


def test_a_run_heeds_its_seed_and_tells_which_kernel_is_compared(root):
    raw = (root / "sample_data" / "monks-1.csv").read_bytes()
    table, listener = read_table(raw, "monks-1.csv"), Listener()
    spec = {"settings": Settings(seed=3).to_dict(), "table": "t", "kernels": ["linear", "mC(2)"]}
    found = restore(work(RunRequest(spec, lambda: table), listener))
    assert [own.kernel for own in found.kernels] == ["mC(2)", "linear"]
    assert (found.seed, found.n_rows) == (3, 432)
    assert listener.steps[-1]["fraction"] == 1
    assert {step["kernel"] for step in listener.steps} <= {"linear", "mC(2)"}


def test_a_class_with_too_few_rows_is_told():
    rows = [("x", "y", "z", "no")] * 8 + [("x", "y", "u", "yes")] * 2
    with pytest.raises(DataError, match=r"at least 3 rows of each class, and .* has 2"):
        compare(task_of(rows), ["linear"])


def test_rows_that_contradict_each_other_are_compared_and_counted():
    rows = [("x", "y", "z", "no"), ("x", "y", "z", "yes"), ("u", "y", "z", "yes")] * 4
    found = compare(task_of(rows), ["mC(2)"])
    assert found.conflicts == 8


def test_more_rows_than_are_looked_at_are_sampled_in_the_shares_of_the_classes():
    y = np.arange(5000) % 5 == 0
    rows = sampled(y, seed=1)
    assert len(set(rows.tolist())) == len(rows) == 1000
    assert y[rows].sum() == 200
    assert sampled(y, seed=1).tolist() == rows.tolist() != sampled(y, seed=2).tolist()


def test_a_rare_class_is_sampled_more_densely_and_none_of_it_is_made_up():
    y = np.arange(5000) < 12
    rows = sampled(y, seed=1)
    assert len(set(rows.tolist())) == len(rows) == 1000
    assert y[rows].sum() == 12
    assert y[sampled(np.arange(5000) < 400, seed=1)].sum() <= 12
    assert (sampled(~y, seed=1) < 12).sum() == 12


def test_what_is_learnt_of_labels_to_read_cells_is_learnt_in_each_fold_alone():
    rng = np.random.default_rng(4)
    aucs = []
    for _ in range(4):
        cells = rng.choice(["a", "b", "c", ""], p=[0.2, 0.2, 0.2, 0.4], size=(80, 8))
        rows = [[*map(str, own), label] for own, label in zip(cells, ["n", "y"] * 40, strict=True)]
        names = ",".join(f"q{i}" for i in range(8)) + ",class\n"
        table = read_table((names + "\n".join(map(",".join, rows))).encode(), "noise.csv")
        (task,) = tasks(table)
        aucs.append(compare(task, ["linear"]).kernels[0].auc)
    assert 0.35 < np.mean(aucs) < 0.65


def test_in_each_class_of_a_heat_map_like_rows_stand_beside_like(monks, compared):
    rows = compared_rows(compared, monks)
    order, K = rows.in_classes("mC(2)"), rows.gram("mC(2)")
    assert sorted(order.tolist()) == list(range(len(rows.y)))
    assert rows.y[order].tolist() == sorted(rows.y, reverse=True)
    beside = [K[i, j] for i, j in pairwise(order)]
    assert np.mean(beside) > 2 * K[~np.eye(len(K), dtype=bool)].mean()


def test_neighbours_on_a_line_are_put_in_its_order():
    places = np.array([3.0, 0.0, 2.0, 5.0, 1.0])
    order = alike_first(1 - np.abs(places[:, None] - places) / 10)
    assert places[order].tolist() in ([0, 1, 2, 3, 5], [5, 3, 2, 1, 0])
    assert alike_first(np.ones((2, 2))).tolist() == [0, 1]


def test_expressiveness_rises_with_ands_and_falls_with_ors(monks):
    X = Encoding.fit(monks.table, monks.attributes).encode(monks.table)
    curves = expressiveness_curves(X[::4])
    assert (np.diff(curves["mC"]) >= -1e-12).all()
    assert (np.diff(curves["mD"]) <= 1e-12).all()
    assert set(map(len, curves.values())) == {HIGHEST}


def test_a_curve_ends_where_there_is_no_formula_of_so_high_a_degree():
    curves = expressiveness_curves(np.eye(3, dtype=np.uint8))
    assert {name: len(curve) for name, curve in curves.items()} == {
        "mC": 3,
        "mD": 3,
        "mDNF": 2,
        "mCNF": 2,
        "DNF": 3,
        "CNF": 3,
    }
    assert (np.diff(curves["mD"]) <= 1e-12).all()


def test_a_restored_comparison_of_another_schema_is_refused(compared):
    with pytest.raises(ValueError, match="schema"):
        restore(document(compared) | {"schema": 2})


@pytest.mark.parametrize("text", HOSTILE)
def test_no_figure_lets_markup_from_data_through(text):
    figure = figures.expressiveness({text: (0.1, 0.2)}).figure
    for shown in texts(figure.to_dict()):
        assert not set(text) & set("<>$%&") or text not in shown


NAMES = ("rules(10,5)", "mC(2)", "linear", "RBF(0.1)")


def comparison(aucs, covariance, units=200):
    """Kernels of these AUCs; covariance: of the AUCs, in the order given."""
    order = sorted(range(len(aucs)), key=lambda i: -aucs[i])
    kernels = tuple(
        Compared(NAMES[i], (JudgedFold(aucs[i], 0.5, 0, 1.0),), (0.5, -0.5), i % 3, "")
        for i in order
    )
    ordered = tuple(tuple(float(covariance[i][j]) for j in order) for i in order)
    about = ("t", "d", "y", ("a",), ("b",), Columns(), 0, 2, (0, 1), 0)
    return Comparison(*about, kernels, ordered, units)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_verdict_says_what_the_paired_test_says(n):
    for aucs in product((0.7, 0.8, 0.9), repeat=n):
        error = 0.03 * np.sqrt(2) * t.ppf(1 - 0.05 / max(1, n - 1), 199)
        c = comparison(aucs, 0.03**2 * np.eye(n))
        equal = [one.kernel for one in c.kernels if max(aucs) - one.auc <= error]
        assert may_be_best(c) == equal
        best, *others = ranked(c)
        assert sorted(one.kernel for one in best) == sorted(equal)
        assert [len(line) for line in others] == [1] * (n - len(equal))
        shortest = min(equal, key=lambda name: NAMES[::-1].index(name) or 9)
        assert best[0].kernel == shortest
        words, right = verdict(c), 2 - NAMES.index(shortest) % 3
        assert f"gets {'all 2' if right == 2 else f'{right} of 2'} left-out rows right" in words
        if n == 1:
            assert words.endswith("and stands alone: compare it with other kernels.")
        elif len(equal) == 1:
            assert words.startswith(f"{equal[0]} is surely better than the others: it gets")
        else:
            start = "None is surely" if len(equal) == n else f"{len(equal)} of {n} may be the best;"
            assert words.startswith(start)
            assert f", {shortest}, gets" in words


def test_the_best_in_truth_is_seldom_said_to_be_worse():
    rng, m, missed = np.random.default_rng(3), 4, 0
    for draw in range(1000):
        truth = np.array([0.9, 0.9, 0.9, 0.86 if draw % 2 else 0.9])
        shape = rng.normal(size=(m, m))
        covariance = 0.02**2 * (shape @ shape.T) / m
        seen = rng.multivariate_normal(truth, covariance)
        equal = may_be_best(comparison(seen, covariance))
        missed += NAMES[rng.integers(3)] not in equal
    assert missed <= 0.05 * 1000


def test_kernels_that_rank_every_row_alike_are_equal_however_little_they_vary():
    assert len(may_be_best(comparison((0.9, 0.9), np.ones((2, 2)) * 0.01**2))) == 2
    assert verdict(comparison((1.0, 1.0), np.zeros((2, 2)))).startswith(
        "None is surely better than the others; the simplest, mC(2), gets"
    )


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("linear", 1),
        ("mC(3)", 3),
        ("DNF(2,3)", 6),
        ("rules(10,5)", 50),
        ("average_mDNF(3,2)", 6),
        ("polynomial(4,1)", 4),
        ("0.25*mC(5) + 0.75*linear", 5),
        ("a ∧ ¬(b ∨ c)", 3),
        ("RBF(0.1)", np.inf),
        ("Tanimoto", np.inf),
    ],
)
def test_the_longest_formula_of_a_kernel_has_so_many_values(name, values):
    assert longest(parse(name)) == values
