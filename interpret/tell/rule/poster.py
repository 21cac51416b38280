"""An answer as one block of HTML: a form with its unseen rows, and beside it what that is worth.

All text from data in it is escaped for HTML and Markdown alike; nothing in it is a button.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from interpret.data.complaints import listed
from interpret.data.table import Table
from interpret.forms.answer.answer import Answer
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import CardForm, Form
from interpret.forms.answer.proof import is_by_weight
from interpret.forms.answer.relevance import columns_that_matter
from interpret.forms.whatif.fill_in import pieces, values_of
from interpret.measures import percent
from interpret.present import wording
from interpret.rules.card import Card, Term
from interpret.tell import svg
from interpret.tell.blocks import Drawn, Line, Lines
from interpret.tell.rule.brief import conditions, flags, places, prices, rule_lines
from interpret.tell.rule.card import piece_words, points_text
from interpret.tell.rule.figures.board import board, is_drawn
from interpret.tell.rule.figures.squares import by_total, note, of_line
from interpret.tell.rule.one_figure import BALANCED, COST, RIGHT, least, one_figure
from interpret.tell.rule.proof import is_proven
from interpret.tell.rule.verdict import surety
from interpret.tell.rule.words import counted_rows

LINES = 12  # of a form; further ones are behind a fold
COLUMNS = 6  # that matter
TINY = 1e-9  # of a cost that is drawn


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


def poster(a: Answer, form: Form, cells: Sequence[str] = ()) -> str:
    """The first screen of a form. cells: the columns row by row where they are cells of a board."""
    return _block(a.explanation, form, a, LINES, "button", cells)


def on_paper(e: Explanation, form: Form, a: Answer | None = None) -> Drawn:
    """The same in a report, where no line is folded away. a: with its rows, if they are at hand."""
    return Drawn(_block(e, form, a, len(form.clauses), "img"), framed=False)


def _block(
    e: Explanation,
    form: Form,
    a: Answer | None,
    first: int,
    role: str,
    cells: Sequence[str] = (),
) -> str:
    """first: how many lines are not folded away; role: of the squares of a line."""
    says = conditions(e, form.card) if isinstance(form, CardForm) else rule_lines(e)
    if isinstance(says, Lines):
        said = _lines(e, form, says, first, role, cells)
    else:
        said = points_table(form.card, a.explained if a else None)
    matter = _matter(a, form) if a else ""
    squares = f'<p class="note">{svg.escape(note(e))}</p>'
    head, worth = f"<h2>{svg.escape(says.caption)}</h2>", _measure(e, form) + _claims(e, form)
    left, right = head + squares + said, worth + matter
    if isinstance(form, CardForm):  # whose squares stand by total
        left, right = head + said + matter, worth + squares + by_total(e, form)
    return f'<div class="poster"><div>{left}</div><div class="worth">{right}</div></div>'


def _matter(a: Answer, form: Form) -> str:
    """Which columns the verdict hangs on, as bars, and which it does not read."""
    e = a.explanation
    shares = columns_that_matter(form.card, a.judged.table)
    if not shares:
        return ""
    most = max(TINY, shares[0][1])
    bars = "".join(
        f'<li><span>{svg.escape(name)}</span><span class="bar" style="--to:{share / most:.3f}">'
        f"</span> <strong>{percent(share, 0)}</strong></li>"
        for name, share in shares[:COLUMNS]
    )
    others = [name for name in e.columns if name not in e.columns_of(form.card.attributes)]
    unread = f"not read: {listed(others)}" if others else ""
    more = f"{len(shares) - COLUMNS} more columns" if shares[COLUMNS:] else ""
    return (
        '<div class="matter"><h3>Which columns matter</h3><p class="note">verdicts that change '
        f'where a column is drawn anew</p><ul>{bars}</ul><p class="note">'
        f"{svg.escape(' · '.join(filter(None, (more, unread))))}</p></div>"
    )


def _lines(
    e: Explanation, form: Form, said: Lines, first: int, role: str, cells: Sequence[str]
) -> str:
    """The lines with their rows, as boards if they can be; a fold hides those after the first."""
    *lines, rest = said.lines
    formula, boards = form.card.formula, [""] * len(lines)
    if formula and cells and is_drawn(formula.clauses, cells):
        order = range(len(lines)) if isinstance(form, CardForm) else places(e)
        colour = svg.NO if formula.denied else svg.YES
        boards = [board(formula.clauses[place], cells, colour) for place in order]
    items = [
        _line(e, line, place, role, drawn)
        for place, (line, drawn) in enumerate(zip(lines, boards, strict=True))
    ]
    kind = "boards" if any(boards) else "lines"
    more = ""
    if hidden := items[first:]:
        hidden_list = f'<ol class="{kind}">{"".join(hidden)}</ol>'
        more = f"<details><summary>{len(hidden)} more</summary>{hidden_list}</details>"
    shown = f'<ol class="{kind}">{"".join(items[:first])}</ol>' if items else ""
    return f'{shown}{more}<ol class="lines rest">{_line(e, rest, len(lines), role)}</ol>'


def _line(e: Explanation, line: Line, place: int, role: str, drawn: str = "") -> str:
    """drawn: the line as a board, in place of its words."""
    beside = svg.escape(" · ".join(filter(None, line.cells)))
    said = drawn or f"<span>{svg.escape(line.text)}</span>"
    return f"<li>{said}<small>{beside}</small>{of_line(e, line, place, role)}</li>"


def _measure(e: Explanation, form: Form) -> str:
    """The figure by which the form is judged, on a bar with a tick where always saying the same
    stands.
    """
    counts = form.right[e.judged_on]
    figure, (name, guess) = one_figure(e, counts), least(e, counts)
    of = {
        RIGHT: f"of {counted_rows(e)} told right",
        BALANCED: f"right on {counted_rows(e)}, both classes counted alike",
        COST: f"lost per 100 of {counted_rows(e)} ({prices(e)})",
    }[figure.name]
    whole = max(1.1 * figure.value, 1.1 * guess.value, TINY) if figure.name == COST else 1.0
    width, tick = (f"{100 * one.value / whole:.2f}%" for one in (figure, guess))
    below = svg.escape(f"{name} {guess.text}")
    return (
        f'<div class="measure"><p><strong>{svg.escape(figure.text)}</strong> {svg.escape(of)}</p>'
        f'<p class="least" style="--at:{tick}"><span>{below}</span></p>'
        f'<div class="scale" style="--at:{tick};--to:{width}"></div>'
        f'<p class="flags">{svg.escape(flags(e, form))}</p></div>'
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


def _claims(e: Explanation, form: Form) -> str:
    """What unseen rows prove, what the search has proven, and how often machine and form agree."""
    sure, agrees = surety(e, form), form.fidelity[e.judged_on]
    claims = ["Draft"] if e.rule.is_draft else []
    claims.append(f"{'✓ ' * sure.good}{sure.words}")
    if not e.rule.is_draft:
        claims.append(f"{'✓ ' * is_proven(e, form)}{_of_search(e, form)}")
    if agrees.n:
        claims.append(f"Its machine says the same on {agrees.hits:,} of {agrees.n:,}")
    items = "".join(f"<li>{svg.escape(claim)}</li>" for claim in claims)
    return f'<ul class="claims">{items}</ul>'
