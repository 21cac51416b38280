"""Which formulas of a kernel hold in two examples: the first few, written out."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice, product

import numpy as np

from interpret.data.encoding import Variable
from kernels.base import FeatureKernel, Kernel, Normalized
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
from kernels.classical import AllSubsets, ConjunctiveUpTo, SadoharaDNF, SadoharaMonotoneDNF
from kernels.propositional import Connect, Not, Op

TRIED = 50_000  # formulas at most
WORDS = {Op.AND: "and", Op.OR: "or"}
KINDS = {(True, True): 6, (False, False): 4, (True, False): 3, (False, True): 3}


@dataclass(frozen=True)
class SharedFormula:
    """A formula in words, and whether it holds in x and in z."""

    text: str
    in_x: bool
    in_z: bool
    is_joined: bool = False

    def __str__(self) -> str:
        return f"({self.text})" if self.is_joined else self.text


def shared_formulas(
    kernel: Kernel, names: Sequence[str], x: Sequence[int], z: Sequence[int], first: int = 6
) -> list[str]:
    """Formulas among the kernel's features that hold in both x and z, in words.

    names: of the variables. Empty where there is none, and where the features are no formulas.
    """
    of = kernel.of if isinstance(kernel, Normalized) else kernel
    if not isinstance(of, FeatureKernel):
        return []
    base = [SharedFormula(name, bool(a), bool(b)) for name, a, b in zip(names, x, z, strict=True)]
    tried = islice(_formulas(of, base), TRIED)
    return [str(f.text) for f in islice((f for f in tried if f.in_x and f.in_z), first)]


def shared_by_rows(kernel: Kernel, variables: Sequence[Variable], X: np.ndarray) -> list[str]:
    """The shared formulas of two encoded rows, X of shape (2, n_variables).

    One variable of each attribute comes before any second one, so that the first formulas are about
    different attributes.
    """
    before: Counter[tuple[str, int, int]] = Counter()
    turns = []
    for variable, x, z in zip(variables, *X.tolist(), strict=True):
        turns.append(before[variable.attribute, x, z])
        before[variable.attribute, x, z] += 1
    order = np.argsort(turns, kind="stable")
    return shared_formulas(kernel, [str(variables[i]) for i in order], *X[:, order].tolist())


def _formulas(kernel: FeatureKernel, base: Sequence[SharedFormula]) -> Iterator[SharedFormula]:
    """Some of the kernel's formulas over the base, those that hold in both first, if there are.

    Longer formulas are built of a few shorter ones of every kind: in both, in one, in neither.
    """
    n = len(base)
    match kernel:
        case Variables():
            return iter(_some(base, n))
        case Literals():
            return iter(_some([*base, *(_signed(f, False) for f in base)], n))
        case MonotoneConjunctive(degree=size, of=of):
            return _joined(_some(_formulas(of, base), size), size, size, "and")
        case MonotoneConjunctiveUpTo(degree=size, of=of):
            return _joined(_some(_formulas(of, base), size), 1, size, "and")
        case MonotoneDisjunctive(degree=size, of=of):
            return _joined(_some(_formulas(of, base), size), size, size, "or")
        case Conjunctive(degree=size, of=of):
            return _of_signed(_some(_formulas(of, base), size), size, size, "and")
        case Disjunctive(degree=size, of=of):
            return _of_signed(_some(_formulas(of, base), size), size, size, "or")
        case MonotoneRules(clauses=clauses, literals=size, of=of):
            ands = _joined(_some(_formulas(of, base), size), 1, size, "and")
            return _joined(_some(ands, 1), 1, clauses, "or")
        case Not(of=of):
            return (_signed(part, False) for part in _some(_formulas(of, base), 6))
        case Connect(op=op, left=left, right=right):
            sides = _some(_formulas(left, base), 6), _some(_formulas(right, base), 6)
            return (_connected(op, *pair) for pair in product(*sides))
        case AllSubsets():
            always = SharedFormula("nothing asked", True, True)
            return chain([always], _joined(_some(base, 1), 1, n, "and"))
        case SadoharaMonotoneDNF():
            return _joined(_some(base, 1), 1, n, "and")
        case SadoharaDNF():
            return _of_signed(_some(base, 1), 1, n, "and")
        case ConjunctiveUpTo(degree=size):
            return _of_signed(_some(base, 1), 1, size, "and")
        case _:
            return iter(())


def _some(
    formulas: Sequence[SharedFormula] | Iterator[SharedFormula], needed: int
) -> list[SharedFormula]:
    """A few of every kind; `needed` at least of each, where there are so many."""
    kinds: dict[tuple[bool, bool], list[SharedFormula]] = {kind: [] for kind in KINDS}
    for formula in islice(formulas, TRIED // 10):
        drawn = kinds[formula.in_x, formula.in_z]
        if len(drawn) < max(needed, KINDS[formula.in_x, formula.in_z]):
            drawn.append(formula)
    return [formula for drawn in kinds.values() for formula in drawn]


def _joined(
    parts: Sequence[SharedFormula], least: int, most: int, word: str
) -> Iterator[SharedFormula]:
    hold = all if word == "and" else any
    for size in range(least, min(most, len(parts)) + 1):
        for chosen in combinations(parts, size):
            yield SharedFormula(
                f" {word} ".join(map(str, chosen)) if size > 1 else chosen[0].text,
                hold(part.in_x for part in chosen),
                hold(part.in_z for part in chosen),
                size > 1 or chosen[0].is_joined,
            )


def _of_signed(
    parts: Sequence[SharedFormula], least: int, most: int, word: str
) -> Iterator[SharedFormula]:
    """Each combination with every choice of signs, that of x first."""
    for size in range(least, min(most, len(parts)) + 1):
        for chosen in combinations(parts, size):
            for signs in product((True, False), repeat=size):
                as_in_x = zip(chosen, signs, strict=True)
                literals = [_signed(part, part.in_x == sign) for part, sign in as_in_x]
                yield from _joined(literals, size, size, word)


def _connected(op: Op, one: SharedFormula, other: SharedFormula) -> SharedFormula:
    return SharedFormula(
        f"{one} {WORDS.get(op, op.sign)} {other}",
        op.truth[2 * one.in_x + other.in_x],
        op.truth[2 * one.in_z + other.in_z],
        is_joined=True,
    )


def _signed(formula: SharedFormula, sign: bool) -> SharedFormula:
    if sign:
        return formula
    return SharedFormula(f"not {formula}", not formula.in_x, not formula.in_z)
