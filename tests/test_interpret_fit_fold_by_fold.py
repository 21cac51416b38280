"""Cells are read fold by fold; the order of rows and columns in a file decides nothing."""

import numpy as np
import pytest

from interpret.data.attributes import Columns
from interpret.data.reading import read_table
from interpret.data.splits import folds
from interpret.data.task import tasks
from interpret.fit.choose_machine import choose_machine
from interpret.fit.choose_rule import choose_rule
from interpret.fit.machine import classifier
from interpret.fit.sample import canonical, read
from interpret.forms.explain import explain
from interpret.settings import Settings
from tests.often import some_now

NUMBERS = ("x0", "x1", "x2", "x3")


def csv(rng, n, gaps=0.0, noise=1.0):
    """Rows of four numbers and three categories; the class depends on none where noise is 1."""
    numbers = rng.normal(size=(n, 4)).round(2)
    words = rng.integers(0, 3, size=(n, 3))
    cells = np.concatenate([numbers.astype(str), np.array(list("abc"))[words]], axis=1)
    truth = (numbers[:, 0] > 0.5) | (words[:, 0] == 0)
    y = np.where(rng.random(n) < noise, rng.random(n) < 0.5, truth)
    cells[rng.random(cells.shape) < gaps] = ""
    rows = [",".join((*row, "yes" if label else "no")) for row, label in zip(cells, y, strict=True)]
    return ",".join((*NUMBERS, "p", "q", "r", "class")), rows


def table_of(header, rows):
    return read_table("\n".join((header, *rows)).encode(), "t.csv")


def sample_of(table, **columns):
    (task,) = tasks(table, None, ("yes",), Columns(**columns))
    return read(task, np.arange(len(task.y)), None)[2]


def test_left_out_rows_are_read_by_what_the_others_teach():
    table = table_of(*csv(np.random.default_rng(1), 80, gaps=0.2, noise=0.2))
    sample = sample_of(table)
    fit = np.arange(0, 80, 2)
    taught = sample.as_taught(fit)
    assert taught is sample.as_taught(fit.copy())
    assert taught.table.column("x0").cuts != sample.table.column("x0").cuts
    only = sample_of(table, drop=NUMBERS)
    assert only.as_taught(fit) is only  # values are read as they stand


def test_the_order_of_the_rows_is_that_of_their_cells_alone():
    rng = np.random.default_rng(0)
    table = table_of("a,b,class", [f"{rng.integers(3)},{rng.integers(3)},?" for _ in range(60)])
    shuffled = table.rows(rng.permutation(60))
    cells = [
        own.rows(canonical(own, ("a", "b"))).frame().to_numpy().tolist()
        for own in (table, shuffled)
    ]
    assert cells[0] == cells[1] == sorted(cells[0])


@pytest.mark.slow
@pytest.mark.parametrize("seed", some_now(range(12), *range(3)))
def test_the_same_rows_in_another_order_give_the_same_rule(seed):
    rng = np.random.default_rng(seed)
    header, rows = csv(rng, 40, gaps=0.1 * (seed % 2), noise=0.3)
    settings = Settings(
        positive=("yes",),
        kernel=("linear", "mDNF(2,2)", "rules(10,5)")[seed % 3],
        C=("auto", 1.0)[seed % 2],
        fit_to=("weights", "domain")[seed % 2],
        side="for",
        language="monotone",
        price=0.5,
        test=0,
    )
    shuffled = rng.permutation(40)
    one = explain(table_of(header, rows), settings)
    other = explain(table_of(header, [rows[i] for i in shuffled]), settings)
    assert one.rule == other.rule
    assert one.machine_choice == other.machine_choice
    weights = np.array(one.machine.weights)[shuffled]
    cells = {}
    for i, row in enumerate(shuffled):  # rows of equal cells may change places
        cells.setdefault(rows[row], ([], []))
        cells[rows[row]][0].append(weights[i])
        cells[rows[row]][1].append(other.machine.weights[i])
    assert all(sorted(ours) == sorted(theirs) for ours, theirs in cells.values())


def _same(one, other):
    assert one.attributes == other.attributes
    assert one.y.tolist() == other.y.tolist()
    assert one.each.tolist() == other.each.tolist()
    for name in one.attributes:
        column, alike = one.table.column(name), other.table.column(name)
        assert column.cuts == alike.cuts
        assert column.coarse == alike.coarse
        assert [column.values[i] for i in column.codes] == [alike.values[i] for i in alike.codes]


@pytest.mark.slow
def test_an_outer_fold_is_the_procedure_of_the_answer_on_the_table_of_its_rows():
    table = table_of(*csv(np.random.default_rng(5), 90, gaps=0.15, noise=0.3))
    settings = Settings(
        kernel="mDNF(2,2)", cost="balanced", size="autox2", fit_to="labels", side="for"
    )
    sample = sample_of(table).counted(settings.counting)
    outer, _ = folds(sample.y, sample.ties, 3, 1000)[0]
    fold = sample.as_taught(outer).rows(outer).counted(settings.counting)
    kept = sample.origin.task.table.rows(outer)
    alone = sample_of(kept).counted(settings.counting)
    _same(fold, alone)
    for inner, _ in folds(alone.y, alone.ties, 5, 0):
        _same(fold.as_taught(inner), alone.as_taught(inner))
    assert choose_machine(fold, settings) == choose_machine(alone, settings)
    svc = classifier("mDNF(2,2)", 1.0, None, settings)
    assert choose_rule(fold, svc, settings) == choose_rule(alone, svc, settings)


def in_order(header, rows, order):
    """The table with its columns, but for the last, in another order."""
    cells = [line.split(",") for line in (header, *rows)]
    header, *rows = [",".join((*(row[i] for i in order), row[-1])) for row in cells]
    return table_of(header, rows)


@pytest.mark.slow
@pytest.mark.parametrize("seed", some_now(range(60), *range(5), 13))
def test_the_same_columns_in_another_order_give_the_same_rule_and_card(seed):
    rng = np.random.default_rng([seed, 1])
    header, rows = csv(rng, int(rng.integers(20, 50)), gaps=0.1 * (seed % 2), noise=0.3)
    if seed % 3 == 0:  # a copy of a column is tied with it everywhere
        header, rows = f"o,{header}", [f"{row.split(',')[seed % 7]},{row}" for row in rows]
    settings = Settings(
        positive=("yes",),
        form="auto" if seed % 30 == 13 else ("rule", "points")[seed // 2 % 2],
        kernel=("linear", "mDNF(2,2)", "rules(10,5)")[seed % 3],
        C=("auto", 1.0)[seed % 2],
        fit_to=("weights", "labels", "domain", "mix")[seed % 4],
        side=("for", "against")[seed % 2],
        language=("values", "monotone")[seed % 2],
        price=0.5,
        effort=500,
        size="3x2",
        gaps=("value", "drop-row")[seed % 3 == 2],
        test=(0, 0.3)[seed % 2],
    )
    places = np.arange(header.count(","))
    one, *others = (
        explain(in_order(header, rows, order), settings)
        for order in (places, places[::-1], rng.permutation(places))
    )
    for other in others:
        assert one.rule == other.rule
        assert one.rule_form.right == other.rule_form.right
        assert (one.first, one.forms, one.points) == (other.first, other.forms, other.points)
        assert one.machine.weights == other.machine.weights
        assert one.machine.scores == other.machine.scores
