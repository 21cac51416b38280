from itertools import product

import pytest

from interpret.data.complaints import DataError
from interpret.data.reading import read_table
from interpret.forms.whatif.by_hand import with_clause, with_test, without_clause, without_test
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot

TABLE = read_table(
    b"jacket,size,c\nred,1,yes\nblue,2,no\n,3,no\ngreen,1,yes\nwhite,4,no\n", "t.csv"
).rows([0, 1, 2, 3])  # white and 4 are values of the file, and of no row here
ATTRIBUTES = ("jacket", "size")
RED, NOT_BLUE, SMALL = Is("jacket", ("red",)), IsNot("jacket", ("blue",)), Between("size", to=1.5)
ONE, TWO = Clause((RED, SMALL)), Clause((NOT_BLUE,))


@pytest.mark.parametrize("denied", [False, True])
def test_an_edit_and_its_undoing_give_the_same_rule(denied):
    rule = Formula((ONE, TWO), denied)
    longer = with_test(rule, TWO, SMALL, TABLE, ATTRIBUTES)
    assert longer == Formula((ONE, Clause((NOT_BLUE, SMALL))), denied)
    assert without_test(longer, Clause((NOT_BLUE, SMALL)), SMALL) == rule
    shorter = without_clause(rule, ONE)
    assert shorter == Formula((TWO,), denied)
    assert with_clause(shorter, ONE, TABLE, ATTRIBUTES) == rule
    assert without_clause(shorter, TWO) == Formula((), denied)


def holds_somewhere(clause):
    rows = product(["red", "blue", None, "green"], ["1", "2", "3"])
    return any(clause.accepts(dict(zip(ATTRIBUTES, cells, strict=True))) for cells in rows)


def test_two_tests_are_refused_just_where_no_row_could_pass_both():
    jackets = ["red", "blue", None, "green"]
    tests = [kind("jacket", (value,)) for kind in (Is, IsNot) for value in jackets]
    tests += [Is("jacket", ("red", None)), IsNot("jacket", ("red", "blue", "green"))]
    tests += [Is("size", ("1", "3")), Between("size", 1, 2), Between("size", above=2)]
    tests += [Between("size", 2, 3), Between("size", to=2)]
    for first, second in product(tests, tests):
        if first == second:
            continue
        rule, both = Formula((Clause((first,)),)), Clause((first, second))
        if holds_somewhere(both):
            edited = with_test(rule, Clause((first,)), second, TABLE, ATTRIBUTES)
            assert edited == Formula((both,))
        else:
            with pytest.raises(DataError, match="must be able to hold"):
                with_test(rule, Clause((first,)), second, TABLE, ATTRIBUTES)


RULE = Formula((ONE, TWO))


@pytest.mark.parametrize(
    ("test", "complaint"),
    [
        (Is("jacket", ("purple",)), "“jacket” is never “purple”. Choose from “blue”"),
        (IsNot("jacket", ("red", "white")), "“jacket” is never “white”"),
        (Is("size", ("4",)), "“size” is never “4”"),
        (Is("size", (None,)), r"“size” is never \(empty\)"),
        (Is("size", ()), "“size” needs a value"),
        (Between("size", above=3), "no value of “size” passes “size > 3”"),
        (Between("size", 2, 1), "must be able to hold"),
        (Between("jacket", above=3), "Only numbers can be compared, and “jacket” has the value"),
        (Is("c", ("yes",)), "“c” is none. Choose one of “jacket”, “size”"),
        (Is("tie", ("yes",)), "“tie” is none"),
        (IsNot("jacket", ("blue",)), "has the condition “jacket ≠ blue” already"),
    ],
)
def test_a_test_without_sense_is_refused_in_a_sentence(test, complaint):
    with pytest.raises(DataError, match=complaint) as refused:
        with_test(RULE, TWO, test, TABLE, ATTRIBUTES)
    assert str(refused.value).endswith(".")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("edit", "complaint"),
    [
        (lambda: without_clause(RULE, Clause((RED,))), "has no line “jacket = red”"),
        (lambda: without_test(RULE, ONE, NOT_BLUE), "has no condition “jacket ≠ blue”"),
        (lambda: without_test(RULE, TWO, NOT_BLUE), "Remove the whole line instead"),
        (lambda: with_test(RULE, Clause((RED,)), SMALL, TABLE, ATTRIBUTES), "has no line"),
        (lambda: with_clause(RULE, Clause(), TABLE, ATTRIBUTES), "needs a condition"),
        (lambda: with_clause(RULE, TWO, TABLE, ATTRIBUTES), "has the line “jacket ≠ blue”"),
        (
            lambda: with_clause(RULE, Clause((RED, NOT_BLUE, SMALL, RED)), TABLE, ("size",)),
            "“jacket” is none",
        ),
    ],
)
def test_an_edit_of_what_is_not_there_or_leaves_nothing_is_refused(edit, complaint):
    with pytest.raises(DataError, match=complaint):
        edit()
