"""The answer at a glance: the rule line by line, what each line is right on, what it is worth.

Everything is counted on the rows that the answer is judged on, and is plain text.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from interpret.answers.rule.sentences import words
from interpret.data.complaints import counted
from interpret.forms.answer.evidence import against_guess, guesses_yes, tells_apart
from interpret.forms.answer.explanation import Explanation
from interpret.measures import EVEN, Confusion, percent
from interpret.present import wording
from interpret.shares import Share

Right = Mapping[str, Confusion]  # by part

SHOWN = 8  # lines of a longer rule that are shown first
UNEVEN, FEW_FOUND = 0.7, 0.5  # share of the commoner class; of the rarer class that is found


@dataclass(frozen=True)
class RuleLine:
    """A clause of the rule: its place, its words, and on how many of its rows it is right."""

    place: int
    words: str
    right: Share


def lines(e: Explanation) -> tuple[RuleLine, ...]:
    """The clauses, those that are right on most rows first."""
    both = zip(e.rule.formula.clauses, e.clauses[e.judged_on], strict=True)
    rules = [
        RuleLine(place, wording.clause_words(clause), figures.probability)
        for place, (clause, figures) in enumerate(both)
    ]
    return tuple(sorted(rules, key=lambda line: -line.right.hits))


def says_when(e: Explanation) -> str:
    """What a row is if a line holds; a denied rule's lines describe the other class."""
    described = e.no_words if e.rule.formula.denied else e.yes_words
    holds = {0: "never", 1: "when this holds:"}.get(
        len(e.rule.formula.clauses), "when any of these holds:"
    )
    return f"{described} {holds}"


def otherwise(e: Explanation) -> tuple[str, Share]:
    """What every other row is, and on how many of these rows the rule is right."""
    counts = e.rule_right[e.judged_on]
    if e.rule.formula.denied:
        return e.yes_words, counts.positive_predictive_value
    return e.no_words, counts.negative_predictive_value


def right_words(share: Share) -> str:
    return f"right on {share.hits:,} of {share.n:,}" if share.n else "no such row"


def finds_words(e: Explanation, right: Right | None = None) -> str:
    """How many rows of the class the rule finds, and how many it finds wrongly.

    right: of another verdict in the rule's stead.
    """
    counts = (right or e.rule_right)[e.judged_on]
    found, alarms = counts.sensitivity, counts.false_positive
    wrongly = f"raises {counted(alarms, 'false alarm')}" if alarms else "raises no false alarm"
    return (
        f"On {words.counted_rows(e)} it finds {found.hits:,} of {found.n:,} with "
        f"{e.yes_words} and {wrongly}."
    )


def worth_words(e: Explanation, right: Right | None = None) -> str:
    """How often the rule is right, or what its errors cost a row, beside always saying the same.

    right: of another verdict in the rule's stead.
    """
    part, costs = e.judged_on, e.settings.costs
    counts, guess = (right or e.rule_right)[part], "yes" if guesses_yes(e) else "no"
    if costs != EVEN:
        n = max(1, counts.n)
        cost, always = costs.of(counts) / n, costs.guessing(guesses_yes(e), counts) / n
        return f"Errors cost {cost:.3g} a row; always saying {guess} costs {always:.3g}."
    share = percent(words.right_share(e, counts))
    if e.settings.class_weight == "balanced":
        return f"Counting both classes alike it is right on {share}; guessing on 50 %."
    return f"It is right on {share}; always saying {guess} on {percent(e.majority[part].value)}."


@dataclass(frozen=True)
class Surety:
    """What the unseen rows prove of the rule at 95 %, in a phrase, and whether that is good."""

    words: str
    good: bool


def surety(e: Explanation, right: Right | None = None) -> Surety:
    """right: of another verdict in the rule's stead."""
    if not e.rows["test"]:
        return Surety("Not judged: no rows were held out", good=False)
    counts = (right or e.rule_right)["test"]
    balanced = e.settings.class_weight == "balanced" and e.settings.costs == EVEN
    always = "guessing" if balanced else f"always saying {'yes' if guesses_yes(e) else 'no'}"
    beats = tells_apart(counts) if balanced else against_guess(e, counts).winner > 0
    if beats:
        return Surety(f"Surely better than {always}", good=True)
    return Surety(f"Not surely better than {always}", good=False)


def few_found_words(e: Explanation) -> str:
    """That the rule finds few of the rarer class, "" where it does not or the classes are even."""
    counts = e.rule_right[e.judged_on]
    n_positive = counts.true_positive + counts.false_negative
    is_rare = 2 * n_positive <= counts.n
    found = counts.sensitivity if is_rare else counts.specificity
    even = e.settings.class_weight != "none" or e.settings.costs != EVEN
    if even or not found.n or found.n > (1 - UNEVEN) * counts.n or found.rate >= FEW_FOUND:
        return ""
    rarer = e.yes_words if is_rare else e.no_words
    return f"Of the rarer class, {rarer}, it finds {found.hits:,} of {found.n:,}."
