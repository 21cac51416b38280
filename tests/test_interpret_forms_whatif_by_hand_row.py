import numpy as np
import pytest

from interpret.data.complaints import DataError
from interpret.data.encoding import Encoding
from interpret.data.reading import read_table
from interpret.forms.whatif.by_hand import row_of, terms_on, typed_row
from interpret.rules.card import Card
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot
from tests import small_formulas

TABLE = read_table(b"jacket,size,c\nred,1,yes\nblue,2,no\n,3,no\ngreen,1,yes\n", "t.csv")
ATTRIBUTES = ("jacket", "size")


@pytest.mark.parametrize("seed", range(30))
def test_a_clause_fires_where_it_holds_and_fails_in_the_tests_that_do_not(seed):
    rng = np.random.default_rng(seed)
    table = small_formulas.table(rng)
    formula = small_formulas.formula(rng, table)
    card = Card.of(formula)
    told = [terms_on(card, row_of(table, table.names, i)) for i in range(table.n_rows)]
    failed_by = [{one.term.clause: one.failed for one in of_row} for of_row in told]
    for clause in formula.clauses:
        assert [not failed[clause] for failed in failed_by] == clause.holds(table).tolist()
        for test in clause.tests:
            failed = [test in of_row[clause] for of_row in failed_by]
            assert failed == (~Clause((test,)).holds(table)).tolist()


def test_what_holds_comes_first_then_what_fails_the_fewest_tests():
    red, is_blue = Is("jacket", ("red",)), Is("jacket", ("blue",))
    holds = Clause((red, Between("size", to=1.5)))
    near, far = Clause((red, Is("size", ("2",)))), Clause((is_blue, IsNot("size", ("1",))))
    told = terms_on(Card.of(Formula((far, near, holds))), {"jacket": "red", "size": "1"})
    assert [one.term.clause for one in told] == [holds, near, far]
    assert [len(one.failed) for one in told] == [0, 1, 2]


def test_a_row_of_the_table_typed_in_is_that_row_to_the_machine():
    encoding = Encoding.fit(TABLE, ATTRIBUTES)
    for index in range(TABLE.n_rows):
        typed = typed_row(TABLE, ATTRIBUTES, row_of(TABLE, TABLE.names, index))
        assert typed.table.names == ATTRIBUTES
        assert typed.unseen == ()
        assert (encoding.encode(typed.table) == encoding.encode(TABLE)[index]).all()


def test_cells_are_read_as_those_of_a_file_and_what_is_not_typed_is_empty():
    typed = typed_row(TABLE, ATTRIBUTES, {"jacket": "  ", "size": " 2 "})
    assert typed.table.frame().to_dict("records") == [{"jacket": None, "size": "2"}]
    typed = typed_row(TABLE, ATTRIBUTES, {"jacket": "red"})
    assert typed.table.frame().to_dict("records") == [{"jacket": "red", "size": None}]
    assert typed.unseen == ("size",)


def test_a_value_that_no_training_row_has_is_named_and_is_no_value_to_the_machine():
    train = TABLE.rows([0, 1])  # green stands in another row of the table, purple in none
    encoding = Encoding.fit(train, ATTRIBUTES)
    for value in ("green", "purple"):
        typed = typed_row(train, ATTRIBUTES, {"jacket": value, "size": "1"})
        assert typed.unseen == ("jacket",)
        assert typed.table.frame()["jacket"].tolist() == [value]
        assert encoding.encode(typed.table).sum() == 1
        assert Clause((IsNot("jacket", ("red",)),)).holds(typed.table).all()


def test_a_word_where_numbers_are_expected_is_in_no_range():
    typed = typed_row(TABLE, ATTRIBUTES, {"jacket": "red", "size": "large"})
    assert not Clause((Between("size", above=0.5),)).holds(typed.table).any()


def test_a_column_that_the_table_lacks_is_named():
    with pytest.raises(DataError, match=r"no column “jakcet”\. Did you mean “jacket”"):
        typed_row(TABLE, ATTRIBUTES, {"jakcet": "red"})
