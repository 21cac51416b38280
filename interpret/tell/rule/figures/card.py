"""Pictures of a card: its chances by totals, and the card as a form.

In a report the form adds up by itself, without a network. Its script is one text that knows nothing
of the card: the numbers that it needs stand in attributes, and every word that it shows is already
in the page.
"""

from itertools import pairwise
from math import ceil
from pathlib import Path

from interpret.data.table import Table
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import Band, CardForm
from interpret.forms.whatif.fill_in import Question, form
from interpret.measures import percent
from interpret.present import wording
from interpret.shares import Z95
from interpret.tell import svg
from interpret.tell.blocks import Drawn
from interpret.tell.rule.card import (
    HARDLY,
    KNOWN,
    chance_text,
    option_words,
    question_words,
    seen_words,
    totals_text,
)
from interpret.tell.rule.words import rows_words

BAND, TOP, HALF = 21, 20, 4  # pixels: totals that share a chance; above the first; a dot
START = 84  # pixels from the left, where the axis of chances begins
TICK, STEPS = 38, (0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1)  # on that axis: pixels, chances


def thermometer(e: Explanation, scored: CardForm) -> str:
    """The totals from the highest down: the promised chance as a line, and what judged rows had.

    A dot with its interval is the share of the class among the rows with such totals, and its bar
    is as thick as these are many. The dashed line is the cut.
    """
    bands, cut = scored.chances.bands[::-1], scored.card.cut
    seen = [end for band in bands if band.share.n for end in band.share.ends]
    most = max([0.05, *seen, *(band.chance for band in bands)])
    beside = [_beside(band) for band in bands]
    legend = "promised · seen"
    axis_end = svg.WIDTH - svg.LETTER * (1 + max(map(len, [legend, *beside]))) - HALF
    ticks = (axis_end - START) / TICK
    step = next(step for step in STEPS if most / step <= ticks or step == STEPS[-1])
    most = step * ceil(most / step - 1e-9)
    rows = max([1, *(band.share.n for band in bands)])

    def x(share: float) -> float:
        return START + (axis_end - START) * share / most

    marks = [
        svg.label(START - 12, 12, "points", anchor="end"),
        svg.label(svg.WIDTH, 12, legend, anchor="end"),
    ]
    bottom = TOP + BAND * len(bands)
    for i in range(round(most / step) + 1):
        marks.append(svg.line((x(i * step), TOP), (x(i * step), bottom), width=0.4))
        marks.append(svg.label(x(i * step), bottom + 15, percent(i * step, 0), anchor="middle"))
    middles = [TOP + BAND * (i + 0.5) for i in range(len(bands))]
    for band, y, seen_there in zip(bands, middles, beside, strict=True):
        share, words = band.share, band_words(e, band)
        colour = svg.YES if band.low > cut else svg.NO
        thick = max(2.0, (BAND - 6) * share.n / rows)
        if share.n:
            marks.append(svg.faint(x(0), y - thick / 2, (x(share.rate) - x(0), thick), colour))
            marks.append(svg.line((x(share.ends[0]), y), (x(share.ends[1]), y), colour, 2))
            marks.append(svg.circle(x(share.rate), y, 4.5, colour, words))
        marks.append(svg.label(START - 12, y + 4, totals_text(band), anchor="end"))
        marks.append(svg.label(svg.WIDTH, y + 4, seen_there, svg.WIDTH, anchor="end"))
    promised = [(x(band.chance), y) for band, y in zip(bands, middles, strict=True)]
    marks += [svg.line(*ends, "currentColor", 1.5) for ends in pairwise(promised)]
    above = sum(band.low > cut for band in bands)
    if 0 < above < len(bands):
        ends = (0, TOP + BAND * above), (svg.WIDTH, TOP + BAND * above)
        marks.append(svg.line(*ends, "currentColor", 1.5, dashed=True))
    return svg.picture(bottom + 22, thermometer_words(e, scored), marks)


def _beside(band: Band) -> str:
    """The chance that is promised at these totals, and what was seen."""
    share = band.share
    counts = f"{share.hits:,} of {share.n:,}" if share.n else "–"
    return f"{chance_text(band.chance, band.between)} · {counts}"


def thermometer_words(e: Explanation, scored: CardForm) -> str:
    """The picture in words."""
    parts = "; ".join(band_words(e, band) for band in scored.chances.bands[::-1])
    return f"How probable {e.yes_words} is: {parts}."


def band_words(e: Explanation, band: Band) -> str:
    """The chance that a card promises at some totals, and what judged rows with these had."""
    chance = chance_text(band.chance, band.between)
    said = f"{totals_text(band)} points, a chance of {chance}"
    if not band.share.n:
        return said
    seen = f"{band.share.hits:,} of {band.share.n:,} {rows_words(e)}"
    return f"{said}, {seen} ({wording.between_words(band.share)})"


FILL_IN = (Path(__file__).parent / "fill_in.js").read_text(encoding="utf-8")
EACH = 'for (const form of document.querySelectorAll(".fill-in")) fillIn(form);\n'


def fill_in(e: Explanation, scored: CardForm, table: Table | None, place: int = 0) -> Drawn:
    """The form; it stays hidden where no script runs. table, place: as for a report."""
    card, chances = scored.card, scored.chances
    questions = form(card, table)
    asked = "".join(
        _question(question, scored, f"card-{place}-{i}") for i, question in enumerate(questions)
    )
    points = " ".join(str(term.points) for term in card.terms)
    yes, no = e.yes_words, e.no_words
    spread, middle, least = chances.unsure
    unsure = Z95 * spread, middle, Z95 * least, chances.seldom, KNOWN, HARDLY
    seen = "".join(_seen(e, scored, band) for band in chances.bands if band.share.n)
    return Drawn(
        f'<div class="fill-in card" role="group" aria-label="Fill it in" hidden '
        f'data-points="{points}" data-cut="{card.cut}" '
        f'data-curve="{chances.slope!r} {chances.offset!r} {chances.least!r}" '
        f'data-unsure="{" ".join(map(repr, unsure))}">'
        f'<h3>Fill it in</h3><div class="asked">{asked}</div>'
        '<p role="status"><b><span class="total"></span> points: '
        f'<span class="yes">{svg.escape(yes)}</span><span class="no">{svg.escape(no)}</span></b>'
        f'<span class="promise">, with a chance of <b class="chance"></b> that {svg.escape(yes)} '
        '<meter class="gauge" min="0" max="1" aria-hidden="true"></meter></span></p>'
        f'{seen}<p class="unseen" hidden>No row that it was judged on has as many points.</p>'
        '<p class="on-screen"><button type="button" class="clear">Clear</button></p></div>\n',
        script=FILL_IN + EACH,
        framed=False,
    )


def _seen(e: Explanation, scored: CardForm, band: Band) -> str:
    """What was seen on rows with as many points, shown when the total is in the band."""
    words_seen = svg.escape(seen_words(e, scored, band.low))
    return f'<p data-low="{band.low}" data-high="{band.high}" hidden>{words_seen}</p>'


def _question(question: Question, scored: CardForm, name: str) -> str:
    terms = " ".join(map(str, sorted(question.terms)))
    label = svg.escape(question_words(question, scored.card))
    if question.ticked is not None:
        box = _input("checkbox", name, question, question.ticked)
        alone = f' data-alone="{terms}"' if question.clause is not None else ""
        return f'<div data-terms="{terms}"{alone}><label>{box} {label}</label></div>'
    options = "".join(
        f"<label>{_input('radio', name, question, i)} "
        f"{svg.escape(option_words(question, scored.card, i))}</label> "
        for i in range(len(question.options))
    )
    return f'<fieldset data-terms="{terms}"><legend>{label}</legend>{options}</fieldset>'


def _input(kind: str, name: str, question: Question, option: int) -> str:
    passes = " ".join(map(str, sorted(question.options[option].passes)))
    return f'<input type="{kind}" name="{name}" data-passes="{passes}">'
