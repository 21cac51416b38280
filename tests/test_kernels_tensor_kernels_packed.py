from itertools import combinations_with_replacement, permutations, product

import numpy as np
import pytest

from benchmarks.packed import memory_table, packed_index, packed_size, packed_tensor
from kernels.tensor.kernels import ConjunctionsTensor, LinearTensor


@pytest.mark.parametrize(("n", "q"), [(6, 2), (5, 3), (5, 4), (3, 6)])
def test_each_entry_has_one_place_whatever_the_order_of_its_indices(n, q):
    ascending = list(combinations_with_replacement(range(n), q))
    places = packed_index(np.array(ascending))
    assert sorted(places.tolist()) == list(range(packed_size(n, q)))
    for own, place in zip(ascending, places, strict=True):
        assert set(packed_index(np.array(list(permutations(own)))).tolist()) == {place}


@pytest.mark.parametrize("kernel", [LinearTensor(), ConjunctionsTensor(2)], ids=repr)
def test_the_packed_tensor_holds_every_entry(kernel):
    X = np.random.default_rng(0).integers(0, 2, (5, 4))
    packed = packed_tensor(kernel, X, 4)
    assert len(packed) == packed_size(5, 4)
    for own in product(range(5), repeat=4):
        assert packed[packed_index(np.array(own))] == kernel(*X[list(own)])


def test_the_table_of_memory_is_the_thesis_s():
    """Table 1: entries at n = 10 … 100; section 5.1: 1.24 GB at n = 250, 29.1 GB whole."""
    assert [packed_size(n, 4) for n in (10, 20, 30, 40, 50, 100)] == [
        715, 8855, 40920, 123410, 292825, 4421275,
    ]  # fmt: skip
    (row,) = memory_table([250])
    assert row["packed"] / 2**30 == pytest.approx(1.24, abs=0.01)
    assert row["whole"] / 2**30 == pytest.approx(29.1, abs=0.01)
