"""Picture of how the totals of new rows lie beside those of the rows that a card was made from."""

from collections.abc import Sequence
from itertools import pairwise

from interpret.answers.points.shown.words import total_text
from interpret.forms.answer.totals import PointsStability, Totals
from interpret.measures import percent
from interpret.tell import svg

HIGH, TOP = 84, 26  # pixels of the highest bar, and above it
THEN, NOW = svg.FAINT, svg.ONE


def then_and_now(shift: PointsStability) -> str:
    """For each range of totals two bars: the share of the rows then, and of those now."""
    shares = [(range_.then / shift.then, range_.now / shift.now) for range_ in shift.ranges]
    most = max(max(pair) for pair in shares)
    step, base = svg.WIDTH / len(shares), TOP + HIGH
    half = min(24.0, step * 0.42)
    marks = [
        svg.rectangle(0, 4, (10, 10), THEN),
        svg.label(15, 13, "then", 60),
        svg.rectangle(70, 4, (10, 10), NOW),
        svg.label(85, 13, "now", 60),
    ]
    names, ticks = range_names(shift.ranges), _ticks(shift.ranges)
    for i, (name, tick, pair) in enumerate(zip(names, ticks, shares, strict=True)):
        middle = step * (i + 0.5)
        label = _range_words(name, pair)
        for x, share, colour in ((middle - half, pair[0], THEN), (middle, pair[1], NOW)):
            high = HIGH * share / most
            marks.append(svg.rectangle(x, base - high, (half - 1, high), colour, label))
        marks.append(svg.label(middle, base + 16, tick, step, anchor="middle"))
    marks.append(svg.line((0, base + 0.5), (svg.WIDTH, base + 0.5)))
    marks.append(svg.label(svg.WIDTH, base + 34, "from so many points on", anchor="end"))
    return svg.picture(base + 42, then_and_now_words(shift), marks)


def then_and_now_words(shift: PointsStability) -> str:
    """The picture in words."""
    names = range_names(shift.ranges)
    parts = [
        _range_words(name, (range_.then / shift.then, range_.now / shift.now))
        for name, range_ in zip(names, shift.ranges, strict=True)
    ]
    return f"Rows by their points, then and now: {'; '.join(parts)}."


def range_names(ranges: Sequence[Totals]) -> list[str]:
    """Each range in words: "below 2", "2", "3 to 6", "7 or more"; "any" where there is but one."""
    if len(ranges) == 1:
        return ["any"]
    inner = [
        total_text(before.low)
        if after.low == before.low + 1
        else f"{total_text(before.low)} to {total_text(after.low - 1)}"
        for before, after in pairwise(ranges[1:])
    ]
    return [f"below {total_text(ranges[1].low)}", *inner, f"{total_text(ranges[-1].low)} or more"]


def _ticks(ranges: Sequence[Totals]) -> list[str]:
    """The least total of each range; the first has none."""
    return ["", *(total_text(range_.low) for range_ in ranges[1:])]


def _range_words(name: str, shares: tuple[float, float]) -> str:
    return f"{name} points: {percent(shares[0])} then, {percent(shares[1])} now"
