"""Words that all kinds of answers share: tests, clauses, lengths, points, shares with intervals.

All is plain text: whoever shows it escapes it for where it goes.
"""

from math import inf

from interpret.data.complaints import counted
from interpret.data.numbers import digits
from interpret.measures import Confusion, percent
from interpret.rules.card import Card
from interpret.rules.logic import Between, Clause, Formula, Is, IsNot, Test, Value
from interpret.shares import Share

MINUS = "−"


def class_name(target: str, values: tuple[Value, ...]) -> str:
    """The class as people say it: "x wins = yes"."""
    return f"{target} = {one_of(values)}"


def one_of(values: tuple[Value, ...]) -> str:
    """Values as an enumeration: "red, blue or empty"."""
    shown = ["empty" if value is None else value for value in values]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"


def test_words(test: Test) -> str:
    match test:
        case Is(attribute, values):
            return f"{attribute} is {one_of(values)}"
        case IsNot(attribute, values):
            return f"{attribute} is not {one_of(values)}"
        case Between(attribute, above, to):
            low = [f"> {digits(above)}"] if above > -inf else []
            high = [f"≤ {digits(to)}"] if to < inf else []
            return f"{attribute} {' and '.join(low + high)}"


def clause_words(clause: Clause) -> str:
    return " and ".join(map(test_words, clause.tests)) or "always"


def rule_lines(formula: Formula) -> tuple[str, ...]:
    """The rule, one clause a line; of a denied formula, what must not hold.

    A rule without clauses is never or always.
    """
    if not formula.clauses:
        return ("always",) if formula.denied else ("never",)
    lines = [clause_words(clause) for clause in formula.clauses]
    return (lines[0], *(f"or {line}" for line in lines[1:]))


def length_words(said: Formula | Card) -> str:
    return f"{counted(len(said.clauses), 'line')}, {counted(len(said), 'condition')}"


def share_words(share: Share) -> str:
    """A share with its interval: "97.2 % (94.6 to 98.6)"."""
    if share.value is None:
        return "–"
    low, high = share.ends
    return f"{percent(share.value)} ({100 * low:.1f} to {100 * high:.1f})"


def between_words(share: Share) -> str:
    """The 95 % interval of a share alone: "94.6 to 98.6 %"."""
    if share.interval is None:
        return "–"
    low, high = share.interval
    return f"{100 * low:.1f} to {percent(high)}"


def signed(value: float, digits: int = 1) -> str:
    """A difference with its sign: "+0.4", "−1.2"."""
    return f"{value:+.{digits}f}".replace("-", MINUS)


def loss_words(lost: float) -> str:
    """A share that is lost: "2.1 %", or "−0.4 %" where it is gained."""
    return f"{100 * lost:.1f} %".replace("-", MINUS)


def points_words(points: int) -> str:
    """Points as a card has them: "+3", "−2"."""
    return f"{points:+d}".replace("-", MINUS)


def rates(counts: Confusion) -> dict[str, str]:
    """Every rate of a confusion by its name, with intervals where it is a share of rows."""
    return {
        "right": share_words(counts.accuracy),
        "balanced accuracy": percent(counts.balanced_accuracy),
        "sensitivity (recall)": share_words(counts.sensitivity),
        "specificity": share_words(counts.specificity),
        "positive predictive value (precision)": share_words(counts.positive_predictive_value),
        "negative predictive value": share_words(counts.negative_predictive_value),
        "F1": percent(counts.f1),
    }
