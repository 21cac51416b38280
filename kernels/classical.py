"""Kernels for 0/1 data from the literature (Polato's thesis, sections 4.2 and 4.4).

The ANOVA kernel (eq. 4.29) is MonotoneConjunctive, the d-mDNF kernel (eq. 4.25)
MonotoneConjunctiveUpTo. A real parameter is taken as the rational number that its float is, so that
values stay exact.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import comb, exp, fsum, isfinite

from kernels.base import FeatureKernel, Kernel, Number
from kernels.boolean import (
    Conjunctive,
    Disjunctive,
    MonotoneConjunctive,
    MonotoneDisjunctive,
    at_least_one,
)
from kernels.counts import Counts

NORMAL_FORMS = {
    "mDNF": lambda d, c: MonotoneDisjunctive(d, of=MonotoneConjunctive(c)),
    "DNF": lambda d, c: MonotoneDisjunctive(d, of=Conjunctive(c)),
    "mCNF": lambda c, d: MonotoneConjunctive(c, of=MonotoneDisjunctive(d)),
    "CNF": lambda c, d: MonotoneConjunctive(c, of=Disjunctive(d)),
}


@dataclass(frozen=True, repr=False)
class AllSubsets(FeatureKernel):
    """2^⟨x,z⟩: the ANDs of any number of variables, the empty one included (eq. 4.28)."""

    def features(self, counts: Counts) -> Counts:
        return Counts(2**counts.total, 2**counts.in_x, 2**counts.in_z, 2**counts.both)


@dataclass(frozen=True, repr=False)
class SadoharaMonotoneDNF(FeatureKernel):
    """The ANDs of at least one variable (Sadohara; eq. 4.23)."""

    def features(self, counts: Counts) -> Counts:
        total, in_x, in_z, both = counts.total, counts.in_x, counts.in_z, counts.both
        return Counts(2**total - 1, 2**in_x - 1, 2**in_z - 1, 2**both - 1)


@dataclass(frozen=True, repr=False)
class SadoharaDNF(FeatureKernel):
    """The ANDs of at least one variable, each as it is or negated (Sadohara; eq. 4.22)."""

    def features(self, counts: Counts) -> Counts:
        met = 2**counts.total - 1
        return Counts(3**counts.total - 1, met, met, 2 ** counts.signed().both - 1)


@dataclass(frozen=True, repr=False)
class ConjunctiveUpTo(FeatureKernel):
    """d-DNF: ANDs of 1 to `degree` variables, each as it is or negated (Sadohara; eq. 4.24)."""

    degree: int

    def __post_init__(self) -> None:
        at_least_one("degree", self.degree)

    def features(self, counts: Counts) -> Counts:
        n = counts.total
        met = Counts(n, n, n, counts.signed().both).up_to(self.degree)
        total = sum(2**k * comb(n, k) for k in range(1, self.degree + 1))
        return Counts(total, met.in_x, met.in_z, met.both)


@dataclass(frozen=True, repr=False)
class _Zhang(Kernel):
    sigma: float

    def __post_init__(self) -> None:
        _positive("sigma", self.sigma)

    def value(self, counts: Counts) -> Number:
        return _rational(1 + Fraction(self.sigma)) ** counts.both - 1


class ZhangMonotoneDNF(_Zhang):
    """(1 + σ)^⟨x,z⟩ − 1: ANDs of any number k of variables, each with weight σ^k (eq. 4.27)."""


class ZhangDNF(_Zhang):
    """ANDs of any number k of variables, each as it is or negated, with weight σ^k (eq. 4.26).

    Eq. 4.26 is misprinted: its product is of σ xz + σ (1 − x)(1 − z) + 1.
    """

    def value(self, counts: Counts) -> Number:
        return super().value(counts.signed())


@dataclass(frozen=True, repr=False)
class Polynomial(Kernel):
    """(⟨x,z⟩ + offset)^degree; a factor on ⟨x,z⟩, normalised, would be another offset."""

    degree: int
    offset: float

    def __post_init__(self) -> None:
        at_least_one("degree", self.degree)
        if self.offset != 0:
            _positive("offset", self.offset)

    def value(self, counts: Counts) -> Number:
        return _rational(counts.both + Fraction(self.offset)) ** self.degree


@dataclass(frozen=True, repr=False)
class RBF(Kernel):
    """exp(−γ ‖x − z‖²)."""

    gamma: float
    is_exact = False

    def __post_init__(self) -> None:
        _positive("gamma", self.gamma)

    def value(self, counts: Counts) -> float:
        return exp(-self.gamma * (counts.in_x + counts.in_z - 2 * counts.both))

    def normalized(self) -> "RBF":
        return self


@dataclass(frozen=True, repr=False)
class Tanimoto(Kernel):
    """Jaccard's similarity, ⟨x,z⟩ / (|x| + |z| − ⟨x,z⟩); 1 where both are empty (eq. 4.30)."""

    def value(self, counts: Counts) -> Number:
        either = counts.in_x + counts.in_z - counts.both
        return Fraction(counts.both, either) if either else 1

    def normalized(self) -> "Tanimoto":
        return self


@dataclass(frozen=True, repr=False)
class AverageNormalForm(Kernel):
    """The mean of the normalised kernels of a normal form at all degrees up to the two given.

    form: a key of NORMAL_FORMS; outer, inner: its degrees in their order. The average kernel of
    Polato, Lauriola and Aiolli's paper on Boolean kernels (2018), section 5.2.
    """

    form: str
    outer: int
    inner: int
    is_exact = False

    def __post_init__(self) -> None:
        if self.form not in NORMAL_FORMS:
            raise ValueError(f"form must be one of {', '.join(NORMAL_FORMS)}; got {self.form!r}.")
        at_least_one("outer", self.outer)
        at_least_one("inner", self.inner)

    @property
    def parts(self) -> tuple[Kernel, ...]:
        make = NORMAL_FORMS[self.form]
        degrees = ((i, j) for i in range(1, self.outer + 1) for j in range(1, self.inner + 1))
        return tuple(make(i, j).normalized() for i, j in degrees)

    def value(self, counts: Counts) -> Number:
        return self.values([counts])[0]

    def values(self, pairs: Iterable[Counts]) -> list[Number]:
        pairs = list(pairs)
        columns = zip(*(part.values(pairs) for part in self.parts), strict=True)
        return [fsum(column_of) / len(column_of) for column_of in columns]

    def normalized(self) -> "AverageNormalForm":
        return self


def _rational(number: Fraction) -> int | Fraction:
    return number.numerator if number.denominator == 1 else number


def _positive(name: str, number: float) -> None:
    is_number = isinstance(number, int | float | Fraction) and not isinstance(number, bool)
    if not is_number or not isfinite(number) or number <= 0:
        raise ValueError(f"{name} must be a positive number; got {number!r}.")
