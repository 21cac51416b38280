import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.data.table import domain_size
from interpret.fit.rule_problem import TrainedMachine, lists_domain, stacked, weighted
from interpret.fit.sample import Sample

ROWS = [("x", "1"), ("x", "2"), ("y", "1"), ("z", ""), ("x", "1")]
TABLE = read_table(
    "\n".join(",".join((*row, "?")) for row in [("a", "b"), *ROWS])
    .replace("a,b,?", "a,b,class")
    .encode(),
    "t.csv",
)
Y = np.array([True, False, True, False, True])
OWN = np.array([0.5, -2.0, 1.5, 0.0, 0.0])
SCORE = {"x": 0.4, "y": -3.0, "z": 2.0}, {"1": 0.5, "2": -0.1, None: 0.0}


def decide(table):
    """A machine whose decision is a sum of what each cell says."""
    rows = table.frame()[["a", "b"]].itertuples(index=False, name=None)
    return np.array([SCORE[0][a] + SCORE[1][b] for a, b in rows])


def fitted(fit_to, table=TABLE, attributes=("a", "b"), y=Y, own=OWN, seed=0):
    sample = Sample.of(table, attributes, y)
    return weighted(fit_to, sample, TrainedMachine(own, decide), np.random.default_rng(seed))


def cells(table):
    return [tuple(row) for row in table.frame()[["a", "b"]].to_numpy().tolist()]


def clipped(table):
    return np.array([min(1.0, max(-1.0, score)) for score in decide(table)])


def test_weights_are_the_machines_own_and_the_unit_is_the_mean_of_the_positive():
    asked = fitted("weights")
    assert asked.table is TABLE
    assert asked.weights.tolist() == OWN.tolist()
    assert asked.unit == 1.0
    assert fitted("weights", own=-np.abs(OWN)).unit == 1.0


def test_labels_are_plus_and_minus_one():
    asked = fitted("labels")
    assert asked.weights.tolist() == [1, -1, 1, -1, 1]
    assert asked.unit == 1.0


def test_the_mix_is_the_mean_of_label_and_decision_cut_to_one():
    asked = fitted("mix")
    labels = [1, -1, 1, -1, 1]
    assert asked.weights.tolist() == pytest.approx(
        [(label + cut) / 2 for label, cut in zip(labels, clipped(TABLE), strict=True)]
    )


def test_a_small_domain_is_listed_and_weighs_as_much_as_the_rows():
    asked = fitted("domain")
    assert len(set(cells(asked.table))) == asked.table.n_rows == 9
    assert asked.weights.tolist() == pytest.approx((clipped(asked.table) * 5 / 9).tolist())
    certain = np.abs(decide(asked.table)) >= 1
    assert np.abs(asked.weights[certain]).tolist() == pytest.approx([5 / 9] * int(certain.sum()))


def wide(n_rows, n_attributes=14):
    """Too few rows of too many possible ones; only the attributes a and b decide."""
    rng = np.random.default_rng(0)
    names = ["a", "b", *(f"c{k}" for k in range(n_attributes - 2))]
    columns = [rng.choice(list("xyz"), n_rows), rng.choice(["1", "2"], n_rows)]
    columns += [rng.choice(["0", "1"], n_rows) for _ in names[2:]]
    lines = [",".join(row) for row in zip(*columns, strict=True)]
    return read_table("\n".join([",".join(names), *lines]).encode(), "wide.csv")


@pytest.mark.parametrize(("n", "drawn"), [(40, 700), (1000, 2000), (3500, 6000)])
def test_of_a_large_domain_mixtures_are_drawn_beside_the_rows(n, drawn):
    table = wide(n)
    assert not lists_domain(table, table.names)
    y, own = np.zeros(n, dtype=bool), np.zeros(n)
    asked = fitted("domain", table, table.names, y, own)
    assert asked.table.n_rows == len(asked.weights) == n + drawn
    assert cells(asked.table)[:n] == cells(table)
    assert asked.weights[:n] == pytest.approx(0.2 * clipped(table))
    assert asked.weights[n:] == pytest.approx(0.8 * clipped(asked.table)[n:] * n / drawn)
    sure = np.where(np.arange(n + drawn) < n, 0.2, 0.8 * n / drawn)
    assert sure.sum() == pytest.approx(n)  # of decisions of 1, as much as of the rows alone
    again = fitted("domain", table, table.names, y, own)
    assert cells(again.table) == cells(asked.table)


def test_a_domain_is_listed_where_it_is_small_and_enough_of_it_is_at_hand():
    assert lists_domain(TABLE, ("a", "b"))  # 4 different rows of 9
    binary = wide(1000, n_attributes=6)
    assert domain_size(binary, binary.names) == 96
    assert lists_domain(binary, binary.names)
    few = binary.rows(range(8))
    size = domain_size(few, few.names)
    assert lists_domain(few, few.names) == (len(set(cells_of(few))) >= 0.1 * size)
    large = wide(8000, n_attributes=15)
    assert domain_size(large, large.names) == 6 * 2**13 > 20_000
    assert len(set(cells_of(large))) >= 0.1 * 6 * 2**13
    assert not lists_domain(large, large.names)


def cells_of(table):
    return list(table.frame().itertuples(index=False, name=None))


def test_stacked_tables_have_the_rows_of_both():
    both = stacked(TABLE.rows([0, 3]), TABLE.rows([2]), ("b", "a"))
    assert both.names == ("b", "a")
    assert cells_of(both) == [("1", "x"), (None, "z"), ("1", "y")]
