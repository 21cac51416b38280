"""Pictures of a card: its chances by totals, and the card as a form.

In a report the form adds up by itself, without a network. Its script is one text that knows nothing
of the card: the numbers that it needs stand in attributes, and every word that it shows is already
in the page.
"""

from pathlib import Path

from interpret.data.table import Table
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import Band, CardForm
from interpret.forms.whatif.fill_in import Question, form
from interpret.shares import Z95
from interpret.tell import svg
from interpret.tell.blocks import Drawn
from interpret.tell.rule.card import (
    HARDLY,
    KNOWN,
    option_words,
    question_words,
    seen_words,
)

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
