"""A card in words: its terms and its cut, how it does, and whether rule or card comes first."""

from collections.abc import Sequence
from math import ceil, floor

from interpret.data.complaints import counted
from interpret.forms.answer.explanation import Explanation
from interpret.forms.answer.form import RULE, Band, CardForm
from interpret.forms.whatif.fill_in import Piece, Question
from interpret.measures import EVEN, percent
from interpret.present import wording
from interpret.present.wording import MINUS
from interpret.rules.card import Card
from interpret.rules.logic import Between, Is, Test, interval_name
from interpret.tell.rule.words import counted_rows, rows_words

FITTED = {
    "labels": "the labels",
    "mix": "the labels and the machine's decisions",
    "decisions": "the machine's decisions",
}
ANY_OTHER = "any other"
KNOWN, HARDLY = 0.05, 0.5  # widths of ranges: up to it a chance is one number; from it, anything
EDGE = 0.01  # below it, and as near to 1, no chance is known to a tenth of a per cent


def points_text(points: int) -> str:
    """Points as they stand on a card: "+3", "−2", "0"."""
    return wording.points_words(points) if points else "0"


def total_text(total: int) -> str:
    return str(total).replace("-", MINUS)


def totals_text(band: Band) -> str:
    """The totals of a band: "4", "5 to 7"."""
    if band.low == band.high:
        return total_text(band.low)
    return f"{total_text(band.low)} to {total_text(band.high)}"


def enough(card: Card) -> str:
    """The points of a row of the class: "5 points or more", "no point lost"."""
    if card.cut >= card.most:
        return f"{or_more(card.cut)}, which no row has"
    return "no point lost" if card.most == 0 == card.cut + 1 else or_more(card.cut)


def or_more(cut: int) -> str:
    return f"{of_points(cut + 1)} or more"


def of_points(total: int) -> str:
    return f"{total_text(total)} point{'' if abs(total) == 1 else 's'}"


def card_says_when(e: Explanation, card: Card) -> str:
    """What a row is whose points exceed the cut."""
    if not card.terms:
        always = "always" if card.cut < 0 else "never"
        return f"{e.yes_words} {always}"
    return f"{e.yes_words} with {enough(card)}:"


def piece_words(piece: Piece) -> str:
    """Cells of one column that count alike: "above 30, up to 40", "red or blue", "any other"."""
    return " or ".join(_cells(test) for test in piece.tests)


def _cells(test: Test) -> str:
    match test:
        case Between():
            return interval_name(test) or "any number"
        case Is():
            return wording.one_of(test.values)
    return ANY_OTHER


def form_words(e: Explanation) -> str:
    """Which form comes first, and why; "" where the two were not compared."""
    forms = e.comparison
    if e.points is None or e.by_hand:
        return ""
    if forms is None or not forms.n:
        return ""
    ahead, of = forms.points - forms.rule, f"of {counted(forms.n, 'row')} left out in turn"
    more, of = f"{round(abs(ahead)):,}", f"{of}{_alike(e)}"
    if forms.first == RULE:
        return f"Rule first: right on {more} more {of}."
    first, rule = "Points", "the rule"
    if e.points.card.formula is not None:  # which is told as a rule
        first, rule = "This rule", "the machine's own rule"
    if not round(ahead):
        return f"{first} first: as often right as {rule}, on {round(forms.points):,} {of}."
    if ahead > 0:
        return f"{first} first: right on {more} more {of}."
    return f"{first} first: {rule} was right on only {more} more {of}, which may be chance."


def no_card_words(e: Explanation) -> str:
    """Why the rule stands alone, "" where it does not or no card was sought."""
    if e.no_card is None:
        return ""
    if not e.no_card.chances:
        return "No points beside the rule: no sum of conditions tells more on rows left out."
    no, yes = (chance_text(chance, ends) for chance, *ends in e.no_card.chances)
    return (
        f"Points would say the same on every row. The chance of {e.yes_words} is {yes} where the "
        f"rule says so, and {no} elsewhere."
    )


def _alike(e: Explanation) -> str:
    """What rows count for, where they do not count as one each."""
    if e.settings.costs != EVEN:
        return " (each counted by what an error on it costs)"
    return " (both classes counting alike)" if e.settings.is_balanced else ""


def seen_words(e: Explanation, scored: CardForm, total: int) -> str:
    """How many judged rows with about as many points were of the class."""
    band = next(
        (
            band_there
            for band_there in scored.chances.bands
            if band_there.low <= total <= band_there.high
        ),
        None,
    )
    if band is None or not band.share.n:
        return f"None of the {counted_rows(e)} has as many points."
    return (
        f"Of {rows_words(e)} with {totals_text(band)} "
        f"point{'' if band.low == band.high == 1 else 's'} {band.share.hits:,} of "
        f"{band.share.n:,} had {e.yes_words} "
        f"({wording.between_words(band.share)})."
    )


def chance_text(chance: float, between: Sequence[float]) -> str:
    """A chance as it is known: "12.3 %", "1 %", or "5 to 20 %", rounded outwards, where few rows
    tell.
    """
    low, high = between
    if high - low > KNOWN:
        return f"{floor(100 * low)} to {ceil(100 * high)} %"
    return percent(chance) if EDGE <= chance <= 1 - EDGE else percent(chance, 0)


def ranges_words(scored: CardForm) -> str:
    """The chances that are known as ranges alone, "" where there is none: for exported files."""
    ranges = [
        f"with {totals_text(band)} points {chance_text(band.chance, band.between)}"
        for band in scored.chances.bands
        if band.between[1] - band.between[0] > KNOWN
    ]
    return f"few rows tell the chance, with 95 % confidence: {'; '.join(ranges)}" if ranges else ""


def contradicted_words(e: Explanation, scored: CardForm) -> str:
    """Why some chances speak against the verdict, "" where none does."""
    if not scored.contradicted:
        return ""
    if scored.by_hand:
        return "The cut was set by hand: beside it, chance and verdict differ."
    if not scored.chances.slope:
        return (
            f"On rows left out of training, more points did not make {e.yes_words} more probable: "
            "each total has the same chance, whatever the card says."
        )
    there = scored.chances.place(scored.chances.pays)
    at = "at none" if there is None else f"at {there:.1f}".replace("-", MINUS)
    return (
        f"Rows left out of training speak for another cut: the chance passes "
        f"{percent(scored.chances.pays)} {at} points."
    )


def size_words(e: Explanation) -> str:
    """How long the form is that comes first: "2 lines, 4 conditions", "points for 5 lines"."""
    if e.points is None or e.first == RULE:
        return wording.length_words(e.rule.formula)
    return f"points for {counted(len(e.points.card.terms), 'line')}"


def made_words(scored: CardForm) -> str:
    """How the card was made, in a sentence."""
    card = scored.card
    size = f"The card has {counted(len(card.terms), 'line')} with {counted(len(card), 'condition')}"
    if scored.by_hand:
        return f"{size} and was changed by hand."
    return f"{size} and is fitted to {FITTED.get(scored.fitted_to, scored.fitted_to)}."


def question_words(question: Question, card: Card) -> str:
    """The name of a box or a choice; a box shows its points where it alone decides on them."""
    if question.ticked is None:
        return question.attribute or ""
    if question.clause is not None:
        condition = wording.clause_words(question.clause)
    else:
        condition = " or ".join(map(wording.test_words, question.options[question.ticked].tests))
    return condition + _alone(question, card, question.options[question.ticked])


def option_words(question: Question, card: Card, option: int) -> str:
    """One of several pieces of a column, with its points where it alone decides on them."""
    piece = question.options[option]
    return piece_words(piece) + _alone(question, card, piece)


def _alone(question: Question, card: Card, piece: Piece) -> str:
    """The points of an answer in brackets, "" where they also depend on other questions."""
    if not decides_alone(question, card):
        return ""
    return f" ({points_text(sum(card.terms[k].points for k in piece.passes))})"


def decides_alone(question: Question, card: Card) -> bool:
    """Whether an answer gives its points whatever is answered to other questions."""
    clauses = [card.terms[k].clause for k in question.terms]
    joined = any(len({test.attribute for test in clause.tests}) > 1 for clause in clauses)
    return question.clause is not None or not joined


def chance_rows(scored: CardForm) -> list[tuple[str, str, int, str]]:
    """Points, the chance there, how many judged rows have as many, how many of these are yes."""
    return [
        (
            totals_text(band),
            chance_text(band.chance, band.between),
            band.share.n,
            wording.share_words(band.share),
        )
        for band in scored.chances.bands
    ]
