"""Unseen rows as squares, one for one row: filled where it has the class, hollow where not.

They stand by line of a rule or by total of a card, so that errors can be counted. They are marks of
HTML that break into lines of any width; the same stands in words beside them.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count, pairwise

from interpret.data.complaints import counted
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import Band, CardForm
from interpret.tell import svg
from interpret.tell.blocks import Line
from interpret.tell.rule.card import chance_text, of_points, totals_text

MOST = 400  # squares in a picture; beyond it one stands for several rows
HIGH, LEAST = 17, 4  # squares of a total, one above the other and abreast
ABREAST = 5  # totals


def rows_each(rows: int) -> int:
    """How many rows a square stands for: 1, 2, 5, 10, 20, ..."""
    steps = (step * 10**power for power in count() for step in (1, 2, 5))
    return next(step for step in steps if rows <= MOST * step)


def note(e: Explanation) -> str:
    """What a square is."""
    n, kind = len(e.rows[e.judged_on]), "unseen row" if e.rows["test"] else "training row"
    each = rows_each(n)
    which = f"one {kind}" if each == 1 else f"{each:,} {kind}s"
    return f"One square is {which}, filled where {e.yes_words}, hollow where not."


def of_line(e: Explanation, line: Line, place: int, role: str) -> str:
    """The rows that a line of the rule covers; role: "button" where a click on them does something.

    place: of the line among those of the rule, the last of which is "otherwise".
    """
    is_rest = place == len(e.rule.formula.clauses)
    says_yes = e.rule.formula.denied == is_rest
    of_class, others = (line.right, line.wrong) if says_yes else (line.wrong, line.right)
    if not of_class + others:
        return ""
    rows = counted(of_class + others, "row")
    label = svg.escape(f"{line.text}: {rows}, {of_class:,} with {e.yes_words}")
    return (
        f'<span class="squares part" role="{role}" tabindex="0" data-number="{place}" '
        f'aria-label="{label}">{_marks(e, of_class, others)}</span>'
    )


def by_total(e: Explanation, scored: CardForm) -> str:
    """The rows by their points on the card, with the cut between, and the chances below."""
    bands, cut = _few(scored.chances.bands, scored.card.cut), scored.card.cut
    sides = []
    for yes, name in ((False, f"← {e.no_words}"), (True, f"{e.yes_words} →")):
        columns = "".join(_column(e, band) for band in bands if (band.low > cut) == yes)
        if columns:
            said = f'<p class="{"for" if yes else "against"}">{svg.escape(name)}</p>'
            sides.append(f'<div class="side">{said}<div class="columns">{columns}</div></div>')
    return f'<div class="totals">{"".join(sides)}</div>'


def _column(e: Explanation, band: Band) -> str:
    share = band.share
    one = band.low == band.high
    points = of_points(band.low) if one else f"{totals_text(band)} points"
    seen = f"{share.hits:,} of {share.n:,}" if share.n else "no row"
    squares = _marks(e, share.hits, share.n - share.hits)
    across = max(LEAST, -(-squares.count("<span") // HIGH))
    return (
        f'<div class="stack" style="--across:{across}"><span class="squares">{squares}</span>'
        f"<strong>{svg.escape(points)}</strong><small>seen {seen}</small>"
        f"<small>chance {svg.escape(chance_text(band.chance, band.between))}</small></div>"
    )


def _few(bands: Sequence[Band], cut: int) -> list[Band]:
    """At most ABREAST bands: neighbours with the fewest rows become one, but for the cut."""
    few = list(bands)
    while len(few) > ABREAST:
        pairs = [
            (low.share.n + high.share.n, place)
            for place, (low, high) in enumerate(pairwise(few))
            if low.high != cut
        ]
        _, place = min(pairs)
        few[place : place + 2] = [_joined(*few[place : place + 2])]
    return few


def _joined(low: Band, high: Band) -> Band:
    """Two neighbours as one band, whose chance is known as the range of both."""
    seen = low.share.hits + high.share.hits, low.share.n + high.share.n
    share = replace(low.share, hits=seen[0], n=seen[1])
    chance, between = (low.chance + high.chance) / 2, (low.between[0], high.between[1])
    return replace(low, high=high.high, chance=chance, between=between, share=share)


def _marks(e: Explanation, of_class: int, others: int) -> str:
    each = rows_each(len(e.rows[e.judged_on]))

    def marks(rows: int, mark: str) -> str:
        return mark * max(bool(rows), round(rows / each))

    return marks(of_class, "<span></span>") + marks(others, '<span class="not"></span>')
