"""Who is wronged, as dots: for each group a rate of the first form and the machine."""

from interpret.answers.rule.figures.simple_ways import share_dot
from interpret.answers.rule.sentences.wronged import group_name
from interpret.forms.answer.explanation import Explanation
from interpret.forms.study.groups import MACHINE, Group, Groups
from interpret.measures import percent
from interpret.tell import svg
from interpret.tell.intervals import Row, intervals

MOST = 24  # groups that are shown


def group_dots(e: Explanation, shown: Groups, rate: str) -> str:
    """A line for each group beneath that of all rows: the first form full, the machine a ring."""
    dots = rows(e, shown, rate)
    everyone = e.forms[0].right[e.judged_on].rates[rate]
    return intervals(dots, percent, everyone.value)


def group_dots_words(shown: Groups) -> str:
    """How the dots are to be read, and how many groups have none."""
    left = len(shown.groups) - MOST
    more = f" Of {len(shown.groups)} groups the first {MOST} are shown." if left > 0 else ""
    return (
        f"Full: the {shown.form}; ring: the machine; each with its 95 % interval. The dashed line "
        f"is the {shown.form} on all rows.{more}"
    )


def rows(e: Explanation, shown: Groups, rate: str) -> tuple[Row, ...]:
    """All rows, then each group that has rows for this rate."""
    part = e.judged_on
    everyone = Group((), (), e.machine_right[part], e.forms[0].right[part])
    named = [("all rows", everyone), *((group_name(group), group) for group in shown.groups[:MOST])]
    found = []
    for name, group in named:
        form, machine = group.form.rates[rate], group.machine.rates[rate]
        dots = [share_dot(form, shown.form)] if form.n else []
        dots += [share_dot(machine, MACHINE, svg.OTHER, full=False)] if machine.n else []
        if dots:
            found.append(Row(f"{name} ({group.form.n:,} rows)", tuple(dots)))
    return tuple(found)
