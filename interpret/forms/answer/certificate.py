"""Certificates: what a program that shares no code with this one needs to check a bound.

`interpret/check_answer.py` is that program, and its first comment derives the bound. A certificate
holds integers, so that no error of a linear program or of a sum can hurt it.
"""

import json
from collections.abc import Mapping, Sequence
from math import ceil, floor, frexp
from os import environ
from pathlib import Path
from typing import Any

import numpy as np

from interpret import documents as doc
from interpret.forms.answer.answer import Answer
from interpret.rules.pricing import TIE
from kernels.svm import row_weights

CHECKER = Path(__file__).parents[2] / "check_answer.py"  # never imported, and run by itself
SHARED = "RULESCOPE_SHARED"  # the environment's name for a server that people share
ROWS = 5000  # of an answer, from which on a certificate must be asked for
LENGTH = 200_000  # characters of a certificate, at most
BITS = 40  # of the sum of all row weights, so that rounding is below one part in ten million

_Part = doc.an_object(
    "CertificatePart",
    least=doc.Positive,
    most=doc.Positive,
    prices=doc.many(doc.Count),
    worth=doc.Whole,
)
CertificateShape = doc.an_object("Certificate", unit=doc.Whole, parts=doc.many(_Part, least=1))


def is_shared() -> bool:
    """Whether people share this server; the prices of rows would tell them their classes."""
    return environ.get(SHARED, "") not in ("", "0")


def certified(
    document: Mapping[str, Any], answers: Sequence[Answer], asked: bool = False
) -> dict[str, Any]:
    """The document of these answers, with the certificates of their bounds.

    asked: whether they are wanted for any number of rows.
    """
    parts = [
        part | {"certificate": certificate(answer)} if _is_held(answer, asked) else part
        for part, answer in zip(document["explanations"], answers, strict=True)
    ]
    return {**document, "explanations": parts}


def _is_held(answer: Answer, asked: bool) -> bool:
    return not is_shared() and (asked or len(answer.explanation.machine.scores) < ROWS)


def certificate(answer: Answer) -> dict[str, Any] | None:
    """For rules of `least` to `most` clauses the prices of the training rows, in units of 2^unit,
    and the most that a clause is worth, times the largest number of clauses.

    None where the score counts possible rows, where something is pinned, of a draft, or where it
    would be too long. Without prices the bound is the sum of the positive weights, less the price
    of a test.
    """
    e = answer.explanation
    choice, rule = e.rule_choice, e.best.rule
    total = _total(answer)
    if choice.fit_to == "domain" or choice.demands.pins or rule.is_draft or not total:
        return None
    exponent = frexp(total)[1] - BITS
    unit, n = 2.0**exponent, len(e.rows["train"])
    price, parts = floor(rule.price / unit), []
    for part in rule.prices:
        of_rows = np.rint(np.array(part.of_rows) / unit).astype(np.int64)
        # Rounding of rows and of the price, and the tiny price by which a search breaks ties.
        off = n * (part.most + 1) / 2 + part.most * choice.literals
        off += part.most * 2 * TIE * choice.literals * total / unit
        worth = ceil(part.most * part.worth / unit + off)
        prices = of_rows.tolist() if of_rows.any() else []
        parts.append({"least": part.least, "most": part.most, "prices": prices, "worth": worth})
    if not parts:
        without = -choice.clauses * price
        parts = [{"least": 1, "most": choice.clauses, "prices": [], "worth": without}]
    held = {"unit": exponent, "parts": parts}
    return held if len(json.dumps(held)) <= LENGTH else None


def _total(answer: Answer) -> float:
    """The sum of the sizes of the row weights that the rule was fitted to, or more."""
    e = answer.explanation
    if e.rule_choice.fit_to == "weights":
        return float(np.abs(e.machine.weights).sum())
    return float(row_weights(e.settings.counting, answer.train.y).sum())
