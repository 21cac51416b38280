"""Behind an answer: how machine and rule were chosen, what the search reached, what was studied.

The page's tab on the machine and the report show the same blocks.
"""

from collections.abc import Callable, Iterable
from math import inf
from typing import Any, NamedTuple

from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.proof import kind_words, limits_words, score_words
from interpret.measures import percent
from interpret.settings import AUTO
from interpret.tell.blocks import Block, Table, sentences

GIVEN = "given, not chosen"
DRAFTED = "nothing was compared: a draft takes what suits most tables"
NOT_COMPARED = "nothing was compared: too little was open, or a class has too few training rows"


class Choice(NamedTuple):
    """One choice, all in words."""

    what: str
    asked: str
    taken: str
    measured: str


def choices(e: Explanation) -> tuple[Choice, ...]:
    """Kernel, C, what the rule is fitted to, side, language, price and limits, in this order."""
    machine, rule, asked = e.machine_choice, e.rule_choice, e.settings
    of_machine = (
        f"right on left-out rows, {machine.folds}-fold cross-validation of "
        f"{machine.candidates[0].n if machine.candidates else 0:,} training rows"
    )
    of_rule = f"right on left-out training rows, {rule.folds} folds; within noise the shorter rule"
    kernels = _others(machine.candidates, lambda one: one.kernel, machine.kernel)
    costs = _others(
        (one for one in machine.candidates if one.kernel == machine.kernel),
        lambda one: cost_words(one.C),
        cost_words(machine.C),
    )

    def way(name: str) -> str:
        return _others(rule.candidates, lambda one: getattr(one, name), getattr(rule, name))

    rows = [
        ("kernel", asked.kernel, machine.kernel, kernels, of_machine),
        ("C", _asked(asked.C), _trained(e), costs, of_machine),
        ("fitted to", asked.fit_to, rule.fit_to, way("fit_to"), of_rule),
        ("side", asked.side, rule.side, way("side"), of_rule),
        ("language", asked.language, rule.language, way("language"), of_rule),
        ("price of a condition", _asked(asked.price), f"{rule.price:g}", _prices(e), of_rule),
    ]
    made = [
        Choice(what, asked_for, taken, _measured(e, asked_for, against, by))
        for what, asked_for, taken, against, by in rows
    ]
    return (*made, *_limits(e))


def cost_words(C: float) -> str:
    """C as people say it."""
    return "hard margin" if C == inf else f"{C:g}"


def _trained(e: Explanation) -> str:
    """The C that was taken, and the one trained with where a hard margin could not be."""
    taken = cost_words(e.machine_choice.C)
    if e.machine.C == e.machine.asked_C:
        return taken
    return f"{taken}, which these rows do not allow: trained with {cost_words(e.machine.C)}"


def _measured(e: Explanation, asked: str, against: str, by: str) -> str:
    if asked != AUTO:
        return GIVEN
    if e.rule.is_draft:
        return DRAFTED
    return f"{against} ({by})" if against else NOT_COMPARED


def _others(candidates: Iterable, name: Callable[[Any], str], chosen: str) -> str:
    """The best accuracy for each value of one choice, the chosen value first."""
    best: dict[str, float] = {}
    for one in candidates:
        best[name(one)] = max(one.accuracy, best.get(name(one), 0.0))
    ordered = sorted(best, key=lambda option: (option != chosen, -best[option]))
    return ", ".join(f"{option} {percent(best[option])}" for option in ordered)


def _prices(e: Explanation) -> str:
    """What the rules of each price did, and whether the price was raised afterwards."""
    rule = e.rule_choice
    rights = ", ".join(
        f"{one.price:g}: {percent(one.accuracy)} with {one.tests:.1f} conditions"
        for one in rule.path
    )
    positive = [weight for weight in e.machine.weights if weight > 0]
    unit = sum(positive) / len(positive) if rule.fit_to == "weights" and positive else 1.0
    if rights and e.found.rule.price > 1.0001 * rule.price * unit:
        rights += (
            f"; then raised to {e.found.rule.price / unit:.3g}, for a rule about as short as in "
            f"validation ({rule.promised:.1f} conditions)"
        )
    return rights


def _limits(e: Explanation) -> list[Choice]:
    rule, asked = e.rule_choice, e.settings.resolved
    by = "the thesis's limits; no rules were compared"
    if e.rule.is_draft:
        by = DRAFTED
    elif rule.candidates:
        by = "as long as the rules on left-out rows needed"
    limits = [
        ("lines of a rule at most", asked.clauses, rule.clauses),
        ("conditions in a line at most", asked.literals, rule.literals),
    ]
    return [
        Choice(what, str(asked_for or AUTO), f"{taken:,}", GIVEN if asked_for else by)
        for what, asked_for, taken in limits
    ]


def _asked(value: float | str) -> str:
    return value if isinstance(value, str) else cost_words(value)


def chosen(e: Explanation) -> list[Block]:
    """Every choice that was open, with what it was measured against."""
    head = ["", "asked for", "taken", "measured against"]
    balanced = e.settings.is_balanced
    alike = "Both classes count alike, so what is right is the balanced accuracy." * balanced
    return [Table("Choices", head, choices(e)), *sentences(alike, quiet=True)]


def reached(e: Explanation) -> list[Block]:
    """Among which rules was searched, what was maximised and reached, and what the rule weighs."""
    rule = e.found.rule
    return sentences(
        f"The search looked among {kind_words(e)}, of {limits_words(e)}. It maximised "
        f"{score_words(e)}. It reached {rule.objective:.6g}, and no such rule can reach more than "
        f"{rule.bound:.6g}. The {e.found.search} search ended by {rule.stopped_by}, after "
        f"{e.found.seconds:.2f} s.",
        "The rule's weight in the machine, Σ y α over the rows that it covers, is "
        f"{e.rule_form.weight:.6g}, whatever it was fitted to. No rule of any kind weighs more "
        f"than {e.machine.bound:.6g}, which is Σ α over the positive rows.",
    )
