"""Propositional kernels: one for every formula, composed like the formula (Polato, chapter 8).

A formula's features are all ways to put variables in its places, so Connect(AND, x, y) counts the
pairs of variables of which both hold. The kernel is the formula's syntax tree. It prints as the
formula, "(a ∧ ¬b) ∨ ¬(c ⊕ d)", and is read from such a text.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from math import exp
from random import Random
from string import ascii_lowercase

from kernels.base import FeatureKernel
from kernels.boolean import Variables
from kernels.counts import Counts, combine

DECAY = 0.7  # of algorithm 8.1, as in the thesis
LONGEST = 60  # the highest average number of operators for random formulas
TRIES = 1000  # drawing ends after this many formulas in a row that equal earlier ones
NOT, DEEPEST = "¬", 100  # levels of nested brackets and ¬
TOKEN = re.compile(r"\w+|\S")


class Op(Enum):
    """A connective: its sign, and its column for (0, 0), (0, 1), (1, 0), (1, 1)."""

    AND = "∧", (False, False, False, True)
    OR = "∨", (False, True, True, True)
    XOR = "⊕", (False, True, True, False)
    IMPLIES = "→", (True, True, False, True)
    IMPLIED = "←", (True, False, True, True)
    IFF = "↔", (True, False, False, True)
    NOR = "↓", (True, False, False, False)
    NAND = "↑", (True, True, True, False)
    NOT_IMPLIES = "↛", (False, False, True, False)
    NOT_IMPLIED = "↚", (False, True, False, False)

    def __init__(self, sign: str, truth: tuple[bool, bool, bool, bool]) -> None:
        self.sign = sign
        self.truth = truth

    def __repr__(self) -> str:
        return f"Op.{self.name}"


SIGNS = {op.sign: op for op in Op}


class FormulaKernel(FeatureKernel):
    """A kernel that prints as a formula; the letter of each place stands for any variable."""

    def __str__(self) -> str:
        return written(self)


@dataclass(frozen=True, repr=False)
class Not(FormulaKernel):
    """¬A: the negation of every feature of A."""

    of: FeatureKernel

    def features(self, counts: Counts) -> Counts:
        return ~self.of.features(counts)


@dataclass(frozen=True, repr=False)
class Connect(FormulaKernel):
    """A op B: one feature for each pair of a feature of A and one of B (eq. 8.3)."""

    op: Op
    left: FeatureKernel
    right: FeatureKernel

    def features(self, counts: Counts) -> Counts:
        return combine(self.op.truth, self.left.features(counts), self.right.features(counts))


def written(formula: FeatureKernel) -> str:
    """The formula in signs, its places a, b, c … from left to right; a family as its kernel."""
    letters = places()

    def sub(part: FeatureKernel) -> str:
        text = say(part)
        return f"({text})" if isinstance(part, Connect) else text

    def say(part: FeatureKernel) -> str:
        match part:
            case Not(of):
                return f"¬{sub(of)}"
            case Connect(op, left, right):
                return f"{sub(left)} {op.sign} {sub(right)}"
            case Variables():
                return next(letters)
        return repr(part)

    return say(formula)


def is_formula(text: str) -> bool:
    """Whether the text has a sign that only formulas have."""
    return any(sign in text for sign in (NOT, *SIGNS))


def formula_of(text: str) -> FeatureKernel:
    """The formula of a text, its places named a, b, c … from left to right; inverse of `written`.

    ValueError, with how to write one, where the text is no such formula.
    """
    tokens, letters = TOKEN.findall(text)[::-1], places()

    def joined(deep: int) -> FeatureKernel:
        left = part(deep)
        if not tokens or tokens[-1] not in SIGNS:
            return left
        return Connect(SIGNS[tokens.pop()], left, part(deep))

    def part(deep: int) -> FeatureKernel:
        token = tokens.pop() if tokens else ""
        if deep == DEEPEST:
            raise _no_formula(text, f"more than {DEEPEST} levels")
        if token == NOT:
            return Not(part(deep + 1))
        if token == "(":
            inner = joined(deep + 1)
            if not tokens or tokens.pop() != ")":
                raise _no_formula(text, "a bracket that is not closed after a pair")
            return inner
        place = next(letters)
        if token != place:
            raise _no_formula(text, f"{token or 'nothing'} where {place} or a bracket is due")
        return Variables()

    formula = joined(0)
    if tokens:
        raise _no_formula(text, f"{tokens[-1]} after its end")
    return formula


def _no_formula(text: str, got: str) -> ValueError:
    return ValueError(
        f"A formula joins two parts at a time by one of {' '.join(SIGNS)}, its places named a, b, "
        f"c … from left to right, such as (a ∧ ¬b) ∨ c; got {got} in {text[:80]!r}."
    )


def operators(formula: FeatureKernel) -> int:
    """How many connectives join two parts of the formula."""
    match formula:
        case Not(of):
            return operators(of)
        case Connect(_, left, right):
            return 1 + operators(left) + operators(right)
    return 0


def depth(formula: FeatureKernel) -> int:
    """The number of signs on the longest path from the root to a place."""
    match formula:
        case Not(of):
            return 1 + depth(of)
        case Connect(_, left, right):
            return 1 + max(depth(left), depth(right))
    return 0


def tree(formula: FeatureKernel) -> str:
    """The syntax tree, one sign or place on each line."""
    letters = places()

    def lines(part: FeatureKernel, first: str, rest: str) -> Iterator[str]:
        match part:
            case Not(of):
                yield f"{first}¬"
                yield from lines(of, f"{rest}└ ", f"{rest}  ")
            case Connect(op, left, right):
                yield f"{first}{op.sign}"
                yield from lines(left, f"{rest}├ ", f"{rest}│ ")
                yield from lines(right, f"{rest}└ ", f"{rest}  ")
            case Variables():
                yield f"{first}{next(letters)}"
            case _:
                yield f"{first}{part!r}"

    return "\n".join(lines(formula, "", ""))


Tree = tuple[bool, str, tuple]  # whether denied; "∧", "⊕" or what stands in a place; its parts


def canonical(formula: FeatureKernel) -> Tree:
    """A value that two formulas share exactly when their truth tables are the same.

    The order of their places is ignored, since the kernel does not depend on it. No table is
    written out: as each place occurs once, there is one way, up to order, to write a formula as a
    tree of ANDs and XORs in which no AND is part of an AND, no XOR part of a XOR, and no part of a
    XOR is denied.
    """
    match formula:
        case Not(of):
            denied, sign, inner = canonical(of)
            return not denied, sign, inner
        case Connect(op, left, right):
            sides = canonical(left), canonical(right)
            if sum(op.truth) == 2:  # XOR or its denial
                alike = [(False, sign, inner) for _, sign, inner in sides]
                parts = [part for side in alike for part in _parts(side, "⊕")]
                return op.truth[0] ^ sides[0][0] ^ sides[1][0], "⊕", tuple(sorted(parts))
            denied = sum(op.truth) == 3
            where = divmod(
                op.truth.index(not denied), 2
            )  # whether each part enters the AND undenied
            parts = [
                part
                for (is_other, sign, inner), value in zip(sides, where, strict=True)
                for part in _parts((is_other ^ (not value), sign, inner), "∧")
            ]
            return denied, "∧", tuple(sorted(parts))
    return False, repr(formula), ()


def _parts(tree: Tree, joined_by: str) -> tuple[Tree, ...]:
    """The tree's own parts if it is joined by the same sign, else the tree itself."""
    denied, sign, parts = tree
    return parts if sign == joined_by and not denied else (tree,)


@dataclass(frozen=True)
class Grammar:
    """Random formulas, as by algorithm 8.1, that have about `length` operators on average.

    The algorithm ends a branch at depth t with probability 1 / (1 + exp(−ηt)), η = 0.7. Started at
    depth 0 it makes 0.9 operators on average, so longer formulas start at a depth below 0.
    """

    length: float = 5.0

    def __post_init__(self) -> None:
        if not 0 < self.length <= LONGEST:
            raise ValueError(
                f"The average number of operators must be above 0 and at most {LONGEST}; "
                f"got {self.length!r}."
            )

    def formulas(self, n: int, seed: int = 0) -> Iterator[FeatureKernel]:
        """Up to n formulas, no two of one truth table; the same for the same seed."""
        random, top, tries = Random(seed), self.top, 0
        seen: set[Tree] = set()
        while len(seen) < n and tries < TRIES:
            formula = _grown(random, top)
            meaning = canonical(formula)
            tries += 1
            if meaning not in seen:
                seen.add(meaning)
                tries = 0
                yield formula

    @property
    def top(self) -> float:
        """The depth at which growth starts for formulas of `length` operators on average."""
        low, high = -20.0, 20.0
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if expected(middle) > self.length else (low, middle)
        return high


def expected(top: float) -> float:
    """How many operators algorithm 8.1 makes on average, started at depth `top`."""
    number, signs = 0.0, len(Op) + 1
    for t in range(60, -1, -1):
        joins = len(Op) / signs * (1 + 2 * number) + number / signs
        number = (1 - _ends(top + t)) * joins
    return number


def _grown(random: Random, t: float) -> FeatureKernel:
    if random.random() < _ends(t):
        return Variables()
    op = random.choice([None, *Op])
    if op is None:
        return Not(_grown(random, t + 1))
    return Connect(op, _grown(random, t + 1), _grown(random, t + 1))


def _ends(t: float) -> float:
    return 1 / (1 + exp(-DECAY * t))


def places() -> Iterator[str]:
    """The names of places: a, b, …, z, a1, b1, …"""
    n = 0
    while True:
        for letter in ascii_lowercase:
            yield f"{letter}{n or ''}"
        n += 1
