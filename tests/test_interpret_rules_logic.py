import json
from itertools import combinations, permutations
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpret.data.read_again import read_by
from interpret.data.reading import read_table
from interpret.data.readings import Reading
from interpret.rules.logic import (
    Between,
    Clause,
    Formula,
    Is,
    IsNot,
    holds,
    interval,
    interval_name,
    quoted,
    test_from_dict,
    test_to_dict,
)

test_to_dict.__test__ = test_from_dict.__test__ = False  # they are no tests of pytest's

WORDS = [None, "x", "y", "z, or ∧", "1", "2.5"]
NUMBERS = [None, "-1", "0", "1", "2.5", "1e+3"]
HOSTILE = ["a = b", "x ∧ y", "¬", "(empty)", "", " ", '"', "a\nb", "≤ 3", "{x, y}", "always", "a\\"]

ENDS = [-inf, -1.0, 0.0, 0.3, 1.0, 2.5, 999.0, inf]


def sets(values):
    return st.lists(st.sampled_from(values), min_size=1, max_size=3).map(tuple)


TESTS = st.one_of(
    st.builds(Is, st.just("word"), sets(WORDS)),
    st.builds(IsNot, st.just("word"), sets(WORDS)),
    st.builds(Is, st.just("number"), sets(NUMBERS)),
    st.builds(IsNot, st.just("number"), sets(NUMBERS)),
    st.sampled_from([Between("number", *ends) for ends in combinations(ENDS, 2)]),
)
CLAUSES = st.builds(Clause, st.lists(TESTS, max_size=3).map(tuple))
FORMULAS = st.builds(Formula, st.lists(CLAUSES, max_size=3).map(tuple), st.booleans())
ROWS = st.lists(
    st.tuples(st.sampled_from(WORDS), st.sampled_from(NUMBERS)), min_size=1, max_size=12
)


def table(rows):
    lines = [["word", "number"], *([cell or "" for cell in row] for row in rows)]
    text = "\n".join(",".join(f'"{cell}"' for cell in line) for line in lines)
    return read_table(text.encode(), "t.csv")


def says(test, row):
    value = row[0] if test.attribute == "word" else row[1]
    match test:
        case Is(_, values):
            return any(value == v for v in values)
        case IsNot(_, values):
            return all(value != v for v in values)
        case Between(_, above, to):
            return value is not None and float(value) > above and float(value) <= to


@given(formula=FORMULAS, rows=ROWS)
def test_a_formula_holds_where_some_clause_has_all_its_tests_pass(formula, rows):
    expected = [any(all(says(t, r) for t in c.tests) for c in formula.clauses) for r in rows]
    assert formula.holds(table(rows)).tolist() == [e != formula.denied for e in expected]
    named = [dict(zip(("word", "number"), row, strict=True)) for row in rows]
    assert [formula.accepts(row) for row in named] == [e != formula.denied for e in expected]


@given(test=TESTS, rows=ROWS)
def test_just_one_of_a_test_and_its_denials_holds_on_every_row(test, rows):
    column = table(rows).column(test.attribute)
    denials = np.any([holds(denial, column) for denial in test.denied()], axis=0)
    assert (holds(test, column) != denials).all()


@given(formula=FORMULAS)
def test_the_length_counts_values_and_ends_of_ranges(formula):
    counted = 0
    for clause in formula.clauses:
        for test in clause.tests:
            if isinstance(test, Between):
                counted += (test.above != -inf) + (test.to != inf)
            else:
                counted += len(test.values)
    assert len(formula) == counted


def test_a_test_is_written_as_the_contract_has_it():
    assert test_to_dict(Is("a", ("v", None))) == {"attribute": "a", "is": ["v", None]}
    assert test_to_dict(IsNot("a", ("v",))) == {"attribute": "a", "is_not": ["v"]}
    assert test_to_dict(Between("a", to=3)) == {"attribute": "a", "above": None, "to": 3}


@pytest.mark.parametrize("value", ["sunny", "", "nan", "inf", "1,5", "٣", "1_000", "1e999", None])
def test_no_range_holds_what_is_no_number(value):
    assert not Between("a").accepts(value)


def test_a_range_of_another_tables_words_is_empty_and_not_an_error():
    t = read_table(b"number,class\nlow,x\n3,y\n,x\n", "t.csv")  # 3 is a text beside others
    assert not Formula((Clause((Between("number", above=2.0),)),)).holds(t).any()
    t = read_by(t, [Reading("number", "number")])
    assert Formula((Clause((Between("number", above=2.0),)),)).holds(t).tolist() == [0, 1, 0]


@given(formula=FORMULAS, data=st.data())
def test_order_and_repetition_make_no_difference(formula, data):
    clauses = data.draw(st.permutations([*formula.clauses, *formula.clauses[:1]]))
    turned = tuple(
        Clause(tuple(data.draw(st.permutations([*clause.tests, *clause.tests[:1]]))))
        for clause in clauses
    )
    same = Formula(turned, formula.denied)
    assert same == formula
    assert hash(same) == hash(formula)
    assert str(same) == str(formula)
    assert Is("a", ("y", None, "x", "y")) == Is("a", ("x", "y", None))


def test_equal_clauses_are_equal_where_their_tests_look_the_same():
    tests = [Between("a", to=0.1 + 0.2), Between("a", to=0.3), Between("a", to=0.30000000000000004)]
    assert len({Clause(tuple(order)) for order in permutations(tests)}) == 1


def test_a_rule_is_printed_as_logic():
    rule = Formula(
        (
            Clause((Is("top", ("x",)), Is("middle", ("x",)))),
            Clause((Is("jacket", ("red", "green")), IsNot("tie", (None, "no")))),
            Clause((IsNot("holding", ("a flag",)),)),
            Clause((Between("age", 18.5, 65), Between("size", to=1234567.5))),
            Clause((Between("rank", above=0.1),)),
        )
    )
    assert str(rule) == (
        "holding ≠ a flag ∨ rank > 0.1 ∨ 18.5 < age ≤ 65 ∧ size ≤ 1234567.5 ∨ "
        "jacket ∈ {green, red} ∧ tie ∉ {no, (empty)} ∨ middle = x ∧ top = x"
    )
    assert str(Formula(rule.clauses[:1], denied=True)) == "¬(holding ≠ a flag)"
    assert str(Formula()) == "never"
    assert str(Formula((Clause(),))) == "always"


@pytest.mark.parametrize("text", HOSTILE[:-2])
def test_text_that_could_be_read_as_logic_stands_in_quotes(text):
    assert json.loads(quoted(text)) == text
    assert str(Is(text, (text,))) == f"{quoted(text)} = {quoted(text)}"


def test_two_rules_never_look_the_same():
    texts = [*HOSTILE, None]
    tests = [kind(name, (v,)) for kind in (Is, IsNot) for name in HOSTILE for v in texts]
    tests += [Is("a", (v, w)) for v in HOSTILE for w in texts if v != w]
    clauses = {Clause(tuple(tests[i:j])) for i in range(30) for j in range(i + 1, i + 3)}
    assert len({str(test) for test in tests}) == len(set(tests))
    assert len({str(Formula((clause,))) for clause in clauses}) == len(clauses)


def test_ranges_of_one_attribute_are_one_range_in_a_clause():
    both = Clause((Between("a", above=30), Is("b", ("x",)), Between("a", to=35)))
    assert both == Clause((Between("a", 30, 35), Is("b", ("x",))))
    assert len(both) == 3
    assert str(both) == "30 < a ≤ 35 ∧ b = x"
    assert Clause((Between("a", above=1), Between("a", above=3))) == Clause((Between("a", 3),))
    never = Clause((Between("a", above=5), Between("a", to=3)))
    assert not any(never.accepts({"a": cell}) for cell in ("2", "3", "4", "5", "6", None))


@pytest.mark.parametrize(
    ("amount", "expected", "named"),
    [
        (30, Between("a", to=30), "30 or less"),
        (30.5, Between("a", 30, 35), "above 30, up to 35"),
        (36, Between("a", above=35), "above 35"),
    ],
)
def test_a_number_lies_in_the_interval_that_ends_at_it(amount, expected, named):
    found = interval("a", (30.0, 35.0), amount)
    assert found == expected
    assert found.accepts(str(amount))
    assert interval_name(found) == named
