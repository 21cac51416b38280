"""The report on an answer of which the document alone is at hand, and no row of its table."""

from collections.abc import Sequence
from dataclasses import fields

from plotly.offline import get_plotlyjs

from interpret.answer.explanation import Explanation
from interpret.present import markup
from interpret.present.report import origin, question, rule_section


def document_report(explanations: Sequence[Explanation]) -> str:
    """A page with every rule, its figures and its proof; what is told of rows is left out."""
    first = explanations[0]
    several = len(explanations) > 1
    title = f"What tells the values of {first.target} apart?" if several else question(first)
    settings = fields(first.settings)
    sections = [
        (markup.tag("h2", question(e)) if several else "")
        + rule_section(e, "h3" if several else "h2", settings, e.notices, {})
        for e in explanations
    ]
    foot = origin(first.table, first.digest)
    return markup.page(title, _facts(first), sections, foot, get_plotlyjs())


def _facts(e: Explanation) -> str:
    n, held_out = len(e.machine.scores), len(e.rows["test"])
    judged = f"{held_out:,} unseen rows" if held_out else "the same rows"
    return (
        f"{e.table} · {n:,} rows with a class · {len(e.attributes)} attributes · trained on "
        f"{len(e.rows['train']):,} rows, judged on {judged}"
    )
