"""Items put in the order of their scores, by loops compiled by numba.

Scores are compared as `even` leaves them: scores that differ only in their last digits are a tie,
and the item that comes first in the choices wins it.
"""

from math import frexp, ldexp

import numpy as np

from kernels.compiled import compiled

DIGITS = 30  # bits, of the user's largest score, to which scores are compared
LEAST = 1e-200  # for smaller scores the rounding itself would overflow


@compiled
def even(scores):  # pragma: no cover
    """The scores of some users, float64 (n, n_items), rounded in place and returned.

    The last digits of a sum depend on its order, and so on library and processor. Rounding to 30
    bits of the user's largest score makes sums equal that ought to be.
    """
    for i in range(len(scores)):
        row = scores[i]
        most = 0.0
        for j in range(len(row)):
            most = max(most, abs(row[j]))
        if most > LEAST:
            up = ldexp(1.0, DIGITS - frexp(most)[1])
            down = 1.0 / up
            for j in range(len(row)):
                row[j] = np.rint(row[j] * up) * down
    return scores


@compiled
def first(scores, is_out, k):  # pragma: no cover
    """The k items of the largest scores, the largest first, ties in order; int (≤ k,).

    is_out: bool (n_items,), the items that are skipped.
    """
    items = np.empty(k, dtype=np.intp)
    n = 0
    for j in range(len(scores)):
        if is_out[j] or (n == k and (k == 0 or not scores[j] > scores[items[n - 1]])):
            continue
        at = n if n < k else k - 1
        n = min(n + 1, k)
        while at > 0 and scores[j] > scores[items[at - 1]]:
            items[at] = items[at - 1]
            at -= 1
        items[at] = j
    return items[:n]


@compiled
def beside(scores, is_out, right):  # pragma: no cover
    """For each of the ascending scores `right`, how many items score below it and how many equal
    it; and how many items count at all. is_out: bool (n_items,), the items that do not count.
    """
    n = len(right)
    under, over = np.zeros(n + 1, dtype=np.int64), np.zeros(n + 1, dtype=np.int64)
    others = 0
    for j in range(len(scores)):
        if is_out[j]:
            continue
        others += 1
        low, high = 0, n  # how many of `right` are below the score
        while low < high:
            middle = (low + high) // 2
            if right[middle] < scores[j]:
                low = middle + 1
            else:
                high = middle
        over[low] += 1  # is below or equal to right[low] and all after it
        if low < n and right[low] == scores[j]:
            while low < n and right[low] == scores[j]:
                low += 1
        under[low] += 1  # is below right[low] and all after it
    below, upto = np.cumsum(under)[:n], np.cumsum(over)[:n]
    return below, upto - below, others
