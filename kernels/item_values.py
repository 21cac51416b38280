"""What a normalised kernel gives two items of a table of choices, by three numbers of users.

The four Counts of two items are the number of users, each item's choosers and those of both. With
many users few numbers decide: kernels of ⟨x, z⟩ alone are one table, disjunctions one table of
shares. Each is computed in whole numbers and divided last, so that degree 1000 of a million users
is as exact as any; in float64 alone, digits would cancel.
"""

from collections.abc import Callable, Iterable

import numpy as np

from kernels.base import Kernel, Normalized, Number
from kernels.boolean import (
    MonotoneConjunctive,
    MonotoneConjunctiveUpTo,
    MonotoneDisjunctive,
    Variables,
)
from kernels.classical import (
    AllSubsets,
    Polynomial,
    SadoharaMonotoneDNF,
    Tanimoto,
    ZhangMonotoneDNF,
)
from kernels.counts import Counts

MOST_COUNTS = 500_000  # different Counts that a kernel without a table is asked for
LIMB, GUARD = 62, 256  # bits of a half of a share, and of the share while it is made
OF_BOTH = (
    Variables,
    MonotoneConjunctive,
    MonotoneConjunctiveUpTo,
    Polynomial,
    AllSubsets,
    SadoharaMonotoneDNF,
    ZhangMonotoneDNF,
)

# Of pairs of items: how many users chose the one, the other, and both.
Pairs = tuple[np.ndarray, np.ndarray, np.ndarray]
Value = Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]  # of such pairs


def normalised(
    kernel: Kernel, n_users: int, ones: np.ndarray, pairs: Callable[[], Iterable[Pairs]]
) -> Value:
    """The normalised kernel of any of these pairs, in the way that suits it; 0 without a feature.

    kernel: normalised or not; ones: how many users chose each item.
    """
    unit = kernel if isinstance(kernel, Normalized) else kernel.normalized()
    most = int(ones.max(initial=0))
    match unit:
        case Tanimoto():
            return lambda x, z, both: both / np.maximum(x + z - both, 1)
        case Normalized(of) if isinstance(of, OF_BOTH) and _on_variables(of):
            return _of_both(of, n_users, most, pairs)
        case Normalized(MonotoneDisjunctive(1, of)) if of == Variables():
            return _of_both(of, n_users, most, pairs)
        case Normalized(MonotoneDisjunctive(degree, of)) if of == Variables():
            return _disjunctive(degree, n_users, most)
    return _one_by_one(unit, n_users, ones, pairs)


def _on_variables(kernel: Kernel) -> bool:
    return getattr(kernel, "of", Variables()) == Variables()


def _taken_apart(number: Number) -> tuple[float, int]:
    """Mantissa and exponent of a number that may lie beyond float64, rounded once."""
    if number == 0:
        return 0.0, 0
    if isinstance(number, float):
        mantissa, exponent = np.frexp(number)
        return float(mantissa), int(exponent)
    top, bottom = number.numerator, number.denominator
    exponent = top.bit_length() - bottom.bit_length()
    shift = 64 - exponent
    whole = (top << max(shift, 0)) // (bottom << max(-shift, 0))
    return whole / 2**64, exponent


def _of_both(
    kernel: Kernel, n_users: int, most: int, pairs: Callable[[], Iterable[Pairs]]
) -> Value:
    """f(⟨x, z⟩) / √(f(|x|) f(|z|)) by one table of f at the numbers that occur."""
    occurs = np.zeros(most + 1, dtype=bool)
    for x, z, both in pairs():
        occurs[x] = occurs[z] = occurs[both] = True
    present = np.flatnonzero(occurs)
    mantissa, exponent = np.zeros(most + 1), np.zeros(most + 1, dtype=np.int64)
    for s in present.tolist():
        mantissa[s], exponent[s] = _taken_apart(kernel.value(Counts(n_users, s, s, s)))

    def value(x: np.ndarray, z: np.ndarray, both: np.ndarray) -> np.ndarray:
        doubled = 2 * exponent[both] - exponent[x] - exponent[z]
        norms = mantissa[x] * mantissa[z]
        values = np.ldexp(mantissa[both] / np.sqrt(np.where(norms > 0, norms, 1.0)), doubled >> 1)
        values *= np.where(doubled & 1, np.sqrt(2), 1.0)
        return np.where(norms > 0, values, 0.0)

    return value


def _disjunctive(degree: int, n_users: int, most: int) -> Value:
    """mD by shares: of all sets of `degree` users, which meet x, z and both (eq. 6.7).

    r_k, the share that misses k given users, is kept in two whole numbers of 62 bits, in which
    1 − r_|x| − r_|z| + r_|x ∪ z| is taken without rounding.
    """
    share, shares = 1 << GUARD, []
    for k in range(min(2 * most, n_users) + 1):
        shares.append(share >> (GUARD - 2 * LIMB))
        share = share * max(n_users - k - degree, 0) // max(n_users - k, 1)
    high = np.array([one >> LIMB for one in shares], dtype=np.int64)
    low = np.array([one & ((1 << LIMB) - 1) for one in shares], dtype=np.int64)
    whole = np.int64(1 << LIMB)
    met = np.ldexp((whole - high).astype(np.float64), -LIMB)
    met -= np.ldexp(low.astype(np.float64), -2 * LIMB)

    def value(x: np.ndarray, z: np.ndarray, both: np.ndarray) -> np.ndarray:
        either = x + z - both
        top = ((whole - high[x]) - high[z]) + high[either]
        rest = (low[either] - low[x]) - low[z]
        values = np.ldexp(top.astype(np.float64), -LIMB)
        values += np.ldexp(rest.astype(np.float64), -2 * LIMB)
        norms = np.sqrt(met[x] * met[z])
        return np.divide(values, norms, out=np.zeros_like(values), where=norms > 0)

    return value


def _one_by_one(
    kernel: Kernel, n_users: int, ones: np.ndarray, pairs: Callable[[], Iterable[Pairs]]
) -> Value:
    """Any kernel, asked once for each of the different Counts."""
    most = int(ones.max(initial=0)) + 1

    def codes_of(x: np.ndarray, z: np.ndarray, both: np.ndarray) -> np.ndarray:
        return (x * most + z) * most + both

    codes = np.unique(np.concatenate([np.unique(codes_of(*pair)) for pair in pairs()]))
    if len(codes) > MOST_COUNTS:
        raise ValueError(
            f"The kernel {kernel!r} must be asked for at most {MOST_COUNTS:,} different pairs of "
            f"items, and here are {len(codes):,}. Take linear, mC, mD, Tanimoto or polynomial, "
            "which are computed for all at once, or fewer items."
        )
    of_two, both = np.divmod(codes, most)
    in_x, in_z = np.divmod(of_two, most)
    counts = (
        Counts(n_users, *three)
        for three in zip(in_x.tolist(), in_z.tolist(), both.tolist(), strict=True)
    )
    table = np.array([float(value) for value in kernel.values(counts)])
    norms = kernel.of if isinstance(kernel, Normalized) else kernel
    has = np.zeros(most, dtype=bool)
    for size in np.unique(ones).tolist():
        has[size] = norms.value(Counts(n_users, size, size, size)) != 0

    def value(x: np.ndarray, z: np.ndarray, both: np.ndarray) -> np.ndarray:
        values = table[np.searchsorted(codes, codes_of(x, z, both))]
        return np.where(has[x] & has[z], values, 0.0)

    return value
