"""A rule is a card: it says the same of every row there may be, and comes back from its card."""

from itertools import product

import numpy as np
import pytest

from interpret.rules.card import Card, Term
from interpret.rules.logic import Clause, Formula, Is
from tests import small_formulas
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


def verdicts(card):
    """The card's verdict for every set of clauses that hold, by bits."""
    holds = np.array([*product((0, 1), repeat=len(card.terms))])
    return holds, holds @ card.points > card.cut


def shortest_formula(card):
    """The conditions of the shortest formula of the card's clauses, by trying every least set; None
    where there is none, or a clause never changes the verdict.
    """
    holds, says = verdicts(card)
    lengths = np.array([len(term.clause) for term in card.terms])
    for one in np.eye(len(lengths), dtype=int):
        with_one = dict(zip(map(tuple, holds), says, strict=True))
        if all(with_one[tuple(row)] == with_one[tuple(row | one)] for row in holds):
            return None
    found = []
    for described in (says, ~says):
        of_class = {tuple(row) for row in holds[described]}
        grows = all(
            tuple(np.maximum(row, one)) in of_class
            for row in of_class
            for one in np.eye(len(lengths), dtype=int)
        )
        least = [
            row
            for row in of_class
            if not any(other != row and np.all(np.less_equal(other, row)) for other in of_class)
        ]
        found += [sum(int(row @ lengths) for row in map(np.array, least))] if grows else []
    return min(found, default=None)


@pytest.mark.parametrize("seed", range(200))
def test_a_card_that_a_formula_says_in_no_more_conditions_is_that_formula(seed):
    """Conditions on columns of their own, so that none follows from another."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 5))
    terms = [
        Term(
            int(rng.choice([1, 1, 2, 3]) * (1 if seed % 3 else rng.choice([-1, 1]))),
            Clause(tuple(Is(f"c{i}{j}", ("x",)) for j in range(int(rng.integers(1, 3))))),
        )
        for i in range(n)
    ]
    if seed % 3 == 2:
        terms = [Term(-term.points, term.clause) for term in terms]
    card = Card(tuple(terms), int(rng.integers(-5, 5)))
    shortest = shortest_formula(card)
    assert (card.formula is not None) == (shortest is not None and shortest <= len(card))
    if card.formula is not None:
        assert len(card.formula) == shortest
        for row in every_row({name: ["x", "o"] for name in card.attributes}):
            assert card.accepts(row) == card.formula.accepts(row)


@pytest.mark.parametrize("denied", [False, True])
@pytest.mark.parametrize("clauses", [(), (ALWAYS,)])
def test_what_is_always_or_never_true_has_a_card(clauses, denied):
    formula = Formula(clauses, denied)
    assert Card.of(formula).formula == formula
    assert Card.of(formula).accepts({}) == formula.accepts({})


def test_a_sum_of_many_conditions_is_no_formula():
    lines = tuple(Term(1, Clause((Is(f"c{i}", ("x",)),))) for i in range(20))
    assert Card(lines, 9).formula is None
