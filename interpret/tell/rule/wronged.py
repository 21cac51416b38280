"""Who is wronged, in words, tables and dots: rates by group, and sure differences."""

from interpret.data.complaints import counted, quoted
from interpret.forms.answer.explanation import Explanation
from interpret.forms.study.groups import MACHINE, Group, GroupDifference, Groups
from interpret.forms.study.study import Studied
from interpret.measures import percent
from interpret.present import wording
from interpret.tell import svg
from interpret.tell.blocks import Block, Cell, Table, sentences
from interpret.tell.rule.figures.simple_ways import share_dot
from interpret.tell.rule.words import rows_words
from interpret.tell.svg import Row, intervals

TOLD = 10  # differences that are told
HEAD = ("group", "who", "rows", "right", "false alarms", "misses", "says yes", "precision")
DOTTED = 24  # groups that are shown


def group_name(group: Group) -> str:
    """The group in words: "sex = f and age = above 40"."""
    pairs = zip(group.columns, group.values, strict=True)
    return " and ".join(f"{column} = {value}" for column, value in pairs)


def group_rows(shown: Groups) -> list[list[Cell]]:
    """A row for each group and each of machine and form, under HEAD."""
    return [
        [
            group_name(group),
            who,
            group.of(who).n,
            *(wording.share_words(share) for share in group.of(who).rates.values()),
        ]
        for group in shown.groups
        for who in shown.who
    ]


def groups_words(shown: Groups) -> list[str]:
    """What surely differs, the surest first, and which groups are too small to be shown."""
    sentences = [difference_words(difference) for difference in shown.differences[:TOLD]]
    left = len(shown.differences) - len(sentences)
    if left:
        sentences.append(f"{counted(left, 'other rate')} differ surely as well.")
    if not sentences and shown.groups:
        sentences.append("No rate of a group differs surely from that of all other rows.")
    sentences += [
        f"{counted(few.groups, 'group')} of {' and '.join(map(quoted, few.columns))} with fewer "
        f"than {shown.least} rows, {counted(few.rows, 'row')} in all, tell too little to be shown."
        for few in shown.few
    ]
    return sentences


def difference_words(d: GroupDifference) -> str:
    """That a rate surely differs: "Where sex = f the rule misses …"."""
    name = d.rate if d.rate == "precision" else f"“{d.rate}”"
    return (
        f"Where {group_name(d.group)}, {name} of the {d.who} is "
        f"{wording.share_words(d.inside)}, on all other rows {wording.share_words(d.outside)}: "
        "more than chance explains in so many comparisons."
    )


def wronged(studied: Studied) -> list[Block]:
    """Every rate of each group that is asked about; nothing where none is."""
    shown = studied.groups
    if shown is None:
        return []
    rows = rows_words(studied.answer.explanation)
    return [*sentences(*groups_words(shown)), group_table(shown, rows)]


def group_table(shown: Groups, rows: str) -> Table:
    """Every rate by group. rows: on which."""
    return Table(f"By group, on {rows}, with 95 % intervals", HEAD, group_rows(shown))


def group_dots(e: Explanation, shown: Groups, rate: str) -> str:
    """A line for each group beneath that of all rows: the first form full, the machine a ring."""
    dots = dotted_rows(e, shown, rate)
    everyone = e.forms[0].right[e.judged_on].rates[rate]
    return intervals(dots, percent, everyone.value)


def group_dots_words(shown: Groups) -> str:
    """How the dots are to be read, and how many groups have none."""
    left = len(shown.groups) - DOTTED
    more = f" Of {len(shown.groups)} groups the first {DOTTED} are shown." if left > 0 else ""
    return (
        f"Full: the {shown.form}; ring: the machine; at 95 %. Dashed: the {shown.form} on all "
        f"rows.{more}"
    )


def dotted_rows(e: Explanation, shown: Groups, rate: str) -> tuple[Row, ...]:
    """All rows, then each group that has rows for this rate."""
    part = e.judged_on
    everyone = Group((), (), e.machine_right[part], e.forms[0].right[part])
    named = [
        ("all rows", everyone),
        *((group_name(group), group) for group in shown.groups[:DOTTED]),
    ]
    rows = []
    for name, group in named:
        form, machine = group.form.rates[rate], group.machine.rates[rate]
        dots = [share_dot(form, shown.form)] if form.n else []
        dots += [share_dot(machine, MACHINE, svg.OTHER, full=False)] if machine.n else []
        if dots:
            rows.append(Row(f"{name} ({group.form.n:,} rows)", tuple(dots)))
    return tuple(rows)
