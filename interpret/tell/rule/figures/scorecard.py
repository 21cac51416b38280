"""A card as it would be printed: its conditions with their points, by column.

The markup is of a report and of a page alike: all text in it is escaped for HTML and Markdown.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from interpret.data.table import Table
from interpret.forms.whatif.fill_in import pieces, values_of
from interpret.present import wording
from interpret.rules.card import Card, Term
from interpret.tell import svg
from interpret.tell.rule.card import piece_words, points_text


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


def points_table(card: Card, table: Table | None) -> str:
    """HTML: each condition with its points."""
    rows = []
    for block in blocks(card, table):
        if block.name:
            rows.append(
                f'<tr class="of"><th scope="row" colspan="2">{svg.escape(block.name)}</th></tr>'
            )
        of = ' class="band"' if block.name else ""
        rows += [
            f'<tr{of}><th scope="row">{svg.escape(line.words)}</th>'
            f'<td class="number {"for" if line.points > 0 else "against"}">'
            f"{points_text(line.points)}</td></tr>"
            for line in block.lines
        ]
    return (
        '<table class="points"><caption>Add up the points of what holds</caption>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )
