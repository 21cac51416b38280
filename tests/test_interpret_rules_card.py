"""A rule is a card: it says the same of every row there may be, and comes back from its card."""

import numpy as np
import pytest

from interpret.rules.card import Card, Term
from interpret.rules.logic import Clause, Formula
from tests import small_cards, small_formulas
from tests.small_formulas import every_row, values

ALWAYS = Clause()


@pytest.mark.parametrize("seed", range(100))
def test_the_card_of_a_formula_says_of_every_row_what_the_formula_says(seed):
    rng = np.random.default_rng(seed)
    table = small_formulas.table(rng)
    formula = small_formulas.formula(rng, table, clauses=6)
    card = Card.of(formula)
    assert card.formula == formula
    assert {*card.clauses} == {*formula.clauses}
    assert {*card.attributes} == {*formula.attributes}
    assert (card.holds(table) == formula.holds(table)).all()
    options = {name: [*values(table, name), "never seen"] for name in table.names[:-1]}
    for row in every_row(options):
        assert card.accepts(row) == formula.accepts(row)


@pytest.mark.parametrize("seed", range(100))
def test_a_card_that_is_the_card_of_a_formula_says_what_that_formula_says(seed):
    """Small points and cuts, so that some cards are rules and most are not."""
    rng = np.random.default_rng(seed)
    table = small_formulas.table(rng)
    clauses = [*dict.fromkeys(small_cards.card(rng, table).clauses)]
    points = rng.choice([-1, 1], len(clauses)) if seed % 2 else np.full(len(clauses), 1)
    card = Card(
        tuple(Term(int(n), clause) for n, clause in zip(points, clauses, strict=True)),
        int(rng.integers(-1, 2)),
    )
    is_rule = {*points.tolist()} <= {1} and card.cut == 0
    is_rule |= {*points.tolist()} <= {-1} and card.cut == -1
    assert (card.formula is not None) == is_rule
    if card.formula is not None:
        assert Card.of(card.formula) == card
        assert (card.holds(table) == card.formula.holds(table)).all()


@pytest.mark.parametrize("denied", [False, True])
@pytest.mark.parametrize("clauses", [(), (ALWAYS,)])
def test_what_is_always_or_never_true_has_a_card(clauses, denied):
    formula = Formula(clauses, denied)
    assert Card.of(formula).formula == formula
    assert Card.of(formula).accepts({}) == formula.accepts({})


def test_a_clause_that_stands_twice_is_no_rule():
    assert Card((Term(1, ALWAYS), Term(1, ALWAYS))).formula is None
