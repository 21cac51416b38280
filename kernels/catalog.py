"""The kernels that are offered by name: one table, read by the page and the command line.

In the formulas n is the number of variables, |x| how many hold in x, ⟨x,z⟩ how many hold in
both. Equations are those of Polato's thesis (2018), corrected where its print is wrong.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from difflib import get_close_matches

from kernels.base import FeatureKernel, Kernel
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


@dataclass(frozen=True)
class Degree:
    """A whole number that a kernel is made with, and what it may be."""

    name: str
    meaning: str
    lowest: int = 1
    highest: int = 60

    def __str__(self) -> str:
        return f"{self.name} from {self.lowest} to {self.highest}"


@dataclass(frozen=True)
class Entry:
    """A kernel of the catalog, before normalisation."""

    name: str
    make: Callable[..., FeatureKernel]
    degrees: tuple[Degree, ...]
    formula: str
    source: str
    meaning: str

    def __str__(self) -> str:
        return _called(self.name, [degree.name for degree in self.degrees])


_IN_AND = Degree("c", "what each AND joins")
_IN_OR = Degree("d", "what each OR joins")

CATALOG = (
    Entry(
        "linear",
        Variables,
        (),
        "⟨x,z⟩",
        "section 6.3.1",
        "Counts the values that two examples share.",
    ),
    Entry(
        "mC",
        MonotoneConjunctive,
        (_IN_AND,),
        "binom(⟨x,z⟩, c)",
        "eq. 6.4",
        "Counts the combinations of exactly c values that two examples share.",
    ),
    Entry(
        "mD",
        MonotoneDisjunctive,
        (_IN_OR,),
        "binom(n, d) − binom(n−|x|, d) − binom(n−|z|, d) + binom(n−|x|−|z|+⟨x,z⟩, d)",
        "eq. 6.7",
        "Counts the lists of d values of which each of two examples has at least one.",
    ),
    Entry(
        "literals",
        Literals,
        (),
        "n − |x| − |z| + 2⟨x,z⟩",
        "eq. 6.10",
        "Counts the values that two examples share and those that both lack.",
    ),
    Entry(
        "C",
        Conjunctive,
        (_IN_AND,),
        "binom(literals, c)",
        "eq. 6.11",
        "Counts the combinations of c values, each present or absent, that two examples share.",
    ),
    Entry(
        "D",
        Disjunctive,
        (_IN_OR,),
        "(2^d − 2)·binom(n, d) + binom(literals, d)",
        "eq. 6.12",
        "Counts the lists of d values, each present or absent, of which each of two examples "
        "meets at least one.",
    ),
    Entry(
        "mDNF",
        lambda d, c: MonotoneDisjunctive(d, of=MonotoneConjunctive(c)),
        (_IN_OR, _IN_AND),
        "mD(d) over the features of mC(c)",
        "eq. 6.14",
        "Counts the rules of exactly d clauses of exactly c values that hold for two examples.",
    ),
    Entry(
        "DNF",
        lambda d, c: MonotoneDisjunctive(d, of=Conjunctive(c)),
        (_IN_OR, _IN_AND),
        "mD(d) over the features of C(c)",
        "eq. 6.16",
        "Counts the rules of exactly d clauses of exactly c values, each present or absent, that "
        "hold for two examples.",
    ),
    Entry(
        "mCNF",
        lambda c, d: MonotoneConjunctive(c, of=MonotoneDisjunctive(d)),
        (_IN_AND, _IN_OR),
        "binom(mD(d), c)",
        "eq. 6.18",
        "Counts the lists of exactly c conditions, each with d alternative values, that hold for "
        "two examples.",
    ),
    Entry(
        "CNF",
        lambda c, d: MonotoneConjunctive(c, of=Disjunctive(d)),
        (_IN_AND, _IN_OR),
        "binom(D(d), c)",
        "eq. 6.20",
        "Counts the lists of exactly c conditions, each with d alternatives present or absent, "
        "that hold for two examples.",
    ),
    Entry(
        "conjunctions",
        MonotoneConjunctiveUpTo,
        (Degree("c", "what each AND joins, at most"),),
        "mC(1) + … + mC(c)",
        "section 7.2.1, κ_Σ",
        "Counts the combinations of up to c values that two examples share.",
    ),
    Entry(
        "rules",
        lambda D, C: MonotoneRules(clauses=D, literals=C),
        (Degree("D", "clauses of a rule, at most"), Degree("C", "values in a clause, at most")),
        "mD(1) + … + mD(D) over the features of conjunctions(C)",
        "section 7.2.1, κ_*",
        "Counts the rules of up to D clauses of up to C values that hold for two examples: "
        "the kernel whose features are the rules that are searched for.",
    ),
)


def parse(text: str) -> Kernel:
    """The normalised kernel of a name such as "mDNF(3,2)", "linear" or "rules(10,5)".

    ValueError, with what is possible, where the catalog has no such kernel.
    """
    written = re.fullmatch(r"\s*(\w+)\s*(?:\(([^()]*)\))?\s*", text)
    word, given = written.groups("") if written else (text, "")
    entry = _entry(word)
    values = [value.strip() for value in given.split(",")] if given.strip() else []
    whole = [int(value) for value in values if re.fullmatch(r"[+-]?[0-9]{1,9}", value)]
    if len(whole) != len(values) or len(whole) != len(entry.degrees):
        needs = " and ".join(map(str, entry.degrees)) or "no numbers"
        raise ValueError(f"The kernel {entry} needs {needs}; got {text!r}.")
    for degree, value in zip(entry.degrees, whole, strict=True):
        if not degree.lowest <= value <= degree.highest:
            raise ValueError(f"The kernel {entry} takes {degree}; got {value} in {text!r}.")
    return entry.make(*whole).normalized()


def name(kernel: Kernel) -> str:
    """The name of a kernel of the catalog: parse(name(k)) == k."""
    values = _degrees(kernel)
    for entry in CATALOG:
        if len(entry.degrees) == len(values) and entry.make(*values).normalized() == kernel:
            return _called(entry.name, values)
    raise ValueError(f"The catalog has no name for {kernel!r}; it has {_names()}, normalised.")


def _entry(word: str) -> Entry:
    by_name = {entry.name.lower(): entry for entry in CATALOG}
    if word.lower() in by_name:
        return by_name[word.lower()]
    close = [str(by_name[one]) for one in get_close_matches(word.lower(), by_name, n=1)]
    hint = f" Did you mean {close[0]}?" if close else ""
    raise ValueError(f"There is no kernel {word!r}.{hint} The kernels are {_names()}.")


def _names() -> str:
    return ", ".join(map(str, CATALOG))


def _called(name: str, values: list) -> str:
    return f"{name}({','.join(map(str, values))})" if values else name


def _degrees(kernel: Kernel) -> list[int]:
    """The whole numbers a kernel is made of, from the outside in."""
    found = []
    for field in fields(kernel):  # type: ignore[arg-type]
        value = getattr(kernel, field.name)
        if isinstance(value, int):
            found.append(value)
        elif isinstance(value, Kernel):
            found += _degrees(value)
    return found
