"""A number explained, as a notebook shows it."""

from interpret.answers.number import words
from interpret.answers.number.explanation import NumberExplanation
from interpret.answers.number.report import number_card, terms_table
from interpret.present import markup
from interpret.present.notebook_page import piece


def notebook_number(e: NumberExplanation) -> str:
    """A piece of HTML with the sum that explains a number."""
    begins = f"{e.target}: {words.amount(e.base, e.spread)} to begin with"
    proof = markup.tag("p", words.proof_words(e))
    return piece([markup.tag("h4", begins) + terms_table(e) + number_card(e) + proof])
