"""The answer as a notebook shows it: each rule with its verdict, proof and figures."""

from collections.abc import Sequence

from interpret.answers.points.shown.tables import cut_words, first_words, term_rows
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.report.appendix import rule_table
from interpret.answers.rule.report.report_parts import answer_card
from interpret.answers.rule.sentences import words
from interpret.present import markup, wording
from interpret.present.notebook_page import piece


def notebook_html(explanations: Sequence[Explanation]) -> str:
    """A piece of HTML with the rule of each class explained."""
    return piece(
        f"{markup.tag('h4', words.heading(e))}{rule_table(e)}{_points(e)}{answer_card(e)}"
        for e in explanations
    )


def _points(e: Explanation) -> str:
    """The card as a table, where there is one, and which form comes first."""
    if e.points is None:
        return ""
    card = e.points.card
    rows = [[told, wording.points_words(points)] for points, told in term_rows(card)]
    name = f"Points: {cut_words(e, card)}; {first_words(e)}"
    return markup.table(name, ["where", "points"], rows)
