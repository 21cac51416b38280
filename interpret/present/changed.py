"""What the settled answer changed of its draft, in a phrase."""

from interpret.answer.drafted import Drafted
from interpret.answer.explanation import Explanation
from interpret.data.complaints import counted
from interpret.present.words import kind_of_machine, percent, rows_words


def changed_words(before: Drafted, e: Explanation) -> str:
    """The same rule or another, with what that did to its figures, and whether the machine is."""
    was, now = (kind_of_machine(own.kernel, own.C) for own in (before, e.machine))
    machine = f"another machine ({now} instead of {was})" if was != now else "the same machine"
    if _same(before, e):
        return f"Since the draft: the same rule, {machine}."
    right, tests = e.rule_right[e.judged_on].accuracy, len(e.rule.formula)
    accuracy = _instead(percent(right.value), percent(before.right.value))
    length = _instead(counted(tests, "test"), f"{len(before.rule):,}")
    return (
        f"Since the draft: another rule, right on {accuracy} of {rows_words(e)}, with {length}; "
        f"{machine}."
    )


def _same(before: Drafted, e: Explanation) -> bool:
    now = e.rule.formula
    return before.rule.denied == now.denied and {*before.rule.clauses} == {*now.clauses}


def _instead(now: str, before: str) -> str:
    return (
        f"{now} as before" if now.split()[0] == before.split()[0] else f"{now} instead of {before}"
    )
