import re
from itertools import permutations, product

import numpy as np
import pytest

from kernels.base import FeatureKernel
from kernels.boolean import Conjunctive, MonotoneConjunctive, Variables
from kernels.catalog import name, parse, reads
from kernels.propositional import (
    Connect,
    FormulaKernel,
    Grammar,
    Not,
    Op,
    canonical,
    depth,
    expected,
    formula_of,
    operators,
    tree,
    written,
)

MEANING = {
    Op.AND: lambda a, b: a and b,
    Op.OR: lambda a, b: a or b,
    Op.XOR: lambda a, b: a != b,
    Op.IMPLIES: lambda a, b: not a or b,
    Op.IMPLIED: lambda a, b: a or not b,
    Op.IFF: lambda a, b: a == b,
    Op.NOR: lambda a, b: not (a or b),
    Op.NAND: lambda a, b: not (a and b),
    Op.NOT_IMPLIES: lambda a, b: a and not b,
    Op.NOT_IMPLIED: lambda a, b: b and not a,
}
x = Variables()


def features(formula: FeatureKernel, row: list[int]) -> list[bool]:
    """Every feature of a formula written out: its places filled with variables in all ways."""
    match formula:
        case Not(of):
            return [not f for f in features(of, row)]
        case Connect(op, left, right):
            return [
                bool(MEANING[op](a, b))
                for a, b in product(features(left, row), features(right, row))
            ]
    return [bool(value) for value in row]


def brute(formula, X):
    F = np.array([features(formula, row) for row in X.tolist()], dtype=np.int64)
    return F @ F.T


@pytest.mark.parametrize("op", Op)
def test_every_connective_counts_its_features(op):
    X = np.array(list(product((0, 1), repeat=4)))
    formula = Connect(op, x, Not(Connect(Op.AND, x, x)))
    assert (formula.exact(X) == brute(formula, X)).all()


def test_two_hundred_random_formulas_count_their_features():
    X = np.array(list(product((0, 1), repeat=3)))
    formulas = [f for f in Grammar(2).formulas(400, seed=1) if operators(f) <= 6][:200]
    assert len(formulas) == 200
    for formula in formulas:
        assert (formula.exact(X) == brute(formula, X)).all(), written(formula)


def test_any_family_can_stand_in_a_place():
    rows = np.random.default_rng(0).integers(0, 2, (6, 5))
    formula = Connect(Op.AND, MonotoneConjunctive(2), x)
    pairs = np.array([[a * b for i, a in enumerate(r) for b in r[:i]] for r in rows.tolist()])
    assert (formula.exact(rows) == (pairs @ pairs.T) * (rows @ rows.T)).all()
    assert written(Connect(Op.OR, Conjunctive(2), x)) == "Conjunctive(2) ∨ a"


def test_laws_that_hold_between_kernels_and_the_one_that_does_not():
    rows = np.random.default_rng(0).integers(0, 2, (8, 6))

    def alike(one, other):
        return (one.exact(rows) == other.exact(rows)).all()

    assert alike(Connect(Op.IMPLIES, x, x), Connect(Op.OR, Not(x), x))
    assert alike(Connect(Op.NAND, x, x), Not(Connect(Op.AND, x, x)))
    assert alike(Not(Not(x)), x)
    assert not alike(
        Connect(Op.XOR, x, x),
        Connect(Op.OR, Connect(Op.AND, x, Not(x)), Connect(Op.AND, Not(x), x)),
    )


def test_long_conjunctions_do_not_wrap_around():
    row = np.ones((1, 60), dtype=int)
    formula = x
    for _ in range(10):
        formula = Connect(Op.AND, x, formula)
    assert formula.exact(row)[0, 0] == 60**11


def test_a_formula_prints_as_it_is_read_and_its_repr_makes_it_again():
    formula = Connect(Op.OR, Connect(Op.AND, x, Not(x)), Not(Connect(Op.XOR, x, x)))
    assert str(formula) == "(a ∧ ¬b) ∨ ¬(c ⊕ d)"
    assert eval(repr(formula)) == formula
    assert tree(formula).splitlines() == [
        "∨",
        "├ ∧",
        "│ ├ a",
        "│ └ ¬",
        "│   └ b",
        "└ ¬",
        "  └ ⊕",
        "    ├ c",
        "    └ d",
    ]
    assert (operators(formula), depth(formula)) == (3, 3)
    assert isinstance(formula, FormulaKernel)


def test_places_beyond_the_alphabet_keep_letters_of_their_own():
    formula = x
    for _ in range(27):
        formula = Connect(Op.OR, formula, x)
    assert written(formula).endswith("∨ z) ∨ a1) ∨ b1")


def test_random_formulas_have_about_the_operators_asked_for():
    assert expected(0.0) == pytest.approx(0.88, abs=0.01)  # the thesis's start makes not 5
    for length in (1, 5, 20):
        assert expected(Grammar(length).top) == pytest.approx(length, abs=1e-6)
    grown = [operators(f) for f in Grammar(9).formulas(300, seed=2)]
    assert np.mean(grown) == pytest.approx(9, rel=0.2)


@pytest.mark.parametrize("length", [0, -1, 61, float("nan")])
def test_a_length_that_cannot_be_is_refused(length):
    with pytest.raises(ValueError, match="above 0 and at most 60; got"):
        Grammar(length)


def shapes(places):
    """Every formula of so many places without a ¬, and with one on any of its parts."""
    if places == 1:
        return [x, Not(x)]
    bare = [
        Connect(op, left, right)
        for n in range(1, places)
        for op in (Op.AND, Op.OR, Op.XOR, Op.IMPLIES, Op.NOR, Op.IFF)
        for left, right in product(shapes(n), shapes(places - n))
    ]
    return bare + [Not(formula) for formula in bare[:: 3 if places > 2 else 1]]


def table(formula, places):
    """A formula's truth table, the same in whatever order its places are."""

    def hold(part, values):
        match part:
            case Not(of):
                return not hold(of, values)
            case Connect(op, left, right):
                return bool(MEANING[op](hold(left, values), hold(right, values)))
        return next(values)

    columns = {
        order: tuple(
            hold(formula, iter([row[i] for i in order]))
            for row in product((False, True), repeat=places)
        )
        for order in permutations(range(places))
    }
    return min(columns.values())


@pytest.mark.parametrize("places", [1, 2, 3])
def test_formulas_have_one_canonical_tree_just_where_they_have_one_truth_table(places):
    formulas = shapes(places)
    tables = [table(formula, places) for formula in formulas]
    trees = [canonical(formula) for formula in formulas]
    pairs = set(zip(tables, trees, strict=True))
    assert len(pairs) == len(set(tables)) == len(set(trees))


def test_formulas_of_one_truth_table_are_one_kernel_and_others_another():
    rows = np.array(list(product((0, 1), repeat=4)))
    kernels = {}
    for formula in shapes(3):
        kernels.setdefault(canonical(formula), set()).add(formula.exact(rows).tolist().__repr__())
    assert all(len(own) == 1 for own in kernels.values())
    assert len(set.union(*kernels.values())) == len(kernels)


def test_a_printed_formula_is_read_again():
    for formula in Grammar(8).formulas(60, seed=4):
        assert formula_of(written(formula)) == formula
    assert formula_of("(a∧b)→¬c") == Connect(Op.IMPLIES, Connect(Op.AND, x, x), Not(x))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a ∧", "got nothing where b or a bracket is due"),
        ("a ∧ b ∨ c", "got ∨ after its end"),
        ("(a ∧ b", "a bracket that is not closed"),
        ("(a ∧ b ∨ c)", "a bracket that is not closed after a pair"),
        ("a ∧ a", "got a where b"),
        ("¬linear", "got linear where a"),
        ("¬" * 5000 + "a", "more than 100 levels"),
        ("(" * 5000 + "¬a", "more than 100 levels"),
    ],
)
def test_what_is_no_formula_is_refused_with_how_to_write_one(text, message):
    with pytest.raises(ValueError, match=rf"such as \(a ∧ ¬b\) ∨ c; .*{re.escape(message)}"):
        formula_of(text)


def test_a_formula_is_a_kernel_by_name():
    formula = Connect(Op.OR, Connect(Op.AND, x, Not(x)), x)
    assert parse(" (a ∧ ¬b)  ∨ c") == formula.normalized()
    assert name(formula.normalized()) == "(a ∧ ¬b) ∨ c"
    assert reads("(a ∧ ¬b) ∨ c") == "a formula of 3 places"
    assert parse("0.5*¬a + 0.5*linear").of.kernels[0] == Not(x).normalized()
