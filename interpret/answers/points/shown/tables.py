"""A card as tables to read: its terms, and the chance at each total."""

from interpret.answers.points.shown import words as points_words
from interpret.forms.answer.card_figures import CardFigures
from interpret.present import wording
from interpret.rules.card import Card
from interpret.rules.logic import Clause


def term_rows(card: Card) -> list[tuple[int, str]]:
    """The points of each term, and its condition in words."""
    return [(term.points, condition(term.clause)) for term in card.terms]


def condition(clause: Clause) -> str:
    """A clause in words; one without tests is what every row gets."""
    return wording.clause_words(clause) if clause.tests else "every row"


def chance_rows(scored: CardFigures) -> list[tuple[str, str, int, str]]:
    """Points, the chance there, how many judged rows have as many, how many of these are yes."""
    return [
        (
            points_words.totals_text(band),
            points_words.chance_text(band.chance, band.between),
            band.share.n,
            wording.share_words(band.share),
        )
        for band in scored.chances.bands
    ]
