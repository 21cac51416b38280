"""The answer as a notebook shows it: each rule with its verdict, proof and figures."""

from collections.abc import Sequence

from interpret.answers.points.shown.tables import cut_words, first_words, term_rows
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.answer.proof import proof_words
from interpret.answers.rule.report.appendix import rule_table
from interpret.answers.rule.sentences import words
from interpret.answers.rule.sentences.verdict import verdict
from interpret.present import wording
from interpret.shares import Share
from interpret.tell import html as markup
from interpret.tell.blocks import Drawn
from interpret.tell.notebook import as_piece


def notebook_html(explanations: Sequence[Explanation]) -> str:
    """A piece of HTML with the rule of each class explained."""
    return as_piece(
        Drawn(
            f"{markup.tag('h4', words.heading(e))}{rule_table(e)}{_points(e)}{_figures(e)}",
            framed=False,
        )
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


def _figures(e: Explanation) -> str:
    """The verdict with its figures."""
    part, summary = e.judged_on, verdict(e)
    right, fidelity = e.rule_right[part].accuracy, e.fidelity[part]
    guess = f"the more frequent class: {wording.percent(e.majority[part].value)}"
    facts = [
        ("Agrees with the machine", wording.percent(fidelity.value), _interval(fidelity)),
        ("Right", wording.percent(right.value), f"{_interval(right)}; always {guess}"),
        ("Length", wording.length_words(e.rule.formula), ""),
        ("Score", f"{e.rule.objective:.4g}", f"at most {e.rule.bound:.4g} for such rules")
        if e.rule_version is None
        else ("Weight", f"{e.weight:.4g}", f"at most {e.machine.bound:.4g} for any rule"),
    ]
    return markup.card(summary.headline, [summary.sentence, proof_words(e)], summary.good, facts)


def _interval(share: Share) -> str:
    return wording.between_words(share) if share.n else ""
