"""No change of a row that crosses the cut of a card is nearer, or as near and commoner."""

from math import prod

import numpy as np
import pytest

from interpret.answers.points.card import Card, Term
from interpret.answers.rule.whatif.card_flip import nearest_flip_of_card
from interpret.answers.rule.whatif.row import row_of
from interpret.data.reading import read_table
from interpret.rules.logic import Between, Clause, Is
from tests import small_cards, small_formulas
from tests.small_formulas import every_row, values


def nearest(card, row, table, attributes, locked):
    """(changes, commonness) of the best change, by looking at every row; None if there is none."""
    counts = {name: values(table, name) for name in attributes}
    options = {
        name: [row[name]] if name in locked else [row[name], *(counts[name].keys() - {row[name]})]
        for name in attributes
    }
    found = []
    for other in every_row(options):
        if (card.total(other) > card.cut) != (card.total(row) > card.cut):
            changed = [name for name in attributes if other[name] != row[name]]
            found.append((len(changed), -prod(counts[name][other[name]] for name in changed)))
    return min(found, default=None)


@pytest.mark.parametrize("seed", range(60))
def test_no_change_is_nearer_on_random_tables(seed):
    rng = np.random.default_rng(seed)
    table = small_formulas.table(rng)
    attributes = table.names[:-1]
    card = small_cards.card(rng, table)
    for index in range(3):
        row = row_of(table, attributes, index)
        if rng.random() < 0.2:
            row[attributes[0]] = "a value never seen"
        locked = [name for name in attributes if rng.random() < 0.2]
        changes = nearest_flip_of_card(card, row, table, attributes, locked)
        best = nearest(card, row, table, attributes, locked)
        if best is None:
            assert changes is None
            continue
        counts = [values(table, own.attribute)[own.after] for own in changes]
        assert (len(changes), -prod(counts)) == best
        assert not {own.attribute for own in changes} & set(locked)
        turned = row | {own.attribute: own.after for own in changes}
        assert (card.total(turned) > card.cut) != (card.total(row) > card.cut)


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
    (change,) = nearest_flip_of_card(card, row, table, ("age", "sex"))
    assert card.total(row | {"age": change.after}) == 5
    assert nearest_flip_of_card(card, row, table, ("age", "sex"), ("age",)) is None


def test_an_empty_card_cannot_be_crossed():
    table = read_table(b"a,class\nx,yes\ny,no\n", "t.csv")
    assert nearest_flip_of_card(Card((), 0), {"a": "x"}, table, ("a",)) is None
