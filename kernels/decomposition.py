"""Dot-product kernels as sums of mC-kernels (Polato, theorem 9.1 and corollary 9.1)."""

from fractions import Fraction
from math import comb, exp, expm1

from kernels.base import Kernel, Mixture, Normalized, Number, Sum
from kernels.classical import RBF
from kernels.counts import Counts


def conjunctive_weights(kernel: Kernel, m: int) -> tuple[Number, ...]:
    """The weights g_0, …, g_m ≥ 0 with kernel(x, z) = Σ g_s comb(⟨x, z⟩, s) for x, z of m ones.

    The kernel must depend on ⟨x, z⟩ alone among such examples. For ⟨x, z⟩^d, g_s = s! S(d, s).
    Exact where the kernel is; ValueError where it is no sum of mC-kernels.
    """
    weights = _weights(kernel, m)
    if min(weights) < 0:
        s = min(range(m + 1), key=weights.__getitem__)
        raise ValueError(
            f"Only a kernel whose differences in ⟨x, z⟩ are never negative is a sum of mC-kernels; "
            f"{kernel!r} has {float(weights[s]):.3g} at degree {s}."
        )
    return weights


def _weights(kernel: Kernel, m: int) -> tuple[Number, ...]:
    match kernel:
        case RBF(gamma):  # by its formula: the differences of rounded values would drown in error
            return tuple(exp(-2 * gamma * m) * expm1(2 * gamma) ** s for s in range(m + 1))
        case Normalized(of):
            norm = of.value(Counts(2 * m, m, m, m))
            if norm == 0:
                return (*(0,) * m, 1)
            return tuple(_share(weight, norm) for weight in _weights(of, m))
        case Sum(parts):
            return _mixed([(1, part) for part in parts], m)
        case Mixture(kernels, weights):
            return _mixed(list(zip(weights, kernels, strict=True)), m)
    values = [kernel.value(Counts(2 * m, m, m, both)) for both in range(m + 1)]
    exact = [Fraction(value) for value in values]
    return tuple(
        _plain(sum((-1) ** (s - t) * comb(s, t) * exact[t] for t in range(s + 1)))
        for s in range(m + 1)
    )


def _mixed(parts: list[tuple[Number, Kernel]], m: int) -> tuple[Number, ...]:
    columns = zip(*(_weights(kernel, m) for _, kernel in parts), strict=True)
    shares = [share for share, _ in parts]
    return tuple(sum(a * b for a, b in zip(shares, column, strict=True)) for column in columns)


def _share(weight: Number, norm: Number) -> Number:
    if isinstance(weight, float) or isinstance(norm, float):
        return weight / norm
    return _plain(Fraction(weight) / norm)


def _plain(number: Fraction) -> Number:
    return number.numerator if number.denominator == 1 else number
