"""What is proven: in sentences, and as certificates for a program that shares no code with ours.

The sentences are here and not with the other words because documents hold them too. The program is
`interpret/check_answer.py`, whose first comment derives the bound. A certificate holds integers, so
that no error of a linear program or of a sum can hurt it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil, floor, frexp
from os import environ
from pathlib import Path
from typing import Any

import numpy as np

from interpret.data.attributes import MOST_NAMED, NAMED_ALONE
from interpret.data.complaints import counted, quoted
from interpret.data.table import Table
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.explanation import Explanation
from interpret.measures import EVEN
from interpret.rules.demands import demands_words
from interpret.rules.logic import Formula
from interpret.rules.pricing import TIE
from interpret.settings import AUTO, Settings
from kernels.svm import row_weights

EXACTLY = (
    "It is proven up to one part in ten million of what all rows that are worth covering count "
    "together."
)
DRAFTED = (
    "This is a draft: where kernel, C and the kind of rule were left open, what suits most tables "
    "was taken. Nothing was chosen on these rows, and nothing is proven of the rule."
)
OF_RULE = "The rule says yes on"  # a notice that begins so is of the rule alone
BY_HAND = "Changed by hand: nothing is proven of this card."
NEVER_OCCUR = "possible rows, many of which may never occur"
BALANCED = (
    "If all rows counted alike, the best rule would never say yes. So both classes count alike "
    "here."
)


def settings_asked(e: Explanation) -> Settings:
    """The settings as they were asked for: that both classes count alike may have been chosen."""
    return replace(e.settings, cost=AUTO) if BALANCED in e.notices else e.settings


def score_words(e: Explanation) -> str:
    """What the search maximised: "the weight in the machine …, minus 2 for each condition"."""
    return f"{_covered(e)}{price_words(e)}"


def price_words(e: Explanation) -> str:
    """The price of each test in the unit of the score; "" where tests cost nothing."""
    price = e.found.rule.price
    return f", minus {price:.4g} for each condition" if price else ""


def kind_words(e: Explanation) -> str:
    """Which kind of rules the search looked at: what they describe and what their tests may ask."""
    against = e.rule_choice.side == "against"
    described = f"{e.no_words} (the answer is the opposite)" if against else e.yes_words
    kept = demands_words(e.rule_choice.demands)
    many = any(notice.endswith(NAMED_ALONE) for notice in e.notices)
    return (
        f"rules that describe {described} and whose conditions tell training rows apart and ask "
        f"only whether a column {_askable(e)}"
        + (f", of its {MOST_NAMED:,} most frequent values in training rows" if many else "")
        + (f", and that {kept}" if kept else "")
    )


def _askable(e: Explanation) -> str:
    """What a test of the language may ask of a column."""
    demands = e.rule_choice.demands
    if e.rule_choice.language == "values":
        free = "has a certain value (= and ≠), or whether a number is above another (> and ≤)"
        return f"{free}, above a cut where its column is cut" if e.preparation.cuts else free
    where = ["its numbers are cut"] if e.preparation.cuts else []
    where += ["a direction is demanded of it"] if demands.above or demands.below else []
    if not where:
        return "has a certain value (=)"
    number = "cut" if where == ["its numbers are cut"] else "number"
    return f"has a certain value (=) or, where {' or '.join(where)}, is above a {number} (> and ≤)"


def limits_words(e: Explanation) -> str:
    """How long the rules may be that the search looked at."""
    choice = e.rule_choice
    each = f"{'1 to ' if choice.literals > 1 else ''}{counted(choice.literals, 'condition')}"
    return f"at most {counted(choice.clauses, 'line')} of {each}"


def is_by_weight(e: Explanation) -> bool:
    """Whether the rule's score is its weight in the machine, and nothing else."""
    rule = e.rule
    return rule.fitted_to == "weights" and not rule.price and e.rule_choice.side == "for"


def proof_words(e: Explanation) -> str:
    """What is proven of the rule: which score, among which rules, and what that does not mean."""
    if e.rule.is_draft:
        return DRAFTED
    rule, limits = e.rule, limits_words(e)
    by_weight = is_by_weight(e)
    score = "" if by_weight else f" The score of a rule is {score_words(e)}."
    among = f"That is among {kind_words(e)}."
    if not rule.proven:
        reached, most = f"{rule.objective:.6g}", f"{rule.bound:.6g}"
        if by_weight:
            return (
                f"Not proven: the rule weighs {reached} in this machine, and a rule of {limits} "
                f"could weigh up to {most}. {among}"
            )
        return (
            f"Not proven: the rule scores {reached}, and a rule of {limits} could score up to "
            f"{most}.{score} {among}"
        )
    if rule.objective <= 0:
        return (
            f"No rule of {limits} scores more than one that never holds.{score} {among} {EXACTLY}"
        )
    more = "weighs more in this machine" if by_weight else "scores more"
    return (
        f"Proven: no rule of {limits} {more}.{score} {among} {EXACTLY} {_meaning(rule.fitted_to)}"
    )


def _covered(e: Explanation) -> str:
    """What is counted of the rows that the clauses cover."""
    described = e.no_words if e.rule_choice.side == "against" else e.yes_words
    match e.found.rule.fitted_to:
        case "weights":
            return f"the weight for {described}, in this machine, of the training rows it covers"
        case "labels":
            return (
                f"the number of training rows with {described} that it covers, minus the number of "
                f"others that it covers{_counting(e)}"
            )
        case "mix":
            return (
                f"the training rows it covers, each counted for or against {described} half by its "
                f"class and half by the machine's decision, cut at 1{_counting(e)}"
            )
        case _ if e.drawn is None:
            return (
                "the possible rows it covers (many of them may never occur), each counted for or "
                f"against {described} by the machine's decision, cut at 1, and all of them as many "
                "as the training rows"
            )
        case _:
            return (
                f"the training rows and {e.drawn:,} mixtures of them that it covers, drawn at "
                "random as a sample of the possible rows (many of them may never occur), each "
                f"counted for or against {described} by the machine's decision, cut at 1: all "
                "training rows as a fifth of their number, all mixtures as the rest of it"
            )


def _counting(e: Explanation) -> str:
    """What a row counts for, where rows do not count as one each."""
    if e.settings.is_balanced:
        return ", with both classes counting alike"
    if e.settings.costs == EVEN:
        return ""
    each = e.settings.costs.counting
    return (
        f", by what errors cost: a row with {e.yes_words} counted as "
        f"{each[True]:.4g}, one of the others as {each[False]:.4g}"
    )


def _meaning(fitted_to: str) -> str:
    """What a proof says and does not say, by what the rule was fitted to."""
    about = {
        "weights": "It says what the machine decides by, not",
        "domain": "It says what the machine decides by on possible rows, not",
        "labels": "It says what tells training rows apart, not what the machine decides by, nor",
        "mix": "It is about training rows and machine alike, and does not say",
    }[fitted_to]
    return f"{about} what is true."


def denied_words(formula: Formula, table: Table) -> str:
    """A sentence on the rows that have an empty cell where a denied rule tests it. It often says
    yes there, because an empty cell passes none of the tests by which the rule would say no.

    It is "" where the rule is not denied or no such cell is empty. table: with its cells as the
    rule reads them.
    """
    if not formula.denied:
        return ""
    empty = [name for name in formula.attributes if table.column(name).missing]
    if not empty:
        return ""
    rows = np.any([table.column(name).missing_rows for name in empty], axis=0)
    n, yes = int(rows.sum()), int(formula.holds(table)[rows].sum())
    where = " or ".join(map(quoted, empty))
    met = any(
        test.accepts(None)
        for clause in formula.clauses
        for test in clause.tests
        if test.attribute in empty
    )
    why = "" if met else ": no condition on an empty cell is met"
    rows_there = f"{counted(n, 'row')} where {where} is empty, of {len(rows):,} in all"
    return f"{OF_RULE} {yes:,} of {rows_there}{why}."


CHECKER = Path(__file__).parents[2] / "check_answer.py"  # never imported, and run by itself
SHARED = "RULESCOPE_SHARED"  # the environment's name for a server that people share
BITS = 40  # of the sum of all row weights, so that rounding is below one part in ten million


def is_shared() -> bool:
    """Whether people share this server; the prices of rows would tell them their classes."""
    return environ.get(SHARED, "") not in ("", "0")


def certified(document: Mapping[str, Any], answers: Sequence[Answer]) -> dict[str, Any]:
    """The document of these answers, with the certificates of their bounds."""
    if is_shared():
        return dict(document)
    parts = [
        part | {"certificate": certificate(answer)}
        for part, answer in zip(document["explanations"], answers, strict=True)
    ]
    return {**document, "explanations": parts}


def certificate(answer: Answer) -> dict[str, Any] | None:
    """For rules of `least` to `most` clauses the prices of the training rows, in units of 2^unit,
    and the most that a clause is worth, times the largest number of clauses.

    None where the score counts possible rows, or of a draft. Without prices the bound is the sum of
    the positive weights, less the price of a test.
    """
    e = answer.explanation
    choice, rule = e.rule_choice, e.found.rule
    total = _total(answer)
    if choice.fit_to == "domain" or rule.is_draft or not total:
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
    return {"unit": exponent, "parts": parts}


def _total(answer: Answer) -> float:
    """The sum of the sizes of the row weights that the rule was fitted to, or more."""
    e = answer.explanation
    if e.rule_choice.fit_to == "weights":
        return float(np.abs(e.machine.weights).sum())
    return float(row_weights(e.settings.counting, answer.train.y).sum())
