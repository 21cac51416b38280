"""A card as questions: whoever answers them for a row gets the points of that row."""

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.forms.whatif.by_hand import row_of
from interpret.forms.whatif.fill_in import Piece, form, held, pieces, values_of
from interpret.rules.card import Card, Term
from interpret.rules.logic import Between, Clause, Is, IsNot
from tests import small_cards, small_formulas

AGES = read_table(
    b"age,sex,town,class\n" + b"".join(b"%d,%c,%c,%d\n" % (i, b"fm"[i % 2], b"abcde"[i % 5], i % 2)
                                       for i in range(20, 90)), "t.csv"
)  # fmt: skip


def clause(*tests):
    return Clause(tests)


def term(points, *tests):
    return Term(points, Clause(tests))


@pytest.mark.parametrize("seed", range(60))
def test_the_answers_of_a_row_give_its_points(seed):
    rng = np.random.default_rng(seed)
    table = small_formulas.table(rng)
    card = small_cards.card(rng, table)
    questions = form(card, table)
    assert frozenset().union(*(own.terms for own in questions)) == frozenset(range(len(card.terms)))
    for index in range(table.n_rows):
        row = row_of(table, table.names[:-1], index)
        answers = [own.answer(row) for own in questions]
        terms = held(questions, answers)
        assert sum(card.terms[k].points for k in terms) == card.total(row)
        for own, answer in zip(questions, answers, strict=True):
            if own.attribute is not None:
                where = [piece.accepts(row[own.attribute]) for piece in own.options]
                assert where.count(True) == 1, "a cell is in one piece"
                assert where[answer]


def test_ranges_of_one_column_are_bands_and_an_empty_cell_is_with_those_it_is_not_told_from():
    clauses = [
        clause(Between("age", above=40)),
        clause(Between("age", above=60)),
        clause(Is("sex", ("f",))),
    ]
    assert pieces(clauses, "age", values_of(AGES, "age")) == (
        Piece((Between("age", to=40),), frozenset()),
        Piece((Between("age", 40, 60),), frozenset({0})),
        Piece((Between("age", above=60),), frozenset({0, 1})),
    )
    gaps = read_table(b"age,class\n30,yes\n50,no\n,no\n70,yes\n", "t.csv")
    (first, *_) = pieces(clauses, "age", values_of(gaps, "age"))
    assert first.tests == (Between("age", to=40), Is("age", (None,)))


def test_values_are_named_up_to_three_and_else_any_other():
    town = values_of(AGES, "town")
    (one, rest) = pieces([clause(Is("town", ("a",)))], "town", town)
    assert (one.tests, rest.tests) == ((Is("town", ("a",)),), (IsNot("town", ("a",)),))
    (one, rest) = pieces([clause(Is("town", ("a", "c")))], "town", town)
    assert rest.tests == (Is("town", ("b", "d", "e")),)
    (_, rest) = pieces([clause(Is("town", ("a", "c")))], "town")
    assert rest.tests == (IsNot("town", ("a", "c")),), "of a document without its rows"
    both = pieces([clause(Is("sex", ("f",))), clause(IsNot("sex", ("f",)))], "sex", ("f", "m"))
    assert [own.passes for own in both] == [frozenset({0}), frozenset({1})]


@pytest.mark.parametrize(
    ("named", "others", "shown"),
    [
        (("3", "10"), ("7",), [("3",), ("7",), ("10",)]),
        (("10", "3"), ("1", "5", "6", "7"), [("3",), ("10",), None]),
        (("Sunday", "Monday"), ("Friday",), [("Monday",), ("Friday",), ("Sunday",)]),
        (("z", "3"), ("a",), [("z",), ("3",), ("a",)]),
    ],
)
def test_numbers_and_weekdays_stand_in_their_own_order(named, others, shown):
    clauses = [clause(Is("x", (value,))) for value in named]
    found = pieces(clauses, "x", (*others, *named))
    assert [own.tests[0].values if isinstance(own.tests[0], Is) else None for own in found] == shown


def test_a_clause_that_shares_no_column_is_one_box_and_else_its_columns_are_asked_for():
    alone = term(2, Is("sex", ("f",)), Is("town", ("a",)))
    old, older = term(3, Between("age", above=40)), term(1, Between("age", above=60))
    card = Card((alone, old, older), 2)
    first, second = form(card, AGES)
    assert (first.attribute, first.clause, first.ticked) == ("age", None, None)
    assert (second.clause, second.ticked) == (alone.clause, 1)
    assert len(first.options) == 3

    sharing = Card((alone, term(-1, Is("town", ("b",)))), 0)
    sex, town = form(sharing, AGES)
    assert (sex.attribute, sex.ticked, town.attribute, town.ticked) == ("sex", 0, "town", None)
    assert held((sex, town), (0, None)) == frozenset(), "what is not answered passes no test"
    assert held((sex, town), (0, 0)) == {0}
