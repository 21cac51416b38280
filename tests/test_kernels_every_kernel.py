"""What every kernel must do; a new entry of the catalog is tested by being listed."""

from itertools import product

import numpy as np
import pytest

from kernels import base, boolean, classical, propositional
from kernels.boolean import Literals, MonotoneConjunctive, MonotoneDisjunctive, Variables
from kernels.catalog import name, parse, taken_apart
from kernels.classical import RBF, Tanimoto
from kernels.entries import CATALOG
from kernels.svm import BooleanSVC

TEXTS = [
    *(entry.usual for entry in CATALOG),
    "0.7*mC(2) + 0.3*linear",  # a mixture and a formula are named too, but not listed
    "a ∧ ¬b",
]
SUMS = [  # without a name
    MonotoneConjunctive(2) + Literals(),
    MonotoneDisjunctive(2, of=Variables() + MonotoneConjunctive(2)),
    Variables().normalized() + MonotoneConjunctive(2).normalized(),
    Tanimoto() + RBF(2),
]
of_every_name = pytest.mark.parametrize("text", TEXTS)
of_every_kernel = pytest.mark.parametrize(
    "kernel", [*map(parse, TEXTS), *(own.normalized() for own in SUMS)], ids=repr
)
ROUNDING = 1e-9


@pytest.fixture(scope="module")
def examples():
    """Every example of four variables, the empty and the full one too; some twice."""
    X = np.array(list(product((0, 1), repeat=4)), dtype=np.uint8)
    return np.vstack([X, X[::5]])


@of_every_kernel
def test_it_is_what_its_text_says(kernel):
    own = vars(base) | vars(boolean) | vars(classical) | vars(propositional)
    assert eval(repr(kernel), own) == kernel


@of_every_kernel
def test_it_is_a_kernel_normalised(kernel, examples):
    rng = np.random.default_rng(0)
    many = np.unique((rng.random((60, 9)) < rng.random((60, 1))).astype(np.uint8), axis=0)
    for X in (examples, many):
        K = kernel(X)
        assert K.shape == (len(X), len(X))
        assert (K == K.T).all()
        assert np.allclose(np.diag(K), 1, atol=ROUNDING)
        assert np.abs(K).max() <= 1 + ROUNDING
        assert np.linalg.eigvalsh(K).min() >= -ROUNDING * len(K)


@of_every_kernel
def test_one_against_another_is_a_part_of_all_against_all(kernel, examples):
    K = kernel(examples)
    assert (kernel(examples[:5], examples[5:]) == K[:5, 5:]).all()


@of_every_kernel
def test_the_order_of_variables_and_of_rows_makes_no_difference(kernel, examples):
    rng = np.random.default_rng(0)
    rows, columns = rng.permutation(len(examples)), rng.permutation(examples.shape[1])
    K = kernel(examples)
    assert (kernel(examples[rows][:, columns]) == K[np.ix_(rows, rows)]).all()


@of_every_kernel
def test_matrices_of_other_types_and_no_rows_are_read_alike(kernel, examples):
    K = kernel(examples)
    for dtype in (bool, np.int64, float):
        assert (kernel(examples.astype(dtype)) == K).all()
    assert kernel(examples[:0], examples).shape == (0, len(examples))


@of_every_kernel
def test_what_is_added_to_it_is_added_to_its_values(kernel, examples):
    for other in (MonotoneDisjunctive(2), MonotoneConjunctive(2).normalized()):
        both = kernel(examples) + other(examples)
        assert np.allclose((kernel + other)(examples), both, rtol=1e-15)


@of_every_name
def test_a_machine_learns_with_it_and_is_written_and_read(text, examples):
    y = examples[:, 0] | (examples[:, 1] & examples[:, 2])
    machine = BooleanSVC(parse(text), C=1.0).fit(examples, y)
    scores = machine.decision_function(examples)
    assert np.isfinite(scores).all()
    again = BooleanSVC(parse(name(machine.kernel)), C=1.0).fit(examples, y)
    assert (again.decision_function(examples) == scores).all()


@pytest.mark.parametrize("entry", CATALOG, ids=str)
def test_its_lowest_and_highest_degrees_compute_and_what_lies_beyond_is_refused(entry, examples):
    many = (np.random.default_rng(0).random((4, 70)) < 0.95).astype(np.uint8)
    for values in product(*((degree.lowest, degree.highest) for degree in entry.degrees)):
        for X in (examples, many):
            K = entry.make(*values).normalized()(X)
            assert ((K >= -ROUNDING) & (K <= 1 + ROUNDING)).all()
    for degree in entry.degrees:
        assert degree.accepts(degree.usual)
        assert not degree.accepts(degree.highest + 1)
    kernel, degrees = taken_apart(entry.usual)
    assert (kernel, degrees) == (entry, tuple(degree.usual for degree in entry.degrees))
