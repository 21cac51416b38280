"""The Boolean kernels of Polato's thesis, chapter 6 and section 7.2.1, by composition.

Each counts the formulas of one family that hold in both examples. `of` is the family the
formulas are built over: the variables themselves unless another is given, so that

    mDNF(d, c) = MonotoneDisjunctive(d, of=MonotoneConjunctive(c))      section 6.6.1
    mCNF(c, d) = MonotoneConjunctive(c, of=MonotoneDisjunctive(d))      section 6.6.2
    DNF(d, c)  = MonotoneDisjunctive(d, of=Conjunctive(c))
    CNF(c, d)  = MonotoneConjunctive(c, of=Disjunctive(d))
"""

from dataclasses import dataclass

from kernels.base import FeatureKernel
from kernels.counts import Counts


@dataclass(frozen=True, repr=False)
class Variables(FeatureKernel):
    """mL, the linear kernel: the variables themselves (section 6.3.1)."""

    def features(self, counts: Counts) -> Counts:
        return counts


@dataclass(frozen=True, repr=False)
class Literals(FeatureKernel):
    """L: each feature and its negation (section 6.4.1)."""

    of: FeatureKernel = Variables()

    def features(self, counts: Counts) -> Counts:
        return self.of.features(counts).signed()


@dataclass(frozen=True, repr=False)
class _OfDegree(FeatureKernel):
    degree: int
    of: FeatureKernel = Variables()

    def __post_init__(self) -> None:
        at_least_one("degree", self.degree)


class MonotoneConjunctive(_OfDegree):
    """mC: ANDs of `degree` distinct features (eq. 6.4)."""

    def features(self, counts: Counts) -> Counts:
        return self.of.features(counts).choose(self.degree)


class MonotoneConjunctiveUpTo(_OfDegree):
    """κ_Σ: ANDs of 1 to `degree` distinct features (section 7.2.1)."""

    def features(self, counts: Counts) -> Counts:
        return self.of.features(counts).up_to(self.degree)


class MonotoneDisjunctive(_OfDegree):
    """mD: ORs of `degree` distinct features (eq. 6.7, by De Morgan)."""

    def features(self, counts: Counts) -> Counts:
        return ~(~self.of.features(counts)).choose(self.degree)


class Conjunctive(_OfDegree):
    """C: ANDs of `degree` distinct features, each as it is or negated (eq. 6.11)."""

    def features(self, counts: Counts) -> Counts:
        base = self.of.features(counts)
        agreeing = base.signed().both
        chosen = Counts(base.total, base.total, base.total, agreeing).choose(self.degree)
        return Counts(2**self.degree * chosen.total, chosen.in_x, chosen.in_z, chosen.both)


class Disjunctive(_OfDegree):
    """D: ORs of `degree` distinct features, each as it is or negated (eq. 6.12)."""

    def features(self, counts: Counts) -> Counts:
        return ~Conjunctive(self.degree, self.of).features(counts)


@dataclass(frozen=True, repr=False)
class MonotoneRules(FeatureKernel):
    """κ_*: monotone DNFs of 1 to `clauses` distinct ANDs of 1 to `literals` features (7.2.1)."""

    clauses: int
    literals: int
    of: FeatureKernel = Variables()

    def __post_init__(self) -> None:
        at_least_one("clauses", self.clauses)
        at_least_one("literals", self.literals)

    def features(self, counts: Counts) -> Counts:
        return ~(~self.of.features(counts).up_to(self.literals)).up_to(self.clauses)


def at_least_one(name: str, degree: int) -> None:
    if not isinstance(degree, int) or isinstance(degree, bool) or degree < 1:
        raise ValueError(f"{name} must be a whole number of at least 1; got {degree!r}.")
