"""An answer as one block of HTML: a form, and beside it what that is worth, as a picture and in
words.

All text from data in it is escaped for HTML and Markdown alike; nothing in it is a button.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from interpret.data.table import Table
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import CardForm, Form
from interpret.forms.answer.proof import is_by_weight
from interpret.forms.whatif.fill_in import pieces, values_of
from interpret.present import wording
from interpret.rules.card import Card, Term
from interpret.tell import svg
from interpret.tell.blocks import Drawn, Line, Lines
from interpret.tell.rule.brief import conditions, flags, measured, rule_lines
from interpret.tell.rule.card import piece_words, points_text
from interpret.tell.rule.figures.card import thermometer
from interpret.tell.rule.figures.clauses import n_shown, ribbons
from interpret.tell.rule.proof import is_proven
from interpret.tell.rule.verdict import surety


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
    bands = pieces([term.clause for term in terms], name, values_of(table, name))
    return Block(
        name,
        tuple(
            ScorecardLine(piece_words(piece), sum(terms[k].points for k in piece.passes))
            for piece in bands
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


def poster(a: Answer, form: Form) -> str:
    """The first screen of a form."""
    e = a.explanation
    role = "button" if e.rule.formula.clauses else "img"  # without a line none can be opened
    return _block(e, form, a, rule_lines(e), n_shown(e), role)


def on_paper(e: Explanation, form: Form, a: Answer | None = None) -> Drawn:
    """The same in a report, where no line is folded away.

    a: with its rows, without which no ribbon can be drawn.
    """
    lines = rule_lines(e)
    return Drawn(_block(e, form, a, lines, len(lines.lines), "img"), framed=False)


def _block(
    e: Explanation, form: Form, a: Answer | None, lines: Lines, first: int, role: str
) -> str:
    """lines: of the rule; first: how many of them are not folded away; role: of a ribbon."""
    if isinstance(form, CardForm):
        says, drawn = conditions(e, form.card), thermometer(e, form)
    else:
        says, drawn = lines, ribbons(a, role) if a else ""
    if isinstance(says, Lines):
        said = _lines(says, first)
    else:
        said = points_table(form.card, a.explained if a else None)
    title = says.caption
    return (
        f'<div class="poster"><div><h2>{svg.escape(title)}</h2>{said}</div>'
        f'<div class="worth"><p class="flags">{svg.escape(flags(e, form))}</p>{drawn}'
        f'<p class="measured">{svg.escape(measured(e, form))}</p>{_proven(e, form)}</div></div>'
    )


def _lines(of_form: Lines, first: int) -> str:
    """The lines with their numbers; behind a fold those after the first ones."""
    *lines, rest = of_form.lines
    numbers = [str(n) if len(lines) > 1 else "" for n in range(1, len(lines) + 1)]
    items = [_line(line, number) for line, number in zip(lines, numbers, strict=True)]
    more = ""
    if hidden := items[first:]:
        hidden_list = f'<ol class="lines">{"".join(hidden)}</ol>'
        more = f"<details><summary>{len(hidden)} more</summary>{hidden_list}</details>"
    shown = f'<ol class="lines">{"".join(items[:first])}</ol>' if items else ""
    return f'{shown}{more}<ol class="lines rest">{_line(rest, "")}</ol>'


def _line(line: Line, number: str) -> str:
    beside = svg.escape(" · ".join(filter(None, line.cells)))
    return (
        f'<li><span class="place">{number}</span><span>{svg.escape(line.text)}</span>'
        f"<small>{beside}</small></li>"
    )


def _of_search(e: Explanation, form: Form) -> str:
    if form.by_hand:
        return "Changed by hand"
    if isinstance(form, CardForm):
        best = is_proven(e, form)
        return "No other points fit better" if best else "Other points may fit better"
    weigh, where = ("weigh", " in its machine") if is_by_weight(e) else ("score", "")
    if not is_proven(e, form):
        return f"Another rule may {weigh} more{where}"
    return f"No rule of its kind {weigh}s more{where}"


def _proven(e: Explanation, form: Form) -> str:
    """What unseen rows prove, what the search has proven, and how often machine and form agree."""
    sure, agrees = surety(e, form), form.fidelity[e.judged_on]
    claims = ["Draft"] if e.rule.is_draft else []
    claims.append(f"{'✓ ' * sure.good}{sure.words}")
    if not e.rule.is_draft:
        claims.append(_of_search(e, form))
    if agrees.n:
        claims.append(f"Its machine says the same on {agrees.hits:,} of {agrees.n:,}")
    items = "".join(f"<li>{svg.escape(claim)}</li>" for claim in claims)
    return f'<ul class="claims">{items}</ul>'
