"""What is said of kernels: arithmetic that gives the kernel's value, and the ratio's verdict."""

import re

import numpy as np
import pytest

from interpret.lab.kernel_figures import how_alike, ratio_verdict
from kernels.catalog import parse
from kernels.entries import CATALOG

X = np.array([[1, 1, 0, 1, 0, 1], [1, 0, 0, 1, 1, 1]], dtype=np.uint8)
OTHERS = ("0.25*mC(2) + 0.75*linear", "a ∧ ¬b")


NUMBER = r"([\d.,]+(?:e[+-]?\d+)?)"
COUNTED = rf"similarity is {NUMBER} / √\({NUMBER} · {NUMBER}\) = {NUMBER}\.$"
NORMALIZED = (
    rf"k\(x, z\) = .* = {NUMBER}, k\(x, x\) = {NUMBER} and k\(z, z\) = {NUMBER}, and the "
    rf"similarity is .* = {NUMBER}\.$"
)


@pytest.mark.parametrize("name", [*(entry.usual for entry in CATALOG), *OTHERS])
def test_the_arithmetic_that_is_told_gives_the_similarity(name):
    told = how_alike(name, X)
    similarity = parse(name)(X)[0, 1]
    assert float(re.search(rf"= {NUMBER}\.$", told)[1]) == pytest.approx(similarity, rel=1e-3)
    found = re.search(COUNTED, told) or re.search(NORMALIZED, told)
    if found:
        both, own, others, _ = (float(own.replace(",", "")) for own in found.groups())
        assert both / np.sqrt(own * others) == pytest.approx(similarity, rel=1e-3)
    else:
        assert name.startswith(("average", "RBF", "Tanimoto", "0.25", "rules"))


def test_formulas_are_told_with_their_numbers():
    assert "(2 + 1)^2 = 9, k(x, x) = 16" in how_alike("polynomial(2,1)", X[:, :4])
    assert "exp(−0.1 (4 + 4 − 2·3)) = 0.8187" in how_alike("RBF(0.1)", X)
    assert "3 / (4 + 4 − 3) = 0.6" in how_alike("Tanimoto", X)
    assert "0.25 · 0.5 + 0.75 · 0.75 = 0.6875" in how_alike("0.25*mC(2) + 0.75*linear", X)
    mean = how_alike("average_mDNF(2,1)", X)
    assert re.search(r"the mean of 2 similarities, \(0\.75 \+ 0\.\d+\) / 2 = ", mean)


def test_rows_in_which_no_formula_holds_are_told_the_convention():
    assert "similarity 1 to its equals and 0 to others, so the similarity is 0." in how_alike(
        "mC(5)", X
    )
    assert "so the similarity is 1." in how_alike("mC(5)", X[[0, 0]])


def test_the_ratio_is_said_to_tell_the_good_kernels_only_where_it_does():
    falling = {f"k{i}": (0.1 * i + 0.1, 0.9 - 0.1 * i) for i in range(5)}
    assert "does, by and large" in ratio_verdict(falling)
    assert "−1.00 over 5 kernels" in ratio_verdict(falling)
    rising = {name: (ratio, 1 - auc) for name, (ratio, auc) in falling.items()}
    assert "the larger ratio went with the better kernel" in ratio_verdict(rising)
    assert ratio_verdict(dict(list(falling.items())[:4])) == ""
    close = {f"k{i}": (0.1 * i + 0.1, 0.9 - 1e-5 * i) for i in range(5)}
    assert ratio_verdict(close) == "", "AUCs that do not differ have no order"
    assert ratio_verdict({}) == ratio_verdict({f"k{i}": (0.1, i / 5) for i in range(5)}) == ""
