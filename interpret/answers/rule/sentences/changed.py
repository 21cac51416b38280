"""How an answer differs from its draft."""

from math import inf

from interpret.answers.rule.sentences.words import rows_words
from interpret.data.complaints import counted
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.record import Drafted
from interpret.present.wording import percent


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
