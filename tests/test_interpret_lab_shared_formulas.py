"""The formulas told of two examples hold in both, and are features of the kernel."""

import re
from itertools import product

import numpy as np
import pytest

from interpret.lab.compared_rows import shared_formulas
from kernels.base import FeatureKernel, Normalized
from kernels.catalog import parse
from kernels.entries import CATALOG

NAMES = [f"v{i}" for i in range(6)]
PAIRS = [
    ([1, 1, 0, 1, 0, 0], [1, 1, 0, 1, 1, 0]),
    ([1, 1, 0, 1, 0, 0], [1, 0, 1, 0, 1, 0]),
    ([1, 1, 1, 0, 0, 0], [0, 0, 0, 1, 1, 1]),
    ([0, 0, 0, 0, 0, 0], [0, 1, 0, 1, 0, 1]),
]
COUNTED = [
    entry.usual
    for entry in CATALOG
    if isinstance(parse(entry.usual), Normalized)
    and isinstance(parse(entry.usual).of, FeatureKernel)
]


def holds(text, example):
    values = {name: bool(value) for name, value in zip(NAMES, example, strict=True)}
    if text == "nothing asked":
        return True
    assert re.fullmatch(r"(v\d|and|or|not|[()⊕ ])+", text)
    return eval(text.replace("⊕", "!="), {}, values)


@pytest.mark.parametrize(
    "name",
    [*COUNTED, "mDNF(2,1)", "mCNF(3,2)", "mC(3)", "C(5)", "rules(2,2)", "a ⊕ b", "¬(a ∨ ¬b)"],
)
@pytest.mark.parametrize(("x", "z"), PAIRS)
def test_every_formula_told_holds_in_both_examples(name, x, z):
    kernel = parse(name)
    told = shared_formulas(kernel, NAMES, x, z)
    count = kernel.of.exact(np.array([x]), np.array([z]))[0, 0]
    assert all(holds(text, x) and holds(text, z) for text in told)
    assert len(set(told)) == len(told)
    assert len(told) == min(6, count)


def test_all_are_told_where_there_are_few_and_they_are_the_right_ones():
    x, z = PAIRS[0]
    assert shared_formulas(parse("mC(2)"), NAMES, x, z) == ["v0 and v1", "v0 and v3", "v1 and v3"]
    assert shared_formulas(parse("mDNF(2,2)"), NAMES, x, z, 1) == ["(v0 and v1) or (v0 and v3)"]
    assert shared_formulas(parse("C(5)"), NAMES, x, z)[0].count("and") == 4


@pytest.mark.parametrize("name", ["RBF(1)", "Tanimoto", "polynomial(2,1)", "average_mDNF(2,2)"])
def test_kernels_without_formulas_tell_none(name):
    assert shared_formulas(parse(name), NAMES, *PAIRS[0]) == []


def test_it_is_quick_on_many_variables():
    names = [f"v{i}" for i in range(200)]
    x, z = (list(p) for p in zip(*product((0, 1), (0, 1)), strict=True))
    assert len(shared_formulas(parse("CNF(2,3)"), names, x * 50, z * 50)) == 6
