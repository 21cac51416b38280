"""How an answer differs from its draft, and a rule changed by hand from the one that stands."""

from math import inf

from interpret.answers.rule.answer.answer import Answer
from interpret.answers.rule.answer.drafted import Drafted
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.sentences.words import rows_words
from interpret.data.complaints import counted
from interpret.measures import Confusion
from interpret.present.wording import difference, percent
from interpret.rules.logic import Formula
from interpret.shares import Share


def changed_words(before: Drafted, e: Explanation) -> str:
    """Whether rule and machine are the same as the draft's, and how the figures changed."""
    machine = _machine(before, e)
    if _same(before, e):
        return f"Since the draft: the same rule, {machine}."
    right, tests = e.rule_right[e.judged_on].accuracy, len(e.rule.formula)
    accuracy = _instead(percent(right.value), percent(before.right.value))
    length = _instead(counted(tests, "test"), f"{len(before.rule):,}")
    return (
        f"Since the draft: another rule, right on {accuracy} of {rows_words(e)}, with {length}; "
        f"{machine}."
    )


def _machine(before: Drafted, e: Explanation) -> str:
    now, kernel = e.machine, e.machine.kernel
    was_C, now_C = (
        "a hard margin" if machine.C == inf else f"C = {machine.C:g}" for machine in (before, now)
    )
    if before.kernel != kernel:
        return f"another machine ({kernel} with {now_C} instead of {before.kernel} with {was_C})"
    if was_C != now_C:
        return f"another machine (the same kernel with {now_C} instead of {was_C})"
    return "the same machine"


def _same(before: Drafted, e: Explanation) -> bool:
    now = e.rule.formula
    return before.rule.denied == now.denied and {*before.rule.clauses} == {*now.clauses}


def _instead(now: str, before: str) -> str:
    return (
        f"{now} as before" if now.split()[0] == before.split()[0] else f"{now} instead of {before}"
    )


def compared_rules(e: Explanation, now: Explanation) -> dict[str, tuple[str, str, str]]:
    """Each figure of a rule and of the rule that was made of it by hand, and the difference."""
    part = e.judged_on
    before, after = len(e.rule.formula), len(now.rule.formula)
    return {
        "agrees with the machine": _shares(e.fidelity[part], now.fidelity[part]),
        "right": _shares(e.rule_right[part].accuracy, now.rule_right[part].accuracy),
        "weight": (
            f"{e.weight:.4g}",
            f"{now.weight:.4g}",
            difference(now.weight - e.weight, e.machine.bound),
        ),
        "tests": (f"{before}", f"{after}", difference(after - before)),
    }


def _shares(before: Share, now: Share) -> tuple[str, str, str]:
    change = difference((now.percent or 0.0) - (before.percent or 0.0), 100)
    return percent(before.value), percent(now.value), change


def with_cut_moved(a: Answer, moved: Formula) -> dict[str, dict[str, str]]:
    """What the rule does as it is, and with a cut moved, on the judged rows."""
    judged = a.filled.rows(a.judged.places)
    rules = {"as it is": a.explanation.rule.formula, "moved": moved}
    return {name: _counts(a.judged.right(rule.holds(judged))) for name, rule in rules.items()}


def _counts(counts: Confusion) -> dict[str, str]:
    return {
        "right": percent(counts.accuracy.value),
        "finds": f"{counts.true_positive:,}",
        "misses": f"{counts.false_negative:,}",
        "false alarms": f"{counts.false_positive:,}",
    }
