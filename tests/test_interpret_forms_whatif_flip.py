"""No change that turns a rule, or crosses the cut of a card, is nearer, or as near and commoner."""

from math import prod

import numpy as np
import pytest

from interpret.data.reading import read_table
from interpret.forms.whatif.by_hand import row_of
from interpret.forms.whatif.flip import Change, nearest_flip
from interpret.rules.card import Card, Term
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot
from tests import small_cards, small_formulas
from tests.small_formulas import every_row, values

SQUARE, ROUND, OCTAGON = "square", "round", "octagon"
LINES = ["top", "middle", "bottom"], ["left", "middle", "right"]


def nearest(says, row, table, attributes, locked):
    """(changes, commonness) of the best flip, by looking at every row; None if there is none.

    says: the verdict on a row.
    """
    counts = {name: values(table, name) for name in attributes}
    options = {
        name: [row[name]] if name in locked else [row[name], *(counts[name].keys() - {row[name]})]
        for name in attributes
    }
    found = []
    for other in every_row(options):
        if says(other) != says(row):
            changed = [name for name in attributes if other[name] != row[name]]
            found.append((len(changed), -prod(counts[name][other[name]] for name in changed)))
    return min(found, default=None)


def check(changes, says, row, table, attributes, locked):
    """The flip is as near and as common as the best, and a flip."""
    best = nearest(says, row, table, attributes, locked)
    if best is None:
        assert changes is None
        return
    counts = [values(table, change.attribute)[change.after] for change in changes]
    assert (len(changes), -prod(counts)) == best
    assert not {change.attribute for change in changes} & set(locked)
    assert all(row[change.attribute] == change.before != change.after for change in changes)
    turned = {**row, **{change.attribute: change.after for change in changes}}
    assert says(turned) != says(row)


def check_rule(formula, *asked):
    check(nearest_flip(Card.of(formula), *asked), formula.accepts, *asked)


@pytest.mark.parametrize("seed", range(60))
def test_no_flip_is_nearer_or_as_near_and_commoner_on_random_tables(seed):
    rng = np.random.default_rng(seed)
    table = small_formulas.table(rng)
    attributes = table.names[:-1]
    formula = small_formulas.formula(rng, table, clauses=6)
    for index in range(4):
        row = row_of(table, attributes, index)
        if rng.random() < 0.2:
            row[attributes[0]] = "a value never seen"
        locked = [name for name in attributes if rng.random() < 0.2]
        check_rule(formula, row, table, attributes, locked)


MONKS_1 = (
    *(Clause((Is("head", (v,)), Is("body", (v,)))) for v in (ROUND, SQUARE, OCTAGON)),
    Clause((Is("jacket", ("red",)),)),
)
MONKS_3 = (
    Clause((Is("jacket", ("green",)), Is("holding", ("sword",)))),
    Clause((IsNot("jacket", ("blue",)), IsNot("body", (OCTAGON,)))),
)


@pytest.mark.parametrize("formula", [Formula(MONKS_1), Formula(MONKS_3, denied=True)])
@pytest.mark.parametrize("locked", [(), ("jacket",), ("body", "holding")])
def test_no_flip_is_nearer_on_monks(root, formula, locked):
    table = read_table((root / "sample_data" / "monks-1.csv").read_bytes(), "monks-1.csv")
    for index in range(0, table.n_rows, 13):
        row = row_of(table, table.names[:-1], index)
        check_rule(formula, row, table, table.names[:-1], locked)


def test_no_flip_is_nearer_on_tic_tac_toe(root):
    table = read_table((root / "sample_data" / "tic-tac-toe.csv").read_bytes(), "ttt.csv")
    squares = [[f"{row}-{column}" for column in LINES[1]] for row in LINES[0]]
    lines = [*squares, *map(list, zip(*squares, strict=True))]
    lines += [[squares[i][i] for i in range(3)], [squares[i][2 - i] for i in range(3)]]
    wins = Formula(tuple(Clause(tuple(Is(name, ("x",)) for name in line)) for line in lines))
    attributes = table.names[:-1]
    for index in (0, 100, 700, 957):
        check_rule(wins, row_of(table, attributes, index), table, attributes, ("middle-middle",))


def test_a_clause_that_did_not_hold_must_not_come_to_hold():
    """Leaving red for the commonest value, blue, would make the second clause hold."""
    table = read_table(b"jacket,tie,c\nred,no,1\nblue,no,1\nblue,no,1\ngreen,yes,0\n", "t.csv")
    formula = Formula((Clause((Is("jacket", ("red",)),)), Clause((Is("jacket", ("blue",)),))))
    row = {"jacket": "red", "tie": "no"}
    changes = nearest_flip(Card.of(formula), row, table, ("jacket", "tie"))
    assert changes == (Change("jacket", "red", "green"),)


@pytest.mark.parametrize("formula", [Formula(), Formula((Clause(),)), Formula((), denied=True)])
def test_what_is_always_or_never_true_has_no_flip(formula):
    table = read_table(b"a,c\nx,1\ny,0\n", "t.csv")
    assert nearest_flip(Card.of(formula), {"a": "x"}, table, ("a",)) is None


def test_that_there_is_no_change_is_said_of_the_values_of_training_rows():
    """A value that no training row has may turn the rule all the same."""
    rows = read_table(b"a,class\nx,yes\ny,yes\n", "t.csv")
    rule = Formula(tuple(Clause((Is("a", (value,)),)) for value in "xy"))
    assert nearest_flip(Card.of(rule), {"a": "x"}, rows, ["a"]) is None
    assert rule.accepts({"a": "x"})
    assert not rule.accepts({"a": "z"})


@pytest.mark.parametrize("seed", range(60))
def test_no_change_of_a_card_is_nearer_on_random_tables(seed):
    rng = np.random.default_rng(seed)
    table = small_formulas.table(rng)
    attributes = table.names[:-1]
    card = small_cards.card(rng, table)
    for index in range(3):
        row = row_of(table, attributes, index)
        if rng.random() < 0.2:
            row[attributes[0]] = "a value never seen"
        locked = [name for name in attributes if rng.random() < 0.2]
        asked = row, table, attributes, locked
        check(
            nearest_flip(card, *asked),
            lambda row, card=card: card.total(row) > card.cut,
            *asked,
        )


def test_a_number_is_changed_to_an_interval_between_the_cuts_of_the_card():
    rows = b"".join(b"%d,%c,%d\n" % (i, b"fm"[i % 2], i % 2) for i in range(20, 90))
    table = read_table(b"age,sex,class\n" + rows, "t.csv")
    card = Card(
        (
            Term(2, Clause((Between("age", above=40),))),
            Term(3, Clause((Between("age", above=60),))),
            Term(1, Clause((Is("sex", ("f",)),))),
        ),
        4,
    )
    row = {"age": "30", "sex": "m"}
    (change,) = nearest_flip(card, row, table, ("age", "sex"))
    assert card.total(row | {"age": change.after}) == 5
    assert nearest_flip(card, row, table, ("age", "sex"), ("age",)) is None


def test_an_empty_card_cannot_be_crossed():
    table = read_table(b"a,class\nx,yes\ny,no\n", "t.csv")
    assert nearest_flip(Card((), 0), {"a": "x"}, table, ("a",)) is None
