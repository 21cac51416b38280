"""Pictures of a card: a gauge, the totals of both classes, its chances, what each term is worth."""

from collections.abc import Sequence
from math import ceil, floor
from textwrap import wrap

from interpret.data.complaints import counted
from interpret.forms.answer.card_figures import CardFigures
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.totals import TotalsAtCuts
from interpret.measures import percent
from interpret.present import wording
from interpret.tell import svg
from interpret.tell.intervals import Plotted, Row, intervals
from interpret.tell.rule.card import (
    chance_text,
    chance_words,
    of_points,
    or_more,
    points_text,
    total_text,
    totals_text,
)
from interpret.tell.rule.figures.scorecard import AGAINST, FOR
from interpret.tell.rule.one_figure import named, worth_text
from interpret.tell.rule.words import rows_words

BESIDE = 140  # pixels for the chance on a gauge
EDGE = 10  # pixels at either end of a scale
CHANCES = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)  # with a tick on the gauge
ENDS = (0.003, 0.997)  # chances beyond which a scale shows no difference
APART = 34  # pixels that two ticks with text stand apart, at least
HIGH = 60  # of the bars on either side, in pixels
TOP = 20  # pixels above the highest
BOTTOM = TOP + 2 * HIGH + 4  # where a line ends that divides them
GAP = 8  # pixels between two numbers under them, at least
CLASS = 280  # pixels for the name of a class beside another word
TERM, LINE = 30, 15  # pixels: the height of a term, of each further line of its words
SHOWN = 24  # terms with a bar


def gauge(e: Explanation, scored: CardFigures, total: int) -> str:
    """Where a total stands on the scale, on which side of the cut, and what the chance is."""
    card, top = scored.card, 34
    low, high = scale(scored)
    each = (svg.WIDTH - 2 * EDGE) / (high - low)

    def x(points: float) -> float:
        return EDGE + each * (min(max(points, low), high) - low)

    yes = total > card.cut
    chance = chance_text(*scored.chances.at(total))
    said = wording.class_name(e.target, e.positive if yes else e.negative)
    middle = x(card.cut + 0.5)
    marks = [
        svg.label(0, 14, f"{of_points(total)}: {said}", svg.WIDTH - BESIDE),
        svg.label(svg.WIDTH, 14, f"chance {chance}", BESIDE, anchor="end"),
        svg.rectangle(EDGE, top, (middle - EDGE, 10), AGAINST, wording.one_of(e.negative)),
        svg.rectangle(
            middle, top, (svg.WIDTH - EDGE - middle, 10), FOR, wording.one_of(e.positive)
        ),
        svg.line((middle, top - 8), (middle, top + 18), "currentColor", 2),
        svg.circle(x(total), top + 5, 8, "currentColor"),
        svg.circle(x(total), top + 5, 5, FOR if yes else AGAINST),
    ]
    taken = [-float(svg.WIDTH)]
    for mark in CHANCES:
        place = scored.chances.place(mark)
        if place is None or not low <= place <= high or abs(x(place) - taken[-1]) < APART:
            continue
        taken.append(x(place))
        marks.append(svg.line((x(place), top + 14), (x(place), top + 20)))
        at = min(max(x(place), 14), svg.WIDTH - 14)
        marks.append(svg.label(at, top + 34, percent(mark, 0), anchor="middle"))
    return svg.picture(top + 48, chance_words(e, scored, total), marks)


def scale(scored: CardFigures) -> tuple[int, int]:
    """The totals between which a scale shows the chance change; the cut lies between them."""
    card = scored.card
    low, high = min(card.least, card.cut), max(card.most, card.cut + 1)
    ends = sorted(
        place for chance in ENDS if (place := scored.chances.place(chance)) is not None
    ) or [
        low,
        high,
    ]
    return min(card.cut, max(low, floor(ends[0]))), max(card.cut + 1, min(high, ceil(ends[-1])))


def totals(e: Explanation, shown: Sequence[TotalsAtCuts], cut: int | None) -> str:
    """Rows of the class above the line and the others below it, by their totals.

    cut: dashed; None leaves it out.
    """
    step = (svg.WIDTH - 2 * EDGE) / len(shown)
    above = max((at_cut.positives for at_cut in shown), default=0)
    below = max((at_cut.negatives for at_cut in shown), default=0)
    size, base = HIGH / max(1, above, below), TOP + HIGH
    marks = [svg.label(0, 12, wording.class_name(e.target, e.positive))]
    for i, at_cut in enumerate(shown):
        x, text = EDGE + step * i, _spread_words(e, at_cut)
        width = max(1.5, step - 1.5)
        up, down = size * at_cut.positives, size * at_cut.negatives
        marks.append(svg.rectangle(x, base - up, (width, up), FOR, text))
        marks.append(svg.rectangle(x, base + 1, (width, down), AGAINST, text))
    marks.append(svg.line((EDGE, base + 0.5), (svg.WIDTH - EDGE, base + 0.5)))
    if cut is not None:
        ends = (cut_across(shown, cut), TOP - 2), (cut_across(shown, cut), BOTTOM)
        marks.append(svg.line(*ends, "currentColor", 1.5, dashed=True))
    bottom = BOTTOM + 14
    for i in _ticks(shown, step):
        x = EDGE + step * (i + 0.5)
        marks.append(svg.label(x, bottom, total_text(shown[i].low), anchor="middle"))
    marks.append(svg.label(0, bottom + 18, wording.class_name(e.target, e.negative), CLASS))
    marks.append(svg.label(svg.WIDTH, bottom + 18, "points", anchor="end"))
    return svg.picture(bottom + 32, totals_text_of(e, shown, cut), marks)


def cut_across(shown: Sequence[TotalsAtCuts], cut: int) -> float:
    """Where a cut lies in the picture of totals, in pixels from the left: right of its bar."""
    low, high = shown[0].low, shown[-1].high + 1
    each = (svg.WIDTH - 2 * EDGE) / (high - low)
    return EDGE + each * (min(max(cut + 1, low), high) - low)


def totals_text_of(e: Explanation, shown: Sequence[TotalsAtCuts], cut: int | None) -> str:
    """The picture in words."""
    parts = "; ".join(_spread_words(e, at_cut) for at_cut in shown)
    return f"Rows by their points{'' if cut is None else f', yes with {or_more(cut)}'}: {parts}."


def _spread_words(e: Explanation, at_cut: TotalsAtCuts) -> str:
    name = total_text(at_cut.low)
    if at_cut.high > at_cut.low:
        name = f"{name} to {total_text(at_cut.high)}"
    yes, no = wording.one_of(e.positive), wording.one_of(e.negative)
    return f"{name} points: {at_cut.positives:,} {yes}, {at_cut.negatives:,} {no}"


def _ticks(shown: Sequence[TotalsAtCuts], step: float) -> list[int]:
    """Which bars have a number beneath: round ones, so that no two touch. step: pixels of a bar."""
    width = shown[0].high + 1 - shown[0].low
    longest = max(len(total_text(at_cut.low)) for at_cut in shown)
    bars = round_step(ceil((longest * svg.LETTER + GAP) / step))
    return [i for i, at_cut in enumerate(shown) if at_cut.low // width % bars == 0]


def round_step(least: int) -> int:
    """The least of 1, 2, 5, 10, 20, 50 and so on that is not below a whole number above 0."""
    power = 10 ** (len(str(least)) - 1)
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least)


def calibration(e: Explanation, scored: CardFigures) -> str:
    """For each band of totals what the curve says, a ring, and the share of rows with interval."""
    return intervals(calibration_rows(e, scored), lambda value: percent(value, 0))


def calibration_rows(e: Explanation, scored: CardFigures) -> tuple[Row, ...]:
    """The bands that have judged rows."""
    on = rows_words(e)
    return tuple(
        Row(
            f"{totals_text(band)} points ({counted(band.share.n, 'row')})",
            (
                Plotted(
                    band.share.rate,
                    band.share.ends,
                    f"{percent(band.share.value)} of {on} ({wording.between_words(band.share)})",
                ),
                Plotted(
                    band.chance,
                    band.between,
                    f"the curve says {chance_text(band.chance, band.between)}",
                    svg.OTHER,
                    full=False,
                ),
            ),
        )
        for band in scored.chances.bands
        if band.share.n
    )


def worth(e: Explanation, scored: CardFigures) -> str:
    """For each term how much the card loses without it, the most first."""
    shown = _by_worth(scored)[:SHOWN]
    sizes = [0.0, *(worth_here for _, worth_here in shown)]
    least, most = min(sizes), max(sizes)
    across = svg.WIDTH / max(1e-9, most - least)
    zero = -least * across
    marks = []
    y = 0.0
    for name, worth_here in shown:
        size, beside = abs(worth_here) * across, worth_text(named(e), worth_here)
        parts = lines_of(name, svg.WIDTH - (len(beside) + 1) * svg.LETTER)
        marks.append(svg.label(svg.WIDTH, y + 12, beside, anchor="end"))
        marks += [svg.label(0, y + 12 + LINE * i, part) for i, part in enumerate(parts)]
        y += LINE * (len(parts) - 1)
        start = zero if worth_here > 0 else zero - size
        marks.append(
            svg.rectangle(start, y + 17, (size, 7), svg.ONE if worth_here > 0 else svg.WRONG)
        )
        y += TERM
    return svg.picture(y, worth_words(e, scored), marks)


def lines_of(text: str, width: float) -> list[str]:
    """A text on as many lines as it needs, four at most. width: of a line, in pixels."""
    return wrap(text, int(width / svg.LETTER), max_lines=4, placeholder=" …") or [""]


def worth_words(e: Explanation, scored: CardFigures) -> str:
    """The picture in words."""
    told = [f"{name}: {worth_text(named(e), size)}" for name, size in _by_worth(scored)]
    return f"{'; '.join(told)}."


def _by_worth(scored: CardFigures) -> list[tuple[str, float]]:
    both = zip(scored.card.terms, scored.worth, strict=True)
    worths = [
        (f"{points_text(term.points)} {wording.clause_words(term.clause)}", worth_here)
        for term, worth_here in both
    ]
    return sorted(worths, key=lambda one: -round(one[1], 9))
