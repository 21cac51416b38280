"""Names of kernels, such as "mDNF(3,2)", "0.7*mC(4) + 0.3*linear" or "a ∧ ¬b", read and written."""

import re
from dataclasses import fields
from difflib import get_close_matches
from math import inf

from kernels.base import Kernel, Mixture, Normalized
from kernels.entries import CATALOG, Entry, Parameter, called, shown
from kernels.propositional import FormulaKernel, formula_of, is_formula, operators, written

CALLED = re.compile(r"(\w++)\s*+(?:\(([^()]*+)\))?+")
WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
REAL = re.compile(r"[+-]?[0-9]{0,9}\.?[0-9]{1,17}(e[+-]?[0-9]{1,2})?")
SHOWN = 80  # letters shown of a text that names no kernel

__all__ = ["CATALOG", "name", "parse", "reads", "taken_apart"]


def parse(text: str) -> Kernel:
    """The normalised kernel of a name: "mDNF(3,2)", "linear", "0.7*mC(4) + 0.3*mC(5)", "a ∧ ¬b".

    A ValueError, which says what is possible, where the catalog has no such kernel.
    """
    entry, values = taken_apart(text)
    return entry.make(*values).normalized()


def taken_apart(text: str) -> tuple[Entry, tuple[Parameter, ...]]:
    """The entry of a kernel's name, and its degrees; ValueError as from `parse`."""
    if "*" in text:
        return _mixture(text), ()
    if is_formula(text):
        return _formula(text), ()
    written = CALLED.fullmatch(text.strip())
    word, given = written.groups("") if written else (text, "")
    entry = _entry(word)
    parts = [part.strip() for part in given.split(",")] if given.strip() else []
    degrees = entry.degrees if len(parts) == len(entry.degrees) else ()
    numbers = [_number(part, of.is_whole) for part, of in zip(parts, degrees, strict=False)]
    values = [number for number in numbers if number is not None]
    if len(values) != len(parts) or len(values) != len(entry.degrees):
        needs = " and ".join(map(str, entry.degrees)) or "no numbers"
        raise ValueError(f"The kernel {entry} needs {needs}; got {text[:SHOWN]!r}.")
    for degree, value in zip(entry.degrees, values, strict=True):
        if not degree.accepts(value):
            raise ValueError(
                f"The kernel {entry} takes {degree}; got {shown(value)} in {text[:SHOWN]!r}."
            )
    return entry, tuple(values)


def name(kernel: Kernel) -> str:
    """The name of a kernel of the catalog, of a mixture or of a formula: parse(name(k)) == k."""
    if isinstance(kernel, Normalized) and isinstance(kernel.of, Mixture):
        parts = zip(kernel.of.weights, kernel.of.kernels, strict=True)
        return " + ".join(f"{shown(float(weight))}*{name(part)}" for weight, part in parts)
    if isinstance(kernel, Normalized) and isinstance(kernel.of, FormulaKernel):
        return str(kernel.of)
    values = _degrees(kernel)
    for entry in CATALOG:
        if len(entry.degrees) == len(values) and all(
            degree.accepts(value) for degree, value in zip(entry.degrees, values, strict=True)
        ):
            made = entry.make(*values).normalized()
            if made == kernel:
                return called(entry.name, values)
    raise ValueError(f"The catalog has no name for {kernel!r}; it has {_names()}, normalised.")


def reads(text: str) -> str:
    """What the features of a named kernel are, in a few words: "ORs of 3 ANDs of 2"."""
    entry, values = taken_apart(text)
    degrees = {d.name: shown(v) for d, v in zip(entry.degrees, values, strict=True)}
    return entry.reads.format(**degrees)


def _mixture(text: str) -> Entry:
    """The entry of a sum of kernels by name, each with its weight before it."""
    weights, names = [], []
    for term in text.split("+"):
        weight, _, kernel = term.partition("*")
        number = _number(weight.strip(), is_whole=False)
        if number is None or not 0 <= number < inf or not kernel.strip() or "*" in kernel:
            raise ValueError(
                "A mixture of kernels is written as weights of 0 or more times names, such as "
                f"0.7*mC(4) + 0.3*linear; got {text[:SHOWN]!r}."
            )
        weights.append(float(number))
        names.append(kernel.strip())
    mixed = Mixture(tuple(parse(kernel) for kernel in names), tuple(weights))
    return Entry(
        " + ".join(f"{shown(w)}*{kernel}" for w, kernel in zip(weights, names, strict=True)),
        lambda: mixed,
        (),
        f"a mixture of {len(names)} kernel{'s' if len(names) > 1 else ''}",
        " + ".join(f"{shown(w)} {kernel}" for w, kernel in zip(weights, names, strict=True)),
        "eq. 9.9",
        "Adds up what its kernels count, each with its weight.",
    )


def _formula(text: str) -> Entry:
    """The entry of a propositional kernel, by its formula."""
    formula = formula_of(text)
    places = operators(formula) + 1
    return Entry(
        written(formula),
        lambda: formula,
        (),
        f"a formula of {places} place{'s' if places > 1 else ''}",
        f"how many ways to fill the places of {written(formula)} make it hold in both",
        "eq. 8.3",
        "Counts the ways to put values in a formula's places that make it hold in two examples.",
    )


def _number(text: str, is_whole: bool) -> Parameter | None:
    if WHOLE.fullmatch(text):
        return int(text)
    real = REAL.fullmatch(text.lower())
    return float(text) if real and not is_whole else None


def _entry(word: str) -> Entry:
    by_name = {name.lower(): entry for entry in CATALOG for name in (entry.name, *entry.also)}
    if word.lower() in by_name:
        return by_name[word.lower()]
    close = [str(by_name[one]) for one in get_close_matches(word.lower(), by_name, n=1)]
    hint = f" Did you mean {close[0]}?" if close else ""
    raise ValueError(f"There is no kernel {word[:SHOWN]!r}.{hint} The kernels are {_names()}.")


def _names() -> str:
    return ", ".join(map(str, CATALOG))


def _degrees(kernel: Kernel) -> list[Parameter]:
    """The degrees of a kernel, from the outside in."""
    degrees: list[Parameter] = []
    for field in fields(kernel):  # type: ignore[arg-type]
        value = getattr(kernel, field.name)
        if isinstance(value, int | float):
            degrees.append(value)
        elif isinstance(value, Kernel):
            degrees += _degrees(value)
    return degrees
