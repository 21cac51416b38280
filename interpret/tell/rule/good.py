"""Which columns the rule can do without, and other good rules, as a picture and in words."""

from collections.abc import Sequence

from interpret.data.complaints import counted, quoted
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.good import Good, Other, Without
from interpret.measures import percent
from interpret.present.wording import MINUS, loss_words, rule_lines, share_words
from interpret.rules.logic import Formula
from interpret.shares import Lacking
from interpret.tell import svg
from interpret.tell.blocks import Block, Cell, Drawn, Heading, Table, sentences
from interpret.tell.svg import Plotted, Row, intervals

OTHERS = "Other good rules"
TASTE = "a matter of taste"
PICTURE = (
    "How much less often the best rule without that column, or another good rule, is right on "
    "left-out training rows, at 95 %. A full dot: without that column it is surely worse."
)


def good_picture(good: Good) -> str:
    """A dot with its interval for each column, the most needed at the top, full where the rule is
    surely worse without it; then for each other good rule. The line is the answer's kind of rule.
    """
    rows = [
        Row(f"without {one.column}", (_dot(one, lost_words(one), full=one.is_needed),))
        for one in good.without
    ]
    for place, one in enumerate(good.others, 1):
        label = f"rule {place}: {', '.join(one.formula.attributes)}"
        rows.append(Row(label, (_dot(one, f"right on {less(one)}", svg.OTHER),)))
    return intervals(rows, loss_words, at=0.0)


def _dot(one: Lacking | Other, hint: str, colour: str = svg.ONE, *, full: bool = False) -> Plotted:
    return Plotted(one.lost, (one.low, one.high), hint, colour, full)


def lost_words(one: Lacking) -> str:
    """What is lost without the column, on rows left out."""
    sign = -1 if one.lost < 0 else 1  # a rule without the column may be right on more
    ends = sorted((sign * 100 * one.low, sign * 100 * one.high))
    low, high = (f"{end:.1f}".replace("-", MINUS) for end in ends)
    if one.is_needed:
        return (
            f"Without {quoted(one.column)} the rule is right on {percent(one.lost)} less of the "
            f"rows left out ({low} to {high})."
        )
    return (
        f"Without {quoted(one.column)} the rule is about as right: on {less(one)} of the rows "
        f"left out ({low} to {high}), which may be chance."
    )


def without_words(one: Without, e: Explanation) -> list[str]:
    """All that is known of the best rule without the column, in sentences."""
    sentences = [lost_words(one)]
    reached, name = e.rule.objective, quoted(one.column)
    if one.scores_less(reached):
        sentences.append(
            f"In this machine no rule of its kind and length scores more than {one.bound:.6g} "
            f"without {name}, and this one scores {reached:.6g}: proven. The machine itself still "
            f"uses {name}."
        )
    sentences.append(
        f"The other columns tell what the rule asks of {name} on {share_words(one.told)} of the "
        f"rows left out; always guessing the most frequent case is right on "
        f"{percent(one.guessed.value)}. A rule without a column may still tell it from the others."
    )
    return sentences


def less(one: Lacking | Other) -> str:
    """On how much fewer or more of the rows left out it is right."""
    tenths = round(1000 * one.lost)
    if not tenths:
        return "as many"
    return f"{percent(abs(one.lost))} {'more' if tenths < 0 else 'less'}"


def good_words(good: Good) -> list[str]:
    """How many other good rules there are, how they were looked for, and where all agree."""
    looked = counted(good.looked, "other rule")
    if not good.others:
        return [
            f"Of {looked} that may not use some columns of this one, are shorter, or have another "
            "line, none is about as right on the training rows left out."
        ]
    n = len(good.others)
    return [
        f"{looked[:1].upper()}{looked[1:]} were looked at, which may not use some columns of this "
        "one, are shorter, or have another line. Each was found anew on folds of the training "
        "rows; only the other line was chosen on all of them. Here "
        f"{'is the one' if n == 1 else f'are the {n}'} that lost at most one standard error on the "
        f"{good.rows:,} rows left out, judged in pairs. The best of many look a little better than "
        "they are. Unseen rows took no part.",
        f"{'Both' if n == 1 else f'All {n + 1}'} rules say the same on {share_words(good.alike)} "
        "of the training rows."
        + (f" On the others the verdict is {TASTE}." if good.alike.hits < good.alike.n else ""),
    ]


def agreed_words(share: float, n: int) -> str:
    """How many of the good rules say of a row what the rule says. n: how many there are."""
    same = round(share * n)
    if same == n:
        return f"{f'All {n}' if n > 2 else 'Both'} good rules say what the rule says."
    return f"Of {n} good rules {same} say what the rule says: the verdict is {TASTE}."


def one_line(formula: Formula) -> str:
    """The rule in one line."""
    return f"{'unless' if formula.denied else 'when'} {' '.join(rule_lines(formula))}"


def good_blocks(e: Explanation) -> list[Block]:
    """What the rule can do without, and the other good rules."""
    good = e.good
    if good is None:
        return sentences("No other rules were looked for: too few rows or columns are left.")
    return [*sentences(*map(lost_words, good.without)), *_others(e, good)]


def good_part(e: Explanation) -> list[Block]:
    """What the rule can do without as a picture, and the other good rules."""
    if e.good is None:
        return []
    drawn = Drawn(good_picture(e.good), PICTURE)
    return [Heading("Which columns can the rule do without?"), drawn, *_others(e, e.good)]


def _others(e: Explanation, good: Good) -> list[Block]:
    table = [others_table(e, good.others)] if good.others else []
    return [*sentences(*good_words(good)), *table]


def others_table(e: Explanation, others: Sequence[Other]) -> Table:
    """The rules, each with its length, what is lost, and how often it differs from the answer's."""
    rows: list[list[Cell]] = [
        [
            f"{number}: {one_line(one.formula)}",
            len(e.columns_of(one.formula.attributes)),
            len(one.formula),
            less(one),
            percent(one.differs.value),
        ]
        for number, one in enumerate(others, 1)
    ]
    return Table("", ["rule", "columns", "conditions", "right on, left out", "differs on"], rows)
