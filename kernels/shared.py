"""How many ones two 0/1 examples share, counted 64 variables at a time; compiled by numba."""

import numpy as np

from kernels.compiled import compiled

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
def _add(row, others, start, stop, sums):  # pragma: no cover
    """Adds to the sums how many ones an example shares with each of others start to stop."""
    n, w = stop - start, 0
    while w + 4 <= len(row):
        a, b, c, d = row[w], row[w + 1], row[w + 2], row[w + 3]
        p, q = others[w, start:stop], others[w + 1, start:stop]
        r, s = others[w + 2, start:stop], others[w + 3, start:stop]
        for j in range(n):
            sums[j] += _ones(a & p[j]) + _ones(b & q[j]) + _ones(c & r[j]) + _ones(d & s[j])
        w += 4
    while w < len(row):
        a, p = row[w], others[w, start:stop]
        for j in range(n):
            sums[j] += _ones(a & p[j])
        w += 1


@compiled
def mark(x, z, of_x, of_z, occurs):  # pragma: no cover
    """Sets occurs, bool, at each pair's number of shared ones plus the pair's two offsets.

    x: words (n, n_words); z: words of the others, transposed: (n_words, n_others); of_x, of_z:
    uint64 (n,) and (n_others,).
    """
    sums = np.empty(AT_ONCE, dtype=np.uint64)
    for start in range(0, z.shape[1], AT_ONCE):
        stop = min(z.shape[1], start + AT_ONCE)
        for i in range(len(x)):
            for j in range(stop - start):
                sums[j] = of_x[i] + of_z[start + j]
            _add(x[i], z, start, stop, sums)
            for j in range(stop - start):
                occurs[sums[j]] = True


@compiled
def look_up(x, z, of_x, of_z, table, out):  # pragma: no cover
    """Writes the table's value for each pair into out, (n, n_others); the others are as in mark."""
    sums = np.empty(AT_ONCE, dtype=np.uint64)
    for start in range(0, z.shape[1], AT_ONCE):
        stop = min(z.shape[1], start + AT_ONCE)
        for i in range(len(x)):
            for j in range(stop - start):
                sums[j] = of_x[i] + of_z[start + j]
            _add(x[i], z, start, stop, sums)
            for j in range(stop - start):
                out[i, start + j] = table[sums[j]]


@compiled
def weigh(x, z, offsets, table, weights, out):  # pragma: no cover
    """Writes into out, (n,), the sum of the table's values of an example's pairs, each weighed.

    offsets: of_x and of_z, as all else as in mark and look_up; weights: of the others. Eight sums
    go side by side, always in the same order.
    """
    of_x, of_z = offsets
    sums = np.empty(AT_ONCE, dtype=np.uint64)
    for start in range(0, z.shape[1], AT_ONCE):
        stop = min(z.shape[1], start + AT_ONCE)
        weight = weights[start:stop]
        for i in range(len(x)):
            for j in range(stop - start):
                sums[j] = of_x[i] + of_z[start + j]
            _add(x[i], z, start, stop, sums)
            a, b, c, d, e, f, g, h = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
            j = 0
            while j + 8 <= stop - start:
                a += table[sums[j]] * weight[j]
                b += table[sums[j + 1]] * weight[j + 1]
                c += table[sums[j + 2]] * weight[j + 2]
                d += table[sums[j + 3]] * weight[j + 3]
                e += table[sums[j + 4]] * weight[j + 4]
                f += table[sums[j + 5]] * weight[j + 5]
                g += table[sums[j + 6]] * weight[j + 6]
                h += table[sums[j + 7]] * weight[j + 7]
                j += 8
            while j < stop - start:
                a += table[sums[j]] * weight[j]
                j += 1
            out[i] += ((a + b) + (c + d)) + ((e + f) + (g + h))


@compiled
def gathered(table, codes, out):  # pragma: no cover
    """Writes table[codes] into out, both of two dimensions."""
    for i in range(codes.shape[0]):
        for j in range(codes.shape[1]):
            out[i, j] = table[codes[i, j]]
