"""A column of numbers as a line: how many rows of each class lie where, and the rule's cuts."""

from math import inf

from interpret.data.numbers import digits
from interpret.forms.answer.spread import NumberLine
from interpret.tell import svg

APART = 44  # pixels between two cuts whose numbers are written
HIGH, TOP, EDGE = 56, 18, 1  # pixels of the bars of one class, above them, and beside them
BOTTOM = TOP + 2 * HIGH


def across(line: NumberLine, value: float) -> float:
    """Where a number lies in the picture, in pixels from the left; beyond the scale at its end."""
    low, high = _scale(line)
    return EDGE + (svg.WIDTH - 2 * EDGE) * (min(max(value, low), high) - low) / ((high - low) or 1)


def _scale(line: NumberLine) -> tuple[float, float]:
    shown = [*line.edges, *line.cuts]
    return min(shown), max(shown)


def drawn_line(line: NumberLine, was: float | None = None) -> str:
    """The first class above the line, the other below, each as shares of its rows.

    was: a cut that is tried elsewhere, which is dashed.
    """
    low, high = _scale(line)

    def x(value: float) -> float:
        return across(line, value)

    totals = [max(1, sum(count[side] for count in line.counts)) for side in (0, 1)]
    most = (
        max((count[side] / totals[side] for count in line.counts for side in (0, 1)), default=1)
        or 1
    )
    middle, marks = TOP + HIGH, []
    for start, end, count in zip(line.edges, line.edges[1:], line.counts, strict=False):
        counts = (f"{n:,} {name}" for n, name in zip(count, line.classes, strict=True))
        text = f"{start:.6g} to {end:.6g}: {', '.join(counts)}"
        width = max(0.8, x(end) - x(start) - 0.6)
        for side, colour in ((0, svg.ONE), (1, svg.OTHER)):
            tall = HIGH * count[side] / totals[side] / most
            top = middle - tall - 0.5 if side == 0 else middle + 0.5
            marks.append(svg.rectangle(x(start), top, (width, tall), colour, text))
    marks.append(svg.line((0, middle), (svg.WIDTH, middle)))
    last, bottom = -inf, BOTTOM
    for cut in line.cuts:
        ends = (x(cut), TOP - 4), (x(cut), bottom)
        marks.append(svg.line(*ends, "currentColor", 1.5, dashed=cut == was))
        if x(cut) - last > APART:
            marks.append(_beside(x(cut), digits(cut)))
            last = x(cut)
    marks.append(svg.label(0, bottom + 14, f"{low:.6g}"))
    marks.append(svg.label(svg.WIDTH, bottom + 14, f"{high:.6g}", anchor="end"))
    for side, (name, colour) in enumerate(zip(line.classes, (svg.ONE, svg.OTHER), strict=True)):
        y, total = bottom + 34 + 20 * side, sum(count[side] for count in line.counts)
        marks.append(svg.rectangle(0, y - 9, (10, 10), colour))
        where = "below" if side else "above"
        text = f"{where}: {name}, {total:,} rows"
        marks.append(svg.label(16, y, text, svg.WIDTH - 16))
    return svg.picture(bottom + 62, line_text(line), marks)


def line_text(line: NumberLine) -> str:
    """How many rows of either class there are between each two cuts."""
    ends = [-inf, *line.cuts, inf]
    parts = []
    for low, high, counts_there in zip(ends, ends[1:], line.between, strict=False):
        where = f"above {low:.6g}" if high == inf else f"up to {high:.6g}"
        counts = (f"{n:,} {name}" for n, name in zip(counts_there, line.classes, strict=True))
        parts.append(f"{where}: {' and '.join(counts)}")
    return f"{line.name}. {'; '.join(parts)}."


def _beside(x: float, text: str) -> str:
    anchor = "start" if x < 40 else "end" if x > svg.WIDTH - 40 else "middle"
    return svg.label(x, 11, text, anchor=anchor)
