"""A card as it would be printed: its conditions with their points, the cut, and the chances.

The markup is of a report and of a page alike: all text in it is escaped for HTML and Markdown.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from interpret.data.table import Table
from interpret.forms.answer.card_figures import Band, CardFigures
from interpret.forms.answer.explanation import Explanation
from interpret.forms.whatif.fill_in import pieces, values_of
from interpret.present import wording
from interpret.rules.card import Card, Term
from interpret.tell import svg
from interpret.tell.rule.card import chance_text, enough, piece_words, points_text, totals_text
from interpret.tell.rule.words import rows_words

FOR, AGAINST = svg.RIGHT, svg.WRONG  # the colours of the class and of the other
WIDE, HIGH = 96, 10  # of a bar, in pixels


@dataclass(frozen=True)
class ScorecardLine:
    """A condition and its points."""

    words: str
    points: int


@dataclass(frozen=True)
class Block:
    """Conditions that stand together. name: the column that they test, "" for a single one."""

    name: str
    lines: tuple[ScorecardLine, ...]


def blocks(card: Card, table: Table | None) -> tuple[Block, ...]:
    """First the conditions on one column, as bands where several terms test it; then conjunctions.

    table: rows with the values that occur, None of a document without its rows.
    """
    of_column: dict[str, list[Term]] = {}
    joined = []
    for term in card.terms:
        columns = {test.attribute for test in term.clause.tests}
        if len(columns) == 1:
            of_column.setdefault(columns.pop(), []).append(term)
        else:
            joined.append(_alone(term))
    single = [
        _bands(name, terms, table) if len(terms) > 1 else _alone(terms[0])
        for name, terms in of_column.items()
    ]
    return (*single, *joined)


def _alone(term: Term) -> Block:
    return Block("", (ScorecardLine(wording.clause_words(term.clause), term.points),))


def _bands(name: str, terms: Sequence[Term], table: Table | None) -> Block:
    """The pieces of a column, each with the sum of the points that a cell there gets."""
    found = pieces([term.clause for term in terms], name, values_of(table, name))
    return Block(
        name,
        tuple(
            ScorecardLine(piece_words(piece), sum(terms[k].points for k in piece.passes))
            for piece in found
        ),
    )


def scorecard(e: Explanation, scored: CardFigures, table: Table | None) -> str:
    """HTML: the table of points and the table of chances, side by side where there is room."""
    return (
        f'<div class="scorecard">{points_table(e, scored.card, table)}'
        f"{chance_table(e, scored)}</div>"
    )


def points_table(e: Explanation, card: Card, table: Table | None) -> str:
    """HTML: each condition with a bar and its points; the cut at the foot."""
    shown = blocks(card, table)
    sizes = [0, *(line.points for block in shown for line in block.lines)]
    least, most = min(sizes), max(sizes)
    rows = []
    for block in shown:
        if block.name:
            rows.append(
                f'<tr class="of"><th scope="row" colspan="3">{svg.escape(block.name)}</th></tr>'
            )
        of = ' class="band"' if block.name else ""
        rows += [
            f'<tr{of}><th scope="row">{svg.escape(line.words)}</th>'
            f"<td>{signed_bar(line.points, least, most)}</td>"
            f'<td class="number">{points_text(line.points)}</td></tr>'
            for line in block.lines
        ]
    yes = e.yes_words
    return (
        '<table class="points"><caption>Add up the points of what holds</caption>'
        f"<tbody>{''.join(rows)}</tbody>"
        f'<tfoot><tr><th scope="row">{svg.escape(enough(card))}</th>'
        f'<td colspan="2" class="number">{svg.escape(yes)}</td></tr></tfoot></table>'
    )


def signed_bar(points: float, least: float, most: float) -> str:
    """A bar to the right of nothing for points for the class, to the left for those against it.

    least, most: where the picture ends on either side.
    """
    each = WIDE / max(1e-9, most - least)
    zero = -least * each
    length = abs(points) * each
    start = zero if points > 0 else zero - length
    marks = [
        svg.rectangle(start, 0, (length, HIGH), FOR if points > 0 else AGAINST),
        svg.line((min(max(zero, 0.5), WIDE - 0.5), 0), (min(max(zero, 0.5), WIDE - 0.5), HIGH)),
    ]
    return (
        f'<svg viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}" aria-hidden="true">'
        f"{''.join(marks)}</svg>"
    )


def chance_table(e: Explanation, scored: CardFigures) -> str:
    """HTML: each band of totals with the chance of the class, and what was seen of such rows."""
    cut = scored.card.cut
    first = next((band for band in scored.chances.bands if band.low > cut), None)
    rows = [_chance(band, is_first=band is first) for band in scored.chances.bands]
    name = e.yes_words
    return (
        f'<table class="chances"><caption>How probable {svg.escape(name)} is</caption>'
        '<thead><tr><th scope="col" class="number">points</th>'
        '<th scope="col" colspan="2">chance</th>'
        f'<th scope="col">{svg.escape(rows_words(e))}</th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def _chance(band: Band, *, is_first: bool) -> str:
    """A band; the first above the cut has a line over it."""
    share = band.share
    seen = f"{share.hits:,} of {share.n:,} ({wording.between_words(share)})" if share.n else "–"
    seen = svg.escape(seen).replace(" %", "&#160;%")  # no line begins with a %
    bar = svg.bar(((band.chance, FOR), (1 - band.chance, AGAINST)), 1, (60, HIGH))
    chance = chance_text(band.chance, band.between)
    cells = (
        f'<th scope="row" class="number">{svg.escape(totals_text(band))}</th><td>{bar}</td>'
        f'<td class="number">{svg.escape(chance)}</td><td>{seen}</td>'
    )
    return f'<tr class="cut">{cells}</tr>' if is_first else f"<tr>{cells}</tr>"
