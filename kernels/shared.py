"""How many ones two 0/1 examples share, counted 64 variables at a time; compiled by numba."""

import numpy as np

from kernels.compiled import compiled
from kernels.steady import product

AT_ONCE = 512  # pairs whose sums stay in the cache
ODD, PAIRS, NIBBLES, BYTES = map(
    np.uint64, (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 0x0101010101010101)
)
ONE, TWO, FOUR, LAST = map(np.uint64, (1, 2, 4, 56))


@compiled
def _ones(word):  # pragma: no cover
    """How many bits of a word are 1 (Warren 2012, figure 5-2), an instruction of the processor."""
    word = word - ((word >> ONE) & ODD)
    word = (word & PAIRS) + ((word >> TWO) & PAIRS)
    word = (word + (word >> FOUR)) & NIBBLES
    return (word * BYTES) >> LAST


@compiled
def _places(row, others, start, of_row, of_others, places):  # pragma: no cover
    """Writes the places of an example's pairs with the others from `start` on: the number of ones
    that both share plus both offsets, of_row and of_others.
    """
    n, stop, w = len(of_others), start + len(of_others), 0
    for j in range(n):
        places[j] = of_row + of_others[j]
    while w + 4 <= len(row):
        a, b, c, d = row[w], row[w + 1], row[w + 2], row[w + 3]
        p, q = others[w, start:stop], others[w + 1, start:stop]
        r, s = others[w + 2, start:stop], others[w + 3, start:stop]
        for j in range(n):
            places[j] += _ones(a & p[j]) + _ones(b & q[j]) + _ones(c & r[j]) + _ones(d & s[j])
        w += 4
    while w < len(row):
        a, p = row[w], others[w, start:stop]
        for j in range(n):
            places[j] += _ones(a & p[j])
        w += 1


@compiled
def mark(x, z, of_x, of_z, occurs):  # pragma: no cover
    """Sets `occurs`, bool, at each pair's place: the ones that both share plus both offsets.

    x: words (n, n_words); z: words of the others, transposed: (n_words, n_others); of_x, of_z:
    uint64 (n,) and (n_others,).
    """
    places = np.empty(AT_ONCE, dtype=np.uint64)
    for start in range(0, z.shape[1], AT_ONCE):
        of_others = of_z[start : start + AT_ONCE]
        for i in range(len(x)):
            _places(x[i], z, start, of_x[i], of_others, places)
            for j in range(len(of_others)):
                occurs[places[j]] = True


@compiled
def look_up(x, z, of_x, of_z, table, out):  # pragma: no cover
    """Writes the table's value for each pair into out, (n, n_others); the others are as in mark."""
    places = np.empty(AT_ONCE, dtype=np.uint64)
    for start in range(0, z.shape[1], AT_ONCE):
        of_others = of_z[start : start + AT_ONCE]
        for i in range(len(x)):
            _places(x[i], z, start, of_x[i], of_others, places)
            for j in range(len(of_others)):
                out[i, start + j] = table[places[j]]


@compiled
def weigh(x, z, offsets, table, weights, out):  # pragma: no cover
    """Writes into out, (n,), the weighted sum of the table's values over each example's pairs.

    offsets: of_x and of_z; the rest is as in look_up; weights: of the others.
    """
    of_x, of_z = offsets
    places, values = np.empty(AT_ONCE, dtype=np.uint64), np.empty(AT_ONCE)
    for start in range(0, z.shape[1], AT_ONCE):
        of_others, weight = of_z[start : start + AT_ONCE], weights[start : start + AT_ONCE]
        for i in range(len(x)):
            _places(x[i], z, start, of_x[i], of_others, places)
            for j in range(len(weight)):
                values[j] = table[places[j]]
            out[i] += product(values, weight)


@compiled
def gathered(table, codes, out):  # pragma: no cover
    """Writes table[codes] into out, both of two dimensions."""
    for i in range(codes.shape[0]):
        for j in range(codes.shape[1]):
            out[i, j] = table[codes[i, j]]
