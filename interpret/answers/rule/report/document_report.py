"""The report on an answer of which only the document is at hand, and no row of its table."""

from collections.abc import Sequence

from interpret.answers.points.shown.card_form import script_of
from interpret.answers.rule.answer.explanation import Explanation
from interpret.answers.rule.report.appendix import rule_table
from interpret.answers.rule.report.report import made, of_class, question, whole
from interpret.present import markup
from interpret.present.report_page import origin, written


def document_report(explanations: Sequence[Explanation]) -> str:
    """A page with every rule, its figures and its proof, without the parts that need rows."""
    first = explanations[0]
    if len(explanations) == 1:
        title, sections = question(first), [whole(first, None) + rule_table(first)]
    else:
        title = f"What tells the values of {first.target} apart?"
        sections = [
            of_class(e, None, place=place) + rule_table(e) for place, e in enumerate(explanations)
        ]
    shown = [markup.section(part) for part in (*sections, made(explanations))]
    facts, script = [_facts(first), written()], script_of(explanations)
    return markup.page(title, facts, shown, origin(first.table, first.digest), script=script)


def _facts(e: Explanation) -> str:
    n, held_out = len(e.machine.scores), len(e.rows["test"])
    where = f"{held_out:,} unseen rows" if held_out else "the same rows"
    return (
        f"{e.table} · {n:,} rows with a class · {len(e.attributes)} attributes · trained on "
        f"{len(e.rows['train']):,} rows, judged on {where}"
    )
