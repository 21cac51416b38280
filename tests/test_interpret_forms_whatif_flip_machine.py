import numpy as np
import pytest

from interpret.data.encoding import Encoding
from interpret.data.reading import read_table
from interpret.data.table import every_possible_row
from interpret.data.task import tasks
from interpret.forms.whatif import flip
from interpret.forms.whatif.by_hand import row_of
from interpret.forms.whatif.flip import nearest_flip, nearest_flip_of_machine
from interpret.rules.card import Card
from interpret.rules.logic import Clause, Formula, Is
from kernels.catalog import parse
from kernels.svm import BooleanSVC
from tests import small_formulas
from tests.small_formulas import values


def commonness(table, changes):
    return np.prod([values(table, change.attribute)[change.after] for change in changes])


def deciding_as(formula):
    return lambda rows: np.where(formula.holds(rows), 1.0, -1.0)


@pytest.mark.parametrize("seed", range(20))
def test_the_flip_of_a_machine_that_decides_by_a_rule_is_the_flip_of_the_rule(seed):
    rng = np.random.default_rng(seed)
    table = small_formulas.table(rng, attributes=5)
    attributes = table.names[:-1]
    formula = small_formulas.formula(rng, table, clauses=6)
    for index in range(3):
        row = row_of(table, attributes, index)
        if rng.random() < 0.2:
            row[attributes[0]] = "a value never seen"
        locked = [name for name in attributes if rng.random() < 0.2]
        expected = nearest_flip(Card.of(formula), row, table, attributes, locked)
        found = nearest_flip_of_machine(deciding_as(formula), row, table, attributes, locked)
        assert found.exhausted
        if expected is None or len(expected) > 3:
            assert found.changes is None
        else:
            assert len(found.changes) == len(expected)
            assert commonness(table, found.changes) == commonness(table, expected)
            assert not {change.attribute for change in found.changes} & set(locked)
            turned = {**row, **{change.attribute: change.after for change in found.changes}}
            assert all(row[change.attribute] == change.before for change in found.changes)
            assert formula.accepts(turned) != formula.accepts(row)


@pytest.fixture(scope="module")
def monks(root):
    """The table of monks-2, the possible rows, and the decision of a machine trained on half."""
    table = read_table((root / "sample_data" / "monks-2.csv").read_bytes(), "monks-2.csv")
    task = tasks(table)[0]
    train = task.table.rows(slice(None, None, 2))
    encoding = Encoding.fit(train, task.attributes)
    machine = BooleanSVC(parse("mDNF(3,2)"), 4.0)
    machine.fit(encoding.encode(train), task.y[::2])

    def decide(rows):
        return machine.decision_function(encoding.encode(rows))

    return train, every_possible_row(train, task.attributes), decide


@pytest.mark.parametrize("locked", [(), ("jacket", "smiling")])
def test_no_possible_row_with_the_other_verdict_is_nearer_on_monks(monks, locked):
    train, possible, decide = monks
    attributes = possible.names
    codes = np.stack([column.codes for column in possible.columns], axis=1)
    verdict = decide(possible) > 0
    stays = np.array([name in locked for name in attributes])
    for index in range(0, possible.n_rows, 17):
        differs = codes != codes[index]
        reached = (verdict != verdict[index]) & ~differs[:, stays].any(axis=1)
        fewest = differs[reached].sum(axis=1).min(initial=9)
        row = row_of(possible, attributes, index)
        found = nearest_flip_of_machine(decide, row, train, attributes, locked)
        assert (len(found.changes) if found.changes else 9) == (fewest if fewest <= 3 else 9)
        assert found.exhausted


def needs_three(n_attributes, n_values):
    """A table of equal attributes, and a machine that asks for three ones in the last of them."""
    rows = [",".join(str((i + j) % n_values) for j in range(n_attributes)) for i in range(30)]
    header = ",".join(f"a{j}" for j in range(n_attributes))
    table = read_table("\n".join([f"{header},c", *(f"{row},1" for row in rows)]).encode(), "t.csv")
    wanted = table.names[n_attributes - 3 : n_attributes]

    def decide(rows):
        return sum(Formula((Clause((Is(name, ("1",)),)),)).holds(rows) for name in wanted) - 2.5

    return table, dict.fromkeys(table.names[:-1], "0"), decide, wanted


def test_three_changes_are_found_and_two_are_said_to_be_too_few():
    table, row, decide, wanted = needs_three(7, 3)
    attributes = table.names[:-1]
    found = nearest_flip_of_machine(decide, row, table, attributes)
    assert tuple(change.attribute for change in found.changes) == wanted
    fewer = nearest_flip_of_machine(decide, row, table, attributes, most=2)
    assert (fewer.changes, fewer.exhausted) == (None, True)
    assert fewer.tried == 7 * 2 + 21 * 2 * 2


def test_where_there_are_too_many_rows_the_promising_ones_are_asked_and_that_is_said(monkeypatch):
    table, row, decide, wanted = needs_three(9, 4)
    attributes = table.names[:-1]
    monkeypatch.setattr(flip, "MOST_ROWS", 700)  # every two changes, not every three
    found = nearest_flip_of_machine(decide, row, table, attributes)
    assert tuple(change.attribute for change in found.changes) == wanted
    assert not found.exhausted
    never = nearest_flip_of_machine(lambda rows: decide(rows) - 1, row, table, attributes)
    assert (never.changes, never.exhausted) == (None, False)
    assert never.tried <= 3 * 700


def test_a_row_without_an_attribute_to_change_has_no_flip():
    table, row, decide, _ = needs_three(4, 2)
    found = nearest_flip_of_machine(decide, row, table, table.names[:-1], locked=tuple(row))
    assert (found.changes, found.tried, found.exhausted) == (None, 0, True)
