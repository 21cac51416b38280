"""The table of the kernels that can be chosen by name, on the page and the command line.

In the formulas n is the number of variables, |x| how many hold in x, ⟨x,z⟩ how many hold in both.
Equations are those of Polato's thesis (2018), corrected where its print is wrong.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from kernels.base import Kernel
from kernels.boolean import (
    Conjunctive,
    Disjunctive,
    Literals,
    MonotoneConjunctive,
    MonotoneConjunctiveUpTo,
    MonotoneDisjunctive,
    MonotoneRules,
    Variables,
)
from kernels.classical import (
    NORMAL_FORMS,
    RBF,
    AllSubsets,
    AverageNormalForm,
    ConjunctiveUpTo,
    Polynomial,
    SadoharaDNF,
    SadoharaMonotoneDNF,
    Tanimoto,
    ZhangDNF,
    ZhangMonotoneDNF,
)

Parameter = int | float
MOST_ONES = 100_000  # highest degree of mC; at as many ones as examples have, only equals share one


def called(name: str, values: Sequence[object]) -> str:
    """A kernel's name with its degrees."""
    return f"{name}({','.join(map(shown, values))})" if values else name


def shown(value: object) -> str:
    """A degree as it stands in the names of kernels: 2.0 is 2."""
    return repr(value).removesuffix(".0") if isinstance(value, float) else str(value)


@dataclass(frozen=True)
class Degree:
    """A parameter of a kernel, with its range; usual: the value to start with."""

    name: str
    meaning: str
    usual: Parameter
    lowest: Parameter = 1
    highest: Parameter = 60
    is_whole: bool = True

    def accepts(self, value: Parameter) -> bool:
        is_kind = isinstance(value, int) or not self.is_whole
        return is_kind and self.lowest <= value <= self.highest

    def __str__(self) -> str:
        return f"{self.name} from {shown(self.lowest)} to {shown(self.highest)}"


@dataclass(frozen=True)
class Entry:
    """A kernel of the catalog, before normalisation.

    reads: its features in a few words, with the degrees in braces; also: other names.
    """

    name: str
    make: Callable[..., Kernel]
    degrees: tuple[Degree, ...]
    reads: str
    formula: str
    source: str
    meaning: str
    also: tuple[str, ...] = ()

    @property
    def usual(self) -> str:
        """The name at the usual degrees."""
        return called(self.name, [degree.usual for degree in self.degrees])

    def __str__(self) -> str:
        return called(self.name, [degree.name for degree in self.degrees])


_IN_AND = Degree("c", "what each AND joins", 2)
_IN_OR = Degree("d", "what each OR joins", 3)
_IN_WIDE_OR = Degree("d", "what each OR joins", 3, highest=1000)  # items that many users chose
_CLAUSES = ("D", "what each OR joins, at most")
_VALUES = ("C", "what each AND joins, at most")
_SIGMA = Degree("s", "weight of each further value in an AND", 0.5, 0.001, 100, is_whole=False)

CATALOG = (
    Entry(
        "linear",
        Variables,
        (),
        "single values",
        "⟨x,z⟩",
        "section 6.3.1",
        "Counts the values that two examples share.",
        also=("mL",),
    ),
    Entry(
        "mC",
        MonotoneConjunctive,
        (replace(_IN_AND, highest=MOST_ONES),),
        "ANDs of {c}",
        "binom(⟨x,z⟩, c)",
        "eq. 6.4; ANOVA, eq. 4.29",
        "Counts the combinations of exactly c values that two examples share.",
        also=("ANOVA",),
    ),
    Entry(
        "mD",
        MonotoneDisjunctive,
        (_IN_WIDE_OR,),
        "ORs of {d}",
        "binom(n, d) − binom(n−|x|, d) − binom(n−|z|, d) + binom(n−|x|−|z|+⟨x,z⟩, d)",
        "eq. 6.7",
        "Counts the lists of d values of which each of two examples has at least one.",
    ),
    Entry(
        "literals",
        Literals,
        (),
        "values and their absence",
        "n − |x| − |z| + 2⟨x,z⟩",
        "eq. 6.10",
        "Counts the values that two examples share and those that both lack.",
    ),
    Entry(
        "C",
        Conjunctive,
        (_IN_AND,),
        "ANDs of {c}, ± each",
        "binom(literals, c)",
        "eq. 6.11",
        "Counts the combinations of c values, each present or absent, that two examples share.",
    ),
    Entry(
        "D",
        Disjunctive,
        (_IN_OR,),
        "ORs of {d}, ± each",
        "(2^d − 2)·binom(n, d) + binom(literals, d)",
        "eq. 6.12",
        "Counts the lists of d values, each present or absent, of which each of two examples "
        "meets at least one.",
    ),
    Entry(
        "mDNF",
        NORMAL_FORMS["mDNF"],
        (_IN_OR, _IN_AND),
        "ORs of {d} ANDs of {c}",
        "mD(d) over the features of mC(c)",
        "eq. 6.14",
        "Counts the rules of exactly d clauses of exactly c values that hold for two examples.",
    ),
    Entry(
        "DNF",
        NORMAL_FORMS["DNF"],
        (_IN_OR, _IN_AND),
        "ORs of {d} ANDs of {c}, ± each",
        "mD(d) over the features of C(c)",
        "eq. 6.16",
        "Counts the rules of exactly d clauses of exactly c values, each present or absent, that "
        "hold for two examples.",
    ),
    Entry(
        "mCNF",
        NORMAL_FORMS["mCNF"],
        (_IN_AND, _IN_OR),
        "ANDs of {c} ORs of {d}",
        "binom(mD(d), c)",
        "eq. 6.18",
        "Counts the lists of exactly c conditions, each with d alternative values, that hold for "
        "two examples.",
    ),
    Entry(
        "CNF",
        NORMAL_FORMS["CNF"],
        (_IN_AND, _IN_OR),
        "ANDs of {c} ORs of {d}, ± each",
        "binom(D(d), c)",
        "eq. 6.20",
        "Counts the lists of exactly c conditions, each with d alternatives present or absent, "
        "that hold for two examples.",
    ),
    Entry(
        "conjunctions",
        MonotoneConjunctiveUpTo,
        (Degree("c", "what each AND joins, at most", 3),),
        "ANDs of ≤ {c}",
        "mC(1) + … + mC(c)",
        "section 7.2.1, κ_Σ; d-mDNF, eq. 4.25",
        "Counts the combinations of up to c values that two examples share.",
        also=("d_mDNF",),
    ),
    Entry(
        "rules",
        lambda D, C: MonotoneRules(clauses=D, literals=C),
        (
            Degree("D", "clauses of a rule, at most", 10),
            Degree("C", "values in a clause, at most", 5),
        ),
        "ORs of ≤ {D} ANDs of ≤ {C}",
        "mD(1) + … + mD(D) over the features of conjunctions(C)",
        "section 7.2.1, κ_*",
        "Counts the rules of up to D clauses of up to C values that hold for two examples: "
        "the kernel whose features are the rules that are searched for.",
    ),
    Entry(
        "d_DNF",
        ConjunctiveUpTo,
        (Degree("d", "what each AND joins, at most", 3),),
        "ANDs of ≤ {d}, ± each",
        "C(1) + … + C(d)",
        "eq. 4.24, d-DNF (Sadohara)",
        "Counts the combinations of up to d values, each present or absent, that two examples "
        "share.",
    ),
    Entry(
        "Sadohara_mDNF",
        SadoharaMonotoneDNF,
        (),
        "ANDs of any length",
        "2^⟨x,z⟩ − 1",
        "eq. 4.23 (Sadohara)",
        "Counts the combinations of any number of values that two examples share.",
    ),
    Entry(
        "Sadohara_DNF",
        SadoharaDNF,
        (),
        "ANDs of any length, ± each",
        "2^literals − 1",
        "eq. 4.22 (Sadohara)",
        "Counts the combinations of any number of values, each present or absent, that two "
        "examples share.",
    ),
    Entry(
        "subsets",
        AllSubsets,
        (),
        "ANDs of any length, or none",
        "2^⟨x,z⟩",
        "eq. 4.28",
        "Counts the sets of values that two examples share, the empty set among them.",
    ),
    Entry(
        "sigma_mDNF",
        ZhangMonotoneDNF,
        (_SIGMA,),
        "ANDs, weight {s} a value",
        "(1 + s)^⟨x,z⟩ − 1",
        "eq. 4.27 (Zhang), s is σ",
        "Counts the combinations of values that two examples share, long ones for less if s is "
        "below 1.",
    ),
    Entry(
        "sigma_DNF",
        ZhangDNF,
        (_SIGMA,),
        "ANDs, ± each, weight {s} a value",
        "(1 + s)^literals − 1",
        "eq. 4.26 corrected (Zhang), s is σ",
        "Counts the combinations of values, present or absent, that two examples share, long ones "
        "for less if s is below 1.",
    ),
    Entry(
        "polynomial",
        Polynomial,
        (
            Degree("p", "power", 2, 1, 20),
            Degree("a", "added before the power is taken", 1, 0, 1000, is_whole=False),
        ),
        "ANDs of ≤ {p}, + {a}",
        "(⟨x,z⟩ + a)^p",
        "section 4.2",
        "Counts the combinations of up to p values that two examples share, some more than once.",
    ),
    Entry(
        "RBF",
        RBF,
        (
            Degree(
                "g", "how fast similarity falls with differences", 0.1, 1e-6, 1e4, is_whole=False
            ),
        ),
        "RBF, γ {g}",
        "exp(−g (|x| + |z| − 2⟨x,z⟩))",
        "section 4.2, g is γ",
        "Falls by the same factor with every value in which two examples differ.",
    ),
    Entry(
        "Tanimoto",
        Tanimoto,
        (),
        "share of values in common",
        "⟨x,z⟩ / (|x| + |z| − ⟨x,z⟩)",
        "eq. 4.30",
        "Of all values that one of two examples has, the share that both have.",
        also=("Jaccard",),
    ),
    *(
        Entry(
            f"average_{form}",
            partial(AverageNormalForm, form),
            tuple(Degree(*degree, 3, highest=10) for degree in order),
            f"{form} to {{{order[0][0]}}}, {{{order[1][0]}}}, averaged",
            f"mean of the normalised {form}({order[0][0].lower()}, {order[1][0].lower()}) up to "
            f"{order[0][0]}, {order[1][0]}",
            "Boolean kernels paper (2018), section 5.2",
            f"The mean of the {form} similarities of all degrees up to the two given.",
        )
        for form, order in (
            ("mDNF", (_CLAUSES, _VALUES)),
            ("DNF", (_CLAUSES, _VALUES)),
            ("mCNF", (_VALUES, _CLAUSES)),
            ("CNF", (_VALUES, _CLAUSES)),
        )
    ),
)
