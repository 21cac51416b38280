"""A card as a nomogram: a line for each column with its points, one of totals, one of chances."""

from interpret.answer.answer import Answer
from interpret.measures import percent
from interpret.points.scored import Scored
from interpret.present import svg, words
from interpret.present.points_figures import CHANCES, chance_place
from interpret.present.points_words import points_text, total_text
from interpret.present.scorecard import AGAINST, FOR, Block, blocks

EDGE, TOP, LINE = 12, 40, 40  # pixels: beside the scales, above the first line, of a line
STAGGER = 22  # pixels that two words on a line stand apart at least, or the second is left to hover


def nomogram(a: Answer, scored: Scored) -> str:
    """Points at the top, a line for each block, then totals with the cut, then chances."""
    e, card = a.explanation, scored.card
    shown = blocks(card, a.explained)
    ends = [end for block in shown for end in _places(block)]
    low, high = min(0, *ends, 0), max(0, *ends, 1)
    each = (svg.WIDTH - 2 * EDGE) / (high - low)

    def x(points: float) -> float:
        return EDGE + each * (points - low)

    marks = [svg.label(0, 12, "points")]
    step = max(1, -(-(high - low) // 10))
    for points in range(low, high + 1, step):
        marks.append(svg.label(x(points), 28, points_text(points), anchor="middle"))
    bottom = TOP + LINE * len(shown)
    marks += [
        svg.line((x(p), 32), (x(p), bottom - 8), width=0.3) for p in range(low, high + 1, step)
    ]
    for i, block in enumerate(shown):
        y = TOP + LINE * i + 26
        marks.append(svg.label(0, y - 10, block.name or block.lines[0].words))
        places = _places(block)
        marks.append(svg.line((x(min(places)), y), (x(max(places)), y), "currentColor", 1.2))
        for line in block.lines:
            told = f"{line.words}: {points_text(line.points)}"
            colour = FOR if line.points > 0 else AGAINST if line.points < 0 else svg.FAINT
            marks.append(svg.circle(x(line.points), y, 4, colour, told))
        if not block.name:
            marks.append(svg.circle(x(0), y, 2.5, svg.FAINT, "does not hold: 0"))
    marks += _totals(a, scored, bottom + 14)
    told = "; ".join(
        f"{block.name + ': ' if block.name else ''}{line.words} {points_text(line.points)}"
        for block in shown
        for line in block.lines
    )
    yes = words.class_name(e.target, e.positive)
    return svg.picture(
        bottom + 92, f"{told}. {yes} with more than {total_text(card.cut)} points.", marks
    )


def _places(block: Block) -> list[int]:
    """The points on a block's line; a condition that does not hold has none."""
    return [*(line.points for line in block.lines), *([] if block.name else [0])]


def _totals(a: Answer, scored: Scored, top: float) -> list[str]:
    """The line of totals with the cut, and beneath it the chance at them."""
    card, e = scored.card, a.explanation
    low, high = min(card.least, card.cut), max(card.most, card.cut + 1)
    each = (svg.WIDTH - 2 * EDGE) / (high - low)

    def x(total: float) -> float:
        return EDGE + each * (total - low)

    cut = x(card.cut + 0.5)
    marks = [
        svg.label(0, top, "total"),
        svg.line((EDGE, top + 22), (cut, top + 22), AGAINST, 3),
        svg.line((cut, top + 22), (svg.WIDTH - EDGE, top + 22), FOR, 3),
    ]
    step = max(1, -(-(high - low) // 10))
    for total in range(low, high + 1, step):
        marks.append(svg.line((x(total), top + 18), (x(total), top + 26)))
        marks.append(svg.label(x(total), top + 15, total_text(total), anchor="middle"))
    name = f"chance of {words.class_name(e.target, e.positive)}"
    marks.append(svg.label(0, top + 72, name))
    taken = -svg.WIDTH
    for chance in CHANCES:
        place = chance_place(scored, chance)
        if place is None or not low <= place <= high or abs(x(place) - taken) < 34:
            continue
        taken = x(place)
        marks.append(svg.line((taken, top + 26), (taken, top + 38)))
        marks.append(svg.label(taken, top + 52, percent(chance, 0), anchor="middle"))
    return marks
