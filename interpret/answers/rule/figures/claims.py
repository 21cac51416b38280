"""Whose rule claims the rows of each class: its own alone, several, none, another one alone."""

from collections.abc import Sequence

from interpret.answers.rule.answer.together import Claims
from interpret.data.complaints import counted
from interpret.present import svg

HIGH = 40  # of a class, in pixels
KINDS = (  # of a row of a class: which rules claim it, how that is drawn
    ("its own rule alone", svg.RIGHT),
    ("several rules", svg.ONE),
    ("no rule", svg.FAINT),
    ("another rule alone", svg.WRONG),
)


def claimed(shown: Sequence[Claims]) -> str:
    """A bar for each class, as long as it has rows; beneath what its colours mean."""
    most = max((sum(own.kinds) for own in shown), default=0)
    marks = []
    for i, own in enumerate(shown):
        top, start = HIGH * i, 0.0
        rows = counted(sum(own.kinds), "row")
        marks.append(svg.label(0, top + 12, own.name, svg.WIDTH - 90))
        marks.append(svg.label(svg.WIDTH, top + 12, rows, 90, "end"))
        for n, (kind, colour) in zip(own.kinds, KINDS, strict=True):
            width = svg.WIDTH * n / max(1, most)
            told = f"{own.name}, claimed by {kind}: {counted(n, 'row')}"
            if kind == KINDS[-1][0] and own.others:
                told += f" ({', '.join(f'{name} {own_n:,}' for name, own_n in own.others)})"
            marks.append(svg.rectangle(start, top + 18, (width, 12), colour, told))
            start += width
    bottom = HIGH * len(shown) + 6
    for i, (kind, colour) in enumerate(KINDS):
        x, y = svg.WIDTH / 2 * (i % 2), bottom + 20 * (i // 2)
        marks.append(svg.rectangle(x, y, (10, 10), colour))
        marks.append(svg.label(x + 16, y + 10, kind, svg.WIDTH / 2 - 16))
    return svg.picture(bottom + 40, claimed_text(shown), marks)


def claimed_text(shown: Sequence[Claims]) -> str:
    """The picture in words."""
    told = []
    for own in shown:
        alone, several, none, other = own.kinds
        wrongly = "".join(f", {n:,} by that of {name}" for name, n in own.others)
        told.append(
            f"Of {counted(sum(own.kinds), 'row')} of {own.name} its own rule alone claims "
            f"{alone:,}, several rules {several:,}, no rule {none:,}, another rule alone "
            f"{other:,}{wrongly}"
        )
    return f"{'; '.join(told)}."
