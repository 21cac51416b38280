from itertools import count

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.data.table import every_possible_row
from interpret.fit.parts import Part
from interpret.forms.study import other_rows as asking
from interpret.forms.study.other_rows import (
    AT_HAND,
    DRAWN,
    EVERY,
    domain_fidelity,
    relevance_by_redrawing,
)
from interpret.rules.logic import Clause, Formula, Is
from tests import small_formulas
from tests.small_formulas import every_row, values


def rows_of(table):
    n = table.n_rows
    return Part("train", np.arange(n), table, np.zeros(n, dtype=bool), np.zeros(n))


def deciding_as(formula):
    return lambda rows: np.where(formula.holds(rows), 0.5, -2.0)


@pytest.mark.parametrize("seed", range(20))
def test_fidelity_on_every_possible_row_is_the_share_counted_row_by_row(seed, monkeypatch):
    monkeypatch.setattr(asking, "ROWS_AT_ONCE", 7)
    rng = np.random.default_rng(seed)
    table = small_formulas.table(rng)
    attributes = table.names[:-1]
    rule, machine = (small_formulas.formula(rng, table) for _ in range(2))
    rows = list(every_row({name: list(values(table, name)) for name in attributes}))
    hits = sum(rule.accepts(row) == machine.accepts(row) for row in rows)
    (found,) = domain_fidelity(rule, deciding_as(machine), rows_of(table), attributes)
    assert (found.kind, found.share.hits, found.share.n) == (EVERY, hits, len(rows))


def test_a_domain_too_long_to_list_is_estimated_on_drawn_rows_and_on_those_at_hand(monkeypatch):
    rng = np.random.default_rng(0)
    table = small_formulas.table(rng, attributes=5)
    attributes = table.names[:-1]
    rule, machine = (small_formulas.formula(rng, table) for _ in range(2))
    shares = {name: values(table, name) for name in attributes}
    expected = sum(
        np.prod([shares[name][row[name]] / table.n_rows for name in attributes])
        for row in every_row({name: list(shares[name]) for name in attributes})
        if rule.accepts(row) == machine.accepts(row)
    )
    monkeypatch.setattr(asking, "MOST_LISTED", 10)
    drawn, at_hand = domain_fidelity(rule, deciding_as(machine), rows_of(table), attributes)
    assert (drawn.kind, at_hand.kind) == (DRAWN, AT_HAND)
    low, high = drawn.share.interval
    assert low - 0.01 < expected < high + 0.01
    agree = rule.holds(table) == machine.holds(table)
    assert (at_hand.share.hits, at_hand.share.n) == (agree.sum(), table.n_rows)


def test_a_fidelity_that_is_stopped_asks_no_more_and_gives_no_answer(monkeypatch):
    monkeypatch.setattr(asking, "ROWS_AT_ONCE", 5)
    monkeypatch.setattr("interpret.data.table.ROWS_AT_ONCE", 5)
    table = small_formulas.table(np.random.default_rng(0))
    calls = count()

    def decide(rows):
        next(calls)
        return np.ones(rows.n_rows)

    told = []
    found = domain_fidelity(
        Formula(),
        decide,
        rows_of(table),
        table.names[:-1],
        on_progress=lambda f: told.append(f) or False,
    )
    assert found == ()
    assert next(calls) == 1
    assert len(told) == 1


@pytest.fixture(scope="module")
def monks(root):
    return read_table((root / "sample_data" / "monks-1.csv").read_bytes(), "monks-1.csv")


def test_on_the_whole_domain_of_monks_redrawing_changes_what_it_must(monks):
    """Two of three body shapes differ; a jacket is red in one of four cases and hides the rest.

    P(change by body) = 3/4 · P(one of two independent draws equals the head, not both)
    = 3/4 · 2 · 1/3 · 2/3 = 1/3; by jacket = 2/3 · 2 · 1/4 · 3/4 = 1/4.
    """
    same = [
        Clause((Is("head", (shape,)), Is("body", (shape,))))
        for shape in ("round", "square", "octagon")
    ]
    formula = Formula((*same, Clause((Is("jacket", ("red",)),))))
    attributes = monks.names[:-1]
    assert every_possible_row(monks, attributes).n_rows == monks.n_rows
    found = relevance_by_redrawing(deciding_as(formula), monks, attributes, n=20_000)
    shares = {one.attribute: one.changed for one in found}
    expected = {"head": 1 / 3, "body": 1 / 3, "jacket": 1 / 4}
    for name in attributes:
        assert shares[name].n == 20_000
        assert shares[name].value == pytest.approx(expected.get(name, 0), abs=0.012)
    assert [one.changed.hits for one in found] == sorted(
        (one.changed.hits for one in found), reverse=True
    )
    assert all(shares[name].hits == 0 for name in ("smiling", "holding", "tie"))


def test_an_attribute_of_one_value_has_no_relevance_and_the_seed_decides():
    table = read_table(b"a,b,c\nx,1,k\ny,1,l\n", "t.csv")
    decide = deciding_as(Formula((Clause((Is("a", ("x",)),)),)))
    first, again, other = (relevance_by_redrawing(decide, table, "ab", seed) for seed in (1, 1, 2))
    assert first == again != other
    assert [one.attribute for one in first] == ["a", "b"]
    assert first[1].changed.hits == 0
