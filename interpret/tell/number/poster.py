"""A number explained as one block of HTML: the sum as a picture, and beside it what it is worth.

All text from data in it is escaped for HTML and Markdown alike; nothing in it is a button.
"""

from math import floor

from interpret.number.explanation import NumberExplanation, NumberTerm
from interpret.present.wording import clause_words
from interpret.tell import svg
from interpret.tell.charts import round_step
from interpret.tell.number import words

BAR, HIGH = 132, 20  # pixels of a bar's place beside its condition
MOST_ROWS = 500  # with a dot
LEFT, BELOW, TALL = 56, 28, 172  # pixels: beside and below the dots; of these
TICKS = 6  # on an axis, at most about


def poster(e: NumberExplanation) -> str:
    """The first screen."""
    claims = "".join(f"<li>{svg.escape(claim)}</li>" for claim in words.claims(e))
    return (
        f'<div class="poster"><div><h2>{svg.escape(words.begins_words(e))}</h2>{the_sum(e)}</div>'
        f'<div class="worth"><p class="flags">{svg.escape(words.headline(e))}.</p>{observed(e)}'
        f'<p class="measured">{svg.escape(words.right_words(e))}</p>'
        f'<ul class="claims">{claims}</ul></div></div>'
    )


def the_sum(e: NumberExplanation) -> str:
    """Each condition with what it adds: a bar from zero, and its interval as a line over that."""
    ends = [0.0, *(end for term in e.terms for end in (term.effect, term.low, term.high) if end)]
    low, high = min(ends), max(ends)
    rows = "".join(
        f'<tr><th scope="row">{svg.escape(clause_words(term.clause))}</th>'
        f'<td class="bar">{_bar(term, low, high)}</td>'
        f'<td class="number {"for" if term.effect > 0 else "against"}">'
        f"{svg.escape(words.signed(term.effect, e))}</td></tr>"
        for term in e.terms
    )
    return f'<table class="points"><tbody>{rows}</tbody></table>' if rows else ""


def _bar(term: NumberTerm, low: float, high: float) -> str:
    def x(amount: float) -> float:
        return 1 + (BAR - 2) * (amount - low) / ((high - low) or 1)

    start, end = sorted((x(0), x(term.effect)))
    colour = svg.YES if term.effect > 0 else svg.NO
    marks = [svg.rectangle(start, 5, (end - start, HIGH - 10), colour)]
    if term.low is not None and term.high is not None:
        marks.append(
            svg.line((x(term.low), HIGH / 2), (x(term.high), HIGH / 2), "currentColor", 1.5)
        )
    marks.append(svg.line((x(0), 0), (x(0), HIGH)))
    return (
        f'<svg viewBox="0 0 {BAR} {HIGH}" width="{BAR}" height="{HIGH}" aria-hidden="true">'
        f"{''.join(marks)}</svg>"
    )


def observed(e: NumberExplanation) -> str:
    """Observed against predicted, a dot for each row judged; on the dashed line they are equal."""
    rows = e.rows[e.judged_on]
    rows = rows[:: -(-len(rows) // MOST_ROWS) or 1]
    pairs = [(e.predicted[row], e.observed[row]) for row in rows]
    every = [amount for pair in pairs for amount in pair] or [0.0]
    low, high = min(every), max(every)

    def x(amount: float) -> float:
        return LEFT + (svg.WIDTH - LEFT - 6) * (amount - low) / ((high - low) or 1)

    def y(amount: float) -> float:
        return TALL - (TALL - 26) * (amount - low) / ((high - low) or 1)

    marks = [svg.label(0, 12, f"up: {words.name_words(e)} as it is; across: as the sum says")]
    for tick in _ticks(low, high):
        told = words.amount(tick, e.spread)
        marks.append(svg.line((LEFT, y(tick)), (svg.WIDTH, y(tick)), width=0.4))
        marks.append(svg.label(LEFT - 8, y(tick) + 4, told, LEFT, anchor="end"))
        marks.append(svg.label(x(tick), TALL + 20, told, anchor="middle"))
    marks.append(svg.line((x(low), y(low)), (x(high), y(high)), dashed=True))
    marks += [svg.circle(x(said), y(true), 2.4, svg.ONE) for said, true in pairs]
    return svg.picture(TALL + BELOW, words.observed_words(e), marks)


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers between the ends."""
    if high <= low:
        return [low]
    step = round_step((high - low) / TICKS)
    first, last = -floor(-low / step), floor(high / step)
    return [step * place for place in range(first, last + 1)]
