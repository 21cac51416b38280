"""A card as a nomogram: a line for each column with its points, one of totals, one of chances."""

from collections.abc import Callable
from dataclasses import dataclass

from interpret.answers.points.scored import Scored
from interpret.answers.points.shown.figures import (
    APART,
    CHANCES,
    lines_of,
    round_step,
    scale,
)
from interpret.answers.points.shown.scorecard import AGAINST, FOR, Block, ScorecardLine, blocks
from interpret.answers.points.shown.words import points_text, total_text
from interpret.answers.rule.answer.answer import Answer
from interpret.measures import percent
from interpret.present import svg

EDGE, TOP = 14, 42  # pixels: beside the scales, and above the first line
NAME, LEVEL = 28, 15  # pixels: of a line with its name, of each row of values beneath it
TICKS = 9  # on a scale of whole numbers, about
BELOW = 74  # pixels: of totals and chances

X = Callable[[float], float]  # points or a total -> pixels from the left


def nomogram(a: Answer, scored: Scored) -> str:
    """Points at the top, a line for each block, then totals with the cut, then chances."""
    card, shown = scored.card, blocks(scored.card, a.explained)
    points = [0, *(line.points for block in shown for line in block.lines)]
    low, high = min(points), max(1, *points)
    x = _scale(low, high)
    marks, y = [], float(TOP)
    for block in shown:
        placed = _placed(block, x)
        marks += _line(block, placed, y, x)
        y += NAME + LEVEL * (len(_named(block)) - 1)
        y += LEVEL * (1 + max((line_placed.level for line_placed in placed), default=-1)) + 6
    ticks = _whole(low, high)
    grid = [svg.line((x(tick), 32), (x(tick), y - 6), width=0.3) for tick in ticks]
    top = [svg.label(x(tick), 28, points_text(tick), anchor="middle") for tick in ticks]
    told = "; ".join(
        f"{block.name + ': ' if block.name else ''}{line.words} {points_text(line.points)}"
        for block in shown
        for line in block.lines
    )
    name = a.explanation.yes_words
    text = f"{told}. {name} with more than {total_text(card.cut)} points."
    marks = [svg.label(0, 12, "points"), *grid, *top, *marks, *_totals(name, scored, y + 8)]
    return svg.picture(y + BELOW, text, marks)


@dataclass(frozen=True)
class _Placed:
    """The short words of a line beneath its dot. level: the row in which there is room for them."""

    line: ScorecardLine
    x: float
    level: int


def _placed(block: Block, x: X) -> list[_Placed]:
    """The words of each line, in the first row where they touch none."""
    if not block.name:
        return []
    ends: list[float] = []  # of the last word in each row
    found = []
    for line in sorted(block.lines, key=lambda line_of: line_of.points):
        half = len(line.short) * svg.LETTER / 2
        middle = min(max(x(line.points), half), svg.WIDTH - half)
        level = next((i for i, end in enumerate(ends) if end + 6 <= middle - half), len(ends))
        ends[level : level + 1] = [middle + half]
        found.append(_Placed(line, middle, level))
    return found


def _line(block: Block, placed: list[_Placed], y: float, x: X) -> list[str]:
    """The name, the line from its least to its most points, a dot for each value, and its words."""
    points = [*(line.points for line in block.lines), *([] if block.name else [0])]
    named = _named(block)
    base = y + 20 + LEVEL * (len(named) - 1)
    marks = [
        *(svg.label(0, y + 10 + LEVEL * i, part) for i, part in enumerate(named)),
        svg.line((x(min(points)), base), (x(max(points)), base), "currentColor", 1.2),
    ]
    if not block.name:
        marks.append(svg.circle(x(0), base, 3, svg.FAINT, "does not hold: 0"))
    for line in block.lines:
        colour = FOR if line.points > 0 else AGAINST if line.points < 0 else svg.FAINT
        told = f"{line.words}: {points_text(line.points)}"
        marks.append(svg.circle(x(line.points), base, 4.5, colour, told))
    marks += [
        svg.label(one.x, base + 17 + LEVEL * one.level, one.line.short, anchor="middle")
        for one in placed
    ]
    return marks


def _named(block: Block) -> list[str]:
    """The name of a line, on as many lines as it needs."""
    return lines_of(block.name or block.lines[0].words, svg.WIDTH)


def _totals(name: str, scored: Scored, top: float) -> list[str]:
    """The line of totals with the cut, and beneath it the chance at them."""
    card = scored.card
    low, high = scale(scored)
    x, y = _scale(low, high), top + 34
    cut = x(card.cut + 0.5)
    marks = [
        svg.label(0, top, "total, and the chance of " + name),
        svg.line((EDGE, y), (cut, y), AGAINST, 3),
        svg.line((cut, y), (svg.WIDTH - EDGE, y), FOR, 3),
    ]
    for total in _whole(low, high):
        marks.append(svg.line((x(total), y - 5), (x(total), y)))
        marks.append(svg.label(x(total), y - 9, total_text(total), anchor="middle"))
    taken = -float(svg.WIDTH)
    for chance in CHANCES:
        place = scored.chances.place(chance)
        if place is None or not low <= place <= high or abs(x(place) - taken) < APART:
            continue
        taken = x(place)
        marks.append(svg.line((taken, y), (taken, y + 7)))
        marks.append(svg.label(taken, y + 21, percent(chance, 0), anchor="middle"))
    return marks


def _scale(low: int, high: int) -> X:
    each = (svg.WIDTH - 2 * EDGE) / (high - low)
    return lambda points: EDGE + each * (points - low)


def _whole(low: int, high: int) -> range:
    """Round whole numbers from low to high, at most about so many as fit."""
    step = round_step(max(1, -(-(high - low) // TICKS)))
    return range(-(-low // step) * step, high + 1, step)
