"""The answer on a number as blocks: in brief, and whole, part by part, with its poster.

All text from data in the poster is escaped for HTML and Markdown alike; nothing in it is a button.
"""

from math import floor

from interpret.measures import percent
from interpret.number.explanation import NumberExplanation, NumberTerm
from interpret.present.wording import clause_words
from interpret.tell import svg
from interpret.tell.blocks import (
    Badge,
    Block,
    Cell,
    Drawn,
    Fact,
    Facts,
    Heading,
    Notice,
    Page,
    Pair,
    Sentence,
    Table,
    sentences,
)
from interpret.tell.number import words
from interpret.tell.settings_words import changed_words
from interpret.tell.svg import round_step
from interpret.tell.text import OF_A_FORM, first_notices, more_words

R2 = (
    "R² against always saying the mean of the training rows. The 95 % interval allows for rows "
    "farther out than any of these."
)
ERROR = "The mean distance between what is predicted and what is observed."

BAR, HIGH = 132, 20  # pixels of a bar's place beside its condition
MOST_ROWS = 500  # with a dot
LEFT, BELOW, TALL = 56, 28, 172  # pixels: beside and below the dots; of these
TICKS = 6  # on an axis, at most about


def at_a_glance(e: NumberExplanation) -> list[Block]:
    """What is to be read first, in a few lines."""
    return [
        *([_effects(e)] if e.terms else []),
        *sentences(f"{words.headline(e)}.", words.right_words(e)),
        *first_notices(e.notices),
    ]


def _effects(e: NumberExplanation) -> Table:
    rows: list[list[Cell]] = [
        [
            words.signed(term.effect, e),
            clause_words(term.clause),
        ]
        for term in e.terms[:OF_A_FORM]
    ]
    rows += [["", more] for more in more_words(len(e.terms), "condition")]
    return Table(words.begins_words(e).removesuffix(":"), ["", ""], rows)


def at_length(e: NumberExplanation) -> list[Block]:
    """Every figure, without pictures."""
    return [
        Heading(words.begins_words(e)),
        *terms(e),
        verdict(e),
        *source(e),
        *machine(e),
        Sentence(f"From {e.table}, SHA-256 {e.digest}."),
        *map(Notice, e.notices),
    ]


def page_of(e: NumberExplanation) -> Page:
    """The report, about two printed pages, the first of them the poster."""
    held_out, n_train = len(e.rows["test"]), len(e.rows["train"])
    where = f"{held_out:,} unseen rows" if held_out else "the same rows"
    facts = (
        f"{e.table} · {held_out + n_train:,} rows · {len(e.attributes)} attributes · "
        f"learnt from {n_train:,} rows, judged on {where}"
    )
    blocks: list[Block] = [
        Drawn(poster(e), framed=False),
        verdict(e),
        *figures(e),
        Heading("How it was made"),
        *sentences(changed_words(e.settings)),
        *map(Notice, e.notices),
    ]
    return Page(f"What moves {words.name_words(e)}?", [facts], [("", blocks)], e.table, e.digest)


def figures(e: NumberExplanation) -> list[Block]:
    """What each condition does, what simple ways reach, and what the machine weighs."""
    simple = [Heading("What simple ways reach"), beside(e), *source(e)]
    weighs = [Heading("What the machine weighs"), *machine(e)]
    of_terms = [Heading("What each condition does"), *terms(e)] if e.terms else []
    return [*of_terms, Pair((simple, weighs))]


def verdict(e: NumberExplanation) -> Badge:
    """What to think of the sum, with its three figures."""
    judged, mean = e.judged[e.judged_on], e.mean_judged[e.judged_on]
    facts = Facts(
        (
            Fact(
                "Variation explained",
                percent(judged.explained.value),
                f"{words.share_between_words(judged.explained)} on {words.rows_words(e)}",
                R2,
            ),
            Fact(
                "Off on average",
                words.measured(judged.error.value, e),
                f"{words.between_words(judged.error, e)}; always the mean: "
                f"{words.estimate_words(mean.error, e)}",
                ERROR,
            ),
            Fact("Length", words.size_words(e)),
        )
    )
    return Badge(words.headline(e), words.is_good(e), (facts,))


def source(e: NumberExplanation) -> list[Block]:
    """How good such sums are on rows left out, and where this one comes from."""
    said = words.folds_words(e), words.source_words(e), words.searched_words(e)
    return sentences(*said, quiet=True)


def terms(e: NumberExplanation) -> list[Block]:
    """What each condition adds, with its interval and its rows."""
    if not e.terms:
        return []
    head = [
        "condition",
        "effect on training rows",
        f"its 95 % on {words.rows_words(e)}",
        "training rows",
        "unseen rows",
        "by weight in the machine",
    ]
    rows = [
        (
            clause_words(term.clause),
            words.amount(term.effect, e.spread),
            words.between_words(term, e),
            term.rows["train"],
            term.rows["test"],
            words.term_words(term, e),
        )
        for term in e.terms
    ]
    few = [words.interval_words(e), words.again_words(e), *words.carried_words(e)]
    return [Table("", head, rows), *sentences(*few, quiet=True)]


def beside(e: NumberExplanation) -> Table:
    """What simple ways reach on the same rows."""
    explained = e.judged[e.judged_on].explained
    rows = [("this sum", words.share_words(explained), words.size_words(e))]
    rows += [(b.name, words.share_words(b.judged.explained), b.size) for b in e.beside]
    caption = f"On {words.rows_words(e)}, with 95 % intervals"
    return Table(caption, ["", "variation explained", "size"], rows)


def machine(e: NumberExplanation) -> list[Block]:
    """The machine's heaviest conjunctions, what is proven of them, and how it was learnt."""
    said = [words.proof_words(e), f"The machine: {words.machine_words(e)}.", words.fewer_words(e)]
    return [
        Table("Heaviest in the machine", ["", "weight"], words.heaviest_words(e)),
        *sentences(*said, quiet=True),
    ]


def poster(e: NumberExplanation) -> str:
    """The first screen."""
    claims = "".join(f"<li>{svg.escape(claim)}</li>" for claim in words.claims(e))
    return (
        f'<div class="poster"><div><h2>{svg.escape(words.begins_words(e))}</h2>{the_sum(e)}</div>'
        f'<div class="worth"><p class="headline">{svg.escape(words.headline(e))}.</p>{observed(e)}'
        f'<p class="note">{svg.escape(words.right_words(e))}</p>'
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
        label = words.amount(tick, e.spread)
        marks.append(svg.line((LEFT, y(tick)), (svg.WIDTH, y(tick)), width=0.4))
        marks.append(svg.label(LEFT - 8, y(tick) + 4, label, LEFT, anchor="end"))
        marks.append(svg.label(x(tick), TALL + 20, label, anchor="middle"))
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
