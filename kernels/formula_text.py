"""Reading formulas: "(a ∧ ¬b) ∨ ¬(c ⊕ d)" becomes the propositional kernel that prints so."""

import re

from kernels.base import FeatureKernel
from kernels.boolean import Variables
from kernels.propositional import Connect, Not, Op, places

NOT, DEEPEST = "¬", 100  # brackets and ¬ within each other
TOKEN = re.compile(r"\w+|\S")
SIGNS = {op.sign: op for op in Op}


def is_formula(text: str) -> bool:
    """Whether the text has a sign that only formulas have."""
    return any(sign in text for sign in (NOT, *SIGNS))


def read(text: str) -> FeatureKernel:
    """The formula of a text, its places named a, b, c … from left to right; inverse of written().

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
            raise _none(text, f"more than {DEEPEST} levels")
        if token == NOT:
            return Not(part(deep + 1))
        if token == "(":
            inner = joined(deep + 1)
            if not tokens or tokens.pop() != ")":
                raise _none(text, "a bracket that is not closed after a pair")
            return inner
        place = next(letters)
        if token != place:
            raise _none(text, f"{token or 'nothing'} where {place} or a bracket is due")
        return Variables()

    formula = joined(0)
    if tokens:
        raise _none(text, f"{tokens[-1]} after its end")
    return formula


def _none(text: str, got: str) -> ValueError:
    return ValueError(
        f"A formula joins two parts at a time by one of {' '.join(SIGNS)}, its places named a, b, "
        f"c … from left to right, such as (a ∧ ¬b) ∨ c; got {got} in {text[:80]!r}."
    )
